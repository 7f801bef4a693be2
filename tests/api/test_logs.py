"""The log: the members of its lines, and the secrets that it never contains."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from gunicorns import Gunicorn, gunicorn
from servers import PROGRAMS, reserved_port

from regicide_api.config import ConfigError, Settings

pytestmark = pytest.mark.costly

FAULT = """
import logging.config, sys
from regicide_api.app import create_app
from regicide_api.config import LogFormat
from regicide_api.gunicorn_worker import logging_config
from regicide_api.storage.game_store import Store
logging.config.dictConfig(logging_config(LogFormat(sys.argv[1])))
app = create_app(Store("redis://localhost"))
app.add_url_rule("/fault", view_func=lambda: 1 / 0)
app.test_client().get("/fault?token=secret", headers={"X-Request-ID": "mine"})
"""


def fault(log_format: str) -> list[str]:
    """The log lines of an internal error."""
    ended = subprocess.run([sys.executable, "-c", FAULT, log_format], check=True, capture_output=True, text=True)
    return ended.stderr.splitlines()


@pytest.fixture(scope="module")
def server(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gunicorn]:
    """The application with its default log."""
    with gunicorn(tmp_path_factory.mktemp("log"), REDIS_URL=valkey_url) as server:
        yield server


def test_a_request_is_one_line_of_json(server: Gunicorn) -> None:
    """The route template, the status, the duration and the request id."""
    server.call("/v1/games/unknown?secret", **{"X-Request-ID": "mine"})
    [line] = [line for line in server.lines() if line.get("request_id") == "mine"]
    assert 0 < line.pop("ms") < 10_000
    del line["time"], line["message"]
    assert line == {
        "level": "INFO",
        "logger": "regicide.requests",
        "method": "GET",
        "route": "/v1/games/<game_id>",
        "status": 422,
        "problem": "invalid-request",
        "request_id": "mine",
    }


def test_an_unknown_path_is_not_logged(server: Gunicorn) -> None:
    """It may contain a token."""
    server.call("/token-in-a-path", **{"X-Request-ID": "lost"})
    [line] = [line for line in server.lines() if line.get("request_id") == "lost"]
    assert "token-in-a-path" not in server.log.read_text()
    assert (line["route"], line["status"]) == (None, 404)


@pytest.mark.parametrize(("log_format", "lines"), [("text", True), ("quiet", False)])
def test_the_log_may_be_text(valkey_url: str, tmp_path: Path, log_format: str, lines: bool) -> None:
    """Or text with warnings and errors only."""
    with gunicorn(tmp_path, REDIS_URL=valkey_url, LOG_FORMAT=log_format) as server:
        server.call("/nowhere")
        log = server.log.read_text()
    assert ("GET None 404" in log) is lines
    assert bool(log) is lines


def test_an_error_is_one_line_of_json() -> None:
    """With its traceback and the id of its request, besides the request's line."""
    exception, request = map(json.loads, fault("json"))
    assert (exception["level"], exception["request_id"]) == ("ERROR", "mine")
    assert "ZeroDivisionError" in exception["exception"]
    assert (request["status"], request["request_id"]) == (500, "mine")


def test_a_quiet_log_contains_errors() -> None:
    """Only these members; no query strings."""
    lines = fault("quiet")
    assert "ERROR mine Exception on /fault [GET]" in lines[0]
    assert lines[-1] == "ZeroDivisionError: division by zero"
    assert "secret" not in "".join(lines)


def test_an_invalid_log_format_is_rejected() -> None:
    """The message lists the valid ones."""
    with pytest.raises(ConfigError, match=r"^LOG_FORMAT=xml: expected json, text or quiet$"):
        Settings.from_env({"LOG_FORMAT": "xml"})


def test_the_command_logs_quietly_by_default(valkey_url: str) -> None:
    """LOG_FORMAT changes that."""
    assert stderr_of_a_start(valkey_url) == ""
    assert json.loads(stderr_of_a_start(valkey_url, LOG_FORMAT="json").splitlines()[0])["level"] == "INFO"


def stderr_of_a_start(valkey_url: str, **environment: str) -> str:
    """Start and stop `regicide-server`. Returns its standard error."""
    own = {"PATH": "/usr/bin:/bin", "PORT": str(reserved_port()), "REDIS_URL": valkey_url, **environment}
    with subprocess.Popen(
        [PROGRAMS / "regicide-server"], env=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        server.stdout.readline()
        server.terminate()
        return server.communicate()[1]
