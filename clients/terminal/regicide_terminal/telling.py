"""What happened, in sentences: one for each event, with all that it caused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import gettext as _
from gettext import ngettext
from typing import Final

from rich.text import Text

from regicide_client import GameEvent
from regicide_client.generated.models import Effect
from regicide_terminal.texts import known
from regicide_terminal.words import acting, card, cards, counted_cards, filled, plain, the_enemy, you


def sentence(event: GameEvent, callings: Sequence[str]) -> Text:
    """What happened: who did what, and what came of it."""
    told = _deed(event, callings)
    caused = [phrase for effect in event.effects or [] if (phrase := _caused(effect, event, callings))]
    return told.append(": " if caused else "").append_text(Text("; ").join(caused)).append(".")


def since_last_turn(events: Sequence[GameEvent], you: int | None) -> Sequence[GameEvent]:
    """The events from the last action that you took yourself; all of them if there is none."""
    ours = [i for i, event in enumerate(events) if event.type_ == "action" and event.seat == you and not event.agent]
    return events[ours[-1] if ours else 0 :]


def ending(reason: str) -> str:
    """Why the game ended, in words."""
    return known(f"ending.{reason}", plain(reason))


def _deed(event: GameEvent, callings: Sequence[str]) -> Text:
    agent = event.agent if event.type_ == "action" else None
    who = acting(callings[event.seat], agent)
    match event.type_:
        case "action":
            return _act(who, str(event.action), None if agent else event.seat, callings)
        case "seat-taken":
            return _by(who, _("You sat down"), _("{who} sat down"))
        case "signal":
            return _signalled(who, str(event.signal))
        case "timeout":
            return _timed_out(who, event.agent)
        case other:
            return Text(f"{who}: {plain(other)}")


def _by(who: str, yours: str, others: str, **parts: Text | str | int) -> Text:
    """What somebody did: people are spoken to otherwise than they are spoken of."""
    return filled(yours if who == you() else others, who=who, **parts)


def _act(who: str, action: str, seat: int | None, callings: Sequence[str]) -> Text:
    """An action of a seat (None: of a stand-in)."""
    if action == "yield":
        return _by(who, _("You yielded"), _("{who} yielded"))
    if action == "flip":
        return _by(who, _("You flipped a jester"), _("{who} flipped a jester"))
    if action.startswith(">"):
        return _appointed(who, int(action[1:]), seat, callings)
    if action.startswith("-"):
        discarded = cards(action[1:].split("-"))
        return _by(who, _("You discarded {cards}"), _("{who} discarded {cards}"), cards=discarded)
    return _by(who, _("You played {cards}"), _("{who} played {cards}"), cards=cards(action.split("+"), "+"))


def _appointed(who: str, seat: int, of: int | None, callings: Sequence[str]) -> Text:
    if seat == of:
        return _by(who, _("You let yourself go next"), _("{who} let themselves go next"))
    if callings[seat] == you():
        return filled(_("{who} let you go next"), who=who)
    return _by(who, _("You let {other} go next"), _("{who} let {other} go next"), other=callings[seat])


def _signalled(who: str, signal: str) -> Text:
    if signal == "eager":
        return _by(who, _("You would like to go next"), _("{who} would like to go next"))
    return _by(who, _("You would rather not go next"), _("{who} would rather not go next"))


def _timed_out(who: str, agent: object) -> Text:
    told = _by(who, _("Your time is over"), _("{who}'s time is over"))
    return told.append(": ").append(_("{agent} plays this turn").format(agent=plain(agent))) if agent else told


def _caused(effect: Effect, event: GameEvent, callings: Sequence[str]) -> Text | None:
    """A part of the sentence; None for what goes without saying."""
    if effect.type_ == "turn" or (effect.type_ == "discard" and (event.action != "flip" or not effect.cards)):
        return None
    if effect.type_ == "draw":
        return _drawn(effect, callings[effect.seat or 0])
    phrase = _PHRASES.get(effect.type_)
    return phrase(effect) if phrase else Text(plain(effect.type_))


def _drawn(effect: Effect, who: str) -> Text:
    drawn = cards(effect.cards) if effect.cards else counted_cards(effect.count or 0)
    return _by(who, _("you drew {cards}"), _("{who} drew {cards}"), cards=drawn)


def _healed(effect: Effect) -> Text:
    number = effect.count or 0
    form = ngettext(
        "{count} discarded card back under the tavern", "{count} discarded cards back under the tavern", number
    )
    return Text(form.format(count=number) if number else _("no card to heal"))


def _defeated(effect: Effect) -> Text:
    exactly, form = _("{enemy} is defeated, exactly: it lies on top of the tavern"), _("{enemy} is defeated")
    return Text((exactly if effect.exact else form).format(enemy=the_enemy(str(effect.enemy))), "bold")


def _revealed(effect: Effect) -> Text:
    enemy = str(effect.enemy)
    return filled(_("next comes {enemy} ({card})"), enemy=the_enemy(enemy), card=card(enemy))


def _struck(effect: Effect) -> Text:
    strike = _("the enemy strikes for {amount}").format(amount=effect.amount)
    return Text(strike if effect.amount else _("its attack is warded off"))


def _over(effect: Effect) -> Text:
    over = known(f"over.{effect.outcome}", plain(effect.outcome))
    why = "" if effect.reason == "timeout" else f", {ending(str(effect.reason))}"  # that has just been said
    return Text(f"{over}{why}", "bold")


_PHRASES: Final[dict[str, Callable[[Effect], Text]]] = {
    "heal": _healed,
    "shield": lambda effect: Text(_("shields of {amount}").format(amount=effect.amount)),
    "damage": lambda effect: Text(_("{amount} damage").format(amount=effect.amount)),
    "defeat": _defeated,
    "reveal": _revealed,
    "strike": _struck,
    "discard": lambda effect: filled(_("the hand is discarded: {cards}"), cards=cards(effect.cards or [])),
    "cancel-immunity": lambda _effect: Text(_("the enemy is immune no more")),
    "over": _over,
}
