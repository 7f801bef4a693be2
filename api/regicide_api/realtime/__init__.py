"""Subscriptions to changes, and server-sent events. No Flask, no Redis keys."""
