"""The saved seats of `regicide play`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from regicide_terminal.credentials import HeldSeat, load_seat, read_token_file, require_token, save_seat
from regicide_terminal.output import UserError

HELD = HeldSeat("http://127.0.0.1:8000", "g4me", 1, "secret-token")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory for state."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_saved_seat_is_loaded() -> None:
    """With its server and its token."""
    save_seat(HELD)
    assert load_seat("g4me", None) == load_seat("g4me", 1) == HELD


def test_a_saved_seat_is_a_private_file(state: Path) -> None:
    """In a directory for its game."""
    file = save_seat(HELD)
    assert file == state / "regicide/games/g4me/seat-1.json"
    assert file.stat().st_mode & 0o777 == 0o600


def test_one_of_several_seats_has_to_be_chosen() -> None:
    """The message lists them."""
    save_seat(HELD)
    save_seat(replace(HELD, seat=0))
    held = load_seat("g4me", 0)
    assert held.seat == 0
    with pytest.raises(UserError, match="--seat 0 or --seat 1"):
        load_seat("g4me", None)


@pytest.mark.parametrize("game", ["other", "../g4me", "", "g4me/", "/etc"])
def test_an_unknown_game_has_no_saved_seat(game: str) -> None:
    """And no game id leads out of the directory."""
    save_seat(HELD)
    with pytest.raises(UserError):
        load_seat(game, None)


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"server": 1, "seat": "x", "token": "t"}', '{"token": "two words"}']
)
def test_a_broken_file_is_ignored(content: str) -> None:
    """As if it were not there."""
    save_seat(HELD).write_text(content)
    with pytest.raises(UserError, match="no saved token for game g4me"):
        load_seat("g4me", None)


@pytest.mark.parametrize("content", [b"", b"two words", b"\xff", b"x" * 2000])
def test_an_invalid_token_is_refused(tmp_path: Path, content: bytes) -> None:
    """Before it is sent, with the name of its file."""
    (tmp_path / "token").write_bytes(content)
    with pytest.raises(UserError, match=f"invalid token in {tmp_path}/token: expected one word"):
        read_token_file(tmp_path / "token")


def test_the_source_of_an_invalid_token_is_named() -> None:
    """A variable of the environment, for example; a file that cannot be read as well."""
    with pytest.raises(UserError, match="invalid token in REGICIDE_TOKEN"):
        require_token("two words", "REGICIDE_TOKEN")
    with pytest.raises(UserError, match="cannot read /nowhere: No such file"):
        read_token_file(Path("/nowhere"))
