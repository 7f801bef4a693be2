"""Fixtures of the history tests."""

from __future__ import annotations

import os
import secrets

import pytest


@pytest.fixture
def seed(capfd: pytest.CaptureFixture[str]) -> str:
    """The seed of a run, which is printed at once."""
    seed = os.environ.get("HISTORY_SEED") or secrets.token_hex(4)
    with capfd.disabled():
        print(f"\nHISTORY_SEED={seed}")  # noqa: T201 - who wants to repeat the run has to know
    return seed
