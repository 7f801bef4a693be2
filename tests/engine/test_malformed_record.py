"""JSON that does not have the form of a record is refused."""

import pytest
from records import EVENTS, GAME, broken_at, tampered, whole_game

from regicide import MalformedRecord, Position, game_record, verify_record


def test_a_field_left_out_is_no_record():
    """All members but the nonce are required, and all four of an event."""
    event = GAME["events"][0]
    incomplete = [GAME | {"events": [without(name, event), *GAME["events"][1:]]} for name in event]
    incomplete += [without(name, GAME) for name in GAME if name != "nonce"]
    assert [broken_at(record) for record in incomplete] == [None] * (len(event) + len(GAME) - 1)


def without(name, members):
    """An object without one of its members."""
    return {each: value for each, value in members.items() if each != name}


OTHER_TYPES = {
    "seed": [5, None, []],
    "nonce": [5, [], False],
    "players": [[], {}],
    "first_player": ["1", None],
    "events": [None, 5, "x", {}, [None], ["8D"], [[]]],
}


def test_values_of_another_type_are_refused():
    """No value that JSON can hold makes the replay fail in another way."""
    changed = [tampered(name, value) for name, values in OTHER_TYPES.items() for value in values]
    changed += [tampered("events", 0, "action", value) for value in (None, 5, [])]
    changed += [None, 5, "record", [], {}, [GAME]]
    assert [content for content in changed if broken_at(content) is not None] == []


@pytest.mark.parametrize("name", ["effects", "position"])
def test_values_of_another_type_in_an_event_show_at_its_step(name):
    """They are not what should be there."""
    others = (None, "x", 5, {}, [None], [5], [[]])
    assert {broken_at(tampered("events", 4, name, value)) for value in others} == {5}


def test_true_is_not_seat_1():
    """JSON distinguishes true from 1."""
    number = next(number for number in EVENTS if GAME["events"][number]["seat"] == 1)
    assert broken_at(tampered("events", number, "seat", True)) == number + 1


def test_true_is_not_one_player():
    """A record that says `true` for 1 is not the record of the solo game."""
    solo = game_record(*whole_game("record/2", players=1))
    assert verify_record(solo)
    assert broken_at(solo | {"players": True}) == 0


@pytest.mark.parametrize("events", [{}, "", (), None])
def test_events_that_are_no_list_are_no_record(events):
    """Not even of a game in which nothing has happened."""
    with pytest.raises(MalformedRecord, match=r"^the record: malformed record \("):
        verify_record({**game_record(Position.new("none", 2), []), "events": events})
