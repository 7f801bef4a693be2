"""Games and all that belongs to them beside the rules, and how they are kept and found again."""
