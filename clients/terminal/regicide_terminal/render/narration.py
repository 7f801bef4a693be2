"""Narration: one sentence for each event, with its effects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from gettext import gettext as _
from gettext import ngettext
from typing import Final

from rich.text import Text

from regicide_client import Effect, GameEvent
from regicide_terminal.i18n import text_or
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import (
    actor_name,
    card_count,
    enemy_with_article,
    fill,
    format_card,
    format_cards,
    you,
)


def narrate(event: GameEvent, names: Sequence[str], agents: Collection[int] = ()) -> Text:
    """Return the sentence of an event; `names` are the display names of the seats, `agents` the seats of agents."""
    is_creators = event.type_ == "give-up" and event.seat in agents  # agents do not agree to give a game up
    sentence = Text(_("The creator gave the game up")) if is_creators else _narrate_cause(event, names)
    effects = [phrase for effect in event.effects or [] if (phrase := _narrate_effect(effect, event, names))]
    return sentence.append(": " if effects else "").append_text(Text("; ").join(effects)).append(".")


def events_since_own_action(events: Sequence[GameEvent], you: int | None) -> Sequence[GameEvent]:
    """Return the events from your last own action (not a stand-in's) on; all events if there is none."""
    own = [i for i, event in enumerate(events) if event.type_ == "action" and event.seat == you and not event.agent]
    return events[own[-1] if own else 0 :]


def end_reason(reason: str) -> str:
    """Return why the game ended, in words."""
    return text_or(f"ending.{reason}", sanitize(reason))


def _narrate_cause(event: GameEvent, names: Sequence[str]) -> Text:
    agent = event.agent if event.type_ == "action" else None
    who = actor_name(names[event.seat], agent)
    if event.type_ == "action":
        return _narrate_action(who, str(event.action), None if agent else event.seat, names)
    sentence = _SENTENCES.get(event.type_)
    return sentence(event, who) if sentence else Text(f"{who}: {sanitize(event.type_)}")


def _sat_down(event: GameEvent, who: str) -> Text:
    if event.agent:
        return fill(_("Seat {seat} is given to {agent}"), seat=event.seat, agent=sanitize(event.agent))
    return _by(who, _("You sat down"), _("{who} sat down"))


def _stood_in(event: GameEvent, who: str) -> Text:
    if event.agent:
        agent = sanitize(event.agent)
        return _by(who, _("You let {agent} play on"), _("{who} let {agent} play on"), agent=agent)
    return _by(who, _("You play again"), _("{who} plays again"))


def _gave_up(event: GameEvent, who: str) -> Text:
    if event.agree:
        return _by(who, _("You agreed to give the game up"), _("{who} agreed to give the game up"))
    withdrew = _("{who} withdrew the agreement to give the game up")
    return _by(who, _("You withdrew your agreement to give the game up"), withdrew)


def _advised(event: GameEvent, who: str) -> Text:
    agent = sanitize(str(event.agent))
    return _by(who, _("You asked {agent} for advice"), _("{who} asked {agent} for advice"), agent=agent)


def _by(who: str, second_person: str, third_person: str, **parts: Text | str | int) -> Text:
    """Return a sentence in the second person if you are who acts, otherwise in the third."""
    return fill(second_person if who == you() else third_person, who=who, **parts)


def _narrate_action(who: str, action: str, seat: int | None, names: Sequence[str]) -> Text:
    """Return the sentence of an action of a seat (None: of a stand-in)."""
    if action == "yield":
        return _by(who, _("You yielded"), _("{who} yielded"))
    if action == "flip":
        return _by(who, _("You flipped a jester"), _("{who} flipped a jester"))
    if action.startswith(">"):
        return _appointed(who, int(action[1:]), seat, names)
    if action.startswith("-"):
        discarded = format_cards(action[1:].split("-"))
        return _by(who, _("You discarded {cards}"), _("{who} discarded {cards}"), cards=discarded)
    return _by(who, _("You played {cards}"), _("{who} played {cards}"), cards=format_cards(action.split("+"), "+"))


def _appointed(who: str, seat: int, by: int | None, names: Sequence[str]) -> Text:
    if seat == by:
        return _by(who, _("You let yourself go next"), _("{who} let themselves go next"))
    if names[seat] == you():
        return fill(_("{who} let you go next"), who=who)
    return _by(who, _("You let {other} go next"), _("{who} let {other} go next"), other=names[seat])


def _signalled(event: GameEvent, who: str) -> Text:
    match str(event.signal):
        case "eager":
            return _by(who, _("You would like to go next"), _("{who} would like to go next"))
        case "reluctant":
            return _by(who, _("You would rather not go next"), _("{who} would rather not go next"))
        case other:
            return Text(f"{who}: {sanitize(other)}")


def _timed_out(event: GameEvent, who: str) -> Text:
    sentence = _by(who, _("Your time is over"), _("{who}'s time is over"))
    if not event.agent:
        return sentence
    return sentence.append(": ").append(_("{agent} plays this turn").format(agent=sanitize(event.agent)))


_SENTENCES: Final[dict[str, Callable[[GameEvent, str], Text]]] = {
    "seat-taken": _sat_down,
    "seat-left": lambda event, _who: fill(_("Seat {seat} is open again"), seat=event.seat),
    "signal": _signalled,
    "timeout": _timed_out,
    "stand-in": _stood_in,
    "give-up": _gave_up,
    "cancelled": lambda _event, _who: Text(_("The creator called the game off")),
    "advice": _advised,
    "rematch": lambda _event, who: _by(who, _("You created the rematch"), _("{who} created the rematch")),
}
"""The sentences of events but actions, which also depend on the names of the seats."""


def _narrate_effect(effect: Effect, event: GameEvent, names: Sequence[str]) -> Text | None:
    """Return the phrase of an effect; None if the sentence implies it."""
    if effect.type_ == "turn" or (effect.type_ == "discard" and (event.action != "flip" or not effect.cards)):
        return None
    if effect.type_ == "draw":
        return _drawn(effect, names[effect.seat or 0])
    phrase = _PHRASES.get(effect.type_)
    return phrase(effect) if phrase else Text(sanitize(effect.type_))


def _drawn(effect: Effect, who: str) -> Text:
    drawn = format_cards(effect.cards) if effect.cards else card_count(effect.count or 0)
    return _by(who, _("you drew {cards}"), _("{who} drew {cards}"), cards=drawn)


def _healed(effect: Effect) -> Text:
    number = effect.count or 0
    form = ngettext(
        "{count} discarded card back under the tavern", "{count} discarded cards back under the tavern", number
    )
    return Text(form.format(count=number) if number else _("no card to heal"))


def _defeated(effect: Effect) -> Text:
    exactly, form = _("{enemy} is defeated, exactly: it lies on top of the tavern"), _("{enemy} is defeated")
    return Text((exactly if effect.exact else form).format(enemy=enemy_with_article(str(effect.enemy))), "bold")


def _revealed(effect: Effect) -> Text:
    enemy = str(effect.enemy)
    return fill(_("next comes {enemy} ({card})"), enemy=enemy_with_article(enemy), card=format_card(enemy))


def _struck(effect: Effect) -> Text:
    strike = _("the enemy strikes for {amount}").format(amount=effect.amount)
    return Text(strike if effect.amount else _("its attack is warded off"))


def _over(effect: Effect) -> Text:
    over = text_or(f"over.{effect.outcome}", sanitize(effect.outcome))
    if effect.reason in {"timeout", "given-up"}:  # the sentence says so already
        return Text(over, "bold")
    return Text(f"{over}, {end_reason(str(effect.reason))}", "bold")


_PHRASES: Final[dict[str, Callable[[Effect], Text]]] = {
    "heal": _healed,
    "shield": lambda effect: Text(_("shields of {amount}").format(amount=effect.amount)),
    "damage": lambda effect: Text(_("{amount} damage").format(amount=effect.amount)),
    "defeat": _defeated,
    "reveal": _revealed,
    "strike": _struck,
    "discard": lambda effect: fill(_("the hand is discarded: {cards}"), cards=format_cards(effect.cards or [])),
    "cancel-immunity": lambda _effect: Text(_("the enemy loses its immunity")),
    "over": _over,
}
