"""JSON that does not have the form of a record is refused."""

import pytest
from records import EVENTS, GAME, broken_at, tampered, whole_game

from regicide import MalformedRecord, Position, game_record, verify_record


@pytest.mark.parametrize("name", [name for name in GAME if name != "nonce"])
def test_a_field_left_out_is_no_record(name):
    """Seven members are required."""
    assert broken_at({field: value for field, value in GAME.items() if field != name}) is None


@pytest.mark.parametrize("name", list(GAME["events"][0]))
def test_a_field_left_out_of_an_event_is_no_record(name):
    """All four fields of an event have to be there."""
    event = {field: value for field, value in GAME["events"][0].items() if field != name}
    assert broken_at(tampered("events", 0, event)) is None


@pytest.mark.parametrize("whole", [None, 5, "record", [], {}, [GAME]])
def test_what_has_not_the_form_of_a_record_is_refused(whole):
    """A record is an object."""
    assert broken_at(whole) is None


@pytest.mark.parametrize(
    "path_and_value",
    [
        *(
            ("seed", 5),
            ("seed", None),
            ("seed", []),
            ("nonce", 5),
            ("nonce", []),
            ("nonce", False),
            ("players", []),
            ("players", {}),
            ("players", 3.0),
        ),
        *(("first_player", "1"), ("first_player", None), ("events", None), ("events", 5), ("events", "x")),
        *(("events", {}), ("events", [None]), ("events", ["8D"]), ("events", [[]]), ("events", 0, "action", None)),
        *(("events", 0, "action", 5), ("events", 0, "action", [])),
    ],
    ids=str,
)
def test_values_of_another_type_are_refused(path_and_value):
    """No value that JSON can hold makes the replay fail in another way."""
    assert broken_at(tampered(*path_and_value)) is None


@pytest.mark.parametrize("value", [None, "x", 5, {}, [None], [5], [[]]])
@pytest.mark.parametrize("name", ["effects", "position"])
def test_values_of_another_type_in_an_event_show_at_its_step(name, value):
    """They are not what should be there."""
    assert broken_at(tampered("events", 4, name, value)) == 5


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
