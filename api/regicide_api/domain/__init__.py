"""Games and the rules of hosting them, as values: no HTTP, no Redis."""
