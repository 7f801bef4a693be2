"""Rendering of a game view: the table, the menu of actions, the task, the title and the result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from gettext import gettext as _
from gettext import ngettext
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_client import EnemyView, GameView, SeatView
from regicide_terminal.action_menu import MenuItem
from regicide_terminal.i18n import text, text_or
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import (
    actor_name,
    card_count,
    display_names,
    enemy_name,
    fill,
    format_card,
    format_cards,
    signal_word,
    suit_name,
)
from regicide_terminal.render.narration import end_reason

HEALTH_BAR_WIDTH: Final = 30

PAGE_SIZE: Final = 12
"""Legal actions on a page of the menu, besides the pinned ones."""

NEW: Final = timedelta()
"""The age of a view that has just been received."""


def render_view(view: GameView, log: Sequence[Text], omitted: int = 0, age: timedelta = NEW) -> RenderableType:
    """Render the table, and the sentences of the log; `omitted` is the number of sentences left out before them."""
    return Group(
        render_title(view, age),
        *_enemy(view.enemy),
        _piles(view),
        _plays(view),
        _seats(view),
        *([Text(_("… and {count} before that (log)").format(count=omitted), "dim")] if omitted else []),
        *log,
        *_hand(view),
    )


def render_menu(menu: Sequence[MenuItem], first: int = 0, size: int = PAGE_SIZE) -> RenderableType:
    """Render a page of the numbered legal actions, and the pinned ones."""
    last = first + size
    numbered = [*enumerate(menu)]
    shown = [(i, item) for i, item in numbered if first <= i < last or item.is_pinned]
    left = sum(1 for i, item in numbered if i >= last and not item.is_pinned)
    entries = [Text(f"{i + 1:>2} ", "bold").append_text(item.formatted()) for i, item in shown]
    form = ngettext(
        "{count} more: type more, all, or the action itself", "{count} more: type more, all, or the action itself", left
    )
    more = Text(form.format(count=left), "dim")
    return Group(Columns(entries, padding=(0, 3), equal=True, column_first=True), *([more] if left else []))


def render_task(view: GameView) -> Text:
    """Render what is to do now, and by whom."""
    if view.status == "waiting":
        return Text(_open_seats(sum(not seat.held and not seat.stand_in for seat in view.seats)), "bold")
    if view.turn is None:
        called_off = view.status == "cancelled"
        return Text(_("The game was called off before it started.") if called_off else _("The game is over."), "bold")
    return Text(_own_task(view) if view.turn == view.you else _others_task(view, view.turn), "bold")


def _open_seats(seats: int) -> str:
    form = ngettext(
        "Waiting for players: {count} seat still open.", "Waiting for players: {count} seats still open.", seats
    )
    return form.format(count=seats)


def _own_task(view: GameView) -> str:
    if view.phase == "play" and "yield" in view.legal_actions:
        return text("task.play-or-yield")
    strike = view.enemy.strikes_for if view.enemy else 0
    return text_or(f"task.{view.phase}", _("Your turn.")).format(strike=strike)


def _others_task(view: GameView, turn: int) -> str:
    who = actor_name(display_names(view)[turn], view.stand_in)
    if view.phase == "appoint":
        return _("Waiting for {player} to appoint the next player; eager or reluctant?").format(player=who)
    return _("Waiting for {player} …").format(player=who)


def render_title(view: GameView, age: timedelta = NEW) -> RenderableType:
    """Render the first line: the time left to act when the view has this age, and the enemies defeated."""
    parts = ["Regicide", _defeated(view.defeated)]
    if view.deadline:
        left = _time_left(view, view.deadline - view.now - age)
        parts.insert(1, _("{time} left").format(time=left))
    return Rule(Text(" · ".join(parts)), align="left", style="dim")


def _defeated(enemies: int) -> str:
    return _("{count} of {all} enemies defeated").format(count=enemies, all=ENEMIES_IN_CASTLE)


def _time_left(view: GameView, ahead: timedelta) -> timedelta:
    """Return the time to the deadline in whole seconds, within 0 and the time for an action."""
    return timedelta(seconds=max(0, min(int(ahead.total_seconds()), view.turn_seconds or 0)))


def _enemy(enemy: EnemyView | None) -> list[RenderableType]:
    if enemy is None:
        return [Text(_("no enemy"), "bold")]
    name = Text("").append_text(format_card(enemy.card)).append(f" {enemy_name(enemy.card)}", "bold")
    attack = _("attack {attack}, shields {shields}: strikes for {strike}").format(
        attack=enemy.attack, shields=enemy.shield, strike=enemy.strikes_for
    )
    damage = _("{damage} of {health} damage, {left} left").format(
        damage=enemy.damage, health=enemy.health, left=enemy.health - enemy.damage
    )
    return [name.append(f" · {attack} · ").append(_immunity(enemy)), _health_bar(enemy).append(f" {damage}")]


def _immunity(enemy: EnemyView) -> str:
    return _("not immune") if enemy.immunity_cancelled else _("immune to {suit}").format(suit=suit_name(enemy.card))


def _health_bar(enemy: EnemyView) -> Text:
    full = round(HEALTH_BAR_WIDTH * min(enemy.damage, enemy.health) / enemy.health) if enemy.health else 0
    return Text("█" * full, "red").append("░" * (HEALTH_BAR_WIDTH - full), "dim")


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
        tavern.append(", ").append_text(fill(_("on top {cards}"), cards=format_cards(view.tavern_top)))
    return tavern


def _plays(view: GameView) -> RenderableType:
    plays = [format_cards(play, "+") for play in view.played]
    return fill(_("played {cards}"), cards=Text("  ").join(plays) if plays else Text(_("nothing yet"), "dim"))


def _seats(view: GameView) -> RenderableType:
    grid = Table.grid(padding=(0, 2), expand=False)
    for _column in range(4):
        grid.add_column(overflow="ellipsis", no_wrap=True)
    for seat, name in zip(view.seats, display_names(view), strict=True):
        turn = seat.seat == view.turn
        grid.add_row(
            Text(f"{'>' if turn else ' '} {seat.seat}", "bold" if turn else ""),
            Text(name if seat.held else _("open"), "bold" if turn else ""),
            card_count(seat.hand_size),
            Text(_seat_state(seat, view.stand_in if turn else None), "italic"),
        )
    return grid


def _seat_state(seat: SeatView, stand_in: str | None) -> str:
    stands_in = _("{agent} stands in").format(agent=sanitize(stand_in)) if stand_in else ""
    return ", ".join(filter(None, [_("yielded") if seat.yielded else "", signal_word(seat.signal), stands_in]))


def _hand(view: GameView) -> list[RenderableType]:
    if view.hand is None:
        return []
    hand = Text(_("your hand"), "bold").append("  ")
    return [hand.append_text(format_cards(view.hand, "  ") if view.hand else Text(_("no cards"), "dim"))]


def render_result(view: GameView) -> Text:
    """Render how the game ended; empty while it runs."""
    result = view.result
    if result is None:
        return Text()
    outcome = text_or(f"result.{result.grade or result.outcome}", sanitize(result.outcome))
    return Text(f"{outcome}: {end_reason(result.reason)}; {_defeated(result.defeated)}.", "bold")
