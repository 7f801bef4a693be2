"""A balancer that forwards connections to servers in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from threading import Event, Thread

CHUNK_BYTES = 65536


class Balancer:
    """Forwards connections to ports of this machine, and skips those that refuse."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._turns = cycle(ports)
        self._count = len(ports)
        self.url = ""

    async def serve(self, until: asyncio.Event, ready: Event) -> None:
        """Forward data until stopped."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        ready.set()
        await until.wait()
        server.close()
        connected = asyncio.all_tasks() - {asyncio.current_task()}
        for connection in connected:
            connection.cancel()
        await asyncio.gather(*connected, return_exceptions=True)

    async def _connected(self, near: asyncio.StreamReader, near_end: asyncio.StreamWriter) -> None:
        for port in [next(self._turns) for _ in range(self._count)]:
            with suppress(OSError):
                far, far_end = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_pass(near, far_end), _pass(far, near_end))
                return
        near_end.close()


async def _pass(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Pass on one way of a connection; its end too."""
    with suppress(OSError):
        while data := await source.read(CHUNK_BYTES):
            target.write(data)
            await target.drain()
    target.close()


@contextmanager
def balancer(ports: Sequence[int]) -> Iterator[str]:
    """Run a balancer in front of these ports. Yields its URL."""
    loop, until, ready = asyncio.new_event_loop(), asyncio.Event(), Event()
    running = Balancer(ports)
    thread = Thread(target=loop.run_until_complete, args=[running.serve(until, ready)], name="balancer")
    thread.start()
    ready.wait()
    try:
        yield running.url
    finally:
        loop.call_soon_threadsafe(until.set)
        thread.join()
        loop.close()
