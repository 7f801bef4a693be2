"""Hosted games as values: seats, versions, clocks, events, views. No HTTP, no Redis."""
