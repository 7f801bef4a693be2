"""The frames in which the page shows an event: each follows from the one before, and the last is the state after it."""

from __future__ import annotations

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
    const { EMPTY, next } = await own("theatre/show.ts");
    const { boards } = await own("regicide-client");
    const replays = given.records.map((record) => ({ boards: boards(record), events: record.events }));
    const motions = (board, event) => {
        const inputs = [
            { type: "view", view: { ...board, version: 1 } },
            { type: "event", event: { type: "action", ...event, version: 2 } },
        ];
        const shown = [];
        let show = inputs.reduce(next, EMPTY);
        for (; show.motion; show = next(show, { type: "ended", motion: show.motion })) shown.push(show.motion);
        return shown.map(({ step, duration }) => ({ ...step, duration }));
    };
    return [...given.games, ...replays].map(({ boards, events }) => events.map((event, index) =>
        ({ shown: motions(boards[index], event), before: boards[index], after: boards[index + 1] })
    ));
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
    shown = evaluated("theatre/frames.ts", SHOWN, games())
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


def drawn(shown: dict[str, Any]) -> dict[str, Any]:
    """What is drawn of a board."""
    return {name: shown[name] for name in DRAWN if name in shown}


def test_the_last_frame_of_each_event_is_the_state_after_it(events: list[dict[str, Any]]) -> None:
    """For every kind of effect, from every seat, for spectators, and in replays."""
    wrong = [
        (event["shown"], event["after"])
        for event in events
        if drawn(event["shown"][-1]["frame"]) != drawn(event["after"])
    ]
    assert len(events) > LEAST_EVENTS
    assert wrong == []
    assert {step["type"] for event in events for step in event["shown"]} == STEPS


STEPS = {
    *("play", "yield", "flip", "discard", "heal", "deal", "shield", "damage", "defeat", "clear", "reveal", "strike"),
    *("doom", "cancel-immunity", "turn", "over"),
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
    order = ("play", "heal", "deal", "shield", "damage", "defeat", "clear", "reveal", "strike", "doom", "turn", "over")
    plays = [event for event in events if types(event)[0] == "play" and "cancel-immunity" not in types(event)]
    assert all(types(event) == sorted(types(event), key=order.index) for event in plays)


def expected_time(step: dict[str, Any]) -> float:
    """The milliseconds of a step that is not among those of a play: the heavier, the longer.

    An exact kill takes longer, and so do the last enemy of a tier, the entrance of a queen or a king, and each point of
    a strike up to 20.
    """
    match step["type"]:
        case "defeat":
            is_last = step["frame"]["defeated"] % 4 == 0
            return 400 + 160 * (step["exact"] or is_last) + 700 * is_last
        case "reveal":
            return 230 + {"Q": 120, "K": 520}.get(step["enemy"][0], 0)
        case "strike":
            return 260 + 11 * min(step["amount"], 20)
        case other:
            others = {"yield": 160, "flip": 460, "discard": 340, "clear": 170, "cancel-immunity": 480}
            return (others | {"doom": 560, "turn": 40, "over": 40})[other]


def test_a_play_takes_eight_tenths_of_a_second_at_most(events: list[dict[str, Any]]) -> None:
    """With its powers and its damage, at normal speed; what follows takes its time in addition.

    Nothing is prolonged: a card that is played alone is on the table in a quarter of a second.
    Damage is shown for 0.2 s at least, also after all powers.
    """
    divided = {"play": 260, "heal": 200, "deal": 240, "shield": 180, "damage": 340}
    for event in events:
        play = [step for step in event["shown"] if step["type"] in divided]
        assert sum(step["duration"] for step in play) == pytest.approx(min(800, sum(divided[s["type"]] for s in play)))
        others = [step for step in event["shown"] if step["type"] not in divided]
        assert [step["duration"] for step in others] == pytest.approx([expected_time(step) for step in others])
    steps = [step for event in events for step in event["shown"]]
    assert min(step["duration"] for step in steps if step["type"] == "damage") >= 200
