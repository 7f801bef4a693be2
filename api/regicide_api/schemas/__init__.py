"""The schemas of requests and responses.

Requests are loaded with them. Responses are documented by them only: the tests validate every response.
"""
