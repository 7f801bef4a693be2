"""The operations of the API. A handler is a sentence; its decorators are its contract."""
