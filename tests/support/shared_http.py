"""One HTTP client of a process: each call of `httpx.get` and its like makes a TLS context, which takes 30 ms of CPU."""

from __future__ import annotations

from typing import Final

import httpx
from commands import TIMEOUT_S

HTTP: Final = httpx.Client(timeout=TIMEOUT_S, limits=httpx.Limits(max_keepalive_connections=0))
"""Each request has a connection of its own, as servers of tests stop and start."""
