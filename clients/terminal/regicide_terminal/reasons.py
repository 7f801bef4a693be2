"""Reasons for and against an action: what its preview says, in the player's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from gettext import gettext as _
from gettext import ngettext
from itertools import combinations
from typing import Any, cast

from rich.text import Text

import regicide
from regicide import Preview
from regicide.cards import value
from regicide_client import GameView
from regicide_terminal.i18n import text_or
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import fill, format_cards


def action_reasons(view: GameView, action: str) -> Text:
    """Return what follows from an action in your view: from a play by its preview, from a discard, or nothing."""
    preview = next((cast("Preview", each.to_dict()) for each in view.previews or [] if each.action == action), None)
    if preview is not None and view.you is not None:
        return preview_reasons(preview, view.you, view.to_dict())
    return discard_reasons(action, view.hand or [], view.enemy.strikes_for if view.enemy else 0)


def position_reasons(position: regicide.Position, action: str) -> Text:
    """Return what follows from an action, as the seat to act knows at a position."""
    parsed, view = regicide.Action.parse(action), regicide.observe(position, position.turn)
    if position.phase is regicide.Phase.PLAY:
        return preview_reasons(regicide.preview(view, parsed), position.turn, view)
    return discard_reasons(action, view["hand"] or [], view["enemy"]["strikes_for"] if view["enemy"] else 0)


def preview_reasons(preview: Preview, seat: int, view: Mapping[str, Any]) -> Text:
    """Return what follows from a play of a seat, in one line: kills exactly; draws 5 for the table (2 for you)."""
    if preview["action"] == "flip":
        return Text(_("a new hand"))
    cards = [*_healed(preview, view), *_draws(preview, seat, view)]
    return Text("; ").join([*_outcome(preview), *_enemy(preview, view["enemy"]), *cards, *_strike(preview, view)])


def discard_reasons(action: str, hand: Sequence[str], strike: int) -> Text:
    """Return what a discard from a hand against a strike costs; empty for any other action."""
    if not action.startswith("-"):
        return Text()
    discarded = value(regicide.Action.parse(action).cards)
    kept = value(regicide.parse_cards(hand)) - discarded
    form = _("discards {discarded} against {strike}, keeps {kept}")
    return Text(form.format(discarded=discarded, strike=strike, kept=kept))


def _outcome(preview: Preview) -> Iterator[Text]:
    if preview["outcome"] == "won":
        yield Text(_("wins the game"), "bold")


def _enemy(preview: Preview, enemy: Mapping[str, Any] | None) -> Iterator[Text]:
    """Yield what happens to the enemy."""
    if preview["exact"]:
        yield Text(_("kills exactly"), "bold")
        if enemy and preview["outcome"] != "won":
            yield fill(_("{enemy} goes on top of the tavern"), enemy=format_cards([enemy["card"]]))
    elif preview["defeats"]:
        yield Text(_("kills"), "bold")
    elif preview["damage"]:
        yield Text(_("leaves {health} health").format(health=preview["health_left"]))
    if _is_jester(preview):
        yield from _jester(preview, is_immune=enemy is not None and not enemy["immunity_cancelled"])
    for suit in preview["stopped"]:
        yield Text(_("{suit} are stopped by the immunity").format(suit=text_or(f"suit.{suit}", sanitize(suit))))


def _jester(preview: Preview, *, is_immune: bool) -> Iterator[Text]:
    if is_immune:
        yield Text(_("cancels the immunity"))
    if len(preview["drawn"]) > 1:
        yield Text(_("you choose who goes next"))


def _is_jester(preview: Preview) -> bool:
    return preview["action"].startswith("X")


def _has_power(preview: Preview, suit: str) -> bool:
    """Whether a play has the power of a suit."""
    cards = preview["action"].split("+")
    return suit not in preview["stopped"] and any(card.endswith(suit) for card in cards)


def _healed(preview: Preview, view: Mapping[str, Any]) -> Iterator[Text]:
    """Yield how many cards hearts heal."""
    if preview["healed"]:
        yield Text(
            ngettext("heals {count} card", "heals {count} cards", preview["healed"]).format(count=preview["healed"])
        )
    elif _has_power(preview, "H") and not view["discard"] and preview["outcome"] != "won":
        yield Text(_("heals 0: the discard pile is empty"))


def _draws(preview: Preview, seat: int, view: Mapping[str, Any]) -> Iterator[Text]:
    """Yield how many cards are drawn, and by name those that are certain."""
    drawn = sum(preview["drawn"])
    if drawn:
        yield Text(_drawn(drawn, preview["drawn"][seat], len(preview["drawn"])))
    elif _has_power(preview, "D") and preview["outcome"] != "won":
        yield Text(_("draws 0: the tavern is empty"))
    if preview["drawn_cards"]:
        yield fill(_("you draw {cards}"), cards=format_cards(preview["drawn_cards"]))
    if 0 < drawn < value(regicide.Action.parse(preview["action"]).cards):
        is_full = drawn < view["tavern_size"] + preview["healed"]
        yield Text(_("hands are full") if is_full else _("tavern is empty"))


def _drawn(cards: int, own: int, players: int) -> str:
    if players == 1:
        return ngettext("draws {count} card", "draws {count} cards", cards).format(count=cards)
    form = ngettext(
        "draws {count} card for the table ({own} for you)", "draws {count} cards for the table ({own} for you)", cards
    )
    return form.format(count=cards, own=own)


def _strike(preview: Preview, view: Mapping[str, Any]) -> Iterator[Text]:
    """Yield whether the hand covers the strike."""
    if preview["covers"] is not None:
        yield _covered(preview, _kept_behind(preview, view["hand"] or []))
    elif preview["outcome"] == "lost":
        yield Text(_("this loses"), "bold")
    elif not preview["defeats"]:
        stopped = preview["shield"] and not _is_jester(preview)  # no strike follows a jester, with shields or without
        yield Text(_("the shields stop the strike") if stopped else _("no strike"))


def _kept_behind(preview: Preview, hand: Sequence[str]) -> int | None:
    """Return the most that a hand is worth after the cheapest cover of the strike; None if it covers none."""
    played = regicide.Action.parse(preview["action"]).cards
    values = [value(card) for code in hand if not (card := regicide.parse_cards([code])) & played]
    values += [value(regicide.parse_cards([code])) for code in preview["drawn_cards"]]
    covers = (sum(cards) for count in range(len(values) + 1) for cards in combinations(values, count))
    cheapest = min((cost for cost in covers if cost >= preview["strike"]), default=None)
    return None if cheapest is None else sum(values) - cheapest


def _covered(preview: Preview, left: int | None) -> Text:
    """Return whether the hand that stays can pay for the strike, and what it is worth then."""
    match preview["covers"]:
        case "yes" if left is None:
            form = _("strikes for {strike}: you draw enough to pay")
        case "yes":
            form = _("strikes for {strike}: you can pay and keep {left}")
        case "depends":
            form = _("strikes for {strike}, you hold {kept}: needs good draws")
        case _ if preview["outcome"] == "lost":
            form = _("strikes for {strike}, you hold only {kept}: this loses")
        case _:
            form = _("strikes for {strike}, you hold only {kept}: only a jester saves you")
    return Text(form.format(kept=preview["kept"], strike=preview["strike"], left=left))
