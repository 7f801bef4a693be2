"""A turn: the steps S1 to S4 of the rulebook, run over a copy of the position."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from regicide.actions import Action, Kind
from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, Card, CardSet, card_set, members, size, suit, value
from regicide.deal import shuffle
from regicide.effects import (
    CancelImmunity,
    Damage,
    Defeat,
    Discard,
    Draw,
    Effect,
    Heal,
    Over,
    Reveal,
    Shield,
    Strike,
    Turn,
)
from regicide.errors import GameOver, IllegalAction
from regicide.legality import loss, refusal
from regicide.outcome import Reason
from regicide.position import Position
from regicide.rulebook import Phase, attack_of, health_of


def act(position: Position, action: Action) -> Position:
    """The position after an action of the player whose turn it is.

    Raises IllegalAction, with the reason, for an action that the rules refuse, and GameOver when the game has ended.
    """
    return act_out(position, action)[0]


def act_out(position: Position, action: Action) -> tuple[Position, tuple[Effect, ...]]:
    """The position after an action, and all that the action caused.

    Raises what `act` raises.
    """
    if position.phase is Phase.OVER:
        raise GameOver("the game is over")
    if refused := refusal(position, action):
        raise IllegalAction(position, refused)
    copy = _Copy(position)
    copy.take(action)
    if lost := loss(copy.position()):
        copy.end(lost)
    after = copy.position()
    if after.outcome:
        copy.effects.append(Over(after.outcome))
    return after, tuple(copy.effects)


def time_out(position: Position) -> tuple[Position, tuple[Effect, ...]]:
    """The position after the seat to act has let its time run out, which loses the game; and what that caused.

    Raises GameOver.
    """
    if position.phase is Phase.OVER:
        raise GameOver("the game is over")
    copy = _Copy(position)
    copy.end(Reason.TIMEOUT)
    after = copy.position()
    return after, (Over(after.outcome),) if after.outcome else ()


class _Copy:
    """A position in the making: the table as it is while a turn is carried out."""

    __slots__ = (
        "castle",
        "damage",
        "discard",
        "effects",
        "flips",
        "full_hand",
        "hands",
        "heals",
        "known",
        "phase",
        "played",
        "reason",
        "seed",
        "shield",
        "tavern",
        "turn",
        "yielded",
    )

    def __init__(self, position: Position) -> None:
        (
            self.seed,
            self.phase,
            self.turn,
            self.castle,
            self.damage,
            self.shield,
            self.played,
            self.tavern,
            self.known,
            self.discard,
            hands,
            self.yielded,
            self.flips,
            self.heals,
            self.reason,
        ) = position
        self.hands = list(hands)
        self.full_hand = position.full_hand
        self.effects: list[Effect] = []

    def position(self) -> Position:
        """The table as a value."""
        return Position(
            self.seed,
            self.phase,
            self.turn,
            self.castle,
            self.damage,
            self.shield,
            self.played,
            self.tavern,
            self.known,
            self.discard,
            tuple(self.hands),
            self.yielded,
            self.flips,
            self.heals,
            self.reason,
        )

    def take(self, action: Action) -> None:
        """Carry out a legal action, and what follows from it without a choice."""
        match action.kind:
            case Kind.PLAY if action.cards & JESTERS:
                self.play_jester(action.cards)
            case Kind.PLAY:
                self.play_cards(action.cards)
            case Kind.YIELD:
                self.yield_turn()
            case Kind.DISCARD:
                self.discard_from_hand(action.cards)
                self.begin_turn((self.turn + 1) % len(self.hands))
            case Kind.APPOINT:
                self.begin_turn(action.seat)
            case Kind.FLIP:
                self.flip_jester()

    # S1: play or yield

    def play_cards(self, cards: CardSet) -> None:
        """Play cards, their suits' powers, the damage, and, if the enemy still stands, its attack (S1 to S4)."""
        self.lay_down(cards)
        powers = self.powers_of(cards)
        self.activate(powers, value(cards))
        self.deal_damage(value(cards) * (2 if powers & CLUBS else 1))
        if self.damage >= health_of(self.castle[0]):
            self.defeat_enemy()
        else:
            self.suffer()

    def play_jester(self, jester: CardSet) -> None:
        """Play a jester: no S3 and no S4; the player is to choose who goes next."""
        if not self.immunity_cancelled():
            self.cancel_immunity()
        self.lay_down(jester)
        self.phase = Phase.APPOINT

    def yield_turn(self) -> None:
        """Yield: no S2 and no S3, only the damage is suffered."""
        self.yielded |= 1 << self.turn
        self.suffer()

    def lay_down(self, cards: CardSet) -> None:
        """Move cards from the hand to the table, where they lie until the enemy is defeated (R9)."""
        self.hands[self.turn] &= ~cards
        self.played += (cards,)
        self.yielded &= ~(1 << self.turn)

    # S2: suit powers

    def powers_of(self, cards: CardSet) -> CardSet:
        """The cards whose suit powers work: all that the enemy is not immune to."""
        return cards if self.immunity_cancelled() else cards & ~suit(self.castle[0])

    def immunity_cancelled(self) -> bool:
        """Whether a jester lies against the enemy."""
        return any(cards & JESTERS for cards in self.played)

    def activate(self, powers: CardSet, attack: int) -> None:
        """Let each suit work once at the full attack value, hearts before diamonds."""
        if powers & HEARTS:
            self.heal(attack)
        if powers & DIAMONDS:
            self.draw(attack)
        if powers & SPADES:
            self.raise_shield(attack)

    def heal(self, attack: int) -> None:
        """Shuffle the discard pile and put as many of its cards as the attack value under the tavern."""
        healed = shuffle(self.seed, f"hearts-{self.heals}", members(self.discard))[:attack]
        self.heals += 1
        self.discard &= ~card_set(healed)
        self.tavern += tuple(healed)
        self.effects.append(Heal(len(healed)))

    def draw(self, attack: int) -> None:
        """Let the players draw one card each in turn, the current one first; a full hand is skipped."""
        seats = deque(self.clockwise())
        drawn = dict.fromkeys(seats, 0)
        for card in self.tavern[:attack]:
            while seats and size(self.hands[seats[0]]) == self.full_hand:
                seats.popleft()
            if not seats:
                break
            self.hands[seats[0]] |= 1 << card
            drawn[seats[0]] |= 1 << card
            seats.rotate(-1)
        self.leave_tavern(drawn)

    def clockwise(self) -> Iterator[int]:
        """The seats in the order of play, the current one first."""
        players = len(self.hands)
        return ((self.turn + step) % players for step in range(players))

    def leave_tavern(self, drawn: dict[int, CardSet]) -> None:
        """Take the drawn cards off the tavern, and tell each seat's draw."""
        count = sum(map(size, drawn.values()))
        self.tavern = self.tavern[count:]
        self.known = max(0, self.known - count)
        self.effects += [Draw(seat, cards) for seat, cards in drawn.items() if cards]

    def raise_shield(self, amount: int) -> None:
        """Let spades count against the enemy for as long as it stands."""
        self.shield += amount
        self.effects.append(Shield(amount))

    def cancel_immunity(self) -> None:
        """Cancel the enemy's immunity: spades played before the jester begin to count, clubs do not."""
        self.effects.append(CancelImmunity())
        blocked = sum(value(cards) for cards in self.played if cards & SPADES & suit(self.castle[0]))
        if blocked:
            self.raise_shield(blocked)

    # S3: damage, and is the enemy defeated?

    def deal_damage(self, amount: int) -> None:
        """Let the enemy take damage."""
        self.damage += amount
        self.effects.append(Damage(amount))

    def defeat_enemy(self) -> None:
        """Clear the table of the enemy; the same player begins a new turn against the next one, or all have won."""
        enemy, exact = self.castle[0], self.damage == health_of(self.castle[0])
        self.effects.append(Defeat(enemy, exact))
        self.bury(enemy, exact)
        self.castle = self.castle[1:]
        self.damage, self.shield, self.played = 0, 0, ()
        if self.castle:
            self.effects.append(Reveal(self.castle[0]))
            self.begin_turn(self.turn)
        else:
            self.end(Reason.LAST_KING)

    def bury(self, enemy: Card, exact: bool) -> None:
        """Put the enemy on the discard pile, or on the tavern if killed exactly, and all played cards on the pile."""
        for cards in self.played:
            self.discard |= cards
        if exact:
            self.tavern = (enemy, *self.tavern)
            self.known += 1
        else:
            self.discard |= 1 << enemy

    # S4: suffer damage

    def suffer(self) -> None:
        """Let the enemy attack the current player."""
        strike = max(0, attack_of(self.castle[0]) - self.shield)
        self.effects.append(Strike(strike))
        if strike == 0:
            self.begin_turn((self.turn + 1) % len(self.hands))
        else:
            self.phase = Phase.SUFFER

    def discard_from_hand(self, cards: CardSet) -> None:
        """Move cards from the current player's hand to the discard pile."""
        self.hands[self.turn] &= ~cards
        self.discard |= cards
        self.effects.append(Discard(cards))

    # Between turns

    def begin_turn(self, seat: int) -> None:
        """Let a seat begin a turn at S1."""
        self.turn, self.phase = seat, Phase.PLAY
        self.effects.append(Turn(seat))

    def flip_jester(self) -> None:
        """Solo: discard the hand and refill it; no draw of diamonds, and no immunity is cancelled."""
        self.flips -= 1
        self.discard_from_hand(self.hands[self.turn])
        self.draw(self.full_hand)

    def end(self, reason: Reason) -> None:
        """End the game."""
        self.phase, self.reason = Phase.OVER, reason
