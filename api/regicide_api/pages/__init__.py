"""Pages for people and monitoring: the web client, the documentation, health, metrics."""
