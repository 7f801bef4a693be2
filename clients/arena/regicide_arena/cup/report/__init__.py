"""The report of a cup: one HTML file with all figures and tables, which needs nothing beside it."""
