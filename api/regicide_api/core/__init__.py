"""The innermost layer: errors, tokens, time and limits."""
