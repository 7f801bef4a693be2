"""Request ids: a response names its request."""

from __future__ import annotations

import re

import pytest
from players import Player

from regicide_api.app import create_app
from regicide_api.storage.game_store import Store


@pytest.mark.parametrize("given", ["1", "req-2f.7_a", "Root=1-67891233-abcdef01", "a" * 100])
def test_the_clients_id_is_returned(player: Player, given: str) -> None:
    """If it is safe to log."""
    assert player.get("/healthz", **{"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "a b", 'a"b', "a" * 101, "<script>", "ünfit", "{}"])
def test_an_id_that_is_not_fit_is_replaced(player: Player, given: str) -> None:
    """By a generated one."""
    answer = player.get("/healthz", **{"X-Request-ID": given})
    assert re.fullmatch("[0-9a-f]{24}", answer.headers["X-Request-ID"])


def test_every_request_has_an_id_of_its_own(player: Player) -> None:
    """Without one from the client."""
    ids = {player.get("/healthz").headers["X-Request-ID"] for _ in range(10)}
    assert len(ids) == 10


@pytest.mark.parametrize(("method", "path"), [("GET", "/nowhere"), ("DELETE", "/v1/games"), ("GET", "/fault")])
def test_an_error_has_it_too(valkey_url: str, method: str, path: str) -> None:
    """So that users can report it."""
    app = create_app(Store(valkey_url))
    app.add_url_rule("/fault", view_func=lambda: 1 / 0)
    answer = app.test_client().open(path, method=method, headers={"X-Request-ID": "mine"})
    assert (answer.status_code >= 400, answer.headers["X-Request-ID"]) == (True, "mine")
