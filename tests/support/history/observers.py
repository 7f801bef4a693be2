"""Clients that read: they poll, long-poll, list events and follow streams, as spectators or from a seat."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
from players import bearing

from history.actors import missed
from history.advice import read_some
from history.client import RESPONSE_TIMEOUT_S, Client
from history.shared_games import AgentTokens, SharedGame, SharedGames
from regicide_client.sse import SseParser

STREAM_DURATION_S = 8.0
"""Duration of a stream before the client follows another game."""


def read(client: Client, board: SharedGames) -> None:
    """Read a game several times, then list its events."""
    game = board.some(client.rng)
    if game is None:
        return client.pause(0.2)
    seat = client.rng.choice([None, *game.tokens])
    token = game.token(seat)
    known: dict[str, Any] | None = None
    etag = ""
    for _ in range(client.rng.randint(1, 6)):
        wait = client.rng.choice([0, 0, 1])
        headers = {"If_None_Match": etag} if etag else {}
        answer = client.send("GET", game.view_path(seat), token=token, wait=wait, **headers)
        if answer.status == 200:
            known, etag = answer.json, answer.etag or ""
        if known is not None and answer.status in {200, 304}:
            client.log_view(known, answer)
        else:
            missed(client, board, game, token, answer)
        client.pause(0.1)
    read_some(client, board, game, client.rng.choice([None, *game.tokens]))
    return _list_events(client, game, client.rng.choice([0, 5, known["version"] if known else 0]))


def _list_events(client: Client, game: SharedGame, after: int) -> None:
    """List the events after a version, and sometimes wait for one."""
    answer = client.send("GET", f"{game.path}/events?after={after}&limit=100", wait=client.rng.choice([0, 1]))
    for event in answer.json["items"] if answer.status == 200 else []:
        client.log_event(game.id, event)


def follow(client: Client, board: SharedGames) -> None:
    """Follow a game by streams, each of which resumes the previous one."""
    game = board.some(client.rng)
    if game is None:
        return client.pause(0.2)
    stream = Stream(client, game, client.rng.choice([None, *game.tokens]))
    end = time.monotonic() + STREAM_DURATION_S
    while time.monotonic() < end and not client.over.is_set():
        try:
            stream.resume(end)
        except (httpx.HTTPError, ValueError):
            client.pause(0.3)
        if game not in board.active():
            break
    return None


def follow_agent(client: Client, tokens: AgentTokens, agent: str) -> None:
    """Follow all games of an agent by streams and pages, each of which resumes the previous one."""
    games = AgentGames(client, tokens, agent)
    end = time.monotonic() + STREAM_DURATION_S
    while time.monotonic() < end and not client.over.is_set():
        try:
            client.rng.choice([games.stream, games.poll])(end)
        except (httpx.HTTPError, ValueError, KeyError):
            client.pause(0.3)


class AgentGames:
    """The events of all games of an agent, over any number of connections and pages. Its token may be replaced."""

    PATH = "/v1/agents/me/events"

    def __init__(self, client: Client, tokens: AgentTokens, agent: str) -> None:
        self.name, self.place = client.new("stream"), ""
        self._client, self._tokens, self._agent = client, tokens, agent

    def stream(self, end: float) -> None:
        """Log the events of a connection until it ends, or a short random time is over."""
        end = min(end, time.monotonic() + self._client.rng.uniform(0.2, 2))
        parser = SseParser(self.place)
        headers = {"Accept": "text/event-stream"} | bearing(self._tokens.some(self._agent, self._client.rng))
        headers |= {"Last-Event-ID": self.place} if self.place else {}
        with self._client.http.stream("GET", self.PATH, headers=headers, timeout=RESPONSE_TIMEOUT_S) as answer:
            answer.raise_for_status()
            for chunk in answer.iter_raw():
                for message in parser.feed(chunk):
                    self._log(json.loads(message.data))
                    self.place = message.id
                self.place = parser.last_id
                if time.monotonic() > end or self._client.over.is_set():
                    return

    def poll(self, _: float) -> None:
        """Log the events of a page."""
        query = f"?after={self.place}" if self.place else ""
        answer = self._client.send(
            "GET",
            self.PATH + query,
            token=self._tokens.some(self._agent, self._client.rng),
            wait=self._client.rng.choice([0, 1]),
        )
        if answer.status == 200:
            for item in answer.json["items"]:
                self._log(item)
            self.place = answer.json["resume"]

    def _log(self, item: dict[str, Any]) -> None:
        self._client.log_event(item["game"], item["event"], self.name)


class Stream:
    """The events of a game, over any number of connections."""

    def __init__(self, client: Client, game: SharedGame, seat: int | None) -> None:
        self.name, self.last = client.new("stream"), 1
        self._client, self._game, self._token = client, game, game.token(seat)

    def resume(self, end: float) -> None:
        """Log the events of a connection until it ends or the time is over."""
        parser = SseParser()
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.last)} | bearing(self._token)
        path = f"{self._game.path}/events"
        with self._client.http.stream("GET", path, headers=headers, timeout=RESPONSE_TIMEOUT_S) as answer:
            if answer.status_code != 200:
                self._client.pause(1)
                return
            for chunk in answer.iter_raw():
                for message in parser.feed(chunk):
                    self._client.log_event(self._game.id, json.loads(message.data), self.name)
                    self.last = int(message.id)
                if time.monotonic() > end or self._client.over.is_set():
                    return
