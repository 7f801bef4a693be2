"""Agents: bots that take their turns on a server, over HTTP."""
