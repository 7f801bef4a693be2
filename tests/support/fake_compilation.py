"""Stands for the process that compiles the kernel, and compiles nothing: it marks the folder as complete, or fails.

`python -m fake_compilation` is started with the environment variable FAKE_COMPILATION: `complete` or `failing`.
"""

from __future__ import annotations

import json
import os
from multiprocessing.connection import Connection

from regicide_arena.kernel import cache
from regicide_arena.runtime.guarded_process import serve_guarded


def _serve(connection: Connection) -> None:
    connection.recv_bytes()
    failure = "OSError: [Errno 28] No space left on device" if os.environ["FAKE_COMPILATION"] == "failing" else ""
    folder = cache.cache_folder()
    if folder and not failure:
        cache.mark_complete(folder)
    connection.send_bytes(json.dumps({"failure": failure}).encode())


if __name__ == "__main__":
    serve_guarded(_serve)
