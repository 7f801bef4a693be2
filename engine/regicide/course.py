"""Whether the course of a game can lead to a table that is possible by itself; for positions that are set up by hand.

A game with such a position stays so: the faults follow from what every action keeps. Not checked is whether the fights
before the last defeated enemy were possible, whether `heals` is as large as they need, and whether the order of the
cards follows from the seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from regicide.cards import (
    CLUBS,
    DIAMONDS,
    ENEMIES,
    HEARTS,
    JESTERS,
    SUITS,
    Card,
    CardSet,
    card_names,
    card_set,
    members,
    rank,
    size,
    suit,
    value,
)
from regicide.deck import cards_in_game
from regicide.message import Message
from regicide.outcome import EndReason
from regicide.rulebook import JESTERS_IN_TAVERN, SOLO_JESTERS, Phase, attack_of, health_of
from regicide.state import GameState, damage_and_shield

_MOST_HEARTS: Final = {"J": 6, "Q": 8, "K": 9}
"""The most plays with hearts against an enemy, by its rank: 1 + 2 + … + 5 < 20, 1 + 2 + … + 7 < 30, 1 + … + 8 < 40."""
_BEFORE_THE_END: Final = {
    EndReason.CANNOT_COVER_DAMAGE: Phase.SUFFER,
    EndReason.CANNOT_PLAY_OR_YIELD: Phase.PLAY,
    EndReason.LAST_KING: Phase.APPOINT,
}
"""The phase whose facts hold when a game ends so; the last king falls to a play, as a jester is one."""


def course_faults(state: GameState) -> Iterator[Message]:
    """The faults of a state whose table is possible: what no course of a game leads to."""
    for find_faults in (_heal_faults, _tavern_faults, _discard_faults, _yield_faults, _hand_faults):
        yield from find_faults(state)


def _heal_faults(state: GameState) -> Iterator[Message]:
    """The number of hearts powers: at most as many as plays can have caused."""
    fought = [card for card in members(ENEMIES & ~card_set(state.castle)) if not _stays_immune(card, state.players)]
    most = sum(_MOST_HEARTS[rank(card)] for card in fought) + sum(1 for _, active in _plays(state) if active & HEARTS)
    if state.heart_shuffles > most:
        yield Message(
            "heals is {heals}: hearts were played at most {most} times against these enemies",
            heals=state.heart_shuffles,
            most=most,
        )


def _stays_immune(enemy: Card, players: int) -> bool:
    """Whether no hearts power works against an enemy: hearts without a jester that cancels the immunity."""
    return bool(1 << enemy & HEARTS) and not JESTERS_IN_TAVERN[players]


def _tavern_faults(state: GameState) -> Iterator[Message]:
    """Before an enemy is defeated, cards leave the tavern by diamonds and flips, and come back by hearts, alone."""
    taken = (state.players + _flips(state)) * state.full_hand
    dealt = size(cards_in_game(state.players) & ~ENEMIES) - taken
    least, most = max(0, dealt - _power(state, DIAMONDS)), dealt + _power(state, HEARTS)
    if not state.defeated and not least <= len(state.tavern) <= most:
        yield Message(
            "the tavern has {cards} cards: with no enemy defeated and these plays, expected {least} to {most}",
            cards=len(state.tavern),
            least=least,
            most=most,
        )


def _discard_faults(state: GameState) -> Iterator[Message]:
    """Only hearts take cards from the discard pile: until then it has those of the last fight, and those of strikes."""
    least = _worth_of_last_fight(state) + _worth_of_strikes(state)
    if value(state.discard) < least and not _power(state, HEARTS):
        yield Message(
            "the discard pile is worth {worth}: with the cards played against the last enemy and those discarded "
            "against strikes, expected at least {least}",
            worth=value(state.discard),
            least=least,
        )


def _worth_of_last_fight(state: GameState) -> int:
    """The least worth of the cards that defeated the last enemy, and of itself unless it was killed exactly.

    Clubs double what cards are worth. An enemy killed exactly is not discarded before a card is drawn.
    """
    if not state.defeated:
        return 0
    last_rank = "JQK"[(state.defeated - 1) // len(SUITS)]
    alike = card_set(card for card in members(ENEMIES & ~card_set(state.castle)) if rank(card) == last_rank)
    enemy = next(members(alike))
    buried = not (alike & ~state.discard or state.played or _flips(state))
    return health_of(enemy) // (2 if state.discard & CLUBS else 1) + attack_of(enemy) * buried


def _worth_of_strikes(state: GameState) -> int:
    """The strikes that were covered: after plays against the current enemy, or yields before the first play."""
    if not state.castle:
        return 0
    if not (state.played or state.defeated):
        return attack_of(state.castle[0]) * (size(state.yielded_seats) - (_phase(state) is not Phase.PLAY))
    covered = len(state.played) - (_phase(state) is Phase.OVER or _suffers_after_play(state))
    return sum(_strike_after(state, number) for number in range(covered))


def _strike_after(state: GameState, number: int) -> int:
    """The strike that follows a play: the attack that its spades and the earlier ones leave, none after a jester."""
    _, shield = damage_and_shield(state.castle[0], state.played[: number + 1])
    return 0 if state.played[number] & JESTERS else max(0, attack_of(state.castle[0]) - shield)


def _yield_faults(state: GameState) -> Iterator[Message]:
    """Yields follow one another from the first turn of a fight on; a play ends the seat's yield (R6)."""
    last, phase = _last_seat(state), _phase(state)
    if phase is Phase.APPOINT and state.yielded_seats >> state.turn & 1:
        yield Message("yielded contains seat {seat}, which has just played", seat=state.turn)
    if state.played or phase not in {Phase.PLAY, Phase.SUFFER}:
        return
    run = _run_of_yields(state, last)
    if not state.defeated and run != state.yielded_seats:
        yield Message(
            "yielded is {yielded}: before the first play, only the seats that have had their turn, up to seat {last}",
            yielded=",".join(map(str, members(state.yielded_seats))) or "empty",
            last=last,
        )
    elif not run and state.yielded_seats >> state.turn & 1:
        yield Message("yielded contains seat {seat}, which has just defeated an enemy", seat=state.turn)


def _run_of_yields(state: GameState, last: int) -> int:
    """The seats that yielded one after another, up to the last one, as a bit set."""
    run, bit = 0, 1 << last
    while state.yielded_seats & bit & ~run:
        run |= bit
        last = (last - 1) % state.players
        bit = 1 << last
    return run


def _hand_faults(state: GameState) -> Iterator[Message]:
    """Seats that have not yielded hold a full hand before the first play; a seat that has just played holds less."""
    last, plays = _last_seat(state), list(_plays(state))
    if not (plays or state.defeated):
        for seat, hand in enumerate(state.hands):
            if size(hand) < state.full_hand and not state.yielded_seats >> seat & 1:
                yield Message(
                    "seat {seat} holds {held} cards, and has neither played nor yielded: expected {full}",
                    seat=seat,
                    held=size(hand),
                    full=state.full_hand,
                )
    elif plays and _has_just_played(state, last) and not plays[-1][1] & DIAMONDS:
        cards, held = plays[-1][0], size(state.hands[last])
        if held + size(cards) > state.full_hand:
            yield Message(
                "seat {seat} holds {held} cards after it has played {cards}: a full hand is {full}",
                seat=last,
                held=held,
                cards="+".join(card_names(cards)),
                full=state.full_hand,
            )


def _has_just_played(state: GameState, last: int) -> bool:
    """Whether the last play is the last action but discards: no yield, flip or appointment came after it."""
    if _phase(state) is Phase.OVER or state.yielded_seats >> last & 1 or _flips(state):
        return False
    return _phase(state) is Phase.APPOINT or not state.played[-1] & JESTERS


def _suffers_after_play(state: GameState) -> bool:
    return _phase(state) is Phase.SUFFER and not state.yielded_seats >> state.turn & 1


def _phase(state: GameState) -> Phase:
    """The phase, or that before the end of the game if its reason says which it was."""
    return _BEFORE_THE_END.get(state.reason, state.phase) if state.reason else state.phase


def _last_seat(state: GameState) -> int:
    """The seat whose turn is the last one that has begun with an action."""
    return (state.turn - (_phase(state) is Phase.PLAY)) % state.players


def _flips(state: GameState) -> int:
    return SOLO_JESTERS - state.jesters_left if state.players == 1 else 0


def _plays(state: GameState) -> Iterator[tuple[CardSet, CardSet]]:
    """The plays against the current enemy, each with its cards whose suit powers worked."""
    immune = suit(state.castle[0]) if state.castle else 0
    for cards in state.played:
        if cards & JESTERS:
            immune = 0
        yield cards, cards & ~immune


def _power(state: GameState, of_suit: CardSet) -> int:
    """The sum of the powers of a suit against the current enemy."""
    return sum(value(cards) for cards, active in _plays(state) if active & of_suit)
