"""What people see in a browser, and signs of life."""
