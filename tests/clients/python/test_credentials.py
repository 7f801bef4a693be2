"""Tokens on disk."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from regicide_client import AsyncSession, Session, check_token, read_token, state_path, write_private


def write(file: Path, text: str) -> Path:
    """Write a private file."""
    with write_private(file) as stream:
        stream.write(text)
    return file


def test_state_is_in_the_directory_of_the_xdg_specification(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`$XDG_STATE_HOME`, or `~/.local/state`; a relative path in the variable is ignored."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert state_path() == tmp_path / "state/regicide"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert state_path() == tmp_path / ".local/state/regicide"


def test_only_the_owner_can_read_a_private_file(tmp_path: Path) -> None:
    """Nor its new directories, even if it replaces a file that was public."""
    file = write(tmp_path / "new/token", "before")
    file.chmod(0o666)
    write(file, "after")
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert file.read_text() == "after"


def fail_to_write(file: Path) -> None:
    """Fail in the middle of writing a private file."""
    with write_private(file) as stream:
        stream.write("half")
        raise KeyError


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """And no draft beside it."""
    file = write(tmp_path / "token", "before")
    with pytest.raises(KeyError):
        fail_to_write(file)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("token", "before")]


def test_white_space_around_a_token_is_ignored(tmp_path: Path) -> None:
    """A file that an editor wrote ends with a line break."""
    assert read_token(write(tmp_path / "token", "  secret\n")) == "secret"


@pytest.mark.parametrize("text", ["", "two words", "\xff", "x" * 1000])
def test_an_invalid_token_is_refused(text: str, tmp_path: Path) -> None:
    """As text and in a file."""
    with pytest.raises(ValueError, match="invalid token"):
        check_token(text)
    with pytest.raises(ValueError, match="invalid token"):
        read_token(write(tmp_path / "token", text))


ILLEGAL_TOKENS = ("secret\n", "secret\r\nX-Other: 1", "se\0cret", "secret\x7f", "s\xe9cret", "two secrets")


@pytest.mark.parametrize("token", ILLEGAL_TOKENS)
@pytest.mark.parametrize("kind", [Session, AsyncSession])
def test_a_session_refuses_an_invalid_token(token: str, kind: type[Session | AsyncSession]) -> None:
    """Before it is sent; the message does not contain it, and no library's error that does is its cause."""
    for refuse in (partial(kind, "http://127.0.0.1:1", token), partial(kind("http://127.0.0.1:1").with_token, token)):
        with pytest.raises(ValueError, match="invalid token: expected one word of 1 to 999 printable") as error:
            refuse()
        assert "secret" not in str(error.value)
        assert (error.value.__cause__, error.value.__context__) == (None, None)


def test_a_session_refuses_an_invalid_language() -> None:
    """A header could not contain it."""
    with pytest.raises(ValueError, match="invalid language"):
        Session("http://127.0.0.1:1", language="es\n")
