"""`regicide-server`: the whole server in one command, with an embedded store where no other is named."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Final
from urllib.parse import urlsplit

from redis.exceptions import RedisError

from regicide_api.command.embedded import embedded_store, kept_key
from regicide_api.command.house import house_bots
from regicide_api.config import BadSetting, Settings
from regicide_api.store import Store

BACKLOG: Final = 2048
GLANCE: Final = 1.0


def main() -> int:
    """Serve until told to stop; the exit code.

    What keeps the server from starting (a port taken, no store there, a data directory that cannot be written) is said
    in one line, with exit code 1.
    """
    try:
        settings = Settings.of(os.environ)
        with _listener(settings) as listener, _store(settings) as redis_url:
            return _serve(settings, listener, redis_url, settings.bots_key or _own_bots_key(settings))
    except BadSetting as error:
        print(f"regicide-server: {error}", file=sys.stderr)  # noqa: T201 - a command speaks to its user
        return 1


@contextmanager
def _listener(settings: Settings) -> Iterator[socket.socket]:
    """The socket to serve on, bound before anything else is started."""
    try:
        listener = socket.create_server((settings.host, settings.port), family=_family(settings.host), backlog=BACKLOG)
    except OSError as error:
        where = f"HOST={settings.host} PORT={settings.port}"
        raise BadSetting(f"{where}: cannot listen there: {_cause(error)}") from error
    with listener:
        yield listener


def _cause(error: OSError) -> str:
    """What the system says, without the address that Python adds to it."""
    return str(error.strerror).partition(" (while ")[0]


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


@contextmanager
def _store(settings: Settings) -> Iterator[str]:
    """The URL of a store that answers: the one of the settings, or an embedded one."""
    chosen = nullcontext(settings.redis_url) if settings.redis_url else embedded_store(settings.data_dir)
    with chosen as redis_url:
        try:
            Store(redis_url).ping()
        except (RedisError, ValueError) as error:
            raise BadSetting(f"REDIS_URL={_without_password(redis_url)}: {error}") from error
        yield redis_url


def _without_password(redis_url: str) -> str:
    parts = urlsplit(redis_url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _own_bots_key(settings: Settings) -> str | None:
    """The key of the house bots that is kept beside the embedded store; another store has no place for secrets."""
    return None if settings.redis_url else kept_key(settings.data_dir)


def _serve(settings: Settings, listener: socket.socket, redis_url: str, bots_key: str | None) -> int:
    """Run gunicorn on the listener, and the house bots, until one of us is told to stop; gunicorn's exit code."""
    command = [sys.executable, "-m", "gunicorn", "--config", "python:regicide_api.gunicorn_conf"]
    command += ["--bind", f"fd://{listener.fileno()}", "regicide_api.wsgi:app"]
    environment = os.environ | {"REDIS_URL": redis_url, "LOG_FORMAT": os.environ.get("LOG_FORMAT") or "quiet"}
    environment |= {"BOTS_KEY": bots_key} if bots_key else {}
    web = subprocess.Popen(command, env=environment, pass_fds=[listener.fileno()])  # noqa: S603 - our own words

    def stop(*_: object) -> None:
        web.terminate()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    url = _url(settings.host, listener.getsockname()[1])
    if _answers(url, web):
        kept = _without_password(settings.redis_url) if settings.redis_url else settings.data_dir.resolve()
        print(_WELCOME.format(url=url, kept=kept, example=_WITH_BOT if bots_key else _WITHOUT_BOT), flush=True)  # noqa: T201 - a command speaks to its user
        if bots_key:
            with house_bots(url, environment):
                return _ended(web)
    return _ended(web)


def _ended(web: subprocess.Popen[bytes]) -> int:
    """Wait until a process ends; its exit code.

    Not in one go: a signal that comes just before a process begins to wait would be heeded only after that.
    """
    while True:
        with suppress(subprocess.TimeoutExpired):
            return web.wait(timeout=GLANCE)


def _url(host: str, port: int) -> str:
    """Where a client on this machine finds the server."""
    reached = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - a look at it, no bind
    return f"http://{reached}:{port}"


def _answers(url: str, web: subprocess.Popen[bytes]) -> bool:
    """Wait for the first answer; False if the process ends before it comes."""
    while web.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5):  # noqa: S310 - our own URL
                return True
        except OSError:
            time.sleep(0.05)
    return False


_WITHOUT_BOT: Final = '{"players": 2}'
_WITH_BOT: Final = '{"players": 2, "seats": [{"name": "me"}, {"agent": "greedy"}]}'
_WELCOME: Final = """\
Regicide is served at {url}
Games are kept in {kept}
Create one:

  curl {url}/v1/games -H 'Content-Type: application/json' -d '{example}'

The paths are listed at {url}/openapi.json; Ctrl-C stops the server.\
"""
