"""The README of the client is correct and complete."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import regicide_client
from regicide_client import RetryPolicy, Session, errors

README = (Path(__file__).parents[3] / "clients/python/README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
PUBLIC = sorted(name for name in vars(Session) if not name.startswith("_"))


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


@pytest.mark.parametrize("name", [name for name in regicide_client.__all__ if name in vars(regicide_client.errors)])
def test_every_error_is_in_the_readme(name: str) -> None:
    """With its meaning."""
    assert f"`{name}`" in README


def test_every_error_but_those_of_the_client_has_a_code() -> None:
    """A problem with that code is raised as this error."""
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.ApiError)}
    own = {errors.ApiError, errors.ConnectionFailed, errors.UnexpectedResponse}
    assert kinds - own == {*errors.ERRORS_BY_CODE.values()}


def test_the_default_retry_policy_is_in_the_readme() -> None:
    """As a program would write it."""
    default = RetryPolicy()
    numbers = f"deadline={default.deadline:g}, timeout={default.timeout:g}, initial_backoff={default.initial_backoff:g}"
    assert (
        f"RetryPolicy({numbers}, max_backoff={default.max_backoff:g}, limit_deadline={default.limit_deadline:g})"
        in README
    )


def test_both_sessions_have_the_same_calls() -> None:
    """Sync and async."""
    assert sorted(name for name in vars(regicide_client.AsyncSession) if not name.startswith("_")) == PUBLIC
