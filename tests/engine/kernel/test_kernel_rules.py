"""The rules of the kernel are those of the engine."""

from __future__ import annotations

import json
from random import Random
from statistics import fmean, stdev

import pytest
from builders import position
from conformance import chosen_folder, games_in
from hypothesis import given
from kernels import after, facts, facts_after, legal_actions
from strategies import Game as PlayedGame
from strategies import examples, games

from regicide import Action, Position, Step, replay
from regicide.cards import members
from regicide_kernel.backend import IS_COMPILED, copy, records
from regicide_kernel.deals import deal_game, play_randomly
from regicide_kernel.game import Game
from regicide_kernel.positions import decode_move, encode_action, load_position, new_game
from regicide_kernel.random_numbers import draw_below, random_state
from regicide_kernel.rules import play_move
from regicide_kernel.workspace import Workspace

PLAYERS = (1, 2, 3, 4)
KNOWN = {1: (14.43, 1.896), 2: (9.772, 1.126), 3: (12.44, 1.437), 4: (13.21, 1.461)}
"""The mean length and the mean number of enemies defeated in random play; other implementations agree."""


@examples(100)
@given(games())
def test_a_move_leads_where_the_action_leads(game: PlayedGame) -> None:
    """Every action of a game, up to its end."""
    for before, taken in zip(game.positions, game.steps, strict=False):
        ours, theirs = facts_after(before, taken)
        assert ours == theirs


@examples(100)
@given(games())
def test_the_same_moves_are_legal(game: PlayedGame) -> None:
    """In the same order."""
    for there in game.positions:
        assert legal_actions(there) == [*there.legal_actions]


@pytest.mark.parametrize("line", games_in(chosen_folder()))
def test_the_kernel_follows_the_games_of_another_implementation(line: str) -> None:
    """Each step of the conformance games."""
    game = json.loads(line)
    before = Position.new(game["seed"], game["players"], game["first_player"])
    for recorded in game["steps"]:
        action = Action.parse(recorded["notation"])
        assert len(legal_actions(before)) == recorded["legal"]
        taken = _step(before, action)
        ours, theirs = facts_after(before, taken)
        assert ours == theirs
        before = taken.position


def _step(before: Position, action: Action) -> Step:
    [taken] = replay(before, [action])
    return taken


@pytest.mark.parametrize("number", [8, pytest.param(2_000, marks=[pytest.mark.long, pytest.mark.timeout(1800)])])
@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_are_equal_step_by_step(players: int, number: int) -> None:
    """The engine deals the cards; after each step the kernel continues from its position."""
    for game in range(number):
        rng = Random(f"equal/{players}/{game}")
        before = Position.new(f"equal/{game}", players, game % players)
        while actions := before.legal_actions:
            assert legal_actions(before) == [*actions]
            taken = _step(before, rng.choice(actions))
            ours, theirs = facts_after(before, taken)
            assert ours == theirs
            before = taken.position


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.costly
def test_random_play_has_the_known_means(players: int) -> None:
    """The deals of the kernel: length and defeated enemies are within four standard errors."""
    game, work, rng = records(Game, 1)[0], records(Workspace, 1)[0], random_state("means")
    lengths, defeated = list[int](), list[int]()
    for _ in range(20_000 if IS_COMPILED else 500):
        deal_game(game, players, 0, rng)
        lengths.append(int(play_randomly(game, work, rng)))
        defeated.append(12 - int(game.enemies_left))
    for known, found in zip(KNOWN[players], (lengths, defeated), strict=True):
        assert abs(fmean(found) - known) <= 4 * stdev(found) / len(found) ** 0.5


@examples(50)
@given(games())
def test_encoding_and_decoding_are_inverse(game: PlayedGame) -> None:
    """For each legal action."""
    there = game.positions[-1]
    phase = new_game(there).phase
    assert [decode_move(encode_action(action), phase) for action in there.legal_actions] == [*there.legal_actions]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_has_every_card_once(players: int) -> None:
    """The kernel's own deals: full hands, and the castle in its ranks."""
    game = records(Game, 1)[0]
    deal_game(game, players, players - 1, random_state("deal"))
    dealt, expected = facts(game), facts(new_game(Position.new("deal", players, players - 1)))
    hidden = ("castle", "tavern", "hands")
    assert {**dealt, **dict.fromkeys((*hidden, "immune_suit"))} == {
        **expected,
        **dict.fromkeys((*hidden, "immune_suit")),
    }
    assert [card % 13 for card in dealt["castle"]] == [12] * 4 + [11] * 4 + [10] * 4
    cards = [*dealt["castle"], *dealt["tavern"], *(card for hand in dealt["hands"] for card in members(hand))]
    assert len(cards) == len(set(cards)) == 52 + {1: 0, 2: 0, 3: 1, 4: 2}[players]


def healing() -> Position:
    """A position in which hearts heal 3 of 6 cards."""
    return position("3H / 9S", discard="2C,4C,5C,2S,4S,5S", tavern="9D,8D")


def test_healed_cards_lie_under_the_tavern() -> None:
    """Those that lay there stay on top."""
    assert facts(after(healing(), Action.parse("3H")))["tavern"][3:] == [*reversed(healing().tavern)]


def test_any_card_of_the_discard_pile_is_healed_as_often() -> None:
    """Half of them each time: over 2,000 times each in 45 to 55 % of them."""
    there = healing()
    counts, rng = dict.fromkeys(members(there.discard), 0), random_state("heal")
    games = records(Game, 2)
    load_position(games[0], there)
    for _ in range(2000):
        copy(games, 1, 0)
        play_move(games[1], encode_action(Action.parse("3H")), rng)
        for place in (61, 62, 63):
            counts[games[1].tavern[place]] += 1
    assert all(900 < count < 1100 for count in counts.values()), counts


def test_random_numbers_are_uniform() -> None:
    """60,000 throws of a die: each number in 16 to 17.4 % of them."""
    rng, counts = random_state("die"), [0] * 6
    for _ in range(60_000):
        counts[draw_below(rng, 6)] += 1
    assert all(9_600 < count < 10_400 for count in counts), counts


def test_there_is_room_for_all_moves() -> None:
    """All discards of a hand of the most cards, and the flip."""
    there = position("2C,3C,4C,5C,6C,7C,8C,9C", phase="suffer", played="10S,AS", enemy="QH", flips=2)
    assert len(legal_actions(there)) == len(there.legal_actions) > 200


def test_a_heal_of_a_full_ring_keeps_all_cards() -> None:
    """The tavern is a ring of 64 places: heals below its bottom wrap around."""
    game, rng = new_game(position("10H / 9S", rest="discard")), random_state("ring")
    before = facts(game)
    play_move(game, encode_action(Action.parse("10H")), rng)
    found = facts(game)
    assert found["discard"] | sum(1 << card for card in found["tavern"]) == before["discard"]
    assert game.tavern_bottom == 64 - 10
