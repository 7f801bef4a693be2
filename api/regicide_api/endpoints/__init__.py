"""The operations of the API: a handler is one sentence, its decorators are its contract, its docstring is published."""
