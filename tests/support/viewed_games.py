"""Games as one viewer accesses them, without what differs between any two games: ids, commitments and times."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from itertools import islice
from typing import Any

import httpx
from flask import Flask
from players import bearing

from regicide import Action

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
QUESTION = re.compile(r"[0-9a-f]{20}-adviser-[0-9a-f]{12}")
CURSOR = re.compile(r"\d{14}-GAME")
TIME_OF_VALIDATOR = re.compile(r'-[0-9a-f]{11}"')

HAND = "HAND"
"""The placeholder of a hand that the end of a game shows. The lengths of responses differ with it."""

Answer = tuple[int, dict[str, str], str]


@dataclass(frozen=True)
class Adviser:
    """An agent that gives advice and has no seat."""

    client: httpx.Client
    name: str
    token: str

    def questions(self) -> list[dict[str, Any]]:
        """The questions in its inbox."""
        answer = self.client.get(
            "/v1/agents/me/turns?questions=20&include=previews", headers=bearing(self.token)
        ).raise_for_status()
        found: list[dict[str, Any]] = answer.json()["questions"]
        return found


@dataclass(frozen=True)
class World:
    """A game as one viewer accesses it."""

    client: httpx.Client
    id: str
    agent: str
    """The name of an agent; it holds the viewer's seat, if it has one by an agent's token."""
    owner: str
    """The token of the owner of the game."""
    tokens: list[str]
    viewer: dict[str, str]
    """The viewer's Authorization header; empty for a spectator."""
    differing: dict[str, str]
    """Values that differ between games, and their placeholders."""
    adviser: Adviser
    place: str
    """The place in the events of the agent's games before the game."""

    def fetch(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """A response for the viewer, without the members that differ."""
        sent = self.viewer | {"X-Request-ID": "same", **headers}
        answer = self.client.request(method, path.replace("GAME", self.id), json=body, headers=sent)
        visible = {name: self.plain(value) for name, value in answer.headers.items() if name != "date"}
        visible["etag"] = TIME_OF_VALIDATOR.sub("-TIME", visible.get("etag", ""))
        if HAND in self.differing.values():
            visible.pop("content-length", None)
        return answer.status_code, visible, self.plain(answer.text)

    @property
    def token(self) -> str:
        """The viewer's token; for a spectator a text that is not a token."""
        return self.viewer.get("Authorization", "Bearer none").partition(" ")[2]

    def etag(self) -> str:
        """The ETag of the view."""
        return self.client.get(f"/v1/games/{self.id}", headers=self.viewer).headers["ETag"]

    def agent_stream(self) -> str:
        """The bytes of the events of the agent's game in the stream of its games, without the ids of its places."""
        if self.token.startswith(f"{self.agent}."):
            place = f"/v1/agents/me/events?after={self.place}"
            headers, read = self.viewer | {"Accept": "text/event-stream"}, ""
            with self.client.stream("GET", place, headers=headers) as answer:
                for part in islice(answer.iter_text(), 2):
                    read += part
            return self.plain(re.sub("id: .*", "id: PLACE", read))
        return ""

    def stream(self, version: int) -> str:
        """The bytes of the event stream up to a version."""
        headers, read = self.viewer | {"Accept": "text/event-stream", "Last-Event-ID": "1"}, ""
        with self.client.stream("GET", f"/v1/games/{self.id}/events", headers=headers) as answer:
            for part in answer.iter_text():
                read += part
                if f"id: {version}\n" in read and read.endswith("\n\n"):
                    break
        return self.plain(read)

    def act(self, seat: int, version: int, action: Action) -> Answer:
        """The response to an action; an action of the viewer's seat uses the viewer's token."""
        bearer = {"Authorization": f"Bearer {self.tokens[seat]}"}
        body = {"version": version, "action": str(action)}
        return self.fetch("POST", "/v1/games/GAME/actions", body, **bearer)

    def plain(self, text: str) -> str:
        """A text without the parts that differ."""
        for own, common in self.differing.items():
            text = text.replace(own, common)
        return QUESTION.sub("QUESTION", CURSOR.sub("CURSOR", TIME.sub("TIME", text)))

    def ask(self, seat: int, version: int) -> tuple[Answer, str]:
        """Ask the adviser from the seat to act. Returns the response, and the question as the adviser gets it."""
        bearer = bearing(self.tokens[seat])
        asked = self.fetch("POST", "/v1/games/GAME/advice", {"version": version, "agent": self.adviser.name}, **bearer)
        question = next(each for each in self.adviser.questions() if each["game"] == self.id)
        return asked, self.plain(json.dumps(question))

    def answer(self, action: Action) -> Answer:
        """Let the adviser answer the question about the game with an action. Returns the advice for the viewer."""
        question = next(each["id"] for each in self.adviser.questions() if each["game"] == self.id)
        rated = [{"action": str(action), "won": 0.5, "defeated": 6, "share": 1}]
        path, bearer = f"/v1/agents/me/questions/{question}", bearing(self.adviser.token)
        self.client.put(path, json={"actions": rated}, headers=bearer).raise_for_status()
        return self.fetch("GET", f"/v1/games/GAME/advice/{question}")


def client_of(app: Flask) -> httpx.Client:
    """A client of the application in this process, which sees the bytes of its responses."""
    return httpx.Client(transport=httpx.WSGITransport(app), base_url="http://127.0.0.1")


def new_adviser(client: httpx.Client) -> Adviser:
    """A new agent that gives advice."""
    wish = {"name": f"adviser-{secrets.token_hex(6)}", "advises": True, "reviews": True}
    agent = client.post("/v1/agents", json=wish).raise_for_status().json()
    return Adviser(client, agent["name"], agent["token"])


def created(adviser: Adviser, wish: dict[str, object], players: int, viewer: int | None, by: str) -> World:
    """A game with these members of its request, as one viewer accesses it."""
    client = adviser.client
    agent = client.post("/v1/agents", json={"name": f"twin-{secrets.token_hex(6)}"}).raise_for_status().json()
    own = client.get("/v1/agents/me/events", headers={"Authorization": f"Bearer {agent['token']}"}).raise_for_status()
    seats = [{"agent": agent["name"]} if (by, seat) == ("agent", viewer) else {"name": "N"} for seat in range(players)]
    request_body = {"players": players, "seats": seats, "listed": True, "advice": "all", **wish}
    answer = client.post("/v1/games", json=request_body).raise_for_status().json()
    tokens = {viewer: agent["token"]} | {each["seat"]: each["token"] for each in answer["seats"]}
    if by == "stand-in":
        path, holder = f"/v1/games/{answer['game']['id']}/seats/{viewer}/stand-in", tokens[viewer]
        client.put(path, json={"agent": agent["name"]}, headers=bearing(holder)).raise_for_status()
        tokens[viewer] = agent["token"]
    token, game = None if viewer is None else tokens[viewer], answer["game"]
    return World(
        client,
        game["id"],
        agent["name"],
        answer["owner"]["token"],
        [tokens[seat] for seat in range(players)],
        {} if token is None else {"Authorization": f"Bearer {token}"},
        {game["id"]: "GAME", game["commitment"] or "no commitment": "COMMITMENT", agent["name"]: "AGENT"},
        adviser,
        own.json()["resume"],
    )
