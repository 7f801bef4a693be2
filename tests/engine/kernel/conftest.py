"""Fixtures of the kernel's tests."""

from __future__ import annotations

import pytest

from regicide_arena.bots.warm_up import warm_up


@pytest.fixture(scope="session", autouse=True)
def _warm_kernel() -> None:
    """Compile the kernel, so that no test does."""
    warm_up(["planner"])
