"""Stands for the process that compiles the kernel, and compiles nothing: it marks the folder as complete, or fails.

`python -m fake_compilation` is started with the environment variable FAKE_COMPILATION: `complete` or `failing`. It
waits while the working directory has a file `hold`.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from regicide_arena.bots.warm_up import COMPILED
from regicide_kernel import cache

if __name__ == "__main__":
    while Path("hold").exists():
        time.sleep(0.02)
    is_failing = os.environ["FAKE_COMPILATION"] == "failing"
    if not is_failing and (folder := cache.cache_folder()):
        cache.mark_complete(folder)
    print("OSError: [Errno 28] No space left on device" if is_failing else COMPILED)  # noqa: T201 - the output of a program
