"""The rules of Regicide, a cooperative card game for 1 to 4 players.

A `Position` is an immutable value. `Position.new` deals one from a seed, its properties answer the questions of the
rules, and `apply` returns the position after an action:

>>> import regicide
>>> position = regicide.Position.new("long-live-the-king", players=2)
>>> regicide.card_name(position.enemy), regicide.card_names(position.hands[0])
('JD', ['AD', '3D', '4D', '2H', '3H', '6H', '9S'])
>>> action = regicide.Action.parse("9S")
>>> position.is_legal(action), len(position.legal_actions)
(True, 15)
>>> position, effects = regicide.step(position, action)
>>> [effect.to_json(viewer=0) for effect in effects]
[{'type': 'shield', 'amount': 9}, {'type': 'damage', 'amount': 9}, {'type': 'strike', 'amount': 1}]
>>> position.phase.value, position.attack, position.is_over
('suffer', 1, False)
>>> refusal = position.why_illegal(regicide.Action.parse("yield"))
>>> print(refusal.rule, refusal.detail)
S4 seat 0 has to discard cards against the damage now

`apply` returns the position alone. Cards, actions and positions have canonical texts: `str` (`card_name` for a card)
writes them, `Action.parse` and `Position.parse` (`parse_card`) read them.

>>> regicide.Position.parse(str(position)) == position
True

`observe` returns what one seat may know of a position, as JSON; `sample_position` a random position that is consistent
with such a view, for search:

>>> from random import Random
>>> view = regicide.observe(position, 1)
>>> guess = regicide.sample_position(view, Random(7))
>>> guess.hands == position.hands, regicide.observe(guess, 1) == view
(False, True)

`preview` tells what follows from an action, as far as its player may know:

>>> foreseen = regicide.preview(regicide.observe(regicide.Position.new("long-live-the-king", 2), 0), action)
>>> foreseen["shield"], foreseen["strike"], foreseen["covers"]
(9, 1, 'yes')

Further public modules: `regicide.cards` (sets of cards), `regicide.rulebook` (constants of the rules),
`regicide.combos` (the plays of a hand) and `regicide.effects` (the types of effects). Everything else is internal.
"""

from regicide.action_preview import Coverage, Preview, preview, previews
from regicide.actions import FLIP, YIELD, Action, ActionKind
from regicide.cards import Card, CardSet, card_name, card_names, parse_card, parse_cards
from regicide.deck import Deal, cards_in_game, commitment, deal, numbered_deal, shuffle, validate_seed
from regicide.determinization import parse_view, sample_position, sample_positions
from regicide.effects import OMNISCIENT, Effect
from regicide.errors import (
    BrokenRecord,
    GameOver,
    ImpossibleGame,
    ImpossiblePosition,
    ImpossibleView,
    MalformedAction,
    MalformedCard,
    MalformedNonce,
    MalformedPosition,
    MalformedRecord,
    MalformedSeed,
    MalformedText,
    NoPreview,
    RegicideError,
)
from regicide.information_set import InformationSet, Pool
from regicide.legality import IllegalReason, Refusal
from regicide.message import Message
from regicide.observation import EnemyView, SeatView, UnseenPool, View, observe
from regicide.outcome import EndReason, GameResult, Outcome
from regicide.position import IllegalAction, Position
from regicide.record import Step, game_record, replay, verify_record
from regicide.rulebook import Phase
from regicide.state import GameState
from regicide.turn import apply, give_up, step, time_out

__all__ = [
    "FLIP",
    "OMNISCIENT",
    "YIELD",
    "Action",
    "ActionKind",
    "BrokenRecord",
    "Card",
    "CardSet",
    "Coverage",
    "Deal",
    "Effect",
    "EndReason",
    "EnemyView",
    "GameOver",
    "GameResult",
    "GameState",
    "IllegalAction",
    "IllegalReason",
    "ImpossibleGame",
    "ImpossiblePosition",
    "ImpossibleView",
    "InformationSet",
    "MalformedAction",
    "MalformedCard",
    "MalformedNonce",
    "MalformedPosition",
    "MalformedRecord",
    "MalformedSeed",
    "MalformedText",
    "Message",
    "NoPreview",
    "Outcome",
    "Phase",
    "Pool",
    "Position",
    "Preview",
    "Refusal",
    "RegicideError",
    "SeatView",
    "Step",
    "UnseenPool",
    "View",
    "apply",
    "card_name",
    "card_names",
    "cards_in_game",
    "commitment",
    "deal",
    "game_record",
    "give_up",
    "numbered_deal",
    "observe",
    "parse_card",
    "parse_cards",
    "parse_view",
    "preview",
    "previews",
    "replay",
    "sample_position",
    "sample_positions",
    "shuffle",
    "step",
    "time_out",
    "validate_seed",
    "verify_record",
]
