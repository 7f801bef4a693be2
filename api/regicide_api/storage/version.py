"""The supported versions of Redis. Compatible servers, such as Valkey, report the version of Redis that they match."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from redis.exceptions import RedisError

OLDEST_VERSION: Final = (6, 2)
"""Redis 6.2 is the first with ZRANDMEMBER."""


class UnsupportedVersion(RedisError):
    """The server is too old. The message names its version and the oldest supported one."""


def require_supported(server: Mapping[str, Any]) -> None:
    """Check the section `server` of the answer to INFO.

    Raises UnsupportedVersion. A server that hides its version counts as supported.
    """
    version = str(server.get("redis_version", ""))
    found = re.match(r"(\d+)\.(\d+)", version)
    if found and (int(found[1]), int(found[2])) < OLDEST_VERSION:
        oldest = ".".join(map(str, OLDEST_VERSION))
        raise UnsupportedVersion(f"found Redis {version}: expected Redis {oldest} or newer, or Valkey")
