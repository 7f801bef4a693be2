"""How `regicide play` writes cards and names, what it tells of events, and in which order it lists the actions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from builders import after, effects, position
from rich.console import Console, RenderableType

import regicide
from regicide_client import GameEvent, GameView
from regicide_terminal.choices import choices
from regicide_terminal.table import table, task, title
from regicide_terminal.telling import sentence, since_last_turn
from regicide_terminal.words import callings, plain

AT = "2026-01-01T00:00:00Z"
LOST = {"type": "over", "outcome": "lost", "reason": "timeout"}


def view(place: regicide.Position, viewer: int = 0, names: tuple[str, ...] = ("Ana", "Bo", "Cy", "Di")) -> GameView:
    """What a server says of a position."""
    seen: dict[str, Any] = {**regicide.observe(place, viewer)}
    seats = [
        {**seat, "name": name, "agent": None, "held": True, "signal": None}
        for seat, name in zip(seen["seats"], names, strict=False)
    ]
    return GameView.from_dict(
        {
            **seen,
            "seats": seats,
            "id": "game",
            "version": 1,
            "status": "active",
            "commitment": "0" * 64,
            "seed": None,
            "seed_origin": "server",
            "turn_seconds": None,
            "on_timeout": None,
            "deadline": None,
            "stand_in": None,
            "created_at": AT,
            "updated_at": AT,
        }
    )


def event(seat: int, version: int = 2, **members: Any) -> GameEvent:
    """An event; an action, if it does not say otherwise."""
    return GameEvent.from_dict({"version": version, "type": "action", "seat": seat, "at": AT, **members})


def told(place: regicide.Position, action: str) -> str:
    """The sentence about an action of Ana's, as she reads it."""
    happened = event(place.turn, action=action, effects=effects(place, action))
    return sentence(happened, callings(view(place))).plain


def shown(part: RenderableType) -> str:
    """A part of the screen as it is printed."""
    console = Console(width=80, color_system=None)
    with console.capture() as printed:
        console.print(part)
    return printed.get()


def listed(place: regicide.Position) -> list[str]:
    """The actions in the order in which they are numbered."""
    return [choice.action for choice in choices(view(place))]


def test_a_play_is_told_with_all_that_it_caused() -> None:
    """In the order in which it happened."""
    sentence = told(position(hands="2D,9C / 2C", enemy="JC", tavern="4H"), "2D")
    assert sentence == "You played 2♦: you drew 4♥; Bo drew A♣; 2 damage; the enemy strikes for 10."


def test_a_defeat_is_told() -> None:
    """With the enemy that comes next, and what is known of the tavern from then on."""
    sentence = told(position(hands="2D,9C / 2C", enemy="JD", played="9S+AS,8H"), "2D")
    assert sentence.startswith("You played 2♦: 2 damage; the jack of diamonds is defeated, exactly: it lies on top of")


def test_cards_that_others_drew_are_counted() -> None:
    """They are told to nobody else."""
    drawn = event(
        1, action="3D", effects=[{"type": "draw", "seat": 1, "count": 1}, {"type": "draw", "seat": 0, "count": 2}]
    )
    assert sentence(drawn, ["you", "Bo"]).plain == "Bo played 3♦: Bo drew 1 card; you drew 2 cards."


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"action": "yield", "effects": [{"type": "strike", "amount": 0}]}, "Bo yielded: its attack is warded off."),
        ({"action": "-5C-7H", "effects": [{"type": "discard", "cards": ["5C", "7H"]}]}, "Bo discarded 5♣ 7♥."),
        ({"action": ">1"}, "Bo let themselves go next."),
        ({"action": ">0"}, "Bo let you go next."),
        ({"type": "signal", "signal": "eager"}, "Bo would like to go next."),
        ({"type": "seat-taken", "name": "Bo"}, "Bo sat down."),
        ({"type": "timeout", "agent": "greedy", "effects": []}, "Bo's time is over: greedy plays this turn."),
        ({"type": "timeout", "effects": [LOST]}, "Bo's time is over: the game is lost."),
        ({"action": "yield", "agent": "greedy", "effects": []}, "greedy (for Bo) yielded."),
        ({"action": ">1", "agent": "greedy", "effects": []}, "greedy (for Bo) let Bo go next."),
        ({"action": "3S", "effects": [{"type": "a-new-one"}]}, "Bo played 3♠: a-new-one."),
    ],
)
def test_what_happens_has_a_sentence(members: dict[str, Any], told: str) -> None:
    """What a newer server may tell has one, too."""
    assert sentence(event(1, **members), ["you", "Bo"]).plain == told


def test_ones_own_time_is_over_like_that_of_others() -> None:
    """With a capital, and without a name."""
    over = event(0, type="timeout", agent="greedy", effects=[])
    assert sentence(over, ["you", "Bo"]).plain == "Your time is over: greedy plays this turn."


def test_who_stands_in_is_named() -> None:
    """At the seat, and where they are waited for."""
    seen = view(after(position(hands="2C,9H,10D / 8D"), "2C"), viewer=1)
    seen.stand_in = "greedy"
    assert task(seen).plain == "Waiting for greedy (for Ana) …"
    assert "> 0  Ana  2 cards  greedy stands in" in shown(table(seen, []))


@pytest.mark.parametrize(("ahead", "left"), [(59.5, "0:00:59"), (-5, "0:00:00"), (4000, "0:01:00")])
def test_the_time_that_is_left_is_in_the_title(ahead: float, left: str) -> None:
    """In whole seconds; also where the clock of the server is before ours, or after it."""
    seen = view(position(hands="2C / 8D"))
    now = datetime(2026, 1, 1, tzinfo=UTC)
    seen.turn_seconds, seen.deadline = 60, now + timedelta(seconds=ahead)
    assert f"Regicide · {left} left · 0 of 12 enemies defeated" in shown(title(seen, now))


def test_the_story_begins_with_ones_last_action() -> None:
    """What was before that has been told."""
    events = [event(seat, version) for version, seat in enumerate((0, 1, 0, 1, 2), 2)]
    assert [e.version for e in since_last_turn(events, 0)] == [4, 5, 6]


def test_what_a_stand_in_did_is_part_of_the_story() -> None:
    """One's own last action was before that."""
    events = [event(0, 2), event(0, 3, type="timeout", agent="greedy"), event(0, 4, agent="greedy"), event(1, 5)]
    assert since_last_turn(events, 0) == events


def test_before_ones_first_action_all_is_told() -> None:
    """It is all new."""
    events = [event(1, 2), event(2, 3)]
    assert since_last_turn(events, 0) == events


@pytest.mark.parametrize(
    ("text", "shown"), [("\x1b[31mred", "?[31mred"), ("a\nb\u202ec\ud800", "a?b?c?"), ("[red]x", "[red]x")]
)
def test_what_others_wrote_is_text(text: str, shown: str) -> None:
    """No command to the terminal, no line break, no change of direction."""
    assert plain(text) == shown


def test_nobody_can_be_taken_for_another() -> None:
    """Who has the name of another, or calls themselves "you", is called by name and number."""
    names = callings(view(position(hands="8D / 2C / 3C / 4C"), names=("Ana", "Bo", "bo", "YOU")))
    assert names == ["you", "Bo (seat 1)", "bo (seat 2)", "YOU (seat 3)"]


def test_an_exact_kill_comes_first() -> None:
    """Then what kills with the least to spare, then what does most."""
    table = position(hands="2H,4D,3D,9C,8D / 2C", enemy="JS", played="8C")
    assert listed(table)[:3] == ["4D", "8D", "9C"]


def test_clubs_count_double_unless_the_enemy_is_immune() -> None:
    """A number beside each play says what it does."""
    hands = "9C,10D / 2C"
    assert choices(view(position(hands=hands, enemy="QS")))[0][:2] == ("9C", "18")
    assert choices(view(position(hands=hands, enemy="QC")))[0][:2] == ("10D", "10")


def test_the_cheapest_discard_comes_first() -> None:
    """Of those that cost the same, the one with the fewest cards."""
    table = after(position(hands="2H,3D,5C,10H,7S / 2C", enemy="JC"), "2H")
    assert listed(table)[:2] == ["-10H", "-3D-7S"]


def test_what_has_no_cards_comes_last() -> None:
    """And is on every page."""
    [*plays, last] = choices(view(position(hands="9C,10D / 2C")))
    assert (last.action, last.always, any(play.always for play in plays)) == ("yield", True, False)


def test_seats_to_appoint_have_names_and_signals() -> None:
    """Whoever would like to go next is seen there."""
    seen = view(after(position(hands="X1,5C / 2C / 3C"), "X1"))
    seen.seats[2].signal = "eager"
    assert [choice.shown().plain for choice in choices(seen)] == [">0 you", ">1 Bo", ">2 Cy, eager"]
