"""Problem responses (RFC 9457): the problem of each error, and its response."""
