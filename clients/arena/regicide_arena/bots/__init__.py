"""The bots that come with the game. Each is a function from a view to one of its legal actions."""
