"""What `regicide play` shows: cards and names, the log of events, and the order of the actions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, get_args

import pytest
from builders import after, effects, position
from invented import example
from rich.console import Console, RenderableType

import regicide
from regicide_client import GameEvent, GameView
from regicide_client.generated.models import EventType
from regicide_terminal.action_menu import action_menu
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import display_names
from regicide_terminal.render.game_view import render_task, render_title, render_view
from regicide_terminal.render.narration import events_since_own_action, narrate

AT = "2026-01-01T00:00:00Z"
LOST = {"type": "over", "outcome": "lost", "reason": "timeout"}
GIVEN_UP = {**LOST, "reason": "given-up"}


def view(place: regicide.Position, viewer: int = 0, names: tuple[str, ...] = ("Ana", "Bo", "Cy", "Di")) -> GameView:
    """The view of a position as a server sends it."""
    seen: dict[str, Any] = {**regicide.observe(place, viewer)}
    seats = [
        {**seat, "name": name, "agent": None, "held": True, "signal": None, "stand_in": None, "gives_up": False}
        for seat, name in zip(seen["seats"], names, strict=False)
    ]
    fixed = {"id": "game", "version": 1, "turn_seconds": None, "deadline": None, "stand_in": None, "now": AT}
    return GameView.from_dict(example("get_game") | seen | fixed | {"seats": seats})


def event(seat: int, version: int = 2, **members: Any) -> GameEvent:
    """An event; an action by default."""
    return GameEvent.from_dict({"version": version, "type": "action", "seat": seat, "at": AT, **members})


def narrated(place: regicide.Position, action: str) -> str:
    """The sentence of an action of Ana's, as she reads it."""
    happened = event(place.turn, action=action, effects=effects(place, action))
    return narrate(happened, display_names(view(place))).plain


def shown(part: RenderableType) -> str:
    """A part of the screen as it is printed."""
    console = Console(width=80, color_system=None)
    with console.capture() as printed:
        console.print(part)
    return printed.get()


def listed(place: regicide.Position) -> list[str]:
    """The actions in the order in which they are numbered."""
    return [item.action for item in action_menu(view(place))]


def test_a_play_is_narrated_with_its_effects() -> None:
    """In the order of the events."""
    sentence = narrated(position(hands="2D,9C / 2C", enemy="JC", tavern="4H"), "2D")
    assert sentence == "You played 2♦: you drew 4♥; Bo drew A♣; 2 damage; the enemy strikes for 10."


def test_a_defeat_is_narrated() -> None:
    """With the place of the enemy after an exact kill."""
    sentence = narrated(position(hands="2D,9C / 2C", enemy="JD", played="9S+AS,8H"), "2D")
    assert sentence.startswith("You played 2♦: 2 damage; the jack of diamonds is defeated, exactly: it lies on top of")


def test_cards_that_others_drew_are_counted() -> None:
    """Only the player who drew them sees them."""
    drawn = event(
        1, action="3D", effects=[{"type": "draw", "seat": 1, "count": 1}, {"type": "draw", "seat": 0, "count": 2}]
    )
    assert narrate(drawn, ["you", "Bo"]).plain == "Bo played 3♦: Bo drew 1 card; you drew 2 cards."


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"action": "yield", "effects": [{"type": "strike", "amount": 0}]}, "Bo yielded: its attack is warded off."),
        ({"action": "-5C-7H", "effects": [{"type": "discard", "cards": ["5C", "7H"]}]}, "Bo discarded 5♣ 7♥."),
        ({"action": ">1"}, "Bo let themselves go next."),
        ({"action": ">0"}, "Bo let you go next."),
        ({"type": "signal", "signal": "eager"}, "Bo would like to go next."),
        ({"type": "seat-taken", "name": "Bo"}, "Bo sat down."),
        ({"type": "timeout", "agent": "greedy", "effects": []}, "Bo's time is over: greedy plays this turn."),
        ({"type": "stand-in", "agent": "greedy"}, "Bo let greedy play on."),
        ({"type": "stand-in", "agent": None}, "Bo plays again."),
        ({"type": "give-up", "agree": True, "effects": []}, "Bo agreed to give the game up."),
        ({"type": "give-up", "agree": True, "effects": [GIVEN_UP]}, "Bo agreed to give the game up: the game is lost."),
        ({"type": "give-up", "agree": False, "effects": []}, "Bo withdrew the agreement to give the game up."),
        ({"type": "seat-left"}, "Seat 1 is open again."),
        ({"type": "seat-taken", "name": "Bo", "agent": "greedy"}, "Seat 1 is given to greedy."),
        ({"type": "cancelled"}, "The creator called the game off."),
        ({"type": "rematch", "next": "id"}, "Bo created the rematch."),
        ({"type": "advice", "agent": "planner"}, "Bo asked planner for advice."),
        ({"type": "timeout", "effects": [LOST]}, "Bo's time is over: the game is lost."),
        ({"action": "yield", "agent": "greedy", "effects": []}, "greedy (for Bo) yielded."),
        ({"action": ">1", "agent": "greedy", "effects": []}, "greedy (for Bo) let Bo go next."),
        ({"action": "3S", "effects": [{"type": "a-new-one"}]}, "Bo played 3♠: a-new-one."),
    ],
)
def test_every_event_has_a_sentence(members: dict[str, Any], sentence: str) -> None:
    """Even with a type that only a newer server knows."""
    assert narrate(event(1, **members), ["you", "Bo"]).plain == sentence


@pytest.mark.parametrize("kind", get_args(get_args(EventType)[0]))
def test_every_type_of_event_has_a_case(kind: str) -> None:
    """The code of an event that only a newer server knows stands for its sentence."""
    members = {"action": "yield", "signal": "eager", "effects": []} | ({"agent": "greedy"} if kind == "advice" else {})
    assert f": {kind}." not in narrate(event(1, **members, type=kind), ["you", "Bo"]).plain
    assert narrate(event(1, type="a-new-one"), ["you", "Bo"]).plain == "Bo: a-new-one."


def test_the_creator_gives_a_game_of_agents_up() -> None:
    """The event has the seat to act, whose agent did not agree to that."""
    given_up = event(1, type="give-up", agree=True, effects=[GIVEN_UP])
    assert narrate(given_up, ["greedy", "random"], {0, 1}).plain == "The creator gave the game up: the game is lost."


def test_a_timeout_of_the_player_is_in_the_second_person() -> None:
    """Without a name."""
    over = event(0, type="timeout", agent="greedy", effects=[])
    assert narrate(over, ["you", "Bo"]).plain == "Your time is over: greedy plays this turn."


def test_a_stand_in_is_named() -> None:
    """At the seat, and in the task."""
    seen = view(after(position(hands="2C,9H,10D / 8D"), "2C"), viewer=1)
    seen.stand_in = "greedy"
    assert render_task(seen).plain == "Waiting for greedy (for Ana) …"
    assert "> 0  Ana  2 cards  greedy stands in" in shown(render_view(seen, []))


@pytest.mark.parametrize(("ahead", "left"), [(59.5, "0:00:59"), (-5, "0:00:00"), (4000, "0:01:00")])
def test_the_time_left_is_in_the_title(ahead: float, left: str) -> None:
    """In whole seconds, by the clock of the server and the age of the view."""
    seen = view(position(hands="2C / 8D"))
    seen.turn_seconds, seen.deadline = 60, seen.now + timedelta(seconds=ahead + 7)
    assert f"Regicide · {left} left · 0 of 12 enemies defeated" in shown(render_title(seen, timedelta(seconds=7)))


def test_the_log_begins_with_the_last_own_action() -> None:
    """Earlier events were shown before."""
    events = [event(seat, version) for version, seat in enumerate((0, 1, 0, 1, 2), 2)]
    assert [e.version for e in events_since_own_action(events, 0)] == [4, 5, 6]


def test_the_log_includes_the_actions_of_a_stand_in() -> None:
    """They are not own actions."""
    events = [event(0, 2), event(0, 3, type="timeout", agent="greedy"), event(0, 4, agent="greedy"), event(1, 5)]
    assert events_since_own_action(events, 0) == events


def test_before_the_first_own_action_the_log_is_complete() -> None:
    """All of it is new."""
    events = [event(1, 2), event(2, 3)]
    assert events_since_own_action(events, 0) == events


@pytest.mark.parametrize(
    ("text", "shown"), [("\x1b[31mred", "?[31mred"), ("a\nb\u202ec\ud800", "a?b?c?"), ("[red]x", "[red]x")]
)
def test_untrusted_text_is_sanitized(text: str, shown: str) -> None:
    """No control sequence, no line break, no change of direction."""
    assert sanitize(text) == shown


def test_ambiguous_names_have_seat_numbers() -> None:
    """Equal names, and a player called "you"."""
    names = display_names(view(position(hands="8D / 2C / 3C / 4C"), names=("Ana", "Bo", "bo", "YOU")))
    assert names == ["you", "Bo (seat 1)", "bo (seat 2)", "YOU (seat 3)"]


def test_an_exact_kill_comes_first() -> None:
    """Then the kill with the least excess, then the most damage."""
    table = position(hands="2H,4D,3D,9C,8D / 2C", enemy="JS", played="8C")
    assert listed(table)[:3] == ["4D", "8D", "9C"]


def test_clubs_count_double_unless_the_enemy_is_immune() -> None:
    """The note of a play is its damage."""
    hands = "9C,10D / 2C"
    assert action_menu(view(position(hands=hands, enemy="QS")))[0][:2] == ("9C", "18")
    assert action_menu(view(position(hands=hands, enemy="QC")))[0][:2] == ("10D", "10")


def test_the_cheapest_discard_comes_first() -> None:
    """At the same value, the one with the fewest cards."""
    table = after(position(hands="2H,3D,5C,10H,7S / 2C", enemy="JC"), "2H")
    assert listed(table)[:2] == ["-10H", "-3D-7S"]


def test_actions_without_cards_come_last() -> None:
    """And are on every page."""
    [*plays, last] = action_menu(view(position(hands="9C,10D / 2C")))
    assert (last.action, last.is_pinned, any(play.is_pinned for play in plays)) == ("yield", True, False)


def test_seats_to_appoint_have_names_and_signals() -> None:
    """To choose by them."""
    seen = view(after(position(hands="X1,5C / 2C / 3C"), "X1"))
    seen.seats[2].signal = "eager"
    assert [item.formatted().plain for item in action_menu(seen)] == [">0 you", ">1 Bo", ">2 Cy, eager"]
