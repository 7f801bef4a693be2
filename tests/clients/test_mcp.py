"""`regicide-mcp`, by the client of the official SDK: a scripted player in the place of a language model."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from typing import TypeVar

import pytest
from automatic_advisers import automatic_adviser
from commands import run_command
from mcp.server.mcpserver import MCPServer
from players import LOSING, SEED
from scripted import scripted_agent
from servers import reserved_port

from mcp import Client, MCPError, StdioServerParameters
from regicide_client import CreateGameRequest, SeatRequest, Session
from regicide_mcp.cli import main
from regicide_mcp.player import Player
from regicide_mcp.server import mcp_server

T = TypeVar("T")

MAX_CALLS = 300
"""More than a game takes."""

PAGE = (Path(__file__).parents[2] / "docs/language-models.md").read_text()

REASON = "It is the first."


class Model:
    """A client in the place of a model, which takes the first legal action of each text."""

    def __init__(self, server: MCPServer | StdioServerParameters) -> None:
        self._server = server

    def call(self, tool: str, **arguments: object) -> str:
        """Call a tool that succeeds; return its text."""
        answer = self._connected(lambda client: client.call_tool(tool, arguments))
        assert not answer.is_error, answer.content[0].text
        return answer.content[0].text

    def fail(self, tool: str, **arguments: object) -> str:
        """Call a tool that fails; return its error."""
        answer = self._connected(lambda client: client.call_tool(tool, arguments))
        assert answer.is_error
        return answer.content[0].text.removeprefix(f"Error executing tool {tool}: ")

    def act(self, text: str, **other: object) -> str:
        """Take the first legal action of a text, or another one, without waiting for the next turn."""
        return self.call("act", **(first_action(text) | {"seconds": 0} | other))

    def play(self, tool: str, **arguments: object) -> str:
        """Play the game of a tool's text to its end; return the last text."""

        async def playing(client: Client) -> str:
            text = (await client.call_tool(tool, arguments)).content[0].text
            for _ in range(MAX_CALLS):
                if is_over(text):
                    break
                is_own = "Legal actions" in text
                step = ("act", first_action(text)) if is_own else ("wait_for_turn", {"game_id": game_id(text)})
                text = (await client.call_tool(*step)).content[0].text
            return text

        return self._connected(playing)

    def read(self, uri: str) -> str:
        """Read a resource, or the error of an unknown one."""

        async def reading(client: Client) -> str:
            try:
                return (await client.read_resource(uri)).contents[0].text
            except MCPError as error:
                return str(error)

        return self._connected(reading)

    def _connected(self, use: Callable[[Client], Awaitable[T]]) -> T:
        async def connected() -> T:
            async with Client(self._server) as client:
                return await use(client)

        return asyncio.run(connected())


def game_id(text: str) -> str:
    """The game of a text."""
    return re.match(r"Game (\w+), version \d+", text)[1]


def is_over(text: str) -> bool:
    """Whether the game of a text has ended."""
    return bool(re.search(r"^(Won|Lost)\b.*; \d+ of 12 enemies defeated\.$", text, re.MULTILINE))


def first_action(text: str) -> dict[str, object]:
    """The arguments of `act` for the first legal action of a text."""
    game, version = re.match(r"Game (\w+), version (\d+)", text).groups()
    action = re.search(r"^Legal actions.*\n([^\s:]+)", text, re.MULTILINE)[1]
    return {"game_id": game, "version": int(version), "action": action, "reason": REASON}


def new_name() -> str:
    """A new name for an agent."""
    return f"model-{token_hex(4)}"


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens are saved in the directory of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


@pytest.fixture
def start(server: str, tmp_path: Path) -> Callable[..., Model]:
    """Starts a model, as an agent or without one; its log is `log.jsonl`."""
    return lambda agent=None: Model(mcp_server(Player(server, agent, None, tmp_path / "log.jsonl")))


@pytest.fixture
def model(start: Callable[..., Model]) -> Model:
    """A model that is not an agent."""
    return start()


@pytest.fixture
def solo(model: Model) -> str:
    """The text of a new solo game of the model."""
    return model.call("create_game", seats=["me"], seed=SEED)


# Games


@pytest.fixture(scope="module")
def bot(server: str) -> Iterator[str]:
    """The name of an agent that plays."""
    with scripted_agent(server, new_name()) as name:
        yield name


def test_a_game_with_a_bot_is_played_to_its_end(model: Model, bot: str, tmp_path: Path) -> None:
    """By the first legal action of each text; the log has them with their reasons."""
    last = model.play("create_game", seats=["me", bot], seed=SEED)
    assert is_over(last)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines[0] == {"game": game_id(last), "version": 1, "seat": 0, "action": "AD+9S", "reason": REASON}


@pytest.mark.costly
def test_a_game_is_played_over_stdio(server: str, tmp_path: Path) -> None:
    """By the command of the page on language models; a new process returns to the seat that another one took."""
    [entry] = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])["mcpServers"].values()
    command = Path(sys.executable).with_name(Path(entry["command"]).name)
    there = {"http://127.0.0.1:8000": server, "/home/ana/regicide-log.jsonl": str(tmp_path / "log.jsonl")}
    arguments = [there.get(each, each) for each in entry["args"]]
    model = Model(StdioServerParameters(command=str(command), args=arguments, env={"XDG_STATE_HOME": str(tmp_path)}))
    created = model.call("create_game", seats=["me"], seed=SEED)
    last = model.play("join_game", game_id=game_id(created), seat=0)
    assert (is_over(last), game_id(last)) == (True, game_id(created))


def test_two_models_play_at_one_table(start: Callable[..., Model]) -> None:
    """Each sees its own hand; after the end they play again."""
    ana, bo = start(), start()
    table = game_id(ana.call("create_game", seats=["me", "open"], name="Ana", seed=SEED, listed=True))
    assert f"{table}: waiting, open seats [1] of 2, with Ana" in ana.call("list_games").splitlines()
    assert "\nyour hand  2C  4C  9C  10C  8D  AS  7S\n" in bo.call("join_game", game_id=table, name="Bo")
    for model, action in zip((ana, ana, bo, bo, ana), LOSING, strict=True):
        text = model.call("wait_for_turn", game_id=table)
        assert is_over(model.act(text, action=action)) == (action == LOSING[-1])
    news = bo.call("view", game_id=table).splitlines()
    assert any(line.startswith("Ana yielded: the enemy strikes for 10; the game is lost") for line in news)
    rematch = game_id(ana.call("rematch", game_id=table))
    assert f"The rematch is game {rematch}." in bo.call("view", game_id=table)
    assert game_id(bo.call("rematch", game_id=table)) == rematch


def test_a_spectator_sees_no_hand(solo: str, start: Callable[..., Model]) -> None:
    """And takes no action."""
    other = start()
    assert "your hand" in solo
    assert "your hand" not in other.call("view", game_id=game_id(solo))
    message = f"you hold no seat of game {game_id(solo)}: `join_game` takes an open one"
    assert other.fail("act", **first_action(solo)) == message


def test_an_action_is_repeated_safely(model: Model, solo: str) -> None:
    """The second call shows the game after the first one."""
    after = model.act(solo)
    assert model.act(solo).splitlines()[0] == after.splitlines()[0]


def test_a_jester_has_signals(model: Model, server: str) -> None:
    """Until the next player is appointed."""
    with Session(server) as session:
        seats = [SeatRequest(name="Ana"), SeatRequest(open_=True), SeatRequest(name="Cy")]
        game = session.games.create(CreateGameRequest(players=3, seats=seats, seed="jester-9", actions=["X1"])).game.id
    model.call("join_game", game_id=game)
    text = model.call("signal", game_id=game, signal="eager")
    assert re.search(r"^1  you +\d cards  eager$", text, re.MULTILINE)


def test_people_agree_to_give_up(model: Model, solo: str) -> None:
    """A model agrees for its seats."""
    assert "Lost: the game was given up" in model.call("give_up", game_id=game_id(solo))


def test_a_second_seat_is_taken_on_request_only(model: Model) -> None:
    """A seat may be kept for a friend."""
    game = game_id(model.call("create_game", seats=["me", "open"]))
    assert model.fail("join_game", game_id=game) == f"you hold seat 0 of game {game}: name a `seat` to take another one"
    assert "Your turn" in model.call("join_game", game_id=game, seat=1)


# An agent


def test_an_agent_takes_turns_of_all_games(start: Callable[..., Model], server: str) -> None:
    """From its inbox, at all its seats."""
    name = new_name()
    model = start(name)
    assert model.call("wait_for_turn", seconds=0) == f"{name} has no turn after 0 seconds."
    seats = [SeatRequest(agent=name), SeatRequest(agent=name)]
    with Session(server) as session:
        games = {session.games.create(CreateGameRequest(players=2, seats=seats, seed=SEED)).game.id for _ in range(2)}
    ended = set()
    while ended < games:
        text = model.act(model.call("wait_for_turn"))
        ended |= {game_id(text)} if is_over(text) else set()
    assert model.call("wait_for_turn", seconds=0) == f"{name} has no turn after 0 seconds."


def test_an_agent_keeps_its_name(start: Callable[..., Model], server: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its token is saved; no other agent gets it."""
    name = new_name()
    game = game_id(start(name).call("create_game", seats=["me", "open"]))
    start(name).call("join_game", game_id=game)
    assert start(name).call("wait_for_turn", seconds=0) == f"{name} has no turn after 0 seconds."
    with Session(server) as session:
        taken = session.agents.register(new_name()).name
    assert main(["--server", server, "--agent", taken]) == 2
    assert f"regicide-mcp: the agent '{taken}' already exists" in capsys.readouterr().err


@pytest.mark.costly
def test_an_agent_plays_in_a_tournament(start: Callable[..., Model], server: str, tmp_path: Path) -> None:
    """As an entrant beside a bot."""
    name = new_name()
    model = start(name)
    model.call("wait_for_turn", seconds=0)
    entrants = ["--entrant", f"model=agent:{name}", "--entrant", "random"]
    limits = ["--players", "1", "2", "--deals", "1", "--workers", "0", "--clock", "60"]
    with ThreadPoolExecutor() as threads:
        arguments = ["tournament", *entrants, *limits, "--server", server]
        tournament = threads.submit(run_command, "regicide_arena.cli", arguments, cwd=tmp_path)
        while not tournament.done():
            text = model.call("wait_for_turn", seconds=1)
            if "Legal actions" in text:
                model.act(text)
    assert tournament.result().code == 0, tournament.result().err
    games = [json.loads(line) for line in (tmp_path / "tournament/games.jsonl").read_text().splitlines()]
    assert [game["failures"] for game in games if "model" in game["lineup"]] == [[], []]


# Texts


def test_the_text_of_a_game_is_that_of_the_page(solo: str) -> None:
    """Everything that a player sees, with letters for suits, and what follows from each action."""
    shown = re.search(r"```text\n(.*?\n)…\n```", PAGE, re.DOTALL)[1].splitlines()
    assert solo.splitlines()[1 : len(shown)] == shown[1:]


def test_all_legal_actions_are_listed_on_request(model: Model, solo: str) -> None:
    """The text of a game has the first twenty, and those without cards."""
    assert solo.splitlines()[-2:] == ["flip: a new hand", "and 2 more, which `legal_actions` lists"]
    listed = model.call("legal_actions", game_id=game_id(solo)).splitlines()
    assert len(listed) - len(solo.splitlines()[9:]) == 1


@pytest.mark.parametrize("section", ["aim", "yield"])
def test_the_rules_are_tools_and_resources(model: Model, section: str) -> None:
    """All of them, or a section."""
    part = model.call("rules", section=section)
    assert part == model.read(f"regicide://rules/{section}")
    assert part.splitlines()[0].endswith(f"[{section}]")
    assert part in model.read("regicide://rules")


def test_an_unknown_section_is_an_error(model: Model) -> None:
    """Which names the others."""
    assert "unknown section 'chess': expected one of aim, setup, " in model.read("regicide://rules/chess")


def test_an_agent_gives_advice(model: Model, solo: str, server: str) -> None:
    """With the chances to win, and what follows."""
    with automatic_adviser(server, new_name()) as name:
        assert f"{name}: agent; gives advice" in model.call("list_agents", prefix=name)
        advice = model.call("advice", game_id=game_id(solo), agent=name, limit=1).splitlines()
    [heading, _, best] = advice
    assert heading.startswith(f"{name} advises, of ")
    assert re.fullmatch(r"AD +64% +9\.5 +leaves 19 health; .*", best)


# Errors


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"action": "KC"}, "illegal-action: not in the hand of the player to act: KC; `legal_actions` lists"),
        ({"action": "hit"}, "malformed-action"),
        ({"version": 7}, "version-conflict: the action was chosen at version 7; the game is at version 1; `view`"),
        ({"game_id": "none"}, "unknown-game: there is no game 'none'; it may have expired; `list_games` lists"),
    ],
)
def test_an_error_says_what_would_be_right(model: Model, solo: str, other: dict[str, object], message: str) -> None:
    """For each mistake in an action."""
    assert model.fail("act", **(first_action(solo) | other)).startswith(message)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("view", {}, "`game_id` is missing: expected a text, the id of the game"),
        ("view", {"game": "7"}, "unknown argument `game` of view: expected game_id"),
        ("look", {}, "unknown tool `look`: expected one of rules, list_games, list_agents, view, "),
        ("list_games", {"status": "over"}, '`status` is "over": expected "waiting" or "active"'),
        (
            "create_game",
            {"turn_seconds": "soon", "listed": "yes, please"},
            (
                '`listed` is "yes, please": expected true or false, whether the game is in the public list; '
                '`turn_seconds` is "soon": expected a whole number or null, the time for each action; default: no limit'
            ),
        ),
        (
            "create_game",
            {"seats": [1, 2]},
            "`seats` is [1, 2]: expected a list of texts (1 to 4), who has each seat: `me`, `open` for anyone who",
        ),
        (
            "wait_for_turn",
            {"seconds": 301},
            "`seconds` is 301: expected a whole number (0 to 300), how long to wait at most, in seconds",
        ),
    ],
)
def test_an_error_in_an_argument_says_what_is_expected(
    model: Model, tool: str, arguments: dict[str, object], message: str
) -> None:
    """For each argument that is missing or invalid, or that the tool does not have."""
    assert model.fail(tool, **arguments).startswith(message)


def test_an_unknown_bot_is_an_error(model: Model) -> None:
    """With the place of its name."""
    message = model.fail("create_game", seats=["me", "no-such"])
    assert message.startswith("invalid-request: /seats/1/agent: unknown agent 'no-such'")


def test_a_player_without_an_agent_names_a_game(model: Model) -> None:
    """To wait for a turn."""
    assert model.fail("wait_for_turn").startswith("no game is named: expected `game_id`, or an agent")


@pytest.mark.costly
def test_a_server_that_does_not_answer_is_an_error(tmp_path: Path) -> None:
    """Of the call; the player goes on when the server is back."""
    player = Player(f"http://127.0.0.1:{reserved_port()}", None, None, tmp_path / "log.jsonl")
    assert Model(mcp_server(player)).fail("list_games").endswith("; is a server running there?")
