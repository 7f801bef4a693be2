"""`regicide study`: plays on from a moment of a finished game or of a record."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from gettext import gettext as _
from typing import Any, Final
from urllib.parse import quote, urlencode

import regicide
from regicide_client import CreateGameRequest
from regicide_terminal.credentials import HeldSeat
from regicide_terminal.options import StudyOptions, wrong_number_of_bots
from regicide_terminal.output import UserError, print_line
from regicide_terminal.seats import create_study, first_session, save_new_seats
from regicide_terminal.session import play
from regicide_terminal.verify import load_record

PUZZLE_PATH: Final = "/#/puzzle"
"""The page of the web client that plays on from a moment."""

MAX_LINK_CHARS: Final = 100_000
"""A link has all actions before its moment."""


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


def run(options: StudyOptions) -> int:
    """Play on, and print the link to the moment; return the same exit codes as `regicide play`."""
    links: list[str] = []
    code = play(options, lambda: _begin(options, links), offers_rematch=False)
    if links:
        print_line(_("This moment in the browser:"), sys.stdout)
        print_line(links[0], sys.stdout, MAX_LINK_CHARS)
    return code


def _begin(options: StudyOptions, links: list[str]) -> list[HeldSeat]:
    """Create the game; return the seats of the player, and add its link. Raises UserError, ApiError and OSError."""
    server = options.server_url
    with first_session(server) as session:
        moment = moment_after(load_record(options.source, session), options.move)
        seat = own_seat(options, moment)
        created = create_study(session, study_request(options, moment, seat))
    links.append(moment.puzzle_url(server, seat))
    return save_new_seats(server, created)


def own_seat(options: StudyOptions, moment: Moment) -> int:
    """Return the player's seat: the chosen one, or the one to act. Raises UserError if there is none of this number."""
    if options.seat is None:
        return moment.turn
    if options.seat >= moment.players:
        form = _("invalid seat {seat}: expected 0 to {last}")
        raise UserError(form.format(seat=options.seat, last=moment.players - 1))
    return options.seat


def study_request(options: StudyOptions, moment: Moment, own: int) -> CreateGameRequest:
    """Return the request for a game from a moment on. Raises UserError for a wrong number of bots."""
    request = {"players": moment.players, **moment.beginning}
    if not options.bots:
        return CreateGameRequest.from_dict(request)
    others = moment.players - 1
    if not others:
        raise UserError(_("a solo game has no other seats: remove {argument}").format(argument="--bot"))
    if wrong := wrong_number_of_bots(options.bots, others):
        raise UserError(wrong)
    seats: list[dict[str, str | None]] = [{"agent": bot} for bot in ([*options.bots] * others)[:others]]
    seats.insert(own, {"name": options.name})
    return CreateGameRequest.from_dict(request | {"seats": seats})
