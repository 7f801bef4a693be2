"""A TCP proxy with faults: it closes connections, delays, truncates or drops data."""

from __future__ import annotations

import asyncio
import random
import socket
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from threading import Thread

CHUNK_BYTES = 65536
FAULT_SHARE = 0.3
"""Share of the forwarded data that a cutting or truncating link affects."""


class NetworkFault(Enum):
    """The fault that applies to forwarded data."""

    NONE = "none"
    CUT = "cut"
    DELAY = "delay"
    TRUNCATE = "truncate"
    SILENCE = "silence"


class Link:
    """A proxy to ports of this machine, which listens on `port`. Its fault may be set from any thread.

    New connections lead to the `upstream` ports in turn, which may be changed; one that refuses is skipped.
    """

    def __init__(self, seed: str, *upstream: int) -> None:
        self.fault = NetworkFault.NONE
        self.upstream = deque(upstream)
        self._rng = random.Random(seed)
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port: int = self._socket.getsockname()[1]

    @property
    def url(self) -> str:
        """Its address for clients of HTTP."""
        return f"http://127.0.0.1:{self.port}"

    async def serve(self, until: asyncio.Event) -> None:
        """Forward data until stopped."""
        server = await asyncio.start_server(self._connected, sock=self._socket)
        async with server:
            await until.wait()

    async def _connected(self, near: asyncio.StreamReader, near_end: asyncio.StreamWriter) -> None:
        """Forward both directions of a connection until one end or a fault closes it."""
        if (found := await self._open()) is None:
            near_end.transport.abort()
            return
        far, far_end = found
        ways = [asyncio.create_task(way) for way in (self._forward(near, far_end), self._forward(far, near_end))]
        with suppress(asyncio.CancelledError):
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for end in (near_end, far_end):
            end.transport.abort() if self.fault is NetworkFault.CUT else end.close()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to the next port that accepts one."""
        for _ in range(len(self.upstream)):
            self.upstream.rotate()
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", self.upstream[0])
        return None

    async def _forward(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK_BYTES):
                fault = self.fault
                affected = self._rng.random() < FAULT_SHARE
                if fault is NetworkFault.CUT and affected:
                    return
                if fault is NetworkFault.TRUNCATE and affected:
                    target.write(data[: len(data) // 2])
                    await target.drain()
                    return
                if fault is NetworkFault.SILENCE:
                    await _discard(source)
                    return
                if fault is NetworkFault.DELAY:
                    await asyncio.sleep(self._rng.uniform(0, 0.5))
                target.write(data)
                await target.drain()


async def _discard(source: asyncio.StreamReader) -> None:
    """Discard all further data."""
    while await source.read(CHUNK_BYTES):
        pass


@contextmanager
def links(*served: Link) -> Iterator[None]:
    """Run proxies in a thread."""
    loop, until = asyncio.new_event_loop(), asyncio.Event()

    async def serve() -> None:
        all_links: list[Coroutine[None, None, None]] = [link.serve(until) for link in served]
        await asyncio.gather(*all_links)
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    thread = Thread(target=loop.run_until_complete, args=[serve()], name="links")
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(until.set)
        thread.join()
        loop.close()
