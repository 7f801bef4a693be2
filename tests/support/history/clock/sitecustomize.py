"""A clock that jumps, for Python processes with this folder in their PYTHONPATH.

Their wall clock is wrong by as many seconds as the file says that WRONG_CLOCK names; the monotonic clock is right.
"""

import os
import struct
import time
from mmap import ACCESS_READ, mmap
from pathlib import Path

if "WRONG_CLOCK" in os.environ:
    with Path(os.environ["WRONG_CLOCK"]).open("rb") as file:
        wrong_by = mmap(file.fileno(), 8, access=ACCESS_READ)
    true_time, true_time_ns = time.time, time.time_ns
    time.time = lambda: true_time() + struct.unpack("q", wrong_by[:8])[0]
    time.time_ns = lambda: true_time_ns() + 1_000_000_000 * struct.unpack("q", wrong_by[:8])[0]
