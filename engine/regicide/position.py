"""The position: a game at one moment, as a value that answers the questions of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import chain, pairwise
from operator import or_
from typing import Final, Self

from regicide.actions import Action
from regicide.cards import CARD_NAMES, ENEMIES, JESTERS, CardSet, card_names, card_set, members, rank, size
from regicide.combos import PLAYS
from regicide.course import course_faults
from regicide.deck import cards_in_game, deal
from regicide.errors import ImpossibleGame, ImpossiblePosition, RegicideError
from regicide.legality import (
    Refusal,
    legal_action_texts,
    legal_actions,
    loss_reason,
    may_flip,
    may_yield,
    why_illegal,
)
from regicide.notation import format_state, parse_state
from regicide.outcome import EndReason
from regicide.rulebook import ENEMIES_IN_CASTLE, FULL_HAND, SOLO_JESTERS, Phase, health_of
from regicide.state import GameState, initial_pools

_CASTLE_RANKS: Final = "JJJJQQQQKKKK"


def validate(state: GameState) -> None:
    """Raise ImpossiblePosition, with the first fault found, if no game can reach a state.

    The faults are in the table, or in the course of the game: cards that cannot have left the hands, the
    tavern or the discard pile, hearts powers that nothing can have caused, yields out of turn. `regicide.course` says
    what is not checked.
    """
    validate_table(state)
    for fault in course_faults(state):
        raise ImpossiblePosition(fault)


def validate_table(state: GameState) -> None:
    """Raise ImpossiblePosition, with the first fault found, if the parts of a state contradict each other.

    The faults are: a missing or duplicate card, an enemy out of order, a hand too large, a play that S1 does not allow,
    inconsistent pools, a phase that contradicts the rest.
    """
    for find_faults in (_seat_faults, _card_faults, _castle_faults, _pool_faults, _play_faults, _phase_faults):
        for fault in find_faults(state):
            raise ImpossiblePosition(fault)


def _seat_faults(state: GameState) -> Iterator[str]:
    players = state.players
    if players not in FULL_HAND:
        yield f"{players} hands: expected 1 to 4"
    if not 0 <= state.turn < players:
        yield f"it is the turn of seat {state.turn}: the seats are 0 to {players - 1}"
    if state.yielded_seats >> players:
        yield f"an unknown seat has yielded: the seats are 0 to {players - 1}"
    if state.yielded_seats == (1 << players) - 1:
        yield "every seat has yielded: the last one may not have"
    if state.jesters_left > (SOLO_JESTERS if players == 1 else 0):
        yield f"{state.jesters_left} jesters to flip: a solo game has two, other games have none"


def _card_faults(state: GameState) -> Iterator[str]:
    sets = (state.discard, *state.played, *state.hands)
    cards = [*state.castle, *state.tavern, *chain.from_iterable(map(members, sets))]
    united = card_set(cards)
    if size(united) < len(cards):
        yield f"more than once on the table: {', '.join(sorted({CARD_NAMES[c] for c in cards if cards.count(c) > 1}))}"
    if foreign := united & ~cards_in_game(state.players):
        yield f"not in a game of {state.players}: {_names(foreign)}"
    if missing := cards_in_game(state.players) & ~united:
        yield f"nowhere on the table: {_names(missing)}"


def _castle_faults(state: GameState) -> Iterator[str]:
    ranks = "".join(rank(card) for card in state.castle)
    if ranks != _CASTLE_RANKS[ENEMIES_IN_CASTLE - len(ranks) :]:
        yield f"the castle contains {ranks} from its top: expected the end of {_CASTLE_RANKS}"
    if card_set(state.tavern[: state.known_on_top]) & ~ENEMIES:
        yield "only enemies killed exactly can be known on top of the tavern"


def _pool_faults(state: GameState) -> Iterator[str]:
    """Faults of the pools: they partition the tavern and the hands, in the order of the tavern."""
    held = reduce(or_, state.hands, 0)
    faults = list(_partition_faults(state.hidden_pools, card_set(state.tavern) | held))
    yield from faults
    if not faults:
        yield from _pool_order_faults(state)
        yield from _draw_order_faults(state.hidden_pools, card_set(state.tavern[state.known_on_top :]), held)


def _partition_faults(pools: tuple[CardSet, ...], cards: CardSet) -> Iterator[str]:
    united = twice = 0
    for pool in pools:
        twice |= united & pool
        united |= pool
    if not all(pools):
        yield "a pool is empty"
    if twice:
        yield f"in two pools: {_names(twice)}"
    if foreign := united & ~cards:
        yield f"in a pool, but neither in the tavern nor in a hand: {_names(foreign)}"
    if missing := cards & ~united:
        yield f"in the tavern or in a hand, but in no pool: {_names(missing)}"


def _pool_order_faults(state: GameState) -> Iterator[str]:
    for card in state.tavern[: state.known_on_top]:
        if 1 << card not in state.hidden_pools:
            yield f"{CARD_NAMES[card]} is known on top of the tavern: it has to be a pool of its own"
    places = {card: place for place, pool in enumerate(state.hidden_pools) for card in members(pool)}
    for upper, lower in pairwise(state.tavern):
        if places[upper] > places[lower]:
            yield f"{CARD_NAMES[lower]} is under {CARD_NAMES[upper]} in the tavern, but its pool comes first"


def _draw_order_faults(pools: tuple[CardSet, ...], undrawn: CardSet, held: CardSet) -> Iterator[str]:
    """Cards are drawn pool by pool; only an enemy killed exactly is put on top of cards not drawn yet."""
    above = 0
    for pool in pools:
        if drawn := above and pool & held:
            yield f"in a hand, while cards of an earlier pool are in the tavern: {_names(drawn)}"
        above |= pool & undrawn


def _play_faults(state: GameState) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        if size(hand) > state.full_hand:
            yield f"seat {seat} holds {size(hand)} cards: a full hand is {state.full_hand}"
    for cards in state.played:
        if cards not in PLAYS:
            yield f"{'+'.join(card_names(cards))} has been played: S1 does not allow this play"
    if state.played and not state.castle:
        yield "cards are played, but the castle is empty"
    if state.castle and state.damage >= health_of(state.castle[0]):
        yield f"{CARD_NAMES[state.castle[0]]} has taken {state.damage}: it is defeated"


def _phase_faults(state: GameState) -> Iterator[str]:
    if state.phase is Phase.OVER:
        yield from _end_faults(state)
    elif not state.castle:
        yield "the castle is empty: the game is over"
    elif reason := loss_reason(state):
        yield f"the game is over: {reason}"
    if state.phase is Phase.SUFFER and not state.attack:
        yield "there is no damage to suffer: the enemy's attack is shielded to 0"
    if state.phase is Phase.SUFFER or state.reason is EndReason.CANNOT_COVER_DAMAGE:
        yield from _suffer_faults(state)
    if state.phase is Phase.APPOINT and not (state.played and state.played[-1] & JESTERS):
        yield "a player is to be appointed, but the last play is not a jester"


def _suffer_faults(state: GameState) -> Iterator[str]:
    """S4 follows a yield, or a play that deals damage."""
    dealt = state.played and not state.played[-1] & JESTERS
    if not dealt and not state.yielded_seats >> state.turn & 1:
        yield f"seat {state.turn} suffers damage, but has neither played nor yielded"


def _end_faults(state: GameState) -> Iterator[str]:
    if (state.reason is EndReason.LAST_KING) is bool(state.castle):
        yield "the game is won if and only if the castle is empty"
    before = {EndReason.CANNOT_COVER_DAMAGE: Phase.SUFFER, EndReason.CANNOT_PLAY_OR_YIELD: Phase.PLAY}
    for reason, phase in before.items():
        if state.reason is reason and loss_reason(state._replace(phase=phase)) is not reason:
            yield f"seat {state.turn} has not lost: {reason} does not hold"


def _names(cards: CardSet) -> str:
    return ", ".join(card_names(cards))


class Position(GameState):
    """A position. It is immutable: `regicide.apply` returns the next one.

    `str` gives its text, one line that contains all of it; `Position.parse` is the inverse. `Position.new` deals the
    first position of a game.

    >>> position = Position.new("open1/0", players=2)
    >>> position.turn, position.phase.value, len(position.legal_actions)
    (0, 'play', 19)
    >>> Position.parse(str(position)) == position
    True
    """

    __slots__ = ()

    @classmethod
    def new(cls, seed: str, players: int, first_player: int = 0) -> Self:
        """The position at the start of a game.

        Raises MalformedSeed; and ImpossibleGame unless there are 1 to 4 players and the first player is one of them.
        """
        dealt = deal(seed, players)
        if not 0 <= first_player < players:
            raise ImpossibleGame(f"invalid first player {first_player}: the seats are 0 to {players - 1}")
        return cls(
            seed=seed,
            phase=Phase.PLAY,
            turn=first_player,
            castle=dealt.castle,
            damage=0,
            shield=0,
            played=(),
            tavern=dealt.tavern,
            known_on_top=0,
            hidden_pools=initial_pools(dealt.tavern, 0, dealt.hands),
            discard=0,
            hands=dealt.hands,
            yielded_seats=0,
            jesters_left=SOLO_JESTERS if players == 1 else 0,
            heart_shuffles=0,
        )

    @classmethod
    def parse(cls, text: str, *, validate: bool = True) -> Self:
        """The position with this text; the fields may be in any order.

        Raises MalformedPosition for a text that does not have the form of a position; and ImpossiblePosition, with the
        fault, for a position that no game can reach. `validate=False` skips the latter check, for texts from `str`.
        """
        position = cls._make(parse_state(text))
        return position.validated() if validate else position

    def validated(self, *, course: bool = True) -> Self:
        """The position itself, if a game can reach it; with `course=False`, if its parts agree at this moment.

        Raises ImpossiblePosition with the fault otherwise. Not all positions that no game can reach are known: the
        fights before the last defeated enemy are not checked, nor whether `heals` is as large as they need, nor whether
        the order of the cards follows from the seed.
        """
        if course:
            validate(self)
        else:
            validate_table(self)
        return self

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; `outcome` is the result."""
        return self.phase is Phase.OVER

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action in a fixed order; empty when the game is over.

        All sets of cards that cover the damage are listed, not only the smallest (R2).
        """
        return legal_actions(self)

    @property
    def legal_action_texts(self) -> list[str]:
        """The texts of `legal_actions`; faster than `str` of each."""
        return legal_action_texts(self)

    @property
    def may_yield(self) -> bool:
        """Whether the current player may yield (R1, R6): not if all other players yielded on their last turn."""
        return may_yield(self)

    @property
    def may_flip(self) -> bool:
        """Whether a solo jester is left to flip."""
        return may_flip(self)

    def is_legal(self, action: Action) -> bool:
        """Whether an action is legal."""
        return why_illegal(self, action) is None

    def why_illegal(self, action: Action) -> Refusal | None:
        """Why an action is illegal; None if it is legal."""
        return why_illegal(self, action)

    def __str__(self) -> str:
        return format_state(self)

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"


class IllegalAction(RegicideError):
    """An action that the rules do not allow in a position. `refusal` gives the reason."""

    def __init__(self, position: Position, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.position = position
        self.refusal = refusal
