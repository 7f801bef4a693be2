"""Keeping the tokens of seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from regicide_terminal.keeping import Kept, NotKept, keep, kept_seat, token_in

HELD = Kept("http://127.0.0.1:8000", "g4me", 1, "secret-token")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory for state."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_seat_that_is_kept_is_found() -> None:
    """With its server and its token."""
    keep(HELD)
    assert kept_seat("g4me", None) == kept_seat("g4me", 1) == HELD


def test_nobody_else_can_read_a_token(state: Path) -> None:
    """Neither the file nor the folders that were made for it, also where an older file was open to all."""
    keep(HELD).chmod(0o666)
    file = keep(HELD)
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert [path for path in state.rglob("*") if path.is_file()] == [file]


def test_state_is_kept_at_home_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the XDG base directory specification has it; a relative path in the variable is passed over."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert keep(HELD).is_relative_to(tmp_path / ".local/state/regicide")


def test_of_several_seats_one_has_to_be_named() -> None:
    """The advice says which there are."""
    keep(HELD)
    keep(HELD._replace(seat=0))
    assert kept_seat("g4me", 0).seat == 0
    with pytest.raises(NotKept, match="--seat 0 or --seat 1"):
        kept_seat("g4me", None)


@pytest.mark.parametrize("game", ["other", "../g4me", "", "g4me/", "/etc"])
def test_what_is_not_kept_is_not_found(game: str) -> None:
    """And no name of a game leads out of the directory."""
    keep(HELD)
    with pytest.raises(NotKept):
        kept_seat(game, None)


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"server": 1, "seat": "x", "token": "t"}', '{"token": "two words"}']
)
def test_a_broken_file_is_no_seat(content: str) -> None:
    """It is passed over."""
    keep(HELD).write_text(content)
    with pytest.raises(NotKept, match="no seat of game g4me is kept here"):
        kept_seat("g4me", None)


def test_a_token_can_come_from_a_file_of_ones_own(tmp_path: Path) -> None:
    """White space around it does not count."""
    (tmp_path / "token").write_text("  secret\n")
    assert token_in(str(tmp_path / "token")) == "secret"


@pytest.mark.parametrize("content", [b"", b"two words", b"\xff", b"x" * 2000])
def test_what_is_no_token_is_refused(tmp_path: Path, content: bytes) -> None:
    """Before it is sent."""
    (tmp_path / "token").write_bytes(content)
    with pytest.raises(NotKept):
        token_in(str(tmp_path / "token"))
