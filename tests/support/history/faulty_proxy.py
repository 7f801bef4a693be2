"""A TCP proxy that spoils what it passes on: it cuts connections, delays, truncates, or lets everything vanish."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from threading import Thread

CHUNK = 65536
SHARE = 0.3
"""How much of what passes is spoilt while a link cuts or truncates."""


class Weather(Enum):
    """What happens to what is passed on."""

    FAIR = "fair"
    CUT = "cut"
    DELAY = "delay"
    TRUNCATE = "truncate"
    SILENCE = "silence"


class Link:
    """A link to a port of this machine; `port` is its near end. Its weather may be set from any thread."""

    def __init__(self, upstream: int, seed: str) -> None:
        self.weather = Weather.FAIR
        self._upstream = upstream
        self._rng = random.Random(seed)
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port: int = self._socket.getsockname()[1]

    async def serve(self, until: asyncio.Event) -> None:
        """Pass on whatever comes, until told to stop."""
        server = await asyncio.start_server(self._connected, sock=self._socket)
        async with server:
            await until.wait()

    async def _connected(self, near: asyncio.StreamReader, near_end: asyncio.StreamWriter) -> None:
        """Pass on both ways of a connection, until one end closes it or the weather does."""
        try:
            far, far_end = await asyncio.open_connection("127.0.0.1", self._upstream)
        except OSError:
            near_end.transport.abort()
            return
        ways = [asyncio.create_task(way) for way in (self._pass(near, far_end), self._pass(far, near_end))]
        with suppress(asyncio.CancelledError):
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for end in (near_end, far_end):
            end.transport.abort() if self.weather is Weather.CUT else end.close()

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK):
                weather = self.weather
                spoilt = self._rng.random() < SHARE
                if weather is Weather.CUT and spoilt:
                    return
                if weather is Weather.TRUNCATE and spoilt:
                    target.write(data[: len(data) // 2])
                    await target.drain()
                    return
                if weather is Weather.SILENCE:
                    await _swallow(source)
                    return
                if weather is Weather.DELAY:
                    await asyncio.sleep(self._rng.uniform(0, 0.5))
                target.write(data)
                await target.drain()


async def _swallow(source: asyncio.StreamReader) -> None:
    """Let everything vanish that comes yet."""
    while await source.read(CHUNK):
        pass


@contextmanager
def links(*served: Link) -> Iterator[None]:
    """Let links pass on what comes, in a thread of their own."""
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
