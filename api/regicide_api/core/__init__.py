"""What every layer of the API may use: errors and tokens."""
