"""The benchmark: whole games in this process or in workers, their summary, and its output."""
