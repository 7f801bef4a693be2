"""Metrics: what they count, and their sum over worker processes."""

from __future__ import annotations

import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from gunicorns import Gunicorn, gunicorn
from players import Game, Player
from prometheus_client.parser import text_string_to_metric_families as families

from regicide_api import metrics
from regicide_api.config import ConfigError, Settings

pytestmark = pytest.mark.costly


def samples(text: str) -> dict[str, float]:
    """The samples of an exposition by name, with sorted labels."""
    found = [sample for family in families(text) for sample in family.samples]
    return {f"{sample.name}{_labels(sample.labels)}": sample.value for sample in found}


def _labels(labels: dict[str, str]) -> str:
    return "".join(f" {name}={labels[name]}" for name in sorted(labels))


class Since:
    """The increase of each metric since its creation."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._before = self._now()

    def __getitem__(self, name: str) -> float:
        return self._now().get(name, 0) - self._before.get(name, 0)

    def _now(self) -> dict[str, float]:
        return samples(self._player.client.get("/metrics").text)


def test_requests_are_counted_by_route_method_and_status(player: Player) -> None:
    """The route is a template, so that the number of series is bounded."""
    since = Since(player)
    for game_id in ("one", "two"):
        player.get(f"/v1/games/{game_id}")
    assert since["regicide_http_requests_total method=GET route=/v1/games/<game_id> status=404"] == 2


def test_the_time_of_requests_is_measured(player: Player) -> None:
    """As a histogram."""
    since = Since(player)
    player.get("/healthz")
    assert since["regicide_http_request_duration_seconds_count method=GET route=/healthz"] == 1
    assert since["regicide_http_request_duration_seconds_bucket le=+Inf method=GET route=/healthz"] == 1
    assert 0 < since["regicide_http_request_duration_seconds_sum method=GET route=/healthz"] < 5


@pytest.mark.parametrize(("method", "name"), [("BREW", "other"), ("GET", "GET")])
def test_unknown_paths_and_methods_make_no_series(player: Player, method: str, name: str) -> None:
    """They share one label value."""
    since = Since(player)
    status = player.client.open("/nowhere", method=method).status_code
    assert since[f"regicide_http_requests_total method={name} route=none status={status}"] == 1


def test_games_created_are_counted(player: Player) -> None:
    """Rejected creations are not."""
    since = Since(player)
    player.create()
    player.post("/v1/games", {"players": 9})
    assert since["regicide_games_created_total"] == 1


def test_a_repeated_action_is_counted_once(player: Player, game: Game) -> None:
    """When it is applied."""
    token, since = game.token, Since(player)
    for _ in range(3):
        assert player.act(game, "9S", version=1, token=token).status_code == 200
    assert since["regicide_actions_taken_total"] == 1


def test_rejected_actions_are_counted_by_problem(player: Player, game: Game) -> None:
    """Like all other problems."""
    since, where = Since(player), "method=POST route=/v1/games/<game_id>/actions"
    for action in ("nonsense", "KS", "KS"):
        player.act(game, action)
    assert since[f"regicide_problems_total code=malformed-action {where}"] == 1
    assert since[f"regicide_problems_total code=illegal-action {where}"] == 2
    assert since["regicide_actions_taken_total"] == 0


@pytest.mark.parametrize("code", ["not-found", "internal-error", "rate-limited"])
def test_the_page_of_a_problem_is_not_counted_as_the_problem(player: Player, code: str) -> None:
    """Though it shows an example of it."""
    since, where = Since(player), "method=GET route=/problems/<code>"
    assert player.get(f"/problems/{code}").status_code == 200
    assert since[f"regicide_problems_total code={code} {where}"] == 0


def test_the_format_of_the_metrics_is_negotiated(player: Player) -> None:
    """Prometheus text or OpenMetrics."""
    openmetrics = {"Accept": "application/openmetrics-text; version=1.0.0"}
    assert player.get("/metrics").mimetype == "text/plain"
    assert player.get("/metrics", **openmetrics).mimetype == "application/openmetrics-text"


def created(server: Gunicorn) -> float:
    """The number of created games in a server's metrics."""
    return samples(server.call("/metrics")[1])["regicide_games_created_total"]


def create(server: Gunicorn, games: int) -> None:
    """Create games, many at the same time."""
    with ThreadPoolExecutor(8) as threads:
        answers = threads.map(lambda _: server.call("/v1/games", {"players": 1})[0], range(games))
        assert set(answers) == {201}


def test_metrics_are_summed_over_all_worker_processes(valkey_url: str, tmp_path: Path) -> None:
    """Including dead ones, whichever process answers."""
    with gunicorn(tmp_path, REDIS_URL=valkey_url, WEB_CONCURRENCY="2", LIMIT_CREATE_GAME="0") as server:
        create(server, 40)
        assert {created(server) for _ in range(10)} == {40}
        os.kill(server.workers()[0], signal.SIGKILL)
        while len(server.workers()) < 3:
            time.sleep(0.05)
        create(server, 40)
        assert {created(server) for _ in range(10)} == {80}


def test_metrics_start_at_zero_and_their_files_are_removed(valkey_url: str, tmp_path: Path) -> None:
    """They belong to the run of the server."""
    with gunicorn(tmp_path, REDIS_URL=valkey_url) as server:
        create(server, 1)
        assert list(tmp_path.glob("regicide-metrics-*/*.db"))
    assert not list(tmp_path.glob("regicide-metrics-*"))
    with gunicorn(tmp_path, REDIS_URL=valkey_url) as server:
        assert created(server) == 0


@pytest.fixture(params=["tcp", "unix"])
def listener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[socket.socket]:
    """A socket of an address for metrics alone, which a thread of this process serves."""
    listener = metrics.listen("127.0.0.1:0" if request.param == "tcp" else f"unix:{tmp_path / 'metrics'}")
    metrics.serve(listener)
    yield listener
    metrics.close(listener)


def requested(listener: socket.socket, path: str) -> tuple[int, str]:
    """The status and the body of a response on the address of a socket."""
    with socket.socket(listener.family) as connection:
        connection.connect(listener.getsockname())
        connection.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
        head, _, body = b"".join(iter(lambda: connection.recv(65536), b"")).decode().partition("\r\n\r\n")
    return int(head.split()[1]), body


def test_metrics_are_served_on_an_address_of_their_own(listener: socket.socket, player: Player) -> None:
    """A host and a port, or the path of a Unix socket."""
    player.create()
    status, body = requested(listener, "/metrics")
    assert status == 200
    assert samples(body)["regicide_games_created_total"] >= 1


@pytest.mark.parametrize("path", ["/", "/metrics/", "/v1/rules"])
def test_the_address_of_metrics_serves_nothing_else(listener: socket.socket, path: str) -> None:
    """Any other path is 404."""
    assert requested(listener, path)[0] == 404


def test_a_file_left_by_a_killed_server_is_replaced(tmp_path: Path) -> None:
    """The next server listens on the same path."""
    address = f"unix:{tmp_path / 'metrics'}"
    metrics.listen(address).close()
    with metrics.listen(address) as again:
        assert again.getsockname() == str(tmp_path / "metrics")


@pytest.mark.parametrize("address", ["9100", ":9100", "localhost", "localhost:0", "localhost:65536", "unix:", "[::1"])
def test_an_invalid_address_of_metrics_is_rejected(address: str) -> None:
    """With the expected values."""
    with pytest.raises(ConfigError, match=f"^METRICS_ADDRESS={re.escape(address)}: expected HOST:PORT with a port"):
        Settings.from_env({"METRICS_ADDRESS": address})


@pytest.mark.parametrize("address", ["127.0.0.1:9100", "[::1]:9100", "localhost:9100", "unix:/run/regicide/metrics"])
def test_a_valid_address_of_metrics_is_accepted(address: str) -> None:
    """As it is."""
    assert Settings.from_env({"METRICS_ADDRESS": address}).metrics_address == address
