"""Moments of recorded games, from which a game is played on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from gettext import gettext as _
from typing import Any, Final
from urllib.parse import quote, urlencode

import regicide
from regicide_terminal.output import UserError

PUZZLE_PATH: Final = "/#/puzzle"
"""The page of the web client that plays on from a moment."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game.

    `beginning` has the members of the request for a game that begins there: the seed and the actions before the
    moment, or the position if the recorded game began at one. `turn` is the seat to act.
    """

    players: int
    beginning: Mapping[str, Any]
    turn: int

    def puzzle_url(self, server: str, seat: int) -> str:
        """Return the link to the moment in the web client of a server, for the player at a seat."""
        begun = dict(self.beginning)
        parts = {"players": self.players, "seed": begun.get("seed"), "first": begun.get("first_player")}
        parts |= {"actions": ",".join(begun.get("actions", [])), "position": begun.get("position"), "seat": seat}
        given = {name: part for name, part in parts.items() if part not in (None, "")}
        return f"{server}{PUZZLE_PATH}?{urlencode(given, quote_via=quote, safe=',+')}"


def moment_after(record: Mapping[str, Any], actions: int) -> Moment:
    """Return the moment after the first actions of a verified record. Raises UserError if there is nothing to play."""
    texts = [record["start"], *[event["position"] for event in record["events"]]]
    last = len(texts) - 1 - regicide.Position.parse(texts[-1]).is_over
    if not 0 <= actions <= last:
        form = _("invalid move {move}: expected 0 (the deal) to {last}, the last one after which the game went on")
        raise UserError(form.format(move=actions, last=last))
    position = regicide.Position.parse(texts[actions])
    return Moment(position.players, _beginning(record, texts[actions], actions), position.turn)


def _beginning(record: Mapping[str, Any], position: str, actions: int) -> dict[str, Any]:
    if record.get("beginning") == "position":
        return {"position": position}
    played = [str(event["action"]) for event in record["events"][:actions]]
    given = {"actions": played} if played else {}
    return {"seed": record["seed"], "first_player": record["first_player"], **given}
