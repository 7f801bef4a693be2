"""A tampered record is refused at the first step that does not follow."""

import pytest
from records import EVENTS, GAME, NONCE, SALTED, broken_at, tampered

from regicide import BrokenRecord, Position, commitment, game_record, verify_record


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("seed", "record/40"), ("seed", ""), ("seed", "two words"), ("commitment", commitment("record/40"))),
        *(("commitment", ""), ("commitment", None), ("players", 2), ("players", 4), ("players", 5), ("players", 0)),
        *(("players", "3"), ("players", None), ("first_player", 0), ("first_player", 2), ("first_player", 3)),
        *(("first_player", -1), ("first_player", True), ("start", ""), ("start", None)),
        *(("start", GAME["start"].replace("turn=1", "turn=2")), ("start", GAME["events"][0]["position"])),
    ],
)
def test_a_change_of_the_set_up_shows_at_step_0(field, value):
    """Seed, commitment, players, first player and start have to fit together."""
    assert broken_at(tampered(field, value)) == 0


@pytest.mark.parametrize("nonce", [None, "", "f" * 32, NONCE.upper(), NONCE[:-1], NONCE + "\n", f"{NONCE}:record"])
def test_a_change_of_the_nonce_shows_at_step_0(nonce):
    """Another one gives another commitment, and a nonce has 32 hexadecimal characters."""
    assert broken_at(tampered("nonce", nonce, game=SALTED)) == 0


def test_a_nonce_that_takes_a_part_of_the_seed_is_refused():
    """Its hash is the same, but the deal is that of a shorter seed."""
    long = game_record(Position.new("a:b", 2), [], nonce=NONCE)
    short = game_record(Position.new("b", 2), []) | {"nonce": f"{NONCE}:a", "commitment": long["commitment"]}
    with pytest.raises(BrokenRecord, match=r"^the set-up: invalid nonce: expected 32 hexadecimal characters$"):
        verify_record(short)


def test_a_left_out_nonce_shows_at_step_0():
    """A salted commitment is not the hash of the seed alone."""
    assert broken_at({name: value for name, value in SALTED.items() if name != "nonce"}) == 0


def misplaced(changes):
    """The changes of the record of a game that do not show at their step, each with the step where they show.

    A change is the number of its event, and the path and the other value of a part of the record.
    """
    found = {(number, *map(str, path)): broken_at(tampered(*path)) for number, *path in changes}
    assert found
    return {change: step for change, step in found.items() if step != change[0] + 1}


def in_events(*path_and_value):
    """The change of the same part of each event."""
    return [(number, "events", number, *path_and_value) for number in EVENTS]


def test_a_change_of_a_seat_shows_at_its_step():
    """An event names the seat that acted and no other."""
    others = [(number, seat) for number in EVENTS for seat in (0, 1, 2, 3, -1, None, "0", "1", "2")]
    changes = [(number, "events", number, "seat", seat) for number, seat in others]
    assert misplaced(change for change in changes if change[-1] != GAME["events"][change[0]]["seat"]) == {}


def test_another_legal_action_shows_at_its_step():
    """It is legal, but does not lead to the recorded position."""
    legal = [(number, str(action)) for number in EVENTS for action in verify_record(GAME)[number].legal_actions]
    changes = [(number, "events", number, "action", action) for number, action in legal]
    assert misplaced(change for change in changes if change[-1] != GAME["events"][change[0]]["action"]) == {}


@pytest.mark.parametrize("action", ["", "pass", "flip", ">7", "KC+KD", "-KC-KD-KH-KS"])
def test_an_action_that_cannot_be_taken_shows_at_its_step(action):
    """Malformed and illegal actions do not follow."""
    assert misplaced(in_events("action", action)) == {}


def test_a_change_of_a_position_shows_at_its_step():
    """The position after each action is recomputed."""
    assert misplaced(in_events("position", GAME["start"])) == {}


OTHER = {
    int: lambda number: number + 1,
    str: lambda text: text + "x",
    list: lambda codes: [*codes, "KS"],
    bool: lambda answer: not answer,
}
"""Another value of the same type."""


def test_a_change_of_an_effect_shows_at_its_step():
    """Each value of each effect is recomputed."""
    effects = [(number, place, effect) for number in EVENTS for place, effect in enumerate(effects_of(number))]
    assert (
        misplaced(
            (number, "events", number, "effects", place, name, OTHER[type(value)](value))
            for number, place, effect in effects
            for name, value in effect.items()
        )
        == {}
    )


def effects_of(number):
    """The effects of an event."""
    return GAME["events"][number]["effects"]


@pytest.mark.parametrize(
    "change",
    [
        lambda effects: effects[1:],
        lambda effects: [*effects, effects[-1]],
        lambda effects: [{}, *effects],
        lambda effects: effects[::-1],
    ],
    ids=["too few", "too many", "another", "another order"],
)
def test_other_effects_show_at_their_step(change):
    """The effects are compared as a whole, in the order in which they happened."""
    changed = [(number, change(effects_of(number))) for number in EVENTS]
    others = [(number, effects) for number, effects in changed if effects != effects_of(number)]
    assert misplaced((number, "events", number, "effects", effects) for number, effects in others) == {}


def test_an_event_left_out_or_in_the_wrong_order_shows_at_its_place():
    """Events follow one another: the next event does not follow."""
    for number in EVENTS[:-1]:
        before, first, second, *rest = [GAME["events"][:number], *GAME["events"][number:]]
        assert broken_at(tampered("events", [*before, second, *rest])) == number + 1
        assert broken_at(tampered("events", [*before, second, first, *rest])) == number + 1


def test_the_last_event_left_out_shows_in_the_result():
    """Without it the game has not ended."""
    assert broken_at(tampered("events", GAME["events"][:-1])) is None


def test_an_event_too_many_shows_at_its_place():
    """A repeated event does not follow, nor does one after the end."""
    for number in EVENTS:
        events = GAME["events"][: number + 1] + GAME["events"][number:]
        assert broken_at(tampered("events", events)) == number + 2


@pytest.mark.parametrize("name", ["outcome", "reason", "seat", "defeated", "grade"])
def test_a_change_of_the_result_shows(name):
    """The result is that of the last position."""
    assert broken_at(tampered("result", name, "x")) is None


@pytest.mark.parametrize("result", [None, {}, "lost", GAME["result"] | {"extra": 1}])
def test_another_result_shows(result):
    """The result has to be complete, without further members."""
    assert broken_at(tampered("result", result)) is None


def test_the_error_says_what_should_be_there():
    """The message contains the step, the field, the recorded and the expected value."""
    with pytest.raises(BrokenRecord, match=r"^step 3: seat is 7, expected \d$") as caught:
        verify_record(tampered("events", 2, "seat", 7))
    assert caught.value.detail == str(caught.value).removeprefix("step 3: ")


@pytest.mark.parametrize(
    ("changed", "where"),
    [(tampered("start", ""), "the set-up: start is"), (tampered("result", None), "the record: result is null")],
)
def test_the_error_names_the_part_that_is_broken(changed, where):
    """Step 0 is the set-up; other faults concern the record."""
    with pytest.raises(BrokenRecord, match=f"^{where}"):
        verify_record(changed)
