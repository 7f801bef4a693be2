"""What happened, in sentences: one for each event, with all that it caused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.text import Text

from regicide_client import GameEvent
from regicide_client.generated.models import Effect
from regicide_terminal.words import YOU, acting, card, cards, counted, enemy_name, plain

ENDINGS: Final = {
    "last-king": "the last king is defeated",
    "cannot-cover-damage": "the hand could not cover the damage",
    "cannot-play-or-yield": "there was nothing to play, and no yielding",
    "timeout": "the time was up",
}
"""Why a game ended, by the code."""


def sentence(event: GameEvent, callings: Sequence[str]) -> Text:
    """What happened: who did what, and what came of it."""
    told = _deed(event, callings)
    caused = [phrase for effect in event.effects or [] if (phrase := _caused(effect, event, callings))]
    told.append(": " if caused else "").append_text(Text("; ").join(caused))
    return _capital(told.append("."))


def since_last_turn(events: Sequence[GameEvent], you: int | None) -> Sequence[GameEvent]:
    """The events from the last action that you took yourself; all of them if there is none."""
    ours = [i for i, event in enumerate(events) if event.type_ == "action" and event.seat == you and not event.agent]
    return events[ours[-1] if ours else 0 :]


def ending(reason: str) -> str:
    """Why the game ended, in words."""
    return ENDINGS.get(reason, plain(reason))


def _deed(event: GameEvent, callings: Sequence[str]) -> Text:
    who = Text(acting(callings[event.seat], event.agent if event.type_ == "action" else None))
    match event.type_:
        case "action":
            return who.append_text(_act(str(event.action), None if event.agent else event.seat, callings))
        case "seat-taken":
            return who.append(" sat down")
        case "signal":
            return who.append(" would like to go next" if event.signal == "eager" else " would rather not go next")
        case "timeout":
            who.append("r time is over" if who.plain == YOU else "'s time is over")
            return who.append(f": {plain(event.agent)} plays this turn" if event.agent else "")
        case other:
            return who.append(f": {plain(other)}")


def _act(action: str, seat: int | None, callings: Sequence[str]) -> Text:
    if action == "yield":
        return Text(" yielded")
    if action == "flip":
        return Text(" flipped a jester")
    if action.startswith(">"):
        return Text(f" let {_object(callings, int(action[1:]), seat)} go next")
    if action.startswith("-"):
        return Text(" discarded ").append_text(cards(action[1:].split("-")))
    return Text(" played ").append_text(cards(action.split("+"), "+"))


def _object(callings: Sequence[str], seat: int, of: int | None) -> str:
    """Whom a sentence of somebody (None: of a stand-in) is about, where they can do something to themselves."""
    if seat == of:
        return "yourself" if callings[seat] == YOU else "themselves"
    return callings[seat]


def _caused(effect: Effect, event: GameEvent, callings: Sequence[str]) -> Text | None:
    """A part of the sentence; None for what goes without saying."""
    if effect.type_ == "turn" or (effect.type_ == "discard" and (event.action != "flip" or not effect.cards)):
        return None
    if effect.type_ == "draw":
        return _drawn(effect, callings[effect.seat or 0])
    phrase = _PHRASES.get(effect.type_)
    return phrase(effect) if phrase else Text(plain(effect.type_))


def _drawn(effect: Effect, who: str) -> Text:
    drawn = cards(effect.cards) if effect.cards else Text(counted(effect.count or 0, "card"))
    return Text(f"{who} drew ").append_text(drawn)


def _healed(effect: Effect) -> Text:
    number = effect.count or 0
    return Text(f"{counted(number, 'discarded card')} back under the tavern" if number else "no card to heal")


def _defeated(effect: Effect) -> Text:
    how = ", exactly: it lies on top of the tavern" if effect.exact else ""
    return Text(f"the {enemy_name(str(effect.enemy))} is defeated{how}", "bold")


def _revealed(effect: Effect) -> Text:
    enemy = str(effect.enemy)
    return Text(f"next comes the {enemy_name(enemy)} (").append_text(card(enemy)).append(")")


def _struck(effect: Effect) -> Text:
    return Text(f"the enemy strikes for {effect.amount}" if effect.amount else "its attack is warded off")


def _over(effect: Effect) -> Text:
    why = "" if effect.reason == "timeout" else f", {ending(str(effect.reason))}"  # that has just been said
    return Text(f"the game is {plain(effect.outcome)}{why}", "bold")


_PHRASES: Final[dict[str, Callable[[Effect], Text]]] = {
    "heal": _healed,
    "shield": lambda effect: Text(f"shields of {effect.amount}"),
    "damage": lambda effect: Text(f"{effect.amount} damage"),
    "defeat": _defeated,
    "reveal": _revealed,
    "strike": _struck,
    "discard": lambda effect: Text("the hand is discarded: ").append_text(cards(effect.cards or [])),
    "cancel-immunity": lambda _: Text("the enemy is immune no more"),
    "over": _over,
}


def _capital(text: Text) -> Text:
    """The sentence with a capital, if it begins with "you" or "your": names stay as they are written."""
    return Text("Y").append_text(text[1:]) if text.plain.startswith((f"{YOU} ", f"{YOU}r ")) else text
