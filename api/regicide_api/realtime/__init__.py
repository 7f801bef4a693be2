"""Waiting for news: subscriptions, disconnects and event streams."""
