"""Log configuration: one stream, standard error, for the application and gunicorn."""

from __future__ import annotations

import logging
from contextvars import ContextVar
from logging.config import dictConfig
from typing import Any, Final

from gunicorn.config import Config
from gunicorn.glogging import Logger

from regicide_api.config import LogFormat

request_id: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""The id of the current request; None outside a request."""


class RequestIdFilter(logging.Filter):
    """Adds the id of the current request to every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id; no record is dropped."""
        if current := request_id.get():
            record.request_id = current
        return True


def logging_config(log_format: LogFormat) -> dict[str, Any]:
    """The configuration for `logging.config.dictConfig`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": RequestIdFilter}},
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
    """Sends gunicorn's log records through the application's configuration."""

    log_format = LogFormat.JSON

    def setup(self, cfg: Config) -> None:
        """Replace gunicorn's handlers."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        dictConfig(logging_config(self.log_format))

    def warning(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Log a warning; an invalid request as other requests, without details: a malformed header may have a token."""
        if str(msg).startswith("Invalid request"):
            self.info(str(msg).partition(":")[0], *args, **kwargs)
        else:
            super().warning(msg, *args, **kwargs)
