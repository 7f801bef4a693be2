"""The command line of `regicide-server`: `--help` and `--version`. All settings are environment variables."""

from __future__ import annotations

import argparse
from importlib.metadata import version
from typing import Final, NoReturn

from regicide_api.config import COMMAND_LOG_FORMAT, RATE_LIMITS, Settings

_SETTINGS: Final = {
    "REDIS_URL": ("URL of the store; if unset, an embedded one starts", None),
    "DATA_DIR": ("directory of the embedded store", Settings.data_dir),
    "HOST": ("address to listen on", Settings.host),
    "PORT": ("port to listen on, 0 for any free port", Settings.port),
    "UNSTARTED_GAME_TTL": ("lifetime of a game without actions, s", Settings.unstarted_game_ttl_s),
    "GAME_TTL": ("lifetime of a game after its last action, s", Settings.game_ttl_s),
    "RECORD_TTL": ("lifetime of a game after its end, s", Settings.record_ttl_s),
    "AGENT_TTL": ("lifetime of an agent without requests, s", Settings.agent_ttl_s),
    "QUESTION_TTL": ("lifetime of a question to an agent, s", Settings.question_ttl_s),
    "ADVICE_TTL": ("lifetime of advice and reviews, s", Settings.advice_ttl_s),
    "STORE_MEMORY_MB": ("memory of each store server, 0: its maxmemory", Settings.store_memory_mb),
    "CREATION_SHARE_PERCENT": ("share of it that creations may fill", Settings.creation_share_percent),
    "BOTS_KEY": ("house key: a secret of 32 characters or more", None),
    "WEB_CONCURRENCY": ("worker processes", Settings.web_workers),
    "WEB_CONNECTIONS": ("maximum of connections of a worker process", Settings.web_connections),
    "WAITING_SHARE_PERCENT": ("waiting places that an address may hold", Settings.waiting_share_percent),
    "OFFLINE_START": ("1: the web client starts without the server", Settings.offline_start),
    "LIMIT_CREATE_GAME": ("games of an address, 0: any", RATE_LIMITS["create-game"][1]),
    "LIMIT_CREATE_AGENT": ("agents of an address", RATE_LIMITS["create-agent"][1]),
    "LIMIT_TAKE_SEAT": ("open seats taken by an address", RATE_LIMITS["take-seat"][1]),
    "LIMIT_ASK_ADVICE": ("questions of an address to agents", RATE_LIMITS["ask-advice"][1]),
    "LIMIT_ASK_REVIEW": ("new reviews of an address", RATE_LIMITS["ask-review"][1]),
    "LIMIT_OPEN_STREAM": ("event streams of an address", RATE_LIMITS["open-stream"][1]),
    "LIMIT_HOUSE_SEATS": ("house seats in running games of an address", Settings.house_seats),
    "TRUSTED_PROXIES": ("proxies whose X-Forwarded headers are trusted", Settings.trusted_proxies),
    "METRICS_ADDRESS": ("address of /metrics alone, such as 127.0.0.1:9100", None),
    "LOG_FORMAT": ("json, text or quiet", COMMAND_LOG_FORMAT),
}
"""The variables: the description of each, and its default, if any."""


def parse() -> NoReturn:
    """Parse the command line and exit: with 0 after `--help` and `--version`, else with 2."""
    settings = [_format_setting(name, description, default) for name, (description, default) in _SETTINGS.items()]
    parser = argparse.ArgumentParser(
        prog="regicide-server",
        description="Serve Regicide over HTTP. All settings are environment variables.",
        epilog="\n".join(["settings:", *settings]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"regicide {version('regicide')}")
    parser.parse_args()
    parser.exit()


def _format_setting(name: str, description: str, default: object) -> str:
    return f"  {name:23}{description}{'' if default is None else f' ({default})'}"
