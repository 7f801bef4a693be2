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


@pytest.mark.parametrize("number", EVENTS)
def test_a_change_of_a_seat_shows_at_its_step(number):
    """An event names the seat that acted and no other."""
    others = {0, 1, 2, 3, -1, None, "0", "1", "2"} - {GAME["events"][number]["seat"]}
    assert all(broken_at(tampered("events", number, "seat", seat)) == number + 1 for seat in others)


@pytest.mark.parametrize("number", EVENTS)
def test_another_legal_action_shows_at_its_step(number):
    """It is legal, but does not lead to the recorded position."""
    others = set(map(str, verify_record(GAME)[number].legal_actions)) - {GAME["events"][number]["action"]}
    assert all(broken_at(tampered("events", number, "action", action)) == number + 1 for action in others)


@pytest.mark.parametrize("number", EVENTS)
@pytest.mark.parametrize("action", ["", "pass", "flip", ">7", "KC+KD", "-KC-KD-KH-KS"])
def test_an_action_that_cannot_be_taken_shows_at_its_step(number, action):
    """Malformed and illegal actions do not follow."""
    assert broken_at(tampered("events", number, "action", action)) == number + 1


@pytest.mark.parametrize("number", EVENTS)
def test_a_change_of_a_position_shows_at_its_step(number):
    """The position after each action is recomputed."""
    assert broken_at(tampered("events", number, "position", GAME["start"])) == number + 1


OTHER = {
    int: lambda number: number + 1,
    str: lambda text: text + "x",
    list: lambda codes: [*codes, "KS"],
    bool: lambda answer: not answer,
}
"""Another value of the same type."""

EFFECTS = [
    pytest.param(number, place, name, id=f"{number}-{effect['type']}-{name}")
    for number, event in enumerate(GAME["events"])
    for place, effect in enumerate(event["effects"])
    for name in effect
]


@pytest.mark.parametrize(("number", "place", "name"), EFFECTS)
def test_a_change_of_an_effect_shows_at_its_step(number, place, name):
    """Each value of each effect is recomputed."""
    value = GAME["events"][number]["effects"][place][name]
    changed = tampered("events", number, "effects", place, name, OTHER[type(value)](value))
    assert broken_at(changed) == number + 1


@pytest.mark.parametrize("number", EVENTS)
@pytest.mark.parametrize(
    "change", [lambda effects: effects[1:], lambda effects: [*effects, effects[-1]], lambda effects: [{}, *effects]]
)
def test_an_effect_too_few_or_too_many_shows_at_its_step(number, change):
    """The effects are compared as a whole."""
    effects = GAME["events"][number]["effects"]
    assert broken_at(tampered("events", number, "effects", change(effects))) == number + 1


@pytest.mark.parametrize("number", [n for n in EVENTS if len(GAME["events"][n]["effects"]) > 1])
def test_effects_in_another_order_show_at_their_step(number):
    """The order of the effects is the order in which they happened."""
    effects = GAME["events"][number]["effects"]
    assert broken_at(tampered("events", number, "effects", effects[::-1])) == number + 1


@pytest.mark.parametrize("number", EVENTS[:-1])
def test_an_event_left_out_shows_at_its_place(number):
    """The next event does not follow."""
    events = GAME["events"][:number] + GAME["events"][number + 1 :]
    assert broken_at(tampered("events", events)) == number + 1


def test_the_last_event_left_out_shows_in_the_result():
    """Without it the game has not ended."""
    assert broken_at(tampered("events", GAME["events"][:-1])) is None


@pytest.mark.parametrize("number", EVENTS)
def test_an_event_too_many_shows_at_its_place(number):
    """A repeated event does not follow, nor does one after the end."""
    events = GAME["events"][: number + 1] + GAME["events"][number:]
    assert broken_at(tampered("events", events)) == number + 2


@pytest.mark.parametrize("number", EVENTS[:-1])
def test_two_events_in_the_wrong_order_show_at_the_first(number):
    """Events follow one another."""
    before, first, second, *rest = [GAME["events"][:number], *GAME["events"][number:]]
    assert broken_at(tampered("events", [*before, second, first, *rest])) == number + 1


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
