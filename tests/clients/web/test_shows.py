"""What the page displays while views and events arrive: a table of inputs, and what is displayed after each."""

from __future__ import annotations

from typing import Any

import pytest
from published import document
from web_modules import evaluated

Row = tuple[dict[str, Any], str]
"""An input and what is displayed after it.

That is the step that is shown, `view` with the version of a settled view, or `frame` for a board that waits for the
next view; then the versions of the events that have been shown."""


def view(version: int, **members: Any) -> dict[str, Any]:
    """A view of a game of two in which it is seat 0's turn."""
    seats = [{"seat": seat, "hand_size": 3, "stand_in": members.pop("stand_in", None)} for seat in range(2)]
    enemy = {"card": "JC", "attack": 10, "health": 20, "damage": 0, "shield": 0, "strikes_for": 10}
    piles = {"castle_size": 12, "tavern_size": 34, "tavern_top": [], "discard": [], "played": []}
    game = {"status": "active", "phase": "play", "you": 0, "turn": 0, "hand": ["5D", "9H", "3S"], "flips_left": 1}
    return {"type": "view", "view": {"version": version, "enemy": enemy, "seats": seats, **piles, **game, **members}}


def event(version: int, action: str = "5D", *effects: dict[str, Any], **members: Any) -> dict[str, Any]:
    """An action, by default with a step of its own and one that passes the turn."""
    caused = effects or ({"type": "turn", "seat": 1},)
    happened = {"type": "action", "seat": 0, "action": action, "effects": caused, "version": version}
    return {"type": "event", "event": happened | members, "past": False}


def act(action: str = "5D") -> dict[str, Any]:
    """An own action is sent."""
    return {"type": "act", "action": action}


def speed(name: str) -> dict[str, Any]:
    """The speed changes: to `off`, too, as the page is hidden or its user prefers reduced motion."""
    return {"type": "speed", "speed": name}


ENDED, FAILED = {"type": "ended"}, {"type": "ended", "failed": True}
SKIP, HURRY, REFUSED, TIMEOUT = {"type": "skip"}, {"type": "hurry"}, {"type": "refused"}, {"type": "timeout"}
DAMAGE, LATER = {"type": "damage", "amount": 5}, {"type": "later"}
FORESEEN = {"action": "9H", "damage": 5, "stopped": ["H"]}
UNNAMED = {"type": "draw", "seat": 1, "count": 1}
SIGNAL = {"type": "signal", "effects": None}
START: Row = (view(1), "view 1")

TABLE: dict[str, list[Row]] = {
    "an event is shown step by step, then the view of its version": [
        START,
        (event(2, "5D", DAMAGE, {"type": "turn", "seat": 1}), "play"),
        (view(2), "play"),
        (ENDED, "damage"),
        (ENDED, "turn"),
        (ENDED, "view 2, events 2"),
    ],
    "a view waits for the event before it": [
        START,
        (view(2), "view 1"),
        (event(2, "yield"), "yield"),
        (ENDED, "turn"),
        (ENDED, "view 2, events 2"),
    ],
    "a board waits for the view": [
        START,
        (event(2, "yield"), "yield"),
        (ENDED, "turn"),
        (ENDED, "frame, events 2"),
        (view(1), "frame"),
        (view(2), "view 2"),
    ],
    "a view whose events do not come is displayed without them": [
        START,
        (TIMEOUT, "view 1"),
        (view(4), "view 1"),
        (event(3), "view 1"),
        (event(5, "yield"), "view 1"),
        (TIMEOUT, "yield, events 3"),
        (TIMEOUT, "yield"),
    ],
    "a view of the same version is displayed at once": [START, (view(1), "view 1")],
    "events are shown one after another": [
        START,
        (event(2, "yield"), "yield"),
        (event(3, "9H"), "yield"),
        (ENDED, "turn"),
        (ENDED, "play, events 2"),
        (ENDED, "turn"),
        (ENDED, "frame, events 3"),
    ],
    "an event that changes no board is logged": [START, (event(2, **SIGNAL), "view 1, events 2"), (view(2), "view 2")],
    "events from before the page was opened are logged": [
        START,
        (event(7) | {"past": True}, "view 1, events 7"),
        (event(1), "view 1, events 1"),
    ],
    "more than eight waiting events are shown at once": [
        START,
        (event(2, "yield"), "yield"),
        *[(event(version, "yield"), "yield") for version in range(3, 11)],
        (event(11, "yield"), "frame, events 2 3 4 5 6 7 8 9 10 11"),
    ],
    "all events of a bot that plays on for the reader are shown": [
        (view(1, stand_in="greedy"), "view 1"),
        (event(2, "yield"), "yield"),
        *[(event(version, "yield"), "yield") for version in range(3, 13)],
        (ENDED, "turn"),
        (ENDED, "yield, events 2"),
    ],
    "a hurry shows all that the bot has done and does, until the reader plays again": [
        (view(1, stand_in="greedy"), "view 1"),
        (event(2, "yield"), "yield"),
        (event(3, "yield"), "yield"),
        (HURRY, "frame, events 2 3"),
        (event(4, "yield"), "frame, events 4"),
        (view(4, stand_in="greedy"), "view 4"),
        (view(5, stand_in="greedy"), "view 4"),
        (event(5, "yield"), "view 5, events 5"),
        (view(5), "view 5"),
        (event(6, "yield"), "yield"),
    ],
    "a skip shows all that has come": [
        START,
        (SKIP, "view 1"),
        (event(2), "play"),
        (event(3, "yield"), "play"),
        (view(3), "play"),
        (SKIP, "view 3, events 2 3"),
        (event(4, "yield"), "yield"),
    ],
    "an effect of a later version is not shown": [
        START,
        (event(2, "5D", LATER), "view 1, events 2"),
        (event(3, "yield"), "view 1, events 3"),
        (view(2), "view 1"),
        (view(4), "view 4"),
        (event(5, "yield"), "yield"),
    ],
    "an error in a step does not stop the game": [
        START,
        (event(2), "play"),
        (FAILED, "frame, events 2"),
        (view(2), "view 2"),
        (event(3, "yield"), "yield"),
    ],
    "an own action is shown before its answer, and each of its steps once": [
        START,
        (act(), "play"),
        (ENDED, "frame"),
        (view(1), "frame"),
        (view(2), "frame"),
        (event(2, "5D", DAMAGE), "damage"),
        (ENDED, "view 2, events 2"),
    ],
    "the damage of an own play is shown before its answer, if it follows from the view": [
        (view(1, previews=[FORESEEN]), "view 1"),
        (act("9H"), "play"),
        (ENDED, "damage"),
        (ENDED, "frame"),
        (event(2, "9H", DAMAGE, {"type": "turn", "seat": 1}), "turn"),
        (ENDED, "frame, events 2"),
    ],
    "another damage than was foreseen begins again": [
        (view(1, previews=[FORESEEN]), "view 1"),
        (act("9H"), "play"),
        (ENDED, "damage"),
        (event(2, "9H", DAMAGE | {"amount": 9}), "damage"),
        (ENDED, "play"),
        (ENDED, "damage"),
        (ENDED, "frame, events 2"),
    ],
    "no damage is shown before the cards that a play heals": [
        (view(1, previews=[FORESEEN | {"stopped": []}]), "view 1"),
        (act("9H"), "play"),
        (ENDED, "frame"),
    ],
    "an answer comes while the own action is shown": [
        START,
        (act("-5D-9H"), "discard"),
        (event(2, "-5D-9H", {"type": "discard", "cards": ["5D", "9H"]}, {"type": "turn", "seat": 1}), "discard"),
        (ENDED, "turn"),
        (ENDED, "frame, events 2"),
    ],
    "an own flip discards the hand": [START, (act("flip"), "flip"), (ENDED, "discard"), (ENDED, "frame")],
    "an own action without steps waits for its answer": [
        START,
        (act(">1"), "view 1"),
        (event(2, ">1"), "turn"),
        (ENDED, "frame, events 2"),
    ],
    "a refused action is taken back": [START, (act(), "play"), (ENDED, "frame"), (REFUSED, "view 1")],
    "an action is refused while it is shown": [
        START,
        (act(), "play"),
        (REFUSED, "view 1"),
        (ENDED, "view 1"),
        (REFUSED, "view 1"),
    ],
    "an action is refused after another event": [
        START,
        (act(), "play"),
        (view(2), "play"),
        (REFUSED, "frame"),
        (event(2, "yield"), "yield"),
    ],
    "another event than the own action begins where that did": [
        START,
        (act(), "play"),
        (ENDED, "frame"),
        (event(2, **SIGNAL), "frame, events 2"),
        (event(3, "9H"), "play"),
        (ENDED, "turn"),
        (REFUSED, "turn"),
        (ENDED, "frame, events 3"),
    ],
    "no own action is shown during a step": [START, (event(2), "play"), (act("9H"), "play"), (ENDED, "turn")],
    "no action of a spectator is shown": [(view(1, you=None), "view 1"), (act(), "view 1")],
    "a rewind forgets the events that did not happen": [
        (view(7), "view 7"),
        (event(8), "play"),
        (event(9), "play"),
        (view(5, turn=1) | {"type": "rewind"}, "view 5"),
        (ENDED, "view 5"),
        (event(6, "yield"), "yield"),
    ],
    "a rewind takes an own action back": [
        (view(7), "view 7"),
        (act(), "play"),
        (view(6) | {"type": "rewind"}, "view 6"),
        (REFUSED, "view 6"),
    ],
    "a hidden page shows no steps, and goes on when it is seen again": [
        START,
        (event(2), "play"),
        (event(3, "yield"), "play"),
        (speed("off"), "frame, events 2 3"),
        (view(3), "view 3"),
        (event(4), "view 3, events 4"),
        (event(5), "view 3, events 5"),
        (view(5), "view 5"),
        (speed("normal"), "view 5"),
        (event(6, "yield"), "yield"),
    ],
    "a hidden page shows the events that waited with the view": [
        START,
        (event(3), "view 1"),
        (speed("off"), "view 1"),
        (view(3), "view 3, events 3"),
    ],
    "no own action is shown before its answer without motion": [
        (speed("off"), "frame"),
        START,
        (act(), "view 1"),
        (view(2), "view 2"),
        (event(2), "view 2, events 2"),
    ],
    "the second seat of a device draws its own cards": [
        START,
        (event(2, "yield"), "yield"),
        (view(2, you=1, turn=1, hand=["4D"]), "yield"),
        (ENDED, "turn"),
        (ENDED, "view 2, events 2"),
        (event(3, "4D", UNNAMED | {"cards": ["8C"]}, seat=1), "play"),
        (ENDED, "deal"),
        (ENDED, "frame, events 3"),
    ],
    "a draw without the cards of the second seat is not shown": [
        (view(2, you=1, turn=1, hand=["4D"]), "view 2"),
        (event(3, "4D", UNNAMED, seat=1), "view 2, events 3"),
        (view(3, you=0), "view 3"),
    ],
    "hearts without the cards that they heal are not shown": [
        START,
        (event(2, "9H", {"type": "heal", "count": 1}), "view 1, events 2"),
    ],
    "a replay plays the next step, which ends at the one after it, and jumps elsewhere": [
        (view(0, you=None) | {"type": "rewind"}, "view 0"),
        (view(1, you=None), "view 0"),
        (event(1), "play"),
        (SKIP, "view 1, events 1"),
        (view(2, you=None), "view 1"),
        (event(2, "yield"), "yield"),
        (view(0, you=None) | {"type": "rewind"}, "view 0"),
        (ENDED, "view 0"),
    ],
}

DISPLAYED = """given.map((inputs) => {
    let show = m.EMPTY;
    return inputs.map((input) => {
        const known = show.log.length;
        show = m.next(show, input.type === "ended" ? { motion: show.motion, ...input } : input);
        const logged = show.log.slice(known).map(({ event }) => event.version);
        const board = show.isSettled ? `view ${show.frame.version}` : "frame";
        return [show.motion?.step.type ?? board, logged.length ? `events ${logged.join(" ")}` : ""]
            .filter(Boolean).join(", ");
    });
})"""


@pytest.fixture(scope="module")
def displayed() -> dict[str, list[str]]:
    """What is displayed after each input of the table."""
    shown = evaluated("theatre/show.ts", DISPLAYED, [[each for each, _ in rows] for rows in TABLE.values()])
    return dict(zip(TABLE, shown, strict=True))


@pytest.mark.parametrize("name", TABLE)
def test_what_is_displayed_after_each_input(displayed: dict[str, list[str]], name: str) -> None:
    """By the rows of a case."""
    assert displayed[name] == [expected for _, expected in TABLE[name]]


def test_only_actions_and_the_end_of_a_game_change_the_board() -> None:
    """Of all types of events: the others are logged."""
    types = document()["components"]["schemas"]["GameEvent"]["discriminator"]["mapping"]
    over = {"type": "over", "outcome": "lost", "reason": "given-up"}
    given = [[START[0], event(2, "yield", over, type=each)] for each in types]
    given += [[START[0], event(2, type=each, effects=None)] for each in types if each != "action"]
    [action, *others] = evaluated("theatre/show.ts", DISPLAYED, given)
    assert action == ["view 1", "yield"]
    assert others == [["view 1", "over"]] * (len(types) - 1) + [["view 1", "view 1, events 2"]] * (len(types) - 1)


@pytest.mark.parametrize(("name", "factor"), [("slow", 1.6), ("normal", 1), ("fast", 0.5)])
def test_steps_take_longer_or_shorter_by_the_speed(name: str, factor: float) -> None:
    """The one of a yield and the one that passes the turn take a fifth of a second at normal speed."""
    given = [speed(name), START[0], event(2, "yield"), ENDED]
    expression = """given.reduce(([show, durations], input) => {
        const after = m.next(show, { motion: show.motion, ...input });
        return [after, [...durations, after.motion?.duration ?? 0]];
    }, [m.EMPTY, []])[1]"""
    assert sum(evaluated("theatre/show.ts", expression, given)) == pytest.approx(200 * factor)


def test_a_step_has_no_legal_actions() -> None:
    """The view after it may have others."""
    given = [view(1, legal_actions=["yield"])["view"], event(2, "yield")["event"]]
    expression = """(([view, event]) => {
        const show = m.next(m.next(m.EMPTY, { type: "view", view }), { type: "event", event, past: false });
        return [show.frame.legal_actions, show.frame.seats[0].yielded, show.motion.before.legal_actions];
    })(given)"""
    assert evaluated("theatre/show.ts", expression, given) == [[], True, ["yield"]]


KEYS = """(() => {
    let isOpen = false;
    globalThis.Element = class {};
    document.querySelector = () => (isOpen ? {} : null);
    const skipping = () => given.filter((key) => m.isSkip({ key, target: null })), alone = skipping();
    isOpen = true;
    return [alone, skipping()];
})()"""


def test_three_keys_skip_steps_unless_a_dialog_is_open() -> None:
    """Without steps they keep their meaning."""
    keys = ["Enter", "Escape", " ", "a"]
    assert evaluated("theatre/theatre.ts", KEYS, keys) == [keys[:3], []]
