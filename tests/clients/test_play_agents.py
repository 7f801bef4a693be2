"""`regicide play` with agents at the other seats, against a real server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from secrets import token_hex

import httpx
import pytest
from players import BOTS_KEY, SEED
from scripted import scripted_agent
from servers import regicide_server

Output = tuple[int, str, str]


@pytest.fixture(scope="module")
def agent(server: str) -> Iterator[str]:
    """The name of an agent that plays."""
    with scripted_agent(server, f"0-{token_hex(4)}") as name:  # no other test's agent comes before it in the alphabet
        yield name


def test_a_game_with_agents_is_played_to_its_end(typed: Callable[..., Output], agent: str) -> None:
    """By typing the number 1 at each turn."""
    code, out, err = typed("1\n" * 200, "--players", "3", "--bot", agent)
    assert (code, err) == (0, "")
    assert re.search(r"^(Won|Lost).*: .*; \d+ of 12 enemies defeated\.$", out, re.MULTILINE)


def test_actions_of_an_agent_are_narrated(typed: Callable[..., Output], agent: str) -> None:
    """Under its name."""
    _, out, _ = typed("1\n", "--bot", agent, "--deal-seed", SEED, "--first-player", "1")
    assert re.search(rf"^{agent} played ", out, re.MULTILINE)


def test_seats_of_one_agent_have_distinct_names(typed: Callable[..., Output], agent: str) -> None:
    """With their numbers."""
    _, out, _ = typed("", "--players", "3", "--bot", agent)
    assert re.findall(r"^. (\d)  (.*?)  ", out, re.MULTILINE)[:3] == [
        ("0", "you"),
        ("1", f"{agent} (seat 1)"),
        ("2", f"{agent} (seat 2)"),
    ]


@pytest.mark.parametrize("arguments", ["--bot no-such", "--solo --turn-seconds 9 --on-timeout bot:no-such"])
def test_an_unknown_bot_is_reported_with_the_known_ones(
    typed: Callable[..., Output], agent: str, arguments: str
) -> None:
    """In one line."""
    code, out, err = typed("", *arguments.split())
    assert (code, out) == (2, "")
    assert re.fullmatch(rf"regicide: unknown bot no-such; this server has: .*{agent}.*\n", err)


@pytest.mark.costly
def test_the_default_bot_plays_well(typed: Callable[..., Output], valkey_url: str) -> None:
    """And fast."""
    with regicide_server(REDIS_URL=valkey_url, BOTS_KEY=BOTS_KEY) as url:
        code, out, err = typed("1\n" * 200, "--server", url, "--deal-seed", SEED, "--first-player", "1")
    assert (code, err) == (0, "")
    assert re.search(r"^planner-fast (played|yielded)", out, re.MULTILINE)


def test_an_agent_that_takes_no_seats_is_reported(typed: Callable[..., Output], server: str) -> None:
    """It is not unknown: the message of the server says why."""
    name = f"closed-{token_hex(4)}"
    httpx.post(f"{server}/v1/agents", json={"name": name, "seating": "nobody"}).raise_for_status()
    code, _, err = typed("", "--bot", name)
    assert (code, err) == (2, f"regicide: agent-declines: the agent '{name}' takes no new seats\n")


@pytest.mark.usefixtures("agent")
def test_the_second_default_bot_follows_an_unknown_one(typed: Callable[..., Output], server: str) -> None:
    """The message is about the second one if that is unknown as well."""
    code, _, err = typed("", "--server", server)
    assert (code, err.partition(";")[0]) == (2, "regicide: unknown bot greedy")
