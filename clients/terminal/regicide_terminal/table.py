"""The table as one player sees it: a view of the game made into something that can be printed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from gettext import gettext as _
from gettext import ngettext
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
from regicide_terminal.texts import known, text
from regicide_terminal.words import (
    acting,
    callings,
    card,
    cards,
    counted_cards,
    enemy_name,
    filled,
    plain,
    said,
    suit_name,
)

BAR: Final = 30
"""Characters of the bar for the enemy's health."""

PAGE: Final = 12
"""Legal actions on a page; those without cards are on each."""

ENEMIES: Final = 12


def table(view: GameView, story: Sequence[Text], before: int = 0) -> RenderableType:
    """All that lies on the table, and the story since one's last turn; `before` is how many sentences are left out."""
    return Group(
        title(view),
        *_enemy(view.enemy),
        _piles(view),
        _played(view),
        _seats(view),
        *([Text(_("… and {count} before that (story)").format(count=before), "dim")] if before else []),
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
    form = ngettext(
        "{count} more: type more, all, or the action itself", "{count} more: type more, all, or the action itself", left
    )
    more = Text(form.format(count=left), "dim")
    return Group(Columns(entries, padding=(0, 3), equal=True, column_first=True), *([more] if left else []))


def task(view: GameView) -> Text:
    """What is to be done now, and by whom."""
    if view.status == "waiting":
        return Text(_waiting(sum(not seat.held for seat in view.seats)), "bold")
    if view.turn is None:
        return Text(_("The game is over."), "bold")
    return Text(_own_task(view) if view.turn == view.you else _others_task(view, view.turn), "bold")


def _waiting(seats: int) -> str:
    form = ngettext(
        "Waiting for players: {count} seat still open.", "Waiting for players: {count} seats still open.", seats
    )
    return form.format(count=seats)


def _own_task(view: GameView) -> str:
    if view.phase == "play" and "yield" in view.legal_actions:
        return text("task.play-or-yield")
    strike = view.enemy.strikes_for if view.enemy else 0
    return known(f"task.{view.phase}", _("Your turn.")).format(strike=strike)


def _others_task(view: GameView, turn: int) -> str:
    who = acting(callings(view)[turn], view.stand_in)
    if view.phase == "appoint":
        return _("Waiting for {player} to say who goes next; eager or reluctant?").format(player=who)
    return _("Waiting for {player} …").format(player=who)


def title(view: GameView, now: datetime | None = None) -> RenderableType:
    """The first line: the time that is left to act, and how far the game has come."""
    told = ["Regicide", _fallen(view.defeated)]
    if view.deadline:
        told.insert(1, _("{time} left").format(time=_left(view, view.deadline - (now or datetime.now(UTC)))))
    return Rule(Text(" · ".join(told)), align="left", style="dim")


def _fallen(enemies: int) -> str:
    return _("{count} of {all} enemies defeated").format(count=enemies, all=ENEMIES)


def _left(view: GameView, ahead: timedelta) -> timedelta:
    """The time to a deadline that is ahead, in whole seconds: never more than an action may take.

    Our clock may differ from the server's.
    """
    return timedelta(seconds=max(0, min(int(ahead.total_seconds()), view.turn_seconds or 0)))


def _enemy(enemy: EnemyView | None) -> list[RenderableType]:
    if enemy is None:
        return [Text(_("no enemy stands"), "bold")]
    name = Text("").append_text(card(enemy.card)).append(f" {enemy_name(enemy.card)}", "bold")
    strength = _("attack {attack}, shields {shields}: strikes for {strike}").format(
        attack=enemy.attack, shields=enemy.shield, strike=enemy.strikes_for
    )
    suffered = _("{damage} of {health} damage, {left} left").format(
        damage=enemy.damage, health=enemy.health, left=enemy.health - enemy.damage
    )
    return [name.append(f" · {strength} · ").append(_immunity(enemy)), _bar(enemy).append(f" {suffered}")]


def _immunity(enemy: EnemyView) -> str:
    return _("not immune") if enemy.immunity_cancelled else _("immune to {suit}").format(suit=suit_name(enemy.card))


def _bar(enemy: EnemyView) -> Text:
    full = round(BAR * min(enemy.damage, enemy.health) / enemy.health) if enemy.health else 0
    return Text("█" * full, "red").append("░" * (BAR - full), "dim")


def _piles(view: GameView) -> RenderableType:
    piles = [
        Text(_("castle {count}").format(count=view.castle_size)),
        _tavern(view),
        Text(_("discard pile {count}").format(count=len(view.discard))),
    ]
    if view.players == 1:
        piles.append(Text(_("jesters to flip {count}").format(count=view.flips_left)))
    return Text(" · ").join(piles)


def _tavern(view: GameView) -> Text:
    tavern = Text(_("tavern {count}").format(count=view.tavern_size))
    if view.tavern_top:
        tavern.append(", ").append_text(filled(_("on top {cards}"), cards=cards(view.tavern_top)))
    return tavern


def _played(view: GameView) -> RenderableType:
    plays = [cards(play, "+") for play in view.played]
    return filled(_("played {cards}"), cards=Text("  ").join(plays) if plays else Text(_("nothing yet"), "dim"))


def _seats(view: GameView) -> RenderableType:
    grid = Table.grid(padding=(0, 2), expand=False)
    for _column in range(4):
        grid.add_column(overflow="ellipsis", no_wrap=True)
    for seat, calling in zip(view.seats, callings(view), strict=True):
        turn = seat.seat == view.turn
        grid.add_row(
            Text(f"{'>' if turn else ' '} {seat.seat}", "bold" if turn else ""),
            Text(calling if seat.held else _("open"), "bold" if turn else ""),
            counted_cards(seat.hand_size),
            Text(_said(seat, view.stand_in if turn else None), "italic"),
        )
    return grid


def _said(seat: SeatView, stand_in: str | None) -> str:
    for_them = _("{agent} stands in").format(agent=plain(stand_in)) if stand_in else ""
    return ", ".join(filter(None, [_("yielded") if seat.yielded else "", said(seat.signal), for_them]))


def _hand(view: GameView) -> list[RenderableType]:
    if view.hand is None:
        return []
    hand = Text(_("your hand"), "bold").append("  ")
    return [hand.append_text(cards(view.hand, "  ") if view.hand else Text(_("no cards"), "dim"))]


def result(view: GameView) -> Text:
    """How the game ended."""
    ended = view.result
    if ended is None:
        return Text()
    outcome = known(f"result.{ended.grade or ended.outcome}", plain(ended.outcome))
    return Text(f"{outcome}: {ending(ended.reason)}; {_fallen(ended.defeated)}.", "bold")
