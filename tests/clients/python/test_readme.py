"""The README of the client is correct and complete."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import regicide_client
from regicide_client import ApiError, RetryPolicy, Session

README = (Path(__file__).parents[3] / "clients/python/README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS, ids=["sync", "async"])
def test_a_program_plays_a_game_to_its_end(program: str, server: str) -> None:
    """With another port."""
    here = program.replace("http://127.0.0.1:8000", server)
    ended = subprocess.run([sys.executable, "-c", here], check=True, capture_output=True, text=True)
    assert re.search(r"\b(won|lost)\b", ended.stdout)


def test_every_call_is_in_the_readme() -> None:
    """With its result."""
    calls = {name for name in dir(Session) if not name.startswith("_")} - {"close"}
    assert {name for name in calls if f"| `{name}(" not in README} == set()


def test_every_error_is_in_the_readme() -> None:
    """With its meaning; and the package has it."""
    names = {kind.__name__ for kind in ApiError.__subclasses__() if kind.__module__ == ApiError.__module__}
    assert {name for name in names if f"`{name}`" not in README or not hasattr(regicide_client, name)} == set()


def test_the_default_retry_policy_is_in_the_readme() -> None:
    """As a program would write it."""
    default = RetryPolicy()
    numbers = f"deadline={default.deadline:g}, timeout={default.timeout:g}, initial_backoff={default.initial_backoff:g}"
    assert (
        f"RetryPolicy({numbers}, max_backoff={default.max_backoff:g}, limit_deadline={default.limit_deadline:g})"
        in README
    )
