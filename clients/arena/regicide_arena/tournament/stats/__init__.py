"""Statistics of a tournament, computed from its outcomes deal by deal with scipy."""
