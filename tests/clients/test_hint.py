"""`hint` in `regicide play`: advice with chances and reasons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from secrets import token_hex
from typing import Any

import pytest
from automatic_advisers import automatic_adviser
from builders import position
from players import SEED

from regicide_client import CreateGameRequest, RegisterAgentRequest, Session
from regicide_terminal.command_parser import Command, ParseError, parse_input
from regicide_terminal.reasons import position_reasons

Output = tuple[int, str, str]


@pytest.fixture(scope="module")
def adviser(server: str) -> Iterator[str]:
    """The name of an agent that advises."""
    with automatic_adviser(server, f"sage-{token_hex(4)}") as name:
        yield name


def one_line(text: str) -> str:
    """A text without line breaks and repeated spaces."""
    return " ".join(text.split())


# In a game


def test_a_hint_is_the_best_actions_with_chances_and_reasons(typed: Callable[..., Output], adviser: str) -> None:
    """Three of them, with their numbers in the menu; the number takes the action."""
    code, out, err = typed("hint\nquit\n", "--solo", "--deal-seed", SEED, "--adviser", adviser)
    assert (code, err) == (0, "")
    assert f"Asking {adviser}; Ctrl-C stops waiting …" in one_line(out)
    advice = out.partition(f"{adviser} advises, of ")[2]
    rows = re.findall(r"^ *(\d+) +(\S+) +(\d+)% +(\d+\.\d) +(.+)$", advice, re.MULTILINE)
    assert [row[2] for row in rows] == ["64", "60", "56"]
    assert all(row[4] for row in rows)
    number, action = rows[2][:2]
    _, out, _ = typed(f"hint\n{number}\n", "--solo", "--deal-seed", SEED, "--adviser", adviser)
    assert f"You played {action}" in out


def test_more_hints_are_shown_on_request(typed: Callable[..., Output], adviser: str) -> None:
    """As many as there are."""
    _, out, _ = typed("hint 5\nquit\n", "--solo", "--deal-seed", SEED, "--adviser", adviser)
    assert [f"{percent}%" in out for percent in (64, 60, 56, 52, 48, 44)] == [True] * 5 + [False]


def test_a_hint_against_the_damage_says_what_it_costs(typed: Callable[..., Output], adviser: str) -> None:
    """And what is kept."""
    _, out, _ = typed("9s\nhint 20\nquit\n", "--solo", "--deal-seed", SEED, "--adviser", adviser)
    assert re.search(r"discards \d+ against \d+, keeps \d+", out)


def test_the_request_is_in_the_log(typed: Callable[..., Output], adviser: str) -> None:
    """Other players see it, too."""
    _, out, _ = typed("hint\nlog\nquit\n", "--solo", "--adviser", adviser)
    assert f"You asked {adviser} for advice." in one_line(out)


def test_advice_that_is_not_allowed_is_reported(typed: Callable[..., Output], adviser: str) -> None:
    """In the words of the server; the game goes on."""
    code, out, _ = typed("hint\n1\nquit\n", "--solo", "--advice", "none", "--adviser", adviser)
    assert (code, "no advice may be asked in this game" in one_line(out)) == (0, True)
    assert "You played" in out


def test_an_agent_that_does_not_advise_is_reported(typed: Callable[..., Output], server: str) -> None:
    """With the first of those that do, at most eight; an ellipsis stands for the others."""
    able = [f"00-{number}-{token_hex(4)}" for number in range(9)]
    with Session(server) as session:
        for name in able:
            session.agents.register(RegisterAgentRequest(name=name, advises=True))
    _, out, _ = typed("hint\nquit\n", "--solo", "--adviser", "nobody")
    named = re.search(r"'nobody' gives no advice.*; these agents advise: (.*?, …)", one_line(out))
    assert named
    assert named[1].split(", ") == [*able[:8], "…"]


def test_an_adviser_that_fails_is_reported(typed: Callable[..., Output], server: str) -> None:
    """The game goes on."""
    name = f"mute-{token_hex(4)}"
    with Session(server) as session:
        agent = session.with_token(session.agents.register(RegisterAgentRequest(name=name, advises=True)).token)
        wish = CreateGameRequest(players=1, seed=SEED)
        created = session.games.create(wish)
        with pytest.raises(TimeoutError):
            session.with_token(created.seats[0].token).advice.ask(created.game, name, timeout=0)
        agent.advice.fail(agent.me.inbox(questions=1).questions[0])
    arguments = ("--game", created.game.id, "--adviser", name)
    code, out, _ = typed("hint\nquit\n", *arguments, REGICIDE_TOKEN=created.seats[0].token)
    assert (code, f"no advice: {name} has not answered" in out) == (0, True)


def test_the_second_default_adviser_follows_one_that_does_not_advise(typed: Callable[..., Output]) -> None:
    """Each is announced."""
    _, out, _ = typed("hint\nquit\n", "--solo")
    assert re.search(r"Asking planner; .* Asking planner-fast; ", one_line(out))


# Reasons

JESTER = "cancels the immunity; you choose who goes next; no strike"
LOSES = "strikes for 10, you hold only 3: this loses"
TAVERN = "4H,6H,7H,8H,9H"
REASONS = [
    ("2C", {"hands": "2C,9C,10D / 2H", "enemy": "JD"}, "leaves 16 health; strikes for 10: you can pay and keep 9$"),
    ("2C", {"hands": "2C,10D / 2H", "enemy": "JD"}, "leaves 16 health; strikes for 10: you can pay and keep 0$"),
    ("2C", {"hands": "2C,3C / 2H", "enemy": "JD"}, f"leaves 16 health; {LOSES}$"),
    ("5D", {"hands": "5D,3C / 2H", "enemy": "JD"}, f"leaves 15 health; diamonds are stopped by the immunity; {LOSES}$"),
    ("10S", {"hands": "10S,3C / 2H", "enemy": "JD"}, "leaves 10 health; the shields stop the strike$"),
    ("2H", {"hands": "2H,9C / 2C", "enemy": "JS", "played": "9S+AS,8H"}, "kills exactly; J♠ goes on top of the tavern"),
    ("2H", {"hands": "2H,9C / 2C"}, ".*heals 0: the discard pile is empty"),
    ("5D", {"hands": "5D,9C / 2H", "rest": "discard"}, ".*draws 0: the tavern is empty"),
    ("10D", {"hands": "10D,9C,2C,3C,4C,5C,6C / 2H,3H,4H,5H,6H,7H,8H"}, r".*\(1 for you\); hands are full"),
    ("2H", {"hands": "2H,9C,10C / 2C", "discard": "4H,6H,7H"}, ".*heals 2 cards"),
    ("5D", {"hands": "5D,9C,10C,10S / 2H", "tavern": TAVERN}, r".*draws 5 cards for the table \(3 for you\)"),
    ("5D", {"hands": "5D,9C / 2H", "tavern": TAVERN, "rest": "discard"}, ".*you draw enough to pay"),
    ("X1", {"hands": "X1,2C / 2H / 3C"}, f"{JESTER}$"),
    ("X1", {"hands": "X1,2C / 2H / 3C", "played": "10S"}, f"{JESTER}$"),  # the shields are not the reason
    ("X1", {"hands": "X1,2C / 2H / 3C / 4C", "played": "X2"}, "you choose who goes next; no strike$"),
    ("flip", {"hands": "2C", "flips": 2}, "a new hand$"),
]


@pytest.mark.parametrize(("action", "place", "reasons"), REASONS)
def test_an_action_has_reasons(action: str, place: dict[str, Any], reasons: str) -> None:
    """An exact kill before all others; powers, also stopped ones; and the strike, with what is left after it."""
    assert re.match(reasons, position_reasons(position(**place), action).plain)


# Input


@pytest.mark.parametrize(
    ("typed_line", "parsed"),
    [
        ("hint", Command("hint", 3)),
        ("HINT  7", Command("hint", 7)),
        ("hint 20", Command("hint", 20)),
        ("more", Command("more")),
    ],
)
def test_a_hint_is_parsed(typed_line: str, parsed: object) -> None:
    """With the number of actions."""
    assert parse_input(typed_line, "play", []) == parsed


@pytest.mark.parametrize("typed_line", ["hint 0", "hint 21", "hint x", "hint 99999999"])
def test_an_invalid_number_of_hints_is_an_error(typed_line: str) -> None:
    """The message has the range."""
    parsed = parse_input(typed_line, "play", [])
    assert isinstance(parsed, ParseError)
    assert "expected 1 to 20" in parsed.message
