"""The figures of a report, each drawn for a number of players."""
