"""Events in words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from web_modules import evaluated

import regicide
from regicide import Position

SEATS = [{"seat": 0, "name": "Ana", "agent": None}, {"seat": 1, "name": "Bo", "agent": None}]


def event(action: str, seat: int, *effects: dict[str, Any]) -> dict[str, Any]:
    """An event of an action."""
    return {"type": "action", "seat": seat, "action": action, "agent": None, "effects": list(effects)}


def over(reason: str) -> dict[str, Any]:
    """The effect of a lost game."""
    return {"type": "over", "outcome": "lost", "reason": reason}


STRIKE = {"type": "strike", "amount": 10}
CASES: dict[str, tuple[dict[str, Any], list[str], str]] = {
    "heart without a card": (
        event("2H", 0, {"type": "heal", "count": 0}, {"type": "damage", "amount": 2}, STRIKE),
        [
            "Ana plays the two of hearts.",
            "The discard pile has no card to heal.",
            "The enemy takes 2 damage.",
            "The enemy strikes for 10.",
        ],
        "Ana plays 2H. −2 · Strikes for 10",
    ),
    "flip without a hand": (
        event("flip", 0, {"type": "discard", "cards": []}, {"type": "draw", "seat": 0, "count": 8}),
        ["Ana flips a jester.", "Ana draws 8 cards."],
        "Ana flips a jester. Drawn: 8",
    ),
    "cannot cover": (
        event("yield", 1, STRIKE, over("cannot-cover-damage")),
        ["Bo yields.", "The enemy strikes for 10.", "Bo cannot cover the damage: the game is lost."],
        "Bo yields. Strikes for 10 · Bo cannot cover the damage: the game is lost.",
    ),
    "next player cannot play": (
        event(
            "-9S-2C",
            0,
            {"type": "discard", "cards": ["9S", "2C"]},
            {"type": "turn", "seat": 1},
            over("cannot-play-or-yield"),
        ),
        [
            "Ana discards the nine of spades and the two of clubs.",
            "Next player: Bo.",
            "Bo can neither play a card nor yield: the game is lost.",
        ],
        "Ana discards 9S 2C. Bo can neither play a card nor yield: the game is lost.",
    ),
    "a stand-in": (
        event("2H", 0, {"type": "heal", "count": 1}, over("cannot-cover-damage")) | {"agent": "planner"},
        [
            "Portia (for Ana) plays the two of hearts.",
            "1 card from the discard pile goes under the tavern.",
            "Portia (for Ana) cannot cover the damage: the game is lost.",
        ],
        "Portia (for Ana) plays 2H. Healed: 1 · Portia (for Ana) cannot cover the damage: the game is lost.",
    ),
    "time ran out": (
        {"type": "timeout", "seat": 1, "agent": None, "effects": [over("timeout")]},
        ["Bo ran out of time.", "The game is lost."],
        "Bo ran out of time. The game is lost.",
    ),
    "all draws are one number after those of the fight": (
        event(
            "5H+5D+5S",
            0,
            {"type": "heal", "count": 2},
            {"type": "draw", "seat": 0, "count": 3},
            {"type": "draw", "seat": 1, "count": 2},
            {"type": "shield", "amount": 15},
            {"type": "damage", "amount": 15},
            {"type": "strike", "amount": 5},
        ),
        [
            "Ana plays the five of hearts, the five of diamonds, and the five of spades.",
            "2 cards from the discard pile go under the tavern.",
            "Ana draws 3 cards.",
            "Bo draws 2 cards.",
            "The shield grows by 15.",
            "The enemy takes 15 damage.",
            "The enemy strikes for 5.",
        ],
        "Ana plays 5H 5D 5S. −15 · Strikes for 5 · Shield +15 · Healed: 2 · Drawn: 5",
    ),
    "defeat": (
        event("KC", 0, {"type": "defeat", "enemy": "JD", "exact": True}, {"type": "reveal", "enemy": "JC"}),
        [
            "Ana plays the king of clubs.",
            "Killed exactly: the jack of diamonds goes on top of the tavern.",
            "The next enemy: the jack of clubs.",
        ],
        "Ana plays KC. Exact kill!",
    ),
    "unknown card": (
        event("XX", 0, {"type": "reveal", "enemy": "YY"}),
        ["Something happened that this page does not know."] * 2,
        "Something happened that this page does not know.",
    ),
    "no action": (
        {"type": "action", "seat": 0, "action": None, "effects": [{"type": "damage", "amount": 3}]},
        ["Something happened that this page does not know.", "The enemy takes 3 damage."],
        "Something happened that this page does not know. −3",
    ),
    "later version": ({"type": "later", "seat": 0, "effects": []}, [""], ""),
}
"""An event, its sentences, and its news."""


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """The sentences and the news of all cases, by one run of the module."""
    events = [event for event, _, _ in CASES.values()]
    telling = "given.events.map((each) => [m.sentences(each, given.seats), m.news(each, given.seats)])"
    found = evaluated("words/narration.ts", telling, {"events": events, "seats": SEATS})
    return dict(zip(CASES, found, strict=True))


@pytest.mark.parametrize("case", CASES)
def test_an_event_is_told_in_sentences_and_in_one_line(case: str, told: dict[str, Any]) -> None:
    """Who could not go on is named; nothing counts zero cards."""
    _, sentences, news = CASES[case]
    lines, parts = told[case]
    assert lines == sentences
    assert "".join(map(shown, parts)) == news


def shown(sentence: list[Any]) -> str:
    """A sentence with the codes of its cards."""
    return "".join(piece if isinstance(piece, str) else " ".join(piece["cards"]) for piece in sentence)


def test_the_task_of_an_empty_hand_is_a_flip() -> None:
    """There is no card to play."""
    view = {"status": "active", "phase": "play", "players": 1, "turn": 0, "you": 0}
    view |= {"legal_actions": ["flip"], "seats": [{"seat": 0, "stand_in": None}], "stand_in": None}
    hands: list[list[str]] = [[], ["2C"]]
    telling = "given.map((view) => m.taskText(view))"
    told = evaluated("table/controls.ts", telling, [view | {"hand": hand} for hand in hands])
    assert told == ["Your hand is empty: flip a jester.", "Your turn: play cards."]


def test_no_sentence_counts_zero_cards() -> None:
    """In the events of whole games."""
    events = [each for seed in range(6) for each in played(str(seed))]
    telling = "given.events.map((each) => m.sentences(each, given.seats))"
    told = evaluated("words/narration.ts", telling, {"events": events, "seats": SEATS})
    assert len(told) > 50
    assert [line for lines in told for line in lines if not line or re.search(r"\b0\b", line)] == []


def played(seed: str) -> Iterator[dict[str, Any]]:
    """The events of a game by random actions."""
    rng, position = random.Random(seed), Position.new(seed, 2)
    while not position.outcome:
        seat, action = position.turn, rng.choice(position.legal_actions)
        position, effects = regicide.step(position, action)
        yield event(str(action), seat, *(effect.to_json(regicide.OMNISCIENT) for effect in effects))


def test_players_of_the_same_name_are_told_apart() -> None:
    """By their seats, also if there are only two."""
    seats = [{"seat": seat, "name": name, "agent": None} for seat, name in enumerate(["Bo", "Ana", "Bo"])]
    names = evaluated("words/names.ts", "given.map(({ seat }) => m.nameOf(given, seat))", seats)
    assert names == ["Bo (1)", "Ana", "Bo (3)"]


def test_sentences_about_the_reader_are_in_the_second_person() -> None:
    """Also of a reader with a name, and of the player who is chosen to go next."""
    seats = [{"seat": 0, "name": "Ana", "agent": None, "own": True}, {"seat": 1, "name": "Bo", "agent": None}]
    told = {
        "You yield.": event("yield", 0),
        "You choose to go next yourself.": event(">0", 0),
        "You choose Bo to go next.": event(">1", 0),
        "Bo chooses you to go next.": event(">0", 1),
        "You have created the rematch.": {"type": "rematch", "seat": 0},
        "You join the game.": {"type": "seat-taken", "seat": 0, "name": None},
        "You agree to give the game up.": {"type": "give-up", "seat": 0, "agree": True},
        "You flip a jester. You draw 1 card. Your turn.": event(
            "flip", 0, {"type": "draw", "seat": 0, "count": 1}, {"type": "turn", "seat": 0}
        ),
    }
    telling = "given.events.map((each) => m.sentences({ effects: [], version: 2, ...each }, given.seats).join(' '))"
    given = {"events": [*told.values()], "seats": seats}
    assert evaluated("words/narration.ts", telling, given) == [*told]


def test_dates_are_written_as_in_the_region_of_the_browser() -> None:
    """If its language is that of the page: the day of the month is first in Great Britain."""
    told = """given.map((languages) => {
        Object.defineProperty(navigator, "languages", { value: languages, configurable: true });
        return m.formatDay("2026-11-23");
    })"""
    regions = [["en-GB"], ["en-US", "en-GB"], ["it-IT", "en-GB"], ["it-IT"]]
    assert ["23 November" in day for day in evaluated("words/texts.ts", told, regions)] == [True, False, True, False]
