"""Output for people: tables in the terminal, and an HTML report with charts."""
