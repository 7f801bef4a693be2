"""The solver: lines of play that win with open cards, and proofs of late positions, against the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from builders import position

from regicide import Action, Position, apply, cards_in_game
from regicide.cards import card_names
from regicide_kernel.solver import Prover, Verdict, keeping_actions, winning_line

NO_LINE = {"final-1/13", "final-2/33", "final-5/27", "final-7/25"}
"""The deals of the 400 from `final-1/0` to `final-8/49` for two players that no line is known for: neither opening hand
has a diamond."""


@pytest.mark.costly
@pytest.mark.timeout(300)
def test_almost_all_deals_can_be_won_with_open_cards() -> None:
    """The line of each deal, which the engine plays to its end; a broader beam finds those that are left."""
    seeds = [
        f"final-{series}/{deal}" for series, deal in [(1, 13), (1, 43), (2, 33), *((3, deal) for deal in range(20))]
    ]
    lines = {seed: winning_line(Position.new(seed, 2)) or winning_line(Position.new(seed, 2), 300) for seed in seeds}
    assert {seed for seed, line in lines.items() if line is None} == NO_LINE & {*seeds}
    assert all(_is_won(_after(Position.new(seed, 2), line)) for seed, line in lines.items() if line)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_share_of_deals_that_can_be_won_is_known() -> None:
    """396 of 400 with two players, and more than nine in ten with other numbers."""
    seeds = [f"final-{series}/{deal}" for series in range(1, 9) for deal in range(50)]
    lost = {seed for seed in seeds if not _can_be_won(Position.new(seed, 2))}
    assert lost >= NO_LINE
    assert len(lost) <= len(NO_LINE) + 1  # one of them takes a beam of 30,000
    for players in (1, 3, 4):
        assert sum(_can_be_won(Position.new(f"solver/{deal}", players)) for deal in range(40)) > 36


def _can_be_won(deal: Position) -> bool:
    """Whether the engine plays a line to a win that one of three beams finds."""
    line = next(filter(None, (winning_line(deal, width) for width in (100, 300, 1000))), None)
    return line is not None and _is_won(_after(deal, line))


def _is_won(there: Position) -> bool:
    return there.outcome is not None and there.outcome.won


def _after(there: Position, actions: list[Action]) -> Position:
    for action in actions:
        there = apply(there, action)
    return there


def _can_win(there: Position, known: dict[Position, bool]) -> bool:
    """Whether any line wins, by a search through all of them."""
    if there.is_over:
        return _is_won(there)
    if there not in known:
        known[there] = any(_can_win(apply(there, action), known) for action in there.legal_actions)
    return known[there]


def late_positions(number: int) -> Iterator[Position]:
    """Positions of one to three players before the last king or the last two, with few cards in hands and tavern."""
    rng = Random("late")
    for _ in range(number):
        players = rng.randrange(1, 4)
        cards = [name for name in card_names(cards_in_game(players)) if name[0] != "K"]
        rng.shuffle(cards)
        kings = rng.sample(("KC", "KD", "KH", "KS"), 4)
        played = [name for name in cards if name[:-1] in {"8", "9", "10"} and name[-1] != "C"][: rng.randrange(1, 4)]
        cards = [name for name in cards if name not in played]
        hands = " / ".join(",".join(cards.pop() for _ in range(rng.randrange(1, 5))) for _ in range(players))
        tavern = ",".join(cards.pop() for _ in range(rng.choice((0, 0, 1, 2))))
        known = next(name for name in cards if name[0] in "JQ")
        found = position(
            hands,
            kings[0],
            played=",".join(played),
            tavern=f"{known}|{tavern}" if rng.randrange(2) else tavern,
            discard=",".join(kings[rng.choice((1, 1, 2)) :]),
            rest="discard",
            **({"flips": rng.randrange(2)} if players == 1 else {}),
        )
        if not found.is_over:
            yield found


def test_the_beam_finds_the_actions_that_keep_a_win() -> None:
    """Those after which a search through all lines finds a win, in positions of both kinds."""
    kept, number = 0, 0
    for there in late_positions(25):
        found = keeping_actions(there)
        assert found == [action for action in there.legal_actions if _can_win(apply(there, action), {})]
        kept, number = kept + len(found), number + len(there.legal_actions)
    assert 0 < kept < number
    with pytest.raises(ValueError, match="the game is over"):
        winning_line(_after(position("KD", "KC", played="10S,10H", discard="KH,KS"), [Action.parse("KD")]))


def test_a_proof_holds_for_every_order_of_the_cards() -> None:
    """After an action that wins, the engine plays one line to a win in every order; after one that loses, none wins."""
    prover, seen = Prover(20_000), Counter[Verdict]()
    for there in late_positions(60):
        for action, verdict in prover.verdicts(there).items():
            seen[verdict] += 1
            after = apply(there, action)
            line = [] if after.is_over or verdict is Verdict.OPEN else prover.line(after)
            for other in _orders(there):
                if verdict is Verdict.WINS:
                    assert _is_won(_after(other, [action, *line])), (str(there), str(action))
                elif verdict is Verdict.LOSES:
                    assert not _can_win(apply(other, action), {}), (str(there), str(action))
    assert min(seen[verdict] for verdict in Verdict) > 20, seen


def _orders(there: Position) -> Iterator[Position]:
    """A position with the cards of its tavern in every order, and with hearts that heal other cards."""
    known = there.known_on_top
    for number, rest in enumerate(permutations(there.tavern[known:])):
        yield there._replace(tavern=(*there.tavern[:known], *rest), seed=f"order-{number}")


def test_a_line_of_a_lost_position_comes_closest_to_a_win() -> None:
    """Nine of spades before ten of clubs leave the king one point of health; the line ends there."""
    there = position("10C,9S,2C", "KC", played="10S,10H", discard="KD,KH,KS", rest="discard", flips=0)
    after = _after(there, Prover(1000).line(there))
    assert (after.damage, _is_won(after)) == (39, False)
    with pytest.raises(ValueError, match="the position is open"):
        Prover(1000).line(position("10D,9D,2D", "KC", discard="KD,KH,KS", flips=0))
