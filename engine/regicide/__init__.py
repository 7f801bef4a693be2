"""The rules of Regicide, a cooperative card game for 1 to 4 players.

A position is a value: `start` deals one from a seed, `legal_actions` lists what may be done, `act` gives the position
after an action. `view` is what one player may know of it, `redeal` a position that may be behind a view.
Cards, actions and positions have texts; each `parse_…` is the way back from `str`.

>>> from regicide import act, legal_actions, parse_action, start
>>> position = start(seed="open1/0", players=1)
>>> [str(action) for action in legal_actions(position)][:3]
['AC', '3C', '6C']
>>> act(position, parse_action("3C+AD")).damage
4
"""

from regicide.actions import FLIP, YIELD, Action, Kind, parse_action
from regicide.cards import Card, CardSet, parse_card, parse_cards
from regicide.deal import check_seed, commitment, deal, shuffle
from regicide.effects import Effect, told, told_in_full
from regicide.errors import (
    BrokenRecord,
    GameOver,
    IllegalAction,
    ImpossibleGame,
    ImpossiblePosition,
    ImpossibleView,
    MalformedAction,
    MalformedCard,
    MalformedPosition,
    MalformedRecord,
    MalformedSeed,
    MalformedText,
    RegicideError,
)
from regicide.legality import Refusal, Why, legal_actions, refusal
from regicide.notation import parse_position, read_position
from regicide.outcome import Outcome, Reason
from regicide.position import Position, start
from regicide.record import Step, record, replay, verify
from regicide.redeal import redeal, redeals
from regicide.rulebook import Phase
from regicide.sentence import Sentence
from regicide.turn import act, act_out, time_out
from regicide.view import View, view

__all__ = [
    "FLIP",
    "YIELD",
    "Action",
    "BrokenRecord",
    "Card",
    "CardSet",
    "Effect",
    "GameOver",
    "IllegalAction",
    "ImpossibleGame",
    "ImpossiblePosition",
    "ImpossibleView",
    "Kind",
    "MalformedAction",
    "MalformedCard",
    "MalformedPosition",
    "MalformedRecord",
    "MalformedSeed",
    "MalformedText",
    "Outcome",
    "Phase",
    "Position",
    "Reason",
    "Refusal",
    "RegicideError",
    "Sentence",
    "Step",
    "View",
    "Why",
    "act",
    "act_out",
    "check_seed",
    "commitment",
    "deal",
    "legal_actions",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_position",
    "read_position",
    "record",
    "redeal",
    "redeals",
    "refusal",
    "replay",
    "shuffle",
    "start",
    "time_out",
    "told",
    "told_in_full",
    "verify",
    "view",
]
