"""The loop of one game at the seats of a player: show the view, wait for input or events, act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import gettext as _
from itertools import takewhile
from typing import Final

from rich.table import Table
from rich.text import Text

from regicide_client import (
    ApiError,
    GameCancelled,
    GameEvent,
    GameOver,
    GameView,
    NotYourTurn,
    Session,
    VersionConflict,
    is_over,
    is_your_turn,
)
from regicide_terminal.action_menu import MenuItem, action_menu
from regicide_terminal.adviser import Adviser, NoAdvice, render_advice
from regicide_terminal.command_parser import (
    COMMANDS,
    SIGNALS,
    WORD_ACTIONS,
    Act,
    Command,
    Parsed,
    ParseError,
    Signal,
    parse_input,
)
from regicide_terminal.i18n import text
from regicide_terminal.input import GameWatcher, InputEvent, InputLines, wait_for_input
from regicide_terminal.output import UserError
from regicide_terminal.phrases import action_word, display_names, fill, format_cards, format_error, signal_word
from regicide_terminal.render.game_view import PAGE_SIZE, render_menu, render_task
from regicide_terminal.render.narration import events_since_own_action, narrate
from regicide_terminal.render.rules import rules
from regicide_terminal.render.screen import Screen
from regicide_terminal.seats import OwnSeats

CORRECTABLE_ERRORS: Final = frozenset(
    {
        "illegal-action",
        "malformed-action",
        "invalid-request",
        "signals-closed",
        "game-not-started",
        "game-started",
        "held-by-agent",
        "too-many-changes",
    }
)
"""The codes of errors that the player can answer with another input. Every other error ends the command."""

CLOCK_INTERVAL_S: Final = 1.0


class Quit(Exception):
    """The player leaves, or the input ends."""


class Left(Exception):
    """The player has given the seat back."""


class GameLoop:
    """One game at the seats of a player; `invitation` is the command with which others join it."""

    def __init__(self, seats: OwnSeats, screen: Screen, lines: InputLines, adviser: Adviser, invitation: str) -> None:
        self._seats, self._view, self._screen, self._lines = seats, seats.first_view(), screen, lines
        self._adviser, self._invitation = adviser, invitation
        self._events: list[GameEvent] = []
        self._menu: list[MenuItem] = []
        self._first_item = 0

    @property
    def _seat(self) -> Session:
        """The session of the seat whose view is shown."""
        return self._seats.session(self._view)

    def run(self) -> GameView:
        """Play until the game is over; return the last view. Raises Quit, Left, or the ApiError that ends it."""
        watcher = GameWatcher(self._seat, self._view.id, self._view.version) if not is_over(self._view) else None
        self._show()
        while not is_over(self._view) and watcher:
            self._step(watcher)
        return self._view

    def _step(self, watcher: GameWatcher) -> None:
        """Handle one input or one change of the game."""
        accept_lines = is_your_turn(self._view) or self._screen.is_interactive
        if is_your_turn(self._view):
            self._screen.prompt()
        received = self._receive(watcher, accept_lines)
        if received is InputEvent.GAME_EVENT:
            self._update()
        elif isinstance(received, str):
            self._handle(parse_input(received, self._view.phase, [item.action for item in self._menu]))
        else:
            raise Quit

    def _receive(self, watcher: GameWatcher, accept_lines: bool) -> str | InputEvent:
        """Return a line, the end of input, or a game event that is newer than the view; update the clock meanwhile."""
        while True:
            if watcher.version > self._view.version:
                return InputEvent.GAME_EVENT
            timeout_s = CLOCK_INTERVAL_S if self._view.deadline else None
            received = wait_for_input(self._lines, watcher, accept_lines=accept_lines, timeout_s=timeout_s)
            if received is InputEvent.TIMEOUT:
                self._screen.refresh_title(self._view)
            elif received is not InputEvent.GAME_EVENT:
                return received

    def _handle(self, parsed: Parsed) -> None:
        match parsed:
            case Act(action):
                self._call(lambda: self._seat.games.act(self._view, action))
            case Signal(signal):
                self._call(lambda: self._seat.games.signal(self._view.id, signal))
            case ParseError(message):
                self._screen.print(Text(message))
            case Command("hint", actions):
                self._hint(actions)
            case Command("rules", _, section):
                self._rules(section)
            case Command(name):
                self._run_command(name)

    def _call(self, call: Callable[[], GameView]) -> None:
        """Make a call that changes the game, or print why the server refuses it."""
        try:
            self._view = self._seats.turned(call())
        except (VersionConflict, NotYourTurn, GameOver, GameCancelled) as error:
            self._update()
            self._screen.print(Text(format_error(error)))
        except ApiError as error:
            if error.code not in CORRECTABLE_ERRORS:
                raise
            self._screen.print(Text(format_error(error)))
        else:
            self._show()

    def _update(self) -> None:
        self._view = self._seats.turned(self._seat.games.get(self._view.id))
        self._show()

    def _show(self) -> None:
        """Show the view: completely on your turn or in an interactive terminal, otherwise only what is new."""
        shown = len(self._events)
        self._fetch_events()
        self._menu, self._first_item = action_menu(self._view), 0
        if is_your_turn(self._view) or is_over(self._view) or self._screen.is_interactive or not shown:
            recent = events_since_own_action(self._events, self._view.you)
            self._screen.show(self._view, self._narrate(recent), self._menu)
        else:
            self._screen.print(*self._narrate(self._events[shown:]), render_task(self._view))
        if self._view.status == "waiting":
            self._screen.print(Text(_("Friends join with:")))
            self._screen.print_unwrapped(self._invitation)

    def _fetch_events(self) -> None:
        """Fetch the events up to the version of the view."""
        last = self._events[-1].version if self._events else 1
        if last < self._view.version:
            found = self._seat.games.events(self._view.id, last)
            self._events += takewhile(lambda event: event.version <= self._view.version, found)

    def _narrate(self, events: Sequence[GameEvent]) -> list[Text]:
        names = display_names(self._view)
        agents = {seat.seat for seat in self._view.seats if seat.agent}
        return [narrate(event, names, agents) for event in events]

    def _run_command(self, name: str) -> None:
        match name:
            case "quit":
                raise Quit
            case "give-up":
                self._give_up()
            case "leave":
                self._call(self._leave)
            case "help":
                self._screen.print(_help())
            case "table":
                self._update()
            case "log":
                self._screen.print(*(self._narrate(self._events) or [Text(_("nothing yet"))]))
            case "discard":
                cards = format_cards(self._view.discard) if self._view.discard else Text(_("empty"))
                self._screen.print(fill(_("discard pile: {cards}"), cards=cards))
            case "all":
                self._first_item = 0
                self._screen.print(render_menu(self._menu, 0, len(self._menu)))
            case _:
                self._next_page()

    def _rules(self, section: str) -> None:
        """Print the rules of the game, or a section of them."""
        try:
            self._screen.print(*rules(self._seat, section))
        except UserError as error:
            self._screen.print(Text(str(error)))

    def _hint(self, actions: int) -> None:
        """Ask for advice and show it. The game goes on without it."""
        if not is_your_turn(self._view):
            self._screen.print(Text(_("You can ask for advice on your turn.")))
            return
        try:
            advice = self._adviser.ask(self._seat, self._view, actions, lambda line: self._screen.print(Text(line)))
        except NoAdvice as error:
            self._screen.print(Text(str(error)))
            return
        self._view = self._seat.games.get(self._view.id, previews=True)
        if is_your_turn(self._view):
            self._fetch_events()  # the request for advice is one
            self._screen.print(render_advice(advice, self._view, self._menu))
        else:
            self._show()

    def _give_up(self) -> None:
        """Agree to give the game up; withdraw that if you agreed before."""
        agrees = any(seat.seat == self._view.you and seat.gives_up for seat in self._view.seats)
        self._call(lambda: self._seats.give_up(self._view.id, agree=not agrees))

    def _leave(self) -> GameView:
        """Give the seat back. Raises Left, and the ApiError of a game that does not wait for players."""
        self._seat.seats.leave(self._view.id, self._view.you or 0)
        raise Left

    def _next_page(self) -> None:
        """Show the next page of the menu; after the last one the first."""
        following = self._first_item + PAGE_SIZE
        self._first_item = following if following < len(self._menu) else 0
        self._screen.print(render_menu(self._menu, self._first_item))


def _help() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_row("8D, AC+8D", _("play cards; also ac 8d"))
    grid.add_row("-5C-7H", _("discard cards against the damage; also 5c 7h"))
    actions = ", ".join([*map(action_word, WORD_ACTIONS), ">2"])
    grid.add_row(actions, _("yield; flip a jester (solo); let seat 2 go next"))
    grid.add_row("3", _("the legal action with this number"))
    signals = ", ".join(map(signal_word, SIGNALS))
    grid.add_row(signals, _("signal whether you would like to go next, while another player appoints"))
    for command in COMMANDS:
        grid.add_row(text(f"command.{command}"), text(f"does.{command}"))
    return grid
