"""`regicide play` with agents at the other seats, against a real server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from secrets import token_hex

import pytest
from players import BOTS_KEY, SEED
from scripted import scripted_agent
from servers import regicide_server

Said = tuple[int, str, str]


@pytest.fixture(scope="module")
def agent(server: str) -> Iterator[str]:
    """The name of an agent that plays."""
    with scripted_agent(server, f"0-{token_hex(4)}") as name:  # no other test's agent comes before it in the alphabet
        yield name


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_a_game_with_agents_is_played_to_its_end(typed: Callable[..., Said], agent: str, players: str) -> None:
    """By typing the number 1 whenever it is one's turn."""
    code, out, err = typed("1\n" * 200, "--players", players, "--bot", agent)
    assert (code, err) == (0, "")
    assert re.search(r"^(Won|Lost).*: .*; \d+ of 12 enemies defeated\.$", out, re.MULTILINE)


def test_what_an_agent_does_is_told(typed: Callable[..., Said], agent: str) -> None:
    """Under its name."""
    _, out, _ = typed("1\n", "--bot", agent, "--seed", SEED, "--first-player", "1")
    assert re.search(rf"^{agent} played ", out, re.MULTILINE)


def test_seats_of_one_agent_are_told_apart(typed: Callable[..., Said], agent: str) -> None:
    """By their numbers."""
    _, out, _ = typed("", "--players", "3", "--bot", agent)
    assert re.findall(r"^. (\d)  (.*?)  ", out, re.MULTILINE)[:3] == [
        ("0", "you"),
        ("1", f"{agent} (seat 1)"),
        ("2", f"{agent} (seat 2)"),
    ]


@pytest.mark.parametrize("arguments", ["--bot no-such", "--solo --turn-seconds 9 --on-timeout bot:no-such"])
def test_a_bot_that_is_not_there_is_said_with_those_that_are(
    typed: Callable[..., Said], agent: str, arguments: str
) -> None:
    """In one line."""
    code, out, err = typed("", *arguments.split())
    assert (code, out) == (1, "")
    assert re.fullmatch(rf"regicide: there is no bot no-such on this server; there are: .*{agent}.*\n", err)


def test_a_person_who_names_no_bot_plays_with_one_that_plays_well(typed: Callable[..., Said], valkey_url: str) -> None:
    """And answers at once."""
    with regicide_server(REDIS_URL=valkey_url, BOTS_KEY=BOTS_KEY) as url:
        code, out, err = typed("1\n" * 200, "--server", url, "--seed", SEED, "--first-player", "1")
    assert (code, err) == (0, "")
    assert re.search(r"^planner-fast (played|yielded)", out, re.MULTILINE)


@pytest.mark.usefixtures("agent")
def test_a_server_without_that_bot_is_asked_for_another(typed: Callable[..., Said], server: str) -> None:
    """What is said is that this one is not there, either."""
    code, _, err = typed("", "--server", server)
    assert (code, err.partition(";")[0]) == (1, "regicide: there is no bot greedy on this server")
