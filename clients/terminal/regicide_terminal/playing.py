"""A person at a seat, from the first view to the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import gettext as _
from typing import Final

from rich.table import Table
from rich.text import Text

from regicide_client import (
    ApiError,
    GameEvent,
    GameOver,
    GameView,
    NotYourTurn,
    Session,
    VersionConflict,
)
from regicide_terminal.choices import Choice, choices
from regicide_terminal.entering import ACTIONS, COMMANDS, SIGNALS, Act, Command, Complaint, Entry, Signal, entered
from regicide_terminal.hearing import Heard, Lines, News, hear
from regicide_terminal.screen import Screen
from regicide_terminal.table import PAGE, page, task
from regicide_terminal.telling import sentence, since_last_turn
from regicide_terminal.texts import text
from regicide_terminal.words import callings, cards, filled, said, word, wrong

REFUSALS: Final = {"illegal-action", "malformed-action", "invalid-request", "signals-closed", "game-not-started"}
"""What is said to the person, who then tries something else. Every other problem ends the command."""

TICK: Final = 1.0
"""Seconds between two looks at the clock."""


class Left(Exception):
    """The person leaves, or what they typed has come to its end."""


class Playing:
    """One game at one seat."""

    def __init__(self, seat: Session, view: GameView, screen: Screen, lines: Lines, invitation: str) -> None:
        self._seat, self._view, self._screen, self._lines = seat, view, screen, lines
        self._invitation = invitation
        self._events: list[GameEvent] = []
        self._choices: list[Choice] = []
        self._first = 0

    def play(self) -> GameView:
        """Play until the game is over; the last view. Raises Left, or the Problem that ends it."""
        news = News(self._seat, self._view.id, self._view.version) if not self._is_over else None
        self._show()
        while not self._is_over and news:
            self._go_on(news)
        return self._view

    @property
    def _is_over(self) -> bool:
        return self._view.status not in {"waiting", "active"}

    @property
    def _is_ours(self) -> bool:
        return self._view.turn is not None and self._view.turn == self._view.you

    def _go_on(self, news: News) -> None:
        """One thing that is typed, or happens."""
        listening = self._is_ours or self._screen.is_live
        if self._is_ours:
            self._screen.ask()
        heard = self._hear(news, listening)
        if heard is Heard.NEWS:
            self._look()
        elif isinstance(heard, str):
            self._do(entered(heard, self._view.phase, [choice.action for choice in self._choices]))
        else:
            raise Left

    def _hear(self, news: News, listening: bool) -> str | Heard:
        """A line, the end, or news of what this view does not show yet. Meanwhile the clock is seen to run."""
        while True:
            if news.version > self._view.version:
                return Heard.NEWS
            heard = hear(self._lines, news, listening, TICK if self._view.deadline else None)
            if heard is Heard.NOTHING:
                self._screen.refresh(self._view)
            elif heard is not Heard.NEWS:
                return heard

    def _do(self, entry: Entry) -> None:
        match entry:
            case Act(action):
                self._try(lambda: self._seat.act(self._view, action))
            case Signal(signal):
                self._try(lambda: self._seat.signal(self._view.id, signal))
            case Complaint(reason):
                self._screen.say(Text(reason))
            case Command(name):
                self._command(name)

    def _try(self, call: Callable[[], GameView]) -> None:
        """Do what changes the game, or say why it cannot be done."""
        try:
            self._view = call()
        except (VersionConflict, NotYourTurn, GameOver) as problem:
            self._look()
            self._screen.say(Text(wrong(problem)))
        except ApiError as problem:
            if problem.code not in REFUSALS:
                raise
            self._screen.say(Text(wrong(problem)))
        else:
            self._show()

    def _look(self) -> None:
        self._view = self._seat.look(self._view.id)
        self._show()

    def _show(self) -> None:
        """Show the view: as a whole where it is one's turn or somebody looks on, otherwise what is new."""
        told = len(self._events)
        self._catch_up()
        self._choices, self._first = choices(self._view), 0
        if self._is_ours or self._is_over or self._screen.is_live or not told:
            recent = since_last_turn(self._events, self._view.you)
            self._screen.show(self._view, self._sentences(recent), self._choices)
        else:
            self._screen.say(*self._sentences(self._events[told:]), task(self._view))
        if self._view.status == "waiting":
            self._screen.say(Text(_("Friends join with:")))
            self._screen.quote(self._invitation)

    def _catch_up(self) -> None:
        """Have told what has happened up to this view."""
        known = self._events[-1].version if self._events else 1
        while known < self._view.version:
            fresh = self._seat.events(self._view.id, known)
            self._events += [event for event in fresh.items if event.version <= self._view.version]
            known = fresh.next_ or self._view.version

    def _sentences(self, events: Sequence[GameEvent]) -> list[Text]:
        names = callings(self._view)
        return [sentence(event, names) for event in events]

    def _command(self, name: str) -> None:
        match name:
            case "quit":
                raise Left
            case "help":
                self._screen.say(_help())
            case "hand":
                self._look()
            case "story":
                self._screen.say(*self._sentences(self._events))
            case "pile":
                pile = cards(self._view.discard) if self._view.discard else Text(_("empty"))
                self._screen.say(filled(_("discard pile: {cards}"), cards=pile))
            case _:
                self._more(len(self._choices) if name == "all" else PAGE)

    def _more(self, number: int) -> None:
        """Show the next legal actions, or all."""
        self._first = 0 if number > PAGE or self._first + PAGE >= len(self._choices) else self._first + PAGE
        self._screen.say(page(self._choices, self._first, number))


def _help() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_row("8D, AC+8D", _("play cards; also ac 8d"))
    grid.add_row("-5C-7H", _("discard cards against the damage; also 5c 7h"))
    actions = ", ".join([*map(word, ACTIONS), ">2"])
    grid.add_row(actions, _("yield; flip a jester (solo); let seat 2 go next"))
    grid.add_row("3", _("the legal action with this number"))
    signals = ", ".join(map(said, SIGNALS))
    grid.add_row(signals, _("while another says who goes next: whether you would like to"))
    for command in COMMANDS:
        grid.add_row(text(f"command.{command}"), text(f"does.{command}"))
    return grid
