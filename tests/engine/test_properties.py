"""Properties of every position of every game."""

from itertools import chain

from hypothesis import given
from slow_rules import slowly_legal
from strategies import examples, games, positions, starts

from regicide import (
    FLIP,
    YIELD,
    Action,
    GameOver,
    IllegalAction,
    Position,
    apply,
    cards_in_game,
    game_record,
    observe,
    replay,
    verify_record,
)
from regicide.cards import COMPANIONS, members


def plausible_actions(position):
    """Far more actions than are legal: all sets of cards from the hand, other cards alone and with them, every seat."""
    subsets = [0]
    for card in members(position.hands[position.turn]):
        subsets += [subset | 1 << card for subset in subsets]
    singles = [1 << card for card in range(54)]
    pairs = [single | 1 << companion for single in singles for companion in members(COMPANIONS)]
    others = [single | subset for single in singles for subset in subsets[-2:]]
    for cards in {*subsets, *singles, *pairs, *others}:
        yield from (Action.play(cards), Action.discard(cards))
    yield from (YIELD, FLIP, *map(Action.appoint, range(-1, position.players + 2)))


def accepted(position, action):
    """Whether `apply` accepts an action."""
    try:
        apply(position, action)
    except (IllegalAction, GameOver):
        return False
    return True


@examples(250)
@given(games())
def test_no_card_is_ever_lost_or_doubled(game):
    """Each card of the game lies in one place: castle, tavern, discard pile, table, or a hand."""
    for position in game.positions:
        sets = (position.discard, *position.played, *position.hands)
        lying = [*position.castle, *position.tavern, *chain.from_iterable(map(members, sets))]
        assert sorted(lying) == list(members(cards_in_game(position.players)))


@examples(250)
@given(games())
def test_legal_actions_are_those_of_a_second_writing_of_the_rules(game):
    """The rules, written down word by word, allow the same actions, and each is listed once."""
    for position in game.positions:
        assert sorted(map(str, position.legal_actions)) == sorted(slowly_legal(position))


@examples(100)
@given(games())
def test_a_view_lists_the_texts_of_the_legal_actions(game):
    """In the same order."""
    for position in game.positions:
        assert observe(position, position.turn)["legal_actions"] == [*map(str, position.legal_actions)]


@examples(150)
@given(positions())
def test_an_action_is_accepted_if_and_only_if_it_is_listed(position):
    """`apply` accepts every legal action, and none of many other plausible ones."""
    listed = set(position.legal_actions)
    assert {action for action in plausible_actions(position) if accepted(position, action)} == listed


@examples(100)
@given(games())
def test_something_is_legal_exactly_while_the_game_goes_on(game):
    """A position without an outcome has a legal action, and one with an outcome has none."""
    for position in game.positions:
        assert bool(position.legal_actions) is (position.outcome is None)


@examples(100)
@given(positions())
def test_acting_changes_no_position(position):
    """A position is unchanged after an action, legal or not."""
    text, digest = str(position), hash(position)
    for action in plausible_actions(position):
        accepted(position, action)
    assert (str(position), hash(position)) == (text, digest)


@examples(250)
@given(games(starts()))
def test_every_position_of_a_game_is_possible_and_has_its_text(game):
    """Parsing and validating the text of a position gives the same position."""
    for position in game.positions:
        assert Position.parse(str(position)) == position


@examples(100)
@given(positions())
def test_every_legal_action_has_its_text(position):
    """Parsing the text of an action gives the same action."""
    for action in position.legal_actions:
        assert Action.parse(str(action)) == action


@examples(100)
@given(games())
def test_a_game_may_be_played_again_from_any_position(game):
    """The same actions lead to the same positions by the same effects."""
    assert list(replay(game.first, [step.action for step in game.steps])) == game.steps


@examples(100)
@given(games(starts()))
def test_the_record_of_every_game_holds(game):
    """The record of a game from a deal can be verified."""
    assert verify_record(game_record(game.first, game.steps)) == game.positions
