"""The position: a game at one moment, as a value that answers the questions of the rules."""

from __future__ import annotations

from typing import Self

from regicide.actions import Action
from regicide.deck import deal
from regicide.errors import ImpossibleGame, RegicideError
from regicide.legality import (
    Refusal,
    legal_action_texts,
    legal_actions,
    may_flip,
    may_yield,
    why_illegal,
)
from regicide.notation import format_state, parse_state
from regicide.rulebook import SOLO_JESTERS, Phase
from regicide.state import GameState, initial_pools
from regicide.validity import validate, validate_table


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
