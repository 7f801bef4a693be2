"""Access to Redis: the only package that knows its commands and keys."""
