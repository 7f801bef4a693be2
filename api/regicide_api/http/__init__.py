"""Requests and responses: what all operations share."""
