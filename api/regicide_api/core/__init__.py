"""The innermost layer: errors and tokens."""
