"""The most expensive requests to each operation, with bounds: exit code 1 beyond one of them, or if the server fails.

    .venv/bin/python benchmarks/worst_cases.py [operation …]

The requests are those of worst_requests.py, sent to a server with games, agents and questions in all states. The unit
is the creation of a game, in processor time of the worker process in the same run. No refused request may cost more
than 48 of them, and no accepted one may keep another client waiting for more: 34 ms on a machine where a creation takes
0.7 ms. The hold is the longest processor time between a request of another client and its response. A request beyond a
bound is sent again up to three times, each between creations of the same moment, and the least cost and hold count. The
first request for each page and document is bounded as well, in a new process.
"""

from __future__ import annotations

import select
import socket
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from statistics import median
from typing import Final, NamedTuple

from harness import Server, regicide_server, separate_cores, store
from worst_requests import Operation, Values, Variant, base, operations, variants
from worst_states import SHARED_STATES, STATES, State, World

from clients import HOST, call, request
from regicide_api.app import create_app
from regicide_api.storage.game_store import Store

MAX_COST: Final = 48.0
"""Creations that a refused request may cost, and for which an accepted one may keep another client waiting.

The most expensive ones, refused reviews of 250 moves and bodies in chunks of a byte, cost 20 to 29, and up to 39 on a
machine that other programs slow down.
"""

REPEATS: Final = 3
CREATIONS: Final = 60
NEAR: Final = 6
"""Creations around a request that is sent again."""
PACE: Final = 10
"""Requests between two creations."""
SHOWN: Final = 20
PROBE: Final = request("GET", "/healthz")
"""The request of the other client."""
QUIET_S: Final = 0.1
"""A request for which the worker does nothing for this time waits for a change, or is a stream."""

MAX_READ: Final = 1 << 20
"""Bytes of a response that are read."""
MAX_SECONDS: Final = 10.0
"""Processor seconds after which the next part of a response is not awaited."""

LEGAL: Final = ("plain", "largest legal", "legal repeated")
PLACES_OF_STATES: Final = ("?", ".", "{")
"""The beginnings of kinds and places of requests that are sent in every state: others cost the same in each."""


class Case(NamedTuple):
    """A measured request: its name, the state that it was sent in, its status, and what it cost, in creations."""

    name: str
    state: str
    status: int
    cost: float
    hold: float

    @property
    def is_refused(self) -> bool:
        """Whether it was refused."""
        return self.status >= 400

    @property
    def is_beyond(self) -> bool:
        """Whether it is beyond its bound, or failed."""
        return self.status >= 500 or (self.cost if self.is_refused else self.hold) > MAX_COST


class Answer(NamedTuple):
    """A response: its status (0: none, as of a request that waits), the processor seconds that it took, its bytes."""

    status: int
    seconds: float
    content: bytes

    @property
    def is_stream(self) -> bool:
        """Whether it was sent in parts."""
        return b"\r\ntransfer-encoding: chunked" in self.content.partition(b"\r\n\r\n")[0].lower()


class Line:
    """A client with one connection, which it opens again when the server has closed it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._socket: socket.socket | None = None

    def send(self, sent: bytes, meanwhile: Callable[[], object] | None = None, *, rests: bool = True) -> Answer:
        """Send a request, and call `meanwhile` until it is answered. Without other work, the worker then rests."""
        before = self.server.processor_seconds
        connection = self._socket or socket.create_connection((HOST, self.server.port), timeout=30)
        with suppress(ConnectionError):  # the server may refuse it before it has read all of it
            connection.sendall(sent)
        received = self._received(connection, meanwhile)
        is_kept = _is_whole(received) and b"\r\nconnection: close" not in received.partition(b"\r\n\r\n")[0].lower()
        self._socket = connection if is_kept else None
        if not is_kept:
            connection.close()
        if rests:
            self.server.rest()
        return Answer(int(received[9:12] or 0), self.server.processor_seconds - before, received)

    def _received(self, connection: socket.socket, meanwhile: Callable[[], object] | None) -> bytes:
        received = b""
        while len(received) < MAX_READ and not _is_whole(received) and self._is_answering(connection, meanwhile):
            more = b""
            with suppress(ConnectionError):
                more = connection.recv(MAX_READ)
            if not more:
                break
            received += more
        return received

    def _is_answering(self, connection: socket.socket, meanwhile: Callable[[], object] | None) -> bool:
        """Wait for bytes. False if there are none, and the worker does nothing."""
        used = start = self.server.processor_seconds
        while not select.select([connection], [], [], 0 if meanwhile else QUIET_S)[0]:
            if meanwhile:
                meanwhile()
            elif self.server.processor_seconds == used or used - start > MAX_SECONDS:
                return False
            used = self.server.processor_seconds
        return True


def _is_whole(received: bytes) -> bool:
    """Whether a response is complete."""
    head, end, body = received.lower().partition(b"\r\n\r\n")
    if not end or head[9:12] in {b"204", b"304"}:
        return bool(end)
    if b"\r\ntransfer-encoding: chunked" in head:
        return body.endswith(b"0\r\n\r\n")
    _, is_given, length = head.partition(b"\r\ncontent-length: ")
    return bool(is_given) and len(body) >= int(length.partition(b"\r\n")[0])


class Bench:
    """A server with its states, and the unit of the measurement: the median of the latest creations of a game."""

    def __init__(self, server: Server) -> None:
        self.server, self.line, self.other = server, Line(server), Line(server)
        self.world = World(partial(call, server.port))
        self._states: dict[State, Values] = {}
        self._sent = 0
        self._creations: deque[float] = deque((self._creation() for _ in range(CREATIONS)), maxlen=CREATIONS)
        self._probe_seconds = median(self.other.send(PROBE).seconds for _ in range(CREATIONS))

    @property
    def unit(self) -> float:
        """The processor seconds of a creation."""
        return median(self._creations)

    def _creation(self) -> float:
        before = self.server.processor_seconds
        self.world.call("POST", "/v1/games", {"players": 2})
        self.server.rest()
        return self.server.processor_seconds - before

    def sent(self, variant: Variant, state: State) -> bytes:
        """The bytes of a request in a state, which is built again after a request that may have changed it."""
        values = self._states.get(state) or state(self.world)
        self._states[state] = values
        return variant.change(base(variant.operation, values), values).bytes(variant.operation)

    def answer(self, variant: Variant, state: State, meanwhile: Callable[[], object] | None = None) -> Answer:
        """Send a request in a state."""
        return self.deliver(self.sent(variant, state), variant, state, meanwhile)

    def deliver(
        self, sent: bytes, variant: Variant, state: State, meanwhile: Callable[[], object] | None = None
    ) -> Answer:
        """Send the bytes of a request in a state."""
        answer = self.line.send(sent, meanwhile)
        if answer.status < 400 and not variant.operation.is_safe:
            del self._states[state]
        return answer

    def measure(self, variant: Variant, state: State) -> Case:
        """Send a request; again if it seems to be beyond a bound, with another client meanwhile."""
        self._sent += 1
        if self._sent % PACE == 0:
            self._creations.append(self._creation())
        answer = self.answer(variant, state)
        cost = answer.seconds / self.unit
        case = Case(str(variant), state.__name__, answer.status, cost, cost)
        for _ in range(REPEATS):
            if case.is_beyond and case.status < 500:
                cost, hold = self._again(variant, state, case)
                case = case._replace(cost=cost, hold=hold)
        return case

    def _again(self, variant: Variant, state: State, case: Case) -> tuple[float, float]:
        """The least cost and hold of a request that is sent again.

        What slows the machine down for a moment slows the creations around the request down as well.
        """
        holds: list[float] = []
        near = [self._creation() for _ in range(NEAR // 2)]
        meanwhile = None if case.is_refused else lambda: holds.append(self.other.send(PROBE, rests=False).seconds)
        seconds = self.answer(variant, state, meanwhile).seconds - len(holds) * self._probe_seconds
        hold = max(holds, default=seconds) - (self._probe_seconds if holds else 0)
        unit = max(self.unit, median([*near, *(self._creation() for _ in range(NEAR // 2))]))
        return min(case.cost, seconds / unit), min(case.hold, hold / unit)


def cases(bench: Bench, wanted: Sequence[str]) -> Iterator[Case]:
    """Measure the requests to the wanted operations, or to all."""
    seen: Counter[str] = Counter()
    for operation in operations():
        if not wanted or operation.name in wanted:
            yield from _of_operation(bench, operation, seen)


def _of_operation(bench: Bench, operation: Operation, seen: Counter[str]) -> Iterator[Case]:
    plain, *others = variants(operation, seen)
    states = [*STATES, *SHARED_STATES] if operation.is_safe else STATES
    tried = [(bench.measure(plain, state), state) for state in states]
    accepted = [state for case, state in tried if not case.is_refused]
    if not accepted:
        yield max((case for case, _ in tried), key=lambda case: case.status)._replace(state="no state", status=599)
        return
    if "{" not in operation.path:  # only the token tells the states apart
        accepted = [*dict.fromkeys((accepted[0], accepted[-1]))]
    yield from (case for case, state in tried if state in accepted)
    for variant in others:
        is_of_state = variant.kind.startswith(LEGAL) and variant.place.startswith(PLACES_OF_STATES)
        for state in accepted if is_of_state else accepted[:1]:
            yield bench.measure(variant, state)


def first_requests(url: str, unit: float) -> list[Case]:
    """The first request for each page and document of a new process."""
    rules = create_app(Store(url)).url_map.iter_rules()
    paths = sorted({rule.rule for rule in rules if "GET" in (rule.methods or ()) and not rule.arguments})
    found: dict[str, Case] = {}
    for _ in range(REPEATS):
        with regicide_server(url) as server:
            line = Line(server.pin())
            line.send(PROBE)
            for path in paths:
                answer = line.send(request("GET", path))
                cost = min(answer.seconds / unit, found[path].cost if path in found else inf)
                found[path] = Case(f"first GET {path}", "new process", answer.status, cost, cost)
        if not any(case.is_beyond for case in found.values()):
            break
    return [*found.values()]


def print_most_expensive(found: Sequence[Case]) -> None:
    """Print the most expensive requests as a table in Markdown."""
    print("| request | state | status | cost | hold |\n|---|---|---|---|---|")
    for case in sorted(found, key=lambda case: case.hold if not case.is_refused else case.cost, reverse=True)[:SHOWN]:
        print(f"| `{case.name}` | {case.state} | {case.status} | {case.cost:.1f} | {case.hold:.1f} |")


def main(wanted: Sequence[str]) -> int:
    """Measure, and print the most expensive requests and all beyond a bound. Returns the exit code."""
    separate_cores()
    with store() as url:
        with regicide_server(url) as server:
            bench = Bench(server.pin())
            found = [*cases(bench, wanted)]
        found += [] if wanted else first_requests(url, bench.unit)
    print_most_expensive(found)
    beyond = [case for case in found if case.is_beyond]
    print(f"\n{len(found)} requests; a creation took {1000 * bench.unit:.2f} ms; {len(beyond)} beyond a bound")
    for case in sorted(beyond, key=lambda case: -case.cost):
        print(
            f"beyond a bound: {case.name} ({case.state}): status {case.status}, {case.cost:.1f}, hold {case.hold:.1f}"
        )
    return int(bool(beyond))


if __name__ == "__main__":
    if "--help" in sys.argv:
        sys.exit(__doc__)
    names = [operation.name for operation in operations()]
    if unknown := sorted({*sys.argv[1:]} - {*names}):
        sys.exit(f"unknown operation {unknown[0]!r}: expected one of {', '.join(names)}")
    sys.exit(main(sys.argv[1:]))
