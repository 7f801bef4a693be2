"""The position: everything there is to know about a game at one moment, as a value."""

from __future__ import annotations

from typing import NamedTuple

from regicide.cards import CODES, JESTERS, Card, CardSet, card_set, codes, members
from regicide.deal import deal
from regicide.errors import ImpossibleGame
from regicide.outcome import GRADES, Outcome, Reason
from regicide.rulebook import ENEMIES_IN_CASTLE, FULL_HAND, SOLO_FLIPS, Phase, attack_of


class Position(NamedTuple):
    """A position; `regicide.act` gives the next one and changes nothing.

    Decks are tuples of cards from the top; hands and the discard pile are sets of cards. `str` gives its text, one line
    that holds all of it; `regicide.parse_position` is the way back.
    """

    seed: str
    """The seed of the deal; the shuffles of the hearts powers still to come depend on it."""
    phase: Phase
    turn: int
    """The seat to act; when the game is over, the seat that the outcome names."""
    castle: tuple[Card, ...]
    """The castle deck; its top card is the current enemy."""
    damage: int
    """What the current enemy has taken."""
    shield: int
    """The spades that count against the current enemy."""
    played: tuple[CardSet, ...]
    """The plays against the current enemy, the first one first."""
    tavern: tuple[Card, ...]
    known: int
    """How many cards on top of the tavern everyone knows: enemies killed exactly and not drawn yet (R8)."""
    pools: tuple[CardSet, ...]
    """The cards of the tavern and the hands by where they come from, in the order of the tavern, top first: an enemy
    killed exactly, what is left of the first deal, what each hearts power healed (R7). All know which pool a card is
    drawn from; who has not seen it cannot tell it from the others of its pool."""
    discard: CardSet
    hands: tuple[CardSet, ...]
    yielded: int
    """The seats whose last turn was a yield (R6), as a bit set."""
    flips: int
    """The solo jesters not flipped yet."""
    heals: int
    """The hearts powers so far that immunity did not block: the number of the next one's shuffle."""
    reason: Reason | None = None
    """Why the game is over, if it is."""

    @property
    def players(self) -> int:
        """How many play, 1 to 4."""
        return len(self.hands)

    @property
    def full_hand(self) -> int:
        """How many cards a hand holds at the most."""
        return FULL_HAND[len(self.hands)]

    @property
    def enemy(self) -> Card | None:
        """The current enemy; None once the last king is defeated."""
        return self.castle[0] if self.castle else None

    @property
    def attack(self) -> int:
        """What the current enemy strikes for, shields taken off, never below 0; 0 where there is none."""
        return max(0, attack_of(self.castle[0]) - self.shield) if self.castle else 0

    @property
    def defeated(self) -> int:
        """How many enemies have fallen."""
        return ENEMIES_IN_CASTLE - len(self.castle)

    @property
    def immunity_cancelled(self) -> bool:
        """Whether a jester has been played against the current enemy."""
        return any(cards & JESTERS for cards in self.played)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self.reason is None:
            return None
        won = self.reason is Reason.LAST_KING
        grade = GRADES[self.flips] if won and self.players == 1 else None
        return Outcome(won, self.reason, self.turn, self.defeated, grade)

    def __str__(self) -> str:
        """The canonical text, see `regicide.notation`."""
        fields = {
            "phase": self.phase if self.reason is None else f"{self.phase}:{self.reason}",
            "turn": self.turn,
            "castle": ",".join([CODES[card] for card in self.castle]),
            "played": ",".join(["+".join(codes(cards)) for cards in self.played]),
            "tavern": self._tavern_text(),
            **self._pools_field(),
            "discard": ",".join(codes(self.discard)),
            "hands": "/".join([",".join(codes(hand)) for hand in self.hands]),
            "yielded": ",".join(map(str, members(self.yielded))),
            "flips": self.flips,
            "heals": self.heals,
            "seed": self.seed,
        }
        return " ".join([f"{name}={text}" for name, text in fields.items()])

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def _tavern_text(self) -> str:
        known = [f"{CODES[card]}|" for card in self.tavern[: self.known]]
        return "".join(known) + ",".join([CODES[card] for card in self.tavern[self.known :]])

    def _pools_field(self) -> dict[str, str]:
        if self.pools == dealt_pools(self.tavern, self.known, self.hands):
            return {}
        return {"pools": "/".join([",".join(codes(pool)) for pool in self.pools])}


def dealt_pools(tavern: tuple[Card, ...], known: int, hands: tuple[CardSet, ...]) -> tuple[CardSet, ...]:
    """The pools where nothing was healed: the enemies that everyone knows on top, and all the rest is of the deal."""
    rest = card_set(tavern[known:])
    for hand in hands:
        rest |= hand
    return (*[1 << card for card in tavern[:known]], *([rest] if rest else []))


def start(seed: str, players: int, first_player: int = 0) -> Position:
    """The position at the start of a game.

    Raises MalformedSeed, or ImpossibleGame for a number of players other than 1 to 4 or a first player without a seat.
    """
    dealt = deal(seed, players)
    if not 0 <= first_player < players:
        raise ImpossibleGame(f"seat {first_player} cannot begin: the seats are 0 to {players - 1}")
    return Position(
        seed=seed,
        phase=Phase.PLAY,
        turn=first_player,
        castle=dealt.castle,
        damage=0,
        shield=0,
        played=(),
        tavern=dealt.tavern,
        known=0,
        pools=dealt_pools(dealt.tavern, 0, dealt.hands),
        discard=0,
        hands=dealt.hands,
        yielded=0,
        flips=SOLO_FLIPS if players == 1 else 0,
        heals=0,
    )
