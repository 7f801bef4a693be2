"""The gunicorn worker: connections, request framing, and timeouts for slow clients."""
