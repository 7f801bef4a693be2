"""Fuzzing: the engine parses any text or JSON, or refuses it with a documented error."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutations import odd_texts, spoiled, spoiled_json
from records import GAME
from strategies import examples, games, positions

import regicide
from regicide import (
    Action,
    BrokenRecord,
    ImpossibleGame,
    ImpossiblePosition,
    ImpossibleView,
    MalformedAction,
    MalformedCard,
    MalformedPosition,
    MalformedSeed,
    Position,
    game_record,
    observe,
    parse_card,
    parse_cards,
    sample_position,
    verify_record,
)
from regicide.cards import card_names

QUICK, MANY = 50, 12_500

codes_of_cards = st.sampled_from(card_names((1 << 54) - 1))
texts_of_actions = st.one_of(
    *(st.lists(codes_of_cards, min_size=1, max_size=9).map("+".join), st.sampled_from(("yield", "flip", ">0", ">3"))),
    st.lists(codes_of_cards, min_size=1, max_size=9).map(lambda named: "".join(f"-{code}" for code in named)),
)
records = games().map(lambda game: game_record(game.first, game.steps)) | st.just(GAME)
views = st.tuples(positions(), st.sampled_from((None, 0))).map(lambda seen: observe(*seen))


def read_card(text):
    """A card by its code is the card that has it."""
    assert card_names(1 << parse_card(text)) == [text]


def read_cards(texts):
    """A set of cards is that of its codes."""
    assert parse_cards(card_names(parse_cards(texts))) == parse_cards(texts)


def read_action(text):
    """An action's own text means the same."""
    assert Action.parse(str(Action.parse(text))) == Action.parse(text)


def read_position(text):
    """A position's own text means the same, and it can be played from."""
    position = Position.parse(text)
    assert Position.parse(str(position)) == position
    assert position.outcome or position.legal_actions


def read_start(wish):
    """Every deal has a text."""
    assert Position.parse(str(Position.new(*wish)))


def read_record(whole):
    """A valid record has one position per event and the first one."""
    assert len(verify_record(whole)) == len(whole["events"]) + 1


def read_view(seen):
    """An accepted view has a consistent position."""
    dealt = sample_position(seen, Random(1))
    assert Position.parse(str(dealt), validate=False).validated(course=False) == dealt


FUZZED = {
    "a card": (read_card, spoiled(codes_of_cards), (MalformedCard,)),
    "cards": (read_cards, st.lists(codes_of_cards | spoiled(codes_of_cards), max_size=60), (MalformedCard,)),
    "an action": (read_action, spoiled(texts_of_actions), (MalformedAction,)),
    "a position": (read_position, spoiled(positions().map(str)), (MalformedPosition, ImpossiblePosition)),
    "a start": (read_start, st.tuples(odd_texts, st.integers(), st.integers()), (MalformedSeed, ImpossibleGame)),
    "a record": (read_record, spoiled_json(records), (BrokenRecord,)),
    "a view": (read_view, spoiled_json(views), (ImpossibleView,)),
}
"""Parsers, their inputs, and the errors that they document."""


def fuzz(kind, count):
    """Call a parser with many mutated inputs."""
    read, inputs, documented = FUZZED[kind]

    @examples(count)
    @given(inputs)
    def reading(given_to_it):
        try:
            read(given_to_it)
        except documented as error:
            assert str(error)  # noqa: PT017 - every error says something

    reading()


@pytest.mark.parametrize("kind", FUZZED)
def test_input_is_parsed_or_refused(kind):
    """Only documented errors are raised, and the text of the result parses to the same result."""
    fuzz(kind, QUICK)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", FUZZED)
def test_much_input_is_parsed_or_refused(kind):
    """The same with many more inputs."""
    fuzz(kind, MANY)


@pytest.mark.parametrize("documented", [errors for _, _, errors in FUZZED.values()], ids=FUZZED)
def test_what_is_documented_is_the_librarys_own(documented):
    """All documented errors have one base class."""
    assert all(issubclass(error, regicide.RegicideError) for error in documented)
