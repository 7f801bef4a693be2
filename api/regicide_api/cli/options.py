"""What `regicide-server` takes on its command line: next to nothing, for all its settings are environment variables."""

from __future__ import annotations

import argparse
from importlib.metadata import version
from typing import Final, NoReturn

from regicide_api.cli.server import LOG_FORMAT
from regicide_api.config import LIMITS, Settings

_SETTINGS: Final = {
    "REDIS_URL": ("where games are kept; if unset, a store is started, too", None),
    "DATA_DIR": ("the directory of that store", Settings.data_dir),
    "HOST": ("where to listen", Settings.host),
    "PORT": ("where to listen, 0 for any free port", Settings.port),
    "GAME_TTL": ("seconds that a game is kept after its last action", Settings.game_ttl),
    "RECORD_TTL": ("seconds that a game is kept after its end", Settings.record_ttl),
    "AGENT_TTL": ("seconds that an agent is kept while it is away", Settings.agent_ttl),
    "BOTS_KEY": ("a secret of 32 characters or more for the house bots", None),
    "WEB_CONCURRENCY": ("worker processes", Settings.web_workers),
    "WEB_THREADS": ("the most threads of a worker process", Settings.web_threads),
    "LIMIT_CREATE_GAME": ("games an address may create, 0 for any number", LIMITS["create-game"][1]),
    "LIMIT_CREATE_AGENT": ("agents an address may register", LIMITS["create-agent"][1]),
    "LIMIT_OPEN_STREAM": ("streams of events an address may open", LIMITS["open-stream"][1]),
    "TRUSTED_PROXIES": ("proxies before the server that name the client", Settings.trusted_proxies),
    "LOG_FORMAT": ("json, text, or quiet", LOG_FORMAT),
}
"""The variables: what each says, and its default if it has one."""


def heed() -> NoReturn:
    """End the process: after `--help` and `--version` with 0, after any other arguments, which are refused, with 2."""
    lines = [_line(name, told, default) for name, (told, default) in _SETTINGS.items()]
    parser = argparse.ArgumentParser(
        prog="regicide-server",
        description="Serve Regicide over HTTP. All settings are environment variables.",
        epilog="\n".join(["settings:", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"regicide {version('regicide')}")
    parser.parse_args()
    parser.exit()


def _line(name: str, told: str, default: object) -> str:
    return f"  {name:19}{told}{'' if default is None else f' ({default})'}"
