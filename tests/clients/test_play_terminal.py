"""`regicide play` in a real terminal of 80 columns and 24 lines."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from secrets import token_hex

import pytest
from automatic_advisers import automatic_adviser
from players import SEED
from scripted import scripted_agent

from regicide_client import CreateGameRequest, RegisterAgentRequest, SeatRequest, Session

pytestmark = pytest.mark.costly

PROGRAM = Path(sys.executable).parent / "regicide"
CLEARED = "\x1b[2J"
SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3|9)[0-7]")


class Terminal:
    """The command in a pseudo-terminal, and its output so far."""

    def __init__(self, process: subprocess.Popen[bytes], file: int) -> None:
        self.process, self.written, self._file = process, "", file

    def type(self, text: str) -> None:
        """Type something."""
        os.write(self._file, text.encode())

    def until(self, text: str) -> str:
        """Wait for a text; the output since the last wait."""
        start = len(self.written)
        while text not in SEQUENCE.sub("", self.written[start:]):
            self._read()
        return self.written[start:]

    def rest(self) -> str:
        """What the process wrote since the last wait, until its end."""
        start = len(self.written)
        while select.select([self._file], [], [], 0)[0]:
            self._read()
        return self.written[start:]

    def until_prompt(self) -> list[str]:
        """Wait for the prompt below a new table; the lines on the screen then."""
        self.until("Regicide")
        while not self._screen()[-1].startswith(("> ", "Again? y/N ")):
            self._read()
        return self._screen()

    def _read(self) -> None:
        assert select.select([self._file], [], [], 60)[0], self.written
        self.written += os.read(self._file, 4096).decode(errors="replace")

    def _screen(self) -> list[str]:
        """The lines since the terminal was last cleared, without control sequences."""
        return SEQUENCE.sub("", self.written.rpartition(CLEARED)[2]).replace("\r", "").split("\n")


Opened = Callable[..., AbstractContextManager[Terminal]]


@pytest.fixture
def opened(environment: dict[str, str]) -> Opened:
    """Opens a terminal."""
    own = {**environment, "TERM": "xterm-256color"}

    @contextmanager
    def terminal(*arguments: str, **more: str) -> Iterator[Terminal]:
        ours, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        streams = {"stdin": its, "stdout": its, "stderr": its}
        command = [PROGRAM, "play", *arguments]
        with subprocess.Popen(command, env=own | more, start_new_session=True, **streams) as process:
            try:
                yield Terminal(process, ours)
            finally:
                process.kill()
        os.close(ours)
        os.close(its)

    return terminal


def test_a_game_fits_the_terminal(opened: Opened) -> None:
    """No line is wider than 80 columns and no screen higher than 24 lines, until the end of the game."""
    with opened("--solo", "--deal-seed", SEED) as terminal:
        screens = [terminal.until_prompt()]
        while "Again?" not in screens[-1][-1]:
            terminal.type("1\n")
            screens.append(terminal.until_prompt())
    assert max(len(line) for screen in screens for line in screen) <= 80
    assert max(map(len, screens)) <= 24


def test_suits_have_colours(opened: Opened) -> None:
    """In a terminal with colours."""
    with opened("--solo") as terminal:
        assert COLOUR.search(terminal.until("Your turn"))


def test_no_color_is_respected(opened: Opened) -> None:
    """Suits still have their symbols."""
    with opened("--solo", NO_COLOR="1") as terminal:
        shown = terminal.until("Your turn")
        assert not COLOUR.search(shown)
        assert re.search("your hand .*[♣♦♥♠]", SEQUENCE.sub("", shown))


def test_the_end_of_the_input_leaves(opened: Opened) -> None:
    """Ctrl-D is not a failure."""
    with opened("--solo") as terminal:
        terminal.until_prompt()
        terminal.type("\x04")
        terminal.until("To continue this game: regicide play --game ")
        assert terminal.process.wait(60) == 0


def test_a_player_can_signal_while_another_appoints(opened: Opened, server: str) -> None:
    """The player of the jester sees the signal."""
    seats = [SeatRequest(name="Ana"), SeatRequest(open_=True), SeatRequest(name="Cy")]
    with Session(server) as session:
        created = session.games.create(CreateGameRequest(players=3, seats=seats, seed="jester-9"))
        ana, game_id = session.with_token(created.seats[0].token), created.game.id
        with opened("--join", game_id, "--name", "Bo") as terminal:
            terminal.until("Waiting for Ana")
            ana.games.act(ana.games.wait(game_id), "X1")
            terminal.until("Waiting for Ana to appoint the next player")
            terminal.type("eager\n")
            terminal.until("You would like to go next.")
            assert [seat.signal for seat in ana.games.get(game_id).seats] == [None, "eager", None]
            ana.games.act(ana.games.get(game_id), ">1")
            assert "Your turn" in terminal.until("Your turn")


def test_the_time_left_is_updated(opened: Opened) -> None:
    """Only the title is written again."""
    with opened("--solo", "--turn-seconds", "60") as terminal:
        terminal.until_prompt()
        shown = terminal.until("defeated ")
    assert CLEARED not in shown
    assert re.search("Regicide · 0:00:[0-5][0-9] left · 0 of 12 enemies ", shown)


def test_a_game_is_lost_when_the_time_is_over(opened: Opened) -> None:
    """Without any input."""
    with opened("--solo", "--turn-seconds", "1") as terminal:
        shown = SEQUENCE.sub("", terminal.until("Again? y/N"))
    assert "Your time is over: the game is lost." in shown
    assert "Lost: the time was up; 0 of 12 enemies defeated." in shown


def test_a_bot_plays_when_the_time_is_over(opened: Opened, server: str) -> None:
    """The log names the bot and the player."""
    with (
        scripted_agent(server, f"stand-in-{token_hex(4)}") as bot,
        opened("--solo", "--turn-seconds", "1", "--on-timeout", f"bot:{bot}") as terminal,
    ):
        shown = SEQUENCE.sub("", terminal.until(f"{bot} (for you) played "))
    assert f"Your time is over: {bot} plays this turn." in shown


WAITING = CreateGameRequest(
    players=3, seats=[SeatRequest(name="Ana"), SeatRequest(open_=True), SeatRequest(open_=True)]
)


def test_a_game_that_is_called_off_ends_without_a_record(opened: Opened, server: str, tmp_path: Path) -> None:
    """It cannot be continued, and has no rematch."""
    record = tmp_path / "record.json"
    with Session(server) as session:
        created = session.games.create(WAITING)
        with opened("--join", created.game.id, "--name", "Bo", "--record", str(record)) as terminal:
            terminal.until("Friends join with:")
            session.with_token(created.owner.token).games.cancel(created.game.id)
            terminal.until("The game was called off before it started.")
            assert terminal.process.wait(60) == 0
            rest = terminal.rest()
    assert not any(text in rest for text in ("Again?", "To continue", "--record", "game-cancelled"))
    assert not record.exists()


def test_a_seat_of_a_waiting_game_can_be_left(opened: Opened, server: str, tmp_path: Path) -> None:
    """Its saved token is deleted."""
    with Session(server) as session:
        created = session.games.create(WAITING)
        with opened("--join", created.game.id, "--name", "Bo") as terminal:
            terminal.until("Friends join with:")
            terminal.type("leave\n")
            terminal.until("You have left the game.")
            assert terminal.process.wait(60) == 0
        assert [seat.held for seat in session.games.get(created.game.id).seats] == [True, False, False]
    assert not [*tmp_path.rglob("seat-*.json")]


def test_advice_stays_below_the_table(opened: Opened, server: str) -> None:
    """Though the request for it is an event of the game."""
    name = f"sage-{token_hex(4)}"
    with automatic_adviser(server, name), opened("--solo", "--deal-seed", SEED, "--adviser", name) as terminal:
        terminal.until_prompt()
        terminal.type("hint\n")
        terminal.until("56%")
        terminal.type("log\n")
        assert CLEARED not in terminal.until("asked")
        terminal.type("9s\n")
        assert any("You played 9♠" in line for line in terminal.until_prompt())


def test_the_wait_for_advice_is_interrupted(opened: Opened, server: str) -> None:
    """And the game goes on."""
    name = f"mute-{token_hex(4)}"
    with Session(server) as session:
        session.agents.register(RegisterAgentRequest(name=name, advises=True))
    with opened("--solo", "--deal-seed", SEED, "--adviser", name) as terminal:
        terminal.until_prompt()
        terminal.type("hint\n")
        terminal.until("stops waiting")
        terminal.process.send_signal(signal.SIGINT)
        terminal.until("stopped waiting for advice")
        terminal.type("9s\n")
        terminal.until("You played 9♠")
