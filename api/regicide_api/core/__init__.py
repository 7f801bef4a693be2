"""The innermost layer: errors, tokens, and the parts of work."""
