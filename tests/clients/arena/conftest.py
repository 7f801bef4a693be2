"""Fixtures of the arena's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from regicide_arena.bots.warm_up import warm_up
from regicide_client import Session


@pytest.fixture(scope="session", autouse=True)
def _warm_kernel() -> None:
    """Compile the kernel, so that no test does."""
    warm_up(["planner"])


@pytest.fixture
def session(server: str) -> Iterator[Session]:
    """A session with the server."""
    with Session(server) as session:
        yield session
