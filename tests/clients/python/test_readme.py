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
PUBLIC = sorted(name for name in dir(Session) if not name.startswith("_"))


@pytest.mark.parametrize("program", PROGRAMS, ids=["sync", "async"])
def test_a_program_plays_a_game_to_its_end(program: str, server: str) -> None:
    """With another port."""
    here = program.replace("http://127.0.0.1:8000", server)
    ended = subprocess.run([sys.executable, "-c", here], check=True, capture_output=True, text=True)
    assert re.search(r"\b(won|lost)\b", ended.stdout)


@pytest.mark.parametrize("name", [name for name in PUBLIC if name != "close"])
def test_every_call_is_in_the_readme(name: str) -> None:
    """With its result."""
    assert f"| `{name}(" in README


@pytest.mark.parametrize(
    "name", [kind.__name__ for kind in ApiError.__subclasses__() if kind.__module__ == ApiError.__module__]
)
def test_every_error_is_in_the_readme(name: str) -> None:
    """With its meaning; and the package has it."""
    assert f"`{name}`" in README
    assert hasattr(regicide_client, name)


def test_the_default_retry_policy_is_in_the_readme() -> None:
    """As a program would write it."""
    default = RetryPolicy()
    numbers = f"deadline={default.deadline:g}, timeout={default.timeout:g}, initial_backoff={default.initial_backoff:g}"
    assert (
        f"RetryPolicy({numbers}, max_backoff={default.max_backoff:g}, limit_deadline={default.limit_deadline:g})"
        in README
    )
