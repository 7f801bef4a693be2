"""Problem responses (RFC 9457): the registry of problems, their texts and examples."""
