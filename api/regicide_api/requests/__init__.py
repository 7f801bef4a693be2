"""What is the same for all requests: how they are read, who sends them, what is noted of them."""
