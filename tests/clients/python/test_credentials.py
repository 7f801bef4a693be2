"""Tokens on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from regicide_client import check_token, read_token, state_path, write_private


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
    with pytest.raises(ValueError, match=r"invalid token|ascii"):
        read_token(write(tmp_path / "token", text))
