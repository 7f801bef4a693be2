"""The table as one player sees it: a view of the game made into something that can be printed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from regicide_client import GameView
from regicide_client.generated.models import EnemyView, SeatView
from regicide_terminal.choices import Choice
from regicide_terminal.telling import ending
from regicide_terminal.words import SUIT_NAMES, acting, callings, card, cards, counted, enemy_name, plain

BAR: Final = 30
"""Characters of the bar for the enemy's health."""

PAGE: Final = 12
"""Legal actions on a page; those without cards are on each."""

ENEMIES: Final = 12

_TASKS: Final = {
    "play": "Your turn: play cards (beside them the damage they do){or_yield}.",
    "suffer": "The enemy strikes you for {strike}: discard cards worth that much or more.",
    "appoint": "Your jester: say who goes next.",
}


def table(view: GameView, story: Sequence[Text], before: int = 0) -> RenderableType:
    """All that lies on the table, and the story since one's last turn; `before` is how many sentences are left out."""
    return Group(
        title(view),
        *_enemy(view.enemy),
        _piles(view),
        _played(view),
        _seats(view),
        *([Text(f"… and {before} before that (story)", "dim")] if before else []),
        *story,
        *_hand(view),
    )


def page(choices: Sequence[Choice], first: int = 0, size: int = PAGE) -> RenderableType:
    """A page of the numbered legal actions, and what has no cards."""
    last = first + size
    numbered = [*enumerate(choices)]
    shown = [(i, choice) for i, choice in numbered if first <= i < last or choice.always]
    left = sum(1 for i, choice in numbered if i >= last and not choice.always)
    entries = [Text(f"{i + 1:>2} ", "bold").append_text(choice.shown()) for i, choice in shown]
    more = Text(f"{left} more: type more, all, or the action itself", "dim")
    return Group(Columns(entries, padding=(0, 3), equal=True, column_first=True), *([more] if left else []))


def task(view: GameView) -> Text:
    """What is to be done now, and by whom."""
    if view.status == "waiting":
        return Text(f"Waiting for players: {counted(_open(view), 'seat')} still open.", "bold")
    if view.turn is None:
        return Text("The game is over.", "bold")
    if view.turn == view.you:
        strike, or_yield = view.enemy.strikes_for if view.enemy else 0, ", or yield" if _may_yield(view) else ""
        return Text(_TASKS.get(view.phase, "Your turn.").format(strike=strike, or_yield=or_yield), "bold")
    doing = " to say who goes next; eager or reluctant?" if view.phase == "appoint" else " …"
    return Text(f"Waiting for {acting(callings(view)[view.turn], view.stand_in)}{doing}", "bold")


def _open(view: GameView) -> int:
    return sum(not seat.held for seat in view.seats)


def _may_yield(view: GameView) -> bool:
    return "yield" in view.legal_actions


def title(view: GameView, now: datetime | None = None) -> RenderableType:
    """The first line: the time that is left to act, and how far the game has come."""
    left = f" · {_left(view, view.deadline - (now or datetime.now(UTC)))} left" if view.deadline else ""
    fallen = f" · {view.defeated} of {ENEMIES} enemies defeated"
    return Rule(Text(f"Regicide{left}{fallen}"), align="left", style="dim")


def _left(view: GameView, ahead: timedelta) -> timedelta:
    """The time to a deadline that is ahead, in whole seconds: never more than an action may take.

    Our clock may differ from the server's.
    """
    return timedelta(seconds=max(0, min(int(ahead.total_seconds()), view.turn_seconds or 0)))


def _enemy(enemy: EnemyView | None) -> list[RenderableType]:
    if enemy is None:
        return [Text("no enemy stands", "bold")]
    name = Text("").append_text(card(enemy.card)).append(f" {enemy_name(enemy.card)}", "bold")
    strength = f"attack {enemy.attack}, shields {enemy.shield}: strikes for {enemy.strikes_for}"
    return [
        name.append(f" · {strength} · ").append(_immunity(enemy)),
        _bar(enemy).append(f" {enemy.damage} of {enemy.health} damage, {enemy.health - enemy.damage} left"),
    ]


def _immunity(enemy: EnemyView) -> str:
    return "not immune" if enemy.immunity_cancelled else f"immune to {SUIT_NAMES.get(enemy.card[-1:], '?')}"


def _bar(enemy: EnemyView) -> Text:
    full = round(BAR * min(enemy.damage, enemy.health) / enemy.health) if enemy.health else 0
    return Text("█" * full, "red").append("░" * (BAR - full), "dim")


def _piles(view: GameView) -> RenderableType:
    castle = f"castle {view.castle_size} · tavern {view.tavern_size}"
    top = Text(", on top ").append_text(cards(view.tavern_top)) if view.tavern_top else Text()
    rest = f" · discard pile {len(view.discard)}"
    flips = f" · jesters to flip {view.flips_left}" if view.players == 1 else ""
    return Text(castle).append_text(top).append(rest + flips)


def _played(view: GameView) -> RenderableType:
    plays = [cards(play, "+") for play in view.played]
    return Text("played ").append_text(Text("  ").join(plays) if plays else Text("nothing yet", "dim"))


def _seats(view: GameView) -> RenderableType:
    grid = Table.grid(padding=(0, 2), expand=False)
    for _ in range(4):
        grid.add_column(overflow="ellipsis", no_wrap=True)
    for seat, calling in zip(view.seats, callings(view), strict=True):
        turn = seat.seat == view.turn
        grid.add_row(
            Text(f"{'>' if turn else ' '} {seat.seat}", "bold" if turn else ""),
            Text(calling if seat.held else "open", "bold" if turn else ""),
            counted(seat.hand_size, "card"),
            Text(_said(seat, view.stand_in if turn else None), "italic"),
        )
    return grid


def _said(seat: SeatView, stand_in: str | None) -> str:
    signal, for_them = plain(seat.signal or ""), f"{plain(stand_in)} stands in" if stand_in else ""
    return ", ".join(filter(None, ["yielded" if seat.yielded else "", signal, for_them]))


def _hand(view: GameView) -> list[RenderableType]:
    if view.hand is None:
        return []
    hand = Text("your hand  ", "bold")
    return [hand.append_text(cards(view.hand, "  ") if view.hand else Text("no cards", "dim"))]


def result(view: GameView) -> Text:
    """How the game ended."""
    ended = view.result
    if ended is None:
        return Text()
    grade = f", {plain(ended.grade)}" if ended.grade else ""
    fallen = f"{ended.defeated} of {ENEMIES} enemies defeated"
    return Text(f"{plain(ended.outcome).capitalize()}{grade}: {ending(ended.reason)}; {fallen}.", "bold")
