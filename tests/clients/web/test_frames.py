"""The frames in which the page shows an event: each follows from the one before, and the last is the state after it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from web_modules import evaluated

import regicide
from regicide.cards import value

LEAST_EVENTS = 200

NAMES = ("phase", "turn", "enemy", "castle_size", "tavern_size", "tavern_top", "discard", "played", "seats", "hand")
DRAWN = (*NAMES, "hands", "flips_left", "defeated", "status")
"""The members of a board that show cards, numbers, and whose turn it is."""

SHOWN = """await (async () => {
    const { durationsOf } = await own("theatre/theatre.ts");
    const { steps } = await own("game/positions.ts");
    const replays = given.records.map((record) => ({ boards: steps(record, given.castle), events: record.events }));
    return [...given.games, ...replays].map(({ boards, events }) => events.map((event, index) => {
        const shown = m.nextFrames(boards[index], { type: "action", ...event });
        const planned = Object.fromEntries(
            ["slow", "normal", "fast", "off"].map((speed) => [speed, shown && durationsOf(shown, speed)]),
        );
        return { shown, planned, before: boards[index], after: boards[index + 1] };
    }));
})()"""


def game(players: int, seed: str) -> tuple[regicide.Position, list[regicide.Step]]:
    """A game of which most actions are strong, so that enemies fall, and the others random."""
    dice = Random(seed)
    first = position = regicide.Position.new(seed, players)
    steps: list[regicide.Step] = []
    while not position.is_over and len(steps) < 300:
        steps += regicide.replay(position, [chosen(position, dice)])
        position = steps[-1].position
    return first, steps


def chosen(position: regicide.Position, dice: Random) -> regicide.Action:
    """A strong action, or one in three times a random one."""
    actions = position.legal_actions
    if dice.random() < 1 / 3:
        return dice.choice(actions)
    strong = max if position.phase.value == "play" else min
    return strong(actions, key=lambda action: value(action.cards))


def board(position: regicide.Position, viewer: int | None) -> dict[str, Any]:
    """What the page draws of a position."""
    view = regicide.observe(position, viewer)
    outcome = position.outcome
    status = ("won" if outcome.won else "lost") if outcome else "active"
    return {name: view[name] for name in (*NAMES, "you", "flips_left", "defeated")} | {"status": status}  # type: ignore[literal-required]


def watched(first: regicide.Position, steps: list[regicide.Step], viewer: int | None) -> dict[str, Any]:
    """The boards and events of a game as a seat or a spectator gets them."""
    boards = [board(position, viewer) for position in (first, *(step.position for step in steps))]
    events = [
        {"seat": step.seat, "action": str(step.action), "effects": [effect.to_json(viewer) for effect in step.effects]}
        for step in steps
    ]
    return {"boards": boards, "events": events}


@pytest.fixture(scope="module")
def events() -> list[dict[str, Any]]:
    """What the page shows of the events of games of one to four players, to each seat, to spectators, and replayed."""
    shown = evaluated("theatre/frames.ts", SHOWN, {"castle": castle(), **games()})
    return [event for each in shown for event in each]


@cache
def games() -> dict[str, Any]:
    """Games as their viewers see them, and their records."""
    watching, records = [], []
    for players in (1, 2, 3, 4):
        for number in range(4):
            first, steps = game(players, f"frames/{number}")
            watching += [watched(first, steps, viewer) for viewer in (*range(players), None)]
            record = regicide.game_record(first, steps)
            records.append(record | {"seats": [{"seat": seat} for seat in range(players)]})
    return {"games": watching, "records": records}


def castle() -> list[dict[str, Any]]:
    """The enemies at full health."""
    numbers = {"J": (10, 20), "Q": (15, 30), "K": (20, 40)}
    cards = [(rank + suit, *numbers[rank]) for rank in numbers for suit in "CDHS"]
    rest = {"damage": 0, "shield": 0, "immunity_cancelled": False}
    return [
        {"card": card, "attack": attack, "health": health, "strikes_for": attack, **rest}
        for card, attack, health in cards
    ]


def drawn(shown: dict[str, Any]) -> dict[str, Any]:
    """What is drawn of a board."""
    return {name: shown[name] for name in DRAWN if name in shown}


def test_the_last_frame_of_each_event_is_the_state_after_it(events: list[dict[str, Any]]) -> None:
    """For every kind of effect, from every seat, for spectators, and in replays."""
    wrong = [
        (event["shown"], event["after"])
        for event in events
        if drawn((event["shown"] or [{"frame": event["before"]}])[-1]["frame"]) != drawn(event["after"])
    ]
    assert len(events) > LEAST_EVENTS
    assert wrong == []
    assert {step["type"] for event in events for step in event["shown"]} == STEPS


STEPS = {
    *("play", "yield", "flip", "discard", "heal", "deal", "shield", "damage", "defeat", "clear", "reveal", "strike"),
    *("cancel-immunity", "turn", "over"),
}


def test_no_frame_shows_a_card_twice_or_loses_one(events: list[dict[str, Any]]) -> None:
    """Between the steps of an event each card is in one place."""
    for event in events:
        whole = number_of_cards(event["before"])
        for step in event["shown"]:
            assert number_of_cards(step["frame"]) == whole, step
            assert len({*open_cards(step["frame"])}) == len(open_cards(step["frame"])), step


def number_of_cards(frame: dict[str, Any]) -> int:
    """The number of cards in all places but those that are out of the game."""
    hands = sum(seat["hand_size"] for seat in frame["seats"])
    piles: int = frame["castle_size"] + frame["tavern_size"] + len(frame["discard"])
    return piles + hands + sum(map(len, frame["played"]))


def open_cards(frame: dict[str, Any]) -> list[str]:
    """The cards that are face up."""
    enemy = [frame["enemy"]["card"]] if frame["enemy"] else []
    played = [card for cards in frame["played"] for card in cards]
    return [*enemy, *played, *frame["discard"], *frame["tavern_top"], *(frame.get("hand") or [])]


def test_damage_is_drawn_on_the_enemy_that_it_was_dealt_to(events: list[dict[str, Any]]) -> None:
    """Then it falls, the played cards go, the next enemy turns up at full health."""
    kills = [event for event in events if any(step["type"] == "defeat" for step in event["shown"])]
    assert kills
    for event in kills:
        damage, defeat, clear, *later = event["shown"][types(event).index("damage") :]
        struck = event["before"]["enemy"]["card"]
        assert (damage["frame"]["enemy"]["card"], defeat["enemy"]) == (struck, struck)
        assert (defeat["frame"]["enemy"], bool(defeat["frame"]["played"]), clear["frame"]["played"]) == (None, True, [])
        assert all(step["frame"]["enemy"]["damage"] == 0 for step in later if step["type"] == "reveal")


def types(event: dict[str, Any]) -> list[str]:
    """The types of the steps of an event."""
    return [step["type"] for step in event["shown"]]


def test_the_powers_are_shown_in_the_order_of_the_rules(events: list[dict[str, Any]]) -> None:
    """Hearts, diamonds, spades, then the damage, which clubs have doubled."""
    order = ("play", "heal", "deal", "shield", "damage", "defeat", "clear", "reveal", "strike", "turn", "over")
    plays = [event for event in events if types(event)[0] == "play" and "cancel-immunity" not in types(event)]
    assert all(types(event) == sorted(types(event), key=order.index) for event in plays)


@pytest.mark.parametrize(("speed", "factor"), [("slow", 1.6), ("normal", 1), ("fast", 0.5), ("off", 0)])
def test_an_action_takes_half_a_second_to_nine_tenths(events: list[dict[str, Any]], speed: str, factor: float) -> None:
    """In all at normal speed, and 0.8 s more from the fall of an enemy to the next one; each step has a part of it."""
    for event in events:
        planned = list(zip(event["planned"][speed], types(event), strict=True))
        fall = [time for time, step in planned if step in {"defeat", "clear", "reveal"}]
        action = [time for time, step in planned if step not in {"defeat", "clear", "reveal"}]
        assert sum(fall) == pytest.approx(800 * factor if fall else 0)
        assert 500 * factor - 1e-6 <= sum(action) <= 900 * factor + 1e-6
        assert all(time for time, _ in planned) == (speed != "off")


def test_damage_is_shown_long_enough_to_be_seen(events: list[dict[str, Any]]) -> None:
    """At normal speed for 0.2 s at least, also after all powers; the fall and the next enemy too."""
    planned = [step for event in events for step in zip(event["planned"]["normal"], types(event), strict=True)]
    assert min(time for time, step in planned if step in {"damage", "defeat", "reveal"}) >= 200


def unknown_events() -> Iterator[dict[str, Any]]:
    """Events whose steps do not follow from the board of seat 0: a later effect, and draws without the cards."""
    yield {"seat": 0, "action": "2C", "effects": [{"type": "later"}]}
    yield {"seat": 0, "action": "2D", "effects": [{"type": "draw", "seat": 0, "count": 2}]}
    yield {"seat": 0, "action": "2H", "effects": [{"type": "heal", "count": 2}]}


def test_events_that_cannot_be_followed_have_no_frames() -> None:
    """The page then jumps to the view."""
    start = board(regicide.Position.new("frames", 2), 0)
    watching = [{"boards": [start, start], "events": [event]} for event in unknown_events()]
    shown = evaluated("theatre/frames.ts", SHOWN, {"castle": castle(), "games": watching, "records": []})
    assert [event["shown"] for [event] in shown] == [None] * 3


FAULTY = """(async () => {
    const drawn = [], told = [];
    console.error = () => {};
    const stage = {
        draw: (frame, settled) => drawn.push([frame.version, settled]),
        enter: async () => { throw new Error("no such card"); },
        finish: () => {}, isInstant: () => false, open: () => {}, withdraw: () => {},
        tell: (event) => told.push(event.version),
    };
    const theatre = new m.Theatre(stage);
    const event = { type: "action", seat: 0, action: "yield", effects: [{ type: "turn", seat: 1 }] };
    theatre.receive({ ...given, version: 1 });
    theatre.receive({ ...given, version: 2 });
    await theatre.tell({ ...event, version: 2 }, false);
    return [drawn.at(-1), told, theatre.playing];
})()"""


def test_an_error_in_a_step_does_not_stop_the_game() -> None:
    """The page jumps to the view, and tells of the event."""
    first = board(regicide.Position.new("frames", 2), 0)
    assert evaluated("theatre/theatre.ts", f"await {FAULTY}", first) == [[2, True], [2], False]


def test_a_drawn_card_is_face_up_only_for_those_who_see_it() -> None:
    """An event may name the cards of several seats of a device; a card of a covered hand flies face down."""
    before = board(regicide.Position.new("frames", 2), 0)
    draws = [{"seat": 0, "count": 1, "cards": ["3H"]}, {"seat": 1, "count": 2, "cards": ["4H", "5H"]}]
    given = {"step": {"type": "deal", "draws": draws}, "before": before}
    flights = evaluated("theatre/flights.ts", "m.flightsOf(given.step, given.before)", given)
    assert [(flight["card"], flight.get("secret", False)) for flight in flights] == [
        ("3H", True),
        (None, False),
        (None, False),
    ]
    assert not {"4H", "5H"} & set(json.dumps(flights).split('\\"'))


WAITING = """(async () => {
    let finish = () => {}, finished = 0;
    const stage = {
        draw: () => {}, open: () => {}, withdraw: () => {}, tell: () => {}, isInstant: () => false,
        enter: () => new Promise((done) => (finish = done)),
        finish: () => { finished++; finish(); },
    };
    const theatre = new m.Theatre(stage);
    theatre.receive({ ...given, version: 1 });
    const skipped = [];
    const event = { type: "action", seat: 0, action: "yield", effects: [{ type: "turn", seat: 1 }] };
    for (let version = 2; version < 13; version++) {
        theatre.tell({ ...event, version }, false);
        skipped.push(finished > 0);
    }
    return skipped.indexOf(true);
})()"""


def test_more_than_eight_waiting_events_are_skipped() -> None:
    """One is shown and eight wait; the next one ends the steps."""
    first = board(regicide.Position.new("frames", 2), 0)
    assert evaluated("theatre/theatre.ts", f"await {WAITING}", first) == 1 + 8


def test_an_enemy_falls_on_the_pile_of_the_rules() -> None:
    """On the tavern deck by an exact kill, else on the discard pile."""
    steps = [{"type": "defeat", "enemy": "JD", "exact": exact} for exact in (True, False)]
    [[exact], [other]] = evaluated("theatre/flights.ts", "given.map((step) => m.flightsOf(step, {}))", steps)
    assert (exact["card"], exact["from"], exact["to"]) == (
        "JD",
        [".enemy-card"],
        ['[data-pile="tavern"] .pile-picture'],
    )
    assert other["to"] == ['[data-pile="discard"] .pile-picture']


def test_the_mark_of_doubled_damage_says_so() -> None:
    """Clubs double the value of the play; an immunity leaves it."""
    cases = [(10, [["9S"], ["5C"]]), (5, [["5C"]]), (18, [["9C"]]), (0, [])]
    given = [({"type": "damage", "amount": amount}, {"played": played}) for amount, played in cases]
    marks = evaluated("theatre/marks.ts", "given.map((step) => m.marksOf(...step)[0].text)", given)
    assert marks == ["5 × 2: −10", "−5", "9 × 2: −18", "−0"]
