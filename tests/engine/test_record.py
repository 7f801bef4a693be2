"""The record of a game: it is replayed from its seed and actions alone, and any change in it shows."""

import json
from copy import deepcopy
from random import Random

import pytest

from regicide import BrokenRecord, MalformedRecord, commitment, legal_actions, record, replay, start, verify


def whole_game(seed, players, first_player=0):
    """The start and the steps of a game played at random to its end."""
    dice = Random(seed)
    first = now = start(seed, players, first_player)
    steps = []
    while (actions := legal_actions(now)) and len(steps) < 200:
        [step] = replay(now, [dice.choice(actions)])
        steps.append(step)
        now = step.position
    return first, steps


GAME = record(*whole_game("record/39", 3, first_player=1))
"""A short game with every kind of action but a flip, and every kind of effect."""
LENGTH = len(GAME["events"])
EVENTS = range(LENGTH)

SOLO = record(*whole_game("record/2", 1))


def tampered(*path_and_value, game=GAME):
    """The record with another value at the end of a path: `"events", 3, "seat", 2`."""
    *path, key, value = path_and_value
    changed = part = deepcopy(game)
    for step in path:
        part = part[step]
    part[key] = value
    return changed


def broken_at(changed):
    """The step at which a record is refused."""
    with pytest.raises(BrokenRecord) as caught:
        verify(changed)
    return caught.value.step


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_record_holds_after_its_way_through_json(players):
    """From the text of a record every position of the game is worked out again."""
    first, steps = whole_game("record/1", players, first_player=players - 1)
    text = json.dumps(record(first, steps))
    assert verify(json.loads(text)) == [first, *(step.position for step in steps)]


def test_a_record_names_the_deal_and_the_result():
    """Players, seed, commitment, first player and start say where the game began, the result how it ended."""
    first, steps = whole_game("record/39", 3, first_player=1)
    expected = {
        "players": 3,
        "seed": "record/39",
        "commitment": commitment("record/39"),
        "first_player": 1,
        "start": str(first),
        "events": [step.as_json() for step in steps],
        "result": steps[-1].position.outcome.as_json(),
    }
    assert expected == GAME


def test_an_event_names_the_seat_that_acted():
    """Seat, action, effects and the position after it."""
    event = GAME["events"][0]
    assert list(event) == ["seat", "action", "effects", "position"]
    assert event["seat"] == 1


def test_the_cards_of_all_draws_are_recorded():
    """The record is for the end of the game: nothing is hidden any more."""
    draws = [effect for event in GAME["events"] for effect in event["effects"] if effect["type"] == "draw"]
    assert draws
    assert all(len(draw["cards"]) == draw["count"] for draw in draws)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_the_record_of_a_game_that_goes_on_holds_too(count):
    """It has no result yet."""
    first, steps = whole_game("record/39", 3)
    unfinished = record(first, steps[:count])
    assert unfinished["result"] is None
    assert len(verify(unfinished)) == count + 1


@pytest.mark.parametrize("path", [("names",), ("events", 0, "at")])
def test_fields_that_are_not_known_are_passed_over(path):
    """Whoever keeps names and times adds fields."""
    assert verify(tampered(*path, "added")) == verify(GAME)


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


@pytest.mark.parametrize("number", EVENTS)
def test_a_change_of_a_seat_shows_at_its_step(number):
    """An event names the seat that acted and no other."""
    others = {0, 1, 2, 3, -1, None, "0", "1", "2"} - {GAME["events"][number]["seat"]}
    assert all(broken_at(tampered("events", number, "seat", seat)) == number + 1 for seat in others)


@pytest.mark.parametrize("number", EVENTS)
def test_another_legal_action_shows_at_its_step(number):
    """Though it could have been taken, it does not lead to the recorded position."""
    others = set(map(str, legal_actions(verify(GAME)[number]))) - {GAME["events"][number]["action"]}
    assert all(broken_at(tampered("events", number, "action", action)) == number + 1 for action in others)


@pytest.mark.parametrize("number", EVENTS)
@pytest.mark.parametrize("action", ["", "pass", "flip", ">7", "KC+KD", "-KC-KD-KH-KS"])
def test_an_action_that_cannot_be_taken_shows_at_its_step(number, action):
    """Neither a text that is no action nor an illegal one follows."""
    assert broken_at(tampered("events", number, "action", action)) == number + 1


@pytest.mark.parametrize("number", EVENTS)
def test_a_change_of_a_position_shows_at_its_step(number):
    """The position after each action is worked out again."""
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
    """Each value of each effect is worked out again."""
    value = GAME["events"][number]["effects"][place][name]
    changed = tampered("events", number, "effects", place, name, OTHER[type(value)](value))
    assert broken_at(changed) == number + 1


@pytest.mark.parametrize("number", EVENTS)
@pytest.mark.parametrize("change", [lambda told: told[1:], lambda told: [*told, told[-1]], lambda told: [{}, *told]])
def test_an_effect_too_few_or_too_many_shows_at_its_step(number, change):
    """The effects are compared as a whole."""
    told = GAME["events"][number]["effects"]
    assert broken_at(tampered("events", number, "effects", change(told))) == number + 1


@pytest.mark.parametrize("number", [n for n in EVENTS if len(GAME["events"][n]["effects"]) > 1])
def test_effects_in_another_order_show_at_their_step(number):
    """The order of the effects is the order in which they happened."""
    told = GAME["events"][number]["effects"]
    assert broken_at(tampered("events", number, "effects", told[::-1])) == number + 1


@pytest.mark.parametrize("number", EVENTS[:-1])
def test_an_event_left_out_shows_at_its_place(number):
    """What follows does not follow any more."""
    events = GAME["events"][:number] + GAME["events"][number + 1 :]
    assert broken_at(tampered("events", events)) == number + 1


def test_the_last_event_left_out_shows_in_the_result():
    """Without it the game has not ended."""
    assert broken_at(tampered("events", GAME["events"][:-1])) is None


@pytest.mark.parametrize("number", EVENTS)
def test_an_event_too_many_shows_at_its_place(number):
    """The same event a second time does not follow, after the end neither."""
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
    """A game that is over has its whole result and nothing more in it."""
    assert broken_at(tampered("result", result)) is None


@pytest.mark.parametrize("name", list(GAME))
def test_a_field_left_out_is_no_record(name):
    """All seven fields have to be there."""
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
        *(("seed", 5), ("seed", None), ("seed", []), ("players", []), ("players", {}), ("players", 3.0)),
        *(("first_player", "1"), ("first_player", None), ("events", None), ("events", 5), ("events", "x")),
        *(("events", {}), ("events", [None]), ("events", ["8D"]), ("events", [[]]), ("events", 0, "action", None)),
        *(("events", 0, "action", 5), ("events", 0, "action", [])),
    ],
    ids=str,
)
def test_values_of_another_type_are_refused(path_and_value):
    """No value that JSON can hold makes the replay fail in another way."""
    assert broken_at(tampered(*path_and_value)) is None


@pytest.mark.parametrize("events", [{}, "", (), None])
def test_events_that_are_no_list_are_no_record(events):
    """Not even of a game in which nothing has happened."""
    with pytest.raises(MalformedRecord, match=r"^the record: not in the form of a record \("):
        verify({**record(start("none", 2), []), "events": events})


@pytest.mark.parametrize("value", [None, "x", 5, {}, [None], [5], [[]]])
@pytest.mark.parametrize("name", ["effects", "position"])
def test_values_of_another_type_in_an_event_show_at_its_step(name, value):
    """They are not what should be there."""
    assert broken_at(tampered("events", 4, name, value)) == 5


def test_true_is_not_the_number_1():
    """JSON tells numbers from truth values, and a record that mixes them up is not the record of the game."""
    amount = next(n for n in EVENTS if GAME["events"][n]["seat"] == 1)
    assert broken_at(tampered("events", amount, "seat", True)) == amount + 1
    assert broken_at(tampered("players", True, game=SOLO)) == 0


def test_the_error_says_what_should_be_there():
    """The message names the step, the field, what the record has and what follows from the seed."""
    with pytest.raises(BrokenRecord, match=r"^step 3: seat is 7, and should be \d$"):
        verify(tampered("events", 2, "seat", 7))


@pytest.mark.parametrize(
    ("changed", "where"),
    [(tampered("start", ""), "the set-up: start is"), (tampered("result", None), "the record: result is None")],
)
def test_the_error_names_the_part_that_is_broken(changed, where):
    """Step 0 is the set-up; what belongs to no step belongs to the record."""
    with pytest.raises(BrokenRecord, match=f"^{where}"):
        verify(changed)
