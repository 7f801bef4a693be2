"""Overload from another process: `python overload.py URL SECONDS`.

First a closed loop measures the saturated rate: some clients each wait for their response. Then an open loop sends four
times that rate, independently of responses, on as many connections as necessary. Half of the requests read running
games and act in them, half create games. The results are printed as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Any, NamedTuple
from urllib.parse import urlsplit

CLIENTS = 32
GAMES = 300
MAX_CONNECTIONS = 900
OVERLOAD_FACTOR = 4
KINDS = ("create", "act", "create", "view")
CLIENT_TIMEOUT_S = 60.0
"""Timeout of a request."""


class Reply(NamedTuple):
    """A response."""

    status: int
    headers: dict[str, str]
    json: Any


class Connection(NamedTuple):
    """A persistent connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


@dataclass
class Load:
    """The clients of a server, their games, and the results of their requests."""

    host: str
    port: int
    games: deque[tuple[str, str, dict[str, Any]]] = field(default_factory=deque)
    """Running games without a request in progress: path, token, last view."""
    idle: list[Connection] = field(default_factory=list)
    open: int = 0
    unsent: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    in_time: Counter[str] = field(default_factory=Counter)
    """The outcomes before the end of sending."""
    refusals: set[str] = field(default_factory=set)
    ends: float = 0.0

    async def send(self, kind: str) -> None:
        """Send a request of a kind, and record its outcome."""
        outcome = "lost"
        try:
            async with asyncio.timeout(CLIENT_TIMEOUT_S):
                reply = await getattr(self, kind)()
                outcome = str(reply.status)
            if reply.status >= 400:
                retry = "Retry-After" if "retry-after" in reply.headers else "no Retry-After"
                self.refusals.add(f"{kind} {reply.status} {reply.json['code']} {retry}")
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass
        self.outcomes[f"{kind} {outcome}"] += 1
        self.in_time[f"{kind} {outcome}"] += time.monotonic() < self.ends

    async def create(self) -> Reply:
        """Create a game, and add it to the running games."""
        reply = await self.request("POST", "/v1/games", {"players": 1})
        if reply.status == 201 and len(self.games) < GAMES:
            self.games.append((reply.headers["location"], reply.json["seats"][0]["token"], reply.json["game"]))
        return reply

    async def act(self) -> Reply:
        """Apply an action in a running game."""
        path, token, view = self.games.popleft()
        body = {"version": view["version"], "action": view["legal_actions"][-1]}
        reply = await self.request("POST", f"{path}/actions", body, token)
        if reply.status == 200 and reply.json["status"] == "active":
            self.games.append((path, token, reply.json))
        return reply

    async def view(self) -> Reply:
        """Get the view of a running game."""
        path, token, _ = self.games[0]
        return await self.request("GET", path, None, token)

    async def request(self, method: str, path: str, body: Any = None, token: str = "") -> Reply:
        """Send a request on an idle connection, or on a new one."""
        connection = self.idle.pop() if self.idle else None
        self.open += connection is None
        connection = connection or Connection(*await asyncio.open_connection(self.host, self.port))
        try:
            reply = await self._answered(connection, method, path, body, token)
        except BaseException:
            self.open -= 1
            connection.writer.close()
            raise
        if reply.headers.get("connection") == "close":
            self.open -= 1
            connection.writer.close()
        else:
            self.idle.append(connection)
        return reply

    async def _answered(self, connection: Connection, method: str, path: str, body: Any, token: str) -> Reply:
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: x", f"Content-Length: {len(content)}"]
        head += ["Content-Type: application/json"] if content else []
        head += [f"Authorization: Bearer {token}"] if token else []
        connection.writer.write("\r\n".join([*head, "", ""]).encode() + content)
        head = (await connection.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        text = await connection.reader.readexactly(int(headers["content-length"]))
        return Reply(int(head[0].split()[1]), headers, json.loads(text))

    def is_possible(self, kind: str) -> bool:
        """Whether a request of a kind has a game."""
        return kind == "create" or bool(self.games)


async def until(end: float, work: Callable[[], Awaitable[None]]) -> None:
    """Repeat an operation until a time."""
    while time.monotonic() < end:
        await work()


async def saturate(load: Load, seconds: float) -> float:
    """Send requests from some clients, each one after the other. Returns the responses per second."""
    kinds, answered = cycle(KINDS), count()
    load.ends = time.monotonic() + seconds

    async def one() -> None:
        kind = next(kinds)
        await load.send(kind if load.is_possible(kind) else "create")
        next(answered)

    await asyncio.gather(*(until(load.ends, one) for _ in range(CLIENTS)))
    return next(answered) / seconds


async def offer(load: Load, rate: float, seconds: float) -> None:
    """Send requests at a rate, independently of responses, then wait for all responses."""
    kinds, sent = cycle(KINDS), set()
    start = time.monotonic()
    load.ends = start + seconds
    for number in count():
        now = time.monotonic()
        if now >= load.ends:
            break
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - now))
        kind = next(kinds)
        if load.is_possible(kind) and (load.idle or load.open < MAX_CONNECTIONS):
            task = asyncio.create_task(load.send(kind))
            sent.add(task)
            task.add_done_callback(sent.discard)
        else:
            load.unsent += 1
    await asyncio.gather(*sent)


async def recovered(load: Load) -> float:
    """Create a game, view it and act in it until all three succeed. Returns the duration in seconds."""
    start, load.outcomes = time.monotonic(), Counter()
    wanted = {"create 201", "view 200", "act 200"}
    while not wanted <= {*load.outcomes} and time.monotonic() < start + CLIENT_TIMEOUT_S:
        load.games.clear()
        for kind in ("create", "view", "act"):
            if load.is_possible(kind):
                await load.send(kind)
    return time.monotonic() - start


async def measured(url: str, seconds: float) -> dict[str, object]:
    """Saturate a server, overload it, and let it recover. Returns the results."""
    address = urlsplit(url)
    load = Load(str(address.hostname), address.port or 80)
    saturating = await saturate(load, seconds)
    at_saturation, load.outcomes, load.in_time = load.in_time, Counter(), Counter()
    await offer(load, OVERLOAD_FACTOR * saturating, seconds)
    drained = time.monotonic() - load.ends
    overload, in_time = load.outcomes, load.in_time
    results = {
        "rate": saturating,
        "at_saturation": at_saturation,
        "outcomes": overload,
        "in_time": in_time,
        "unsent": load.unsent,
        "refusals": sorted(load.refusals),
        "drained": drained,
    }
    return results | {"recovered": await recovered(load)}


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        print(json.dumps(asyncio.run(measured(sys.argv[1], float(sys.argv[2])))))  # noqa: T201 - the result of the process
