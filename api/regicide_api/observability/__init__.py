"""Log and metrics."""
