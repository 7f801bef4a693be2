"""The explanation of a planner's choice: reads a view, searches from it, and prints the actions considered."""
