"""Two clients act at one version: exactly one succeeds. Over several worker processes."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from threading import Barrier, Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from commands import TIMEOUT_S
from players import SEED
from redis import Redis
from servers import regicide_server

pytestmark = pytest.mark.costly

RACES = 12
"""The number of races in which both actions have to reach the store."""

MOST_TRIES = 2000


@pytest.fixture(scope="module")
def url(valkey_url: str) -> Iterator[str]:
    """The server, with two worker processes."""
    with regicide_server(REDIS_URL=valkey_url, WEB_CONCURRENCY="2") as url:
        yield url


def send(url: str, path: str, body: object, token: str | None = None) -> tuple[int, Any]:
    """Send a POST on a new connection. Returns the status and the JSON of the response."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=TIMEOUT_S)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    content = json.load(answer)
    connection.close()
    return answer.status, content


def race(url: str, actions: tuple[str, str]) -> list[tuple[int, Any]]:
    """Two clients of one seat act at version 1 of a new game at the same time. Returns both responses."""
    _, created = send(url, "/v1/games", {"players": 2, "seed": SEED})
    path, token = f"/v1/games/{created['game']['id']}/actions", created["seats"][0]["token"]
    start, answers = Barrier(2), []

    def act(action: str) -> None:
        start.wait()
        answers.append(send(url, path, {"version": 1, "action": action}, token))

    threads = [Thread(target=act, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def scripts(valkey_url: str) -> int:
    """The number of scripts run by the store: one for each new game, and one for each attempted commit."""
    with Redis.from_url(valkey_url) as client:
        return int(client.info("commandstats").get("cmdstat_evalsha", {"calls": 0})["calls"])


def raced_in_store(valkey_url: str) -> Iterator[int]:
    """Numbers of races, until both actions of enough of them have reached the store.

    Such a race runs a script more than the two of a new game and a commit.
    """
    both = 0
    for number in range(MOST_TRIES):
        before = scripts(valkey_url)
        yield number
        both += scripts(valkey_url) - before > 2
        if both == RACES:
            return
    raise AssertionError(f"both actions reach the store in only {both} of {MOST_TRIES} races")


def test_one_of_two_actions_at_a_version_succeeds(url: str, valkey_url: str) -> None:
    """The other is a conflict."""
    for _ in raced_in_store(valkey_url):
        answers = dict(race(url, ("9S", "AD")))
        assert answers.keys() == {200, 409}
        assert answers[200]["version"] == answers[409]["version"] == 2


def test_an_action_sent_twice_at_once_is_applied_once(url: str, valkey_url: str) -> None:
    """Both responses are 200, and the version rises by one."""
    for _ in raced_in_store(valkey_url):
        answers = race(url, ("9S", "9S"))
        assert [(status, view["version"]) for status, view in answers] == [(200, 2), (200, 2)]
