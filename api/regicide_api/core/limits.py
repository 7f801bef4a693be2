"""Limits of requests that several layers enforce or publish."""

from __future__ import annotations

from typing import Final

MAX_BODY_BYTES: Final = 16 * 1024
MAX_WAIT_S: Final = 60
MAX_IDEMPOTENCY_KEY_LENGTH: Final = 255
