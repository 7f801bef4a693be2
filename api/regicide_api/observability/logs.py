"""The log: one line on the standard error stream for each request, and for whatever else is to be said."""

from __future__ import annotations

import logging
from logging.config import dictConfig
from typing import Any, Final

from flask import g, has_request_context
from gunicorn.config import Config
from gunicorn.glogging import Logger

from regicide_api.config import LogFormat
from regicide_api.http.request_summary import Answered

_REQUESTS: Final = logging.getLogger("regicide.requests")


def note(answered: Answered) -> None:
    """Log a request."""
    if _REQUESTS.isEnabledFor(logging.INFO):
        method, route, status, seconds, problem = answered
        told = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 3)}
        extra = told if problem is None else told | {"problem": problem}
        _REQUESTS.info("%s %s %d %.1f ms", method, route, status, told["ms"], extra=extra)


class InRequest(logging.Filter):
    """Adds the request's id to every line that is logged in the course of a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add it; nothing is filtered out."""
        if has_request_context() and "request_id" in g:
            record.request_id = g.request_id
        return True


def configuration(log_format: LogFormat) -> dict[str, Any]:
    """The configuration of `logging`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": InRequest}},
        "formatters": {"json": _JSON, "text": _TEXT, "quiet": _TEXT},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": log_format.value, "filters": ["request"]}
        },
        "root": {"level": log_format.level.upper(), "handlers": ["stderr"]},
    }


_JSON: Final = {
    "()": "pythonjsonlogger.orjson.OrjsonFormatter",
    "fmt": ["levelname", "name", "message"],
    "rename_fields": {"levelname": "level", "name": "logger", "exc_info": "exception"},
    "timestamp": "time",
}

_TEXT: Final = {
    "()": "logging.Formatter",
    "fmt": "%(asctime)s %(levelname)s %(request_id)s %(message)s",
    "defaults": {"request_id": "-"},
}


class GunicornLogger(Logger):
    """Lets gunicorn's own lines, on starts and stops and faults, go the same way."""

    log_format = LogFormat.JSON

    def setup(self, cfg: Config) -> None:
        """Take gunicorn's handlers away again."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        dictConfig(configuration(self.log_format))

    def warning(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Log a warning, but not what was wrong with a request: a header that cannot be read may hold a token."""
        told = str(msg).partition(":")[0] if str(msg).startswith("Invalid request") else msg
        super().warning(told, *args, **kwargs)
