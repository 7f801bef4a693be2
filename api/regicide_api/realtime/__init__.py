"""Subscriptions to changes, detection of disconnects, and server-sent events. No Flask, no Redis keys."""
