"""States of a server for the most expensive requests: games, agents, owners and questions, with their ids and tokens.

A state has values by the names of parameters and members, and its tokens by security scheme: see `Values`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import cycle
from typing import Any, Final, NamedTuple, TypeAlias

from worst_requests import Values

import regicide
from regicide.cards import card_set
from regicide_api.domain.seat import MAX_TAKES
from regicide_api.schemas.requests import MAX_BATCH_GAMES, MAX_SHARED_GAMES
from regicide_arena.bots import greedy
from regicide_arena.bots.view_types import seat_view

LONG_SEED: Final = "s404"
"""A deal for four players of which `long_game` makes 115 actions."""
JESTER_SEED: Final = "jester-2"
JESTER: Final = "X2"
"""A deal for four players whose first one can play this jester."""
CROWD: Final = 200
"""The games of the owner and of the agent with many."""
MOST_PLAYS: Final = ("AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S")
INVITATION: Final = 128 * "~"

Call: TypeAlias = Callable[..., Any]
"""Sends a request of a method to a path, perhaps with a body and a token. Returns the JSON of the response."""


class World(NamedTuple):
    """A server: how it is called, and the agent (name and token) and the owner of its states; None: new ones."""

    call: Call
    agent: tuple[str, str] | None = None
    owner: str = ""

    def new_agent(self) -> tuple[str, str]:
        """The name and the token of a new agent that takes many games."""
        name = f"a{secrets.token_hex(8)}"
        wish = {"name": name, "advises": True, "reviews": True, "max_games": 1000}
        return name, self.call("POST", "/v1/agents", wish)["token"]

    def create(self, **wish: object) -> tuple[Any, dict[str, Any]]:
        """A new game, and the values that name it and its agent."""
        agent, agent_token = self.agent or self.new_agent()
        seats = wish.get("seats", ())
        assert isinstance(seats, (list, tuple))  # noqa: S101 - only for mypy
        wish |= {"seats": [seat or {"agent": agent} for seat in seats]} if seats else {}
        game = self.call("POST", "/v1/games", wish, self.owner)
        view, held = game["game"], {each["seat"]: each["token"] for each in game["seats"]}
        turn = view["turn"] if view["turn"] in held else next(iter(held), 0)
        return game, members(agent) | {
            "game_id": view["id"],
            "id": view["id"],
            "seat": turn,
            "version": view["version"],
            "ActionText": next(iter(view["legal_actions"] or []), "yield"),
            "token of token": held.get(turn),
            "token of owner": game["owner"]["token"],
            "token of agentToken": agent_token,
        }


State: TypeAlias = Callable[[World], Values]


@cache
def long_game(seed: str = LONG_SEED, players: int = 4) -> list[tuple[int, str]]:
    """The seats and actions of a game that yields wherever that costs one card at most, and is `greedy` elsewhere."""
    position, moves = regicide.Position.new(seed, players), []
    while position.outcome is None:
        action = regicide.Action.parse("yield")
        if not _is_cheap(position, action):
            action = regicide.Action.parse(greedy.choose(seat_view(position, position.turn)))
        moves.append((position.turn, str(action)))
        position = regicide.apply(position, action)
    return moves


def _is_cheap(position: regicide.Position, action: regicide.Action) -> bool:
    if action not in position.legal_actions:
        return False
    after = regicide.apply(position, action)
    return after.outcome is None and min(str(each).count("-") for each in after.legal_actions) <= 1


@cache
def hand_with_the_most_plays() -> regicide.Position:
    """A solo position with four companions and four cards of a rank: every pair and every combo can be played."""
    dealt = regicide.Position.new("most-plays", 1)
    hand = regicide.parse_cards(MOST_PLAYS)
    others = [card for card in (*dealt.tavern, *regicide.cards.members(dealt.hands[0])) if not hand >> card & 1]
    return dealt._replace(hands=(hand,), tavern=tuple(others), hidden_pools=(hand | card_set(others),)).validated()


def members(agent: str) -> dict[str, Any]:
    """Legal values of members of bodies, as expensive as possible, each with the members that it needs."""
    return {
        "players": 4,
        "agent": agent,
        "Idempotency-Key": partial(secrets.token_hex, 32),
        **_members_of_games(agent),
        **_members_of_seats(agent),
        "RegisterAgentRequest.name": lambda: {"name": f"a{secrets.token_hex(19)}"},
        "RegisterAgentRequest.invitation": {"seating": "invited", "invitation": INVITATION},
        "AgentSettingsRequest.invitation": {"seating": "invited", "invitation": INVITATION},
    }


def _members_of_games(agent: str) -> dict[str, Any]:
    long = [action for _, action in long_game()]
    return {
        "CreateGameRequest.seats": {"players": 4, "seats": 4 * [{"name": 40 * "\U0001f600"}]},
        "CreateGameRequest.*": {
            "players": 4,
            "seats": 4 * [{"agent": agent}],
            "listed": True,
            "label": 64 * "~",
            "seed": LONG_SEED,
            "actions": long[:10],
            "turn_seconds": 60,
            "on_timeout": f"bot:{agent}",
        },
        "CreateGameRequest.actions": {"players": 4, "seed": LONG_SEED, "actions": long[:-1]},
        "CreateGameRequest.position": {"players": 1, "position": str(hand_with_the_most_plays())},
        "CreateGameRequest.on_timeout": {"turn_seconds": 60, "on_timeout": f"bot:{agent}"},
        "CreateGameRequest.deal": {"players": 2, "deal": "today"},
        "CreateGameRequest.label": {"label": 64 * "~"},
    }


def _members_of_seats(agent: str) -> dict[str, Any]:
    return {
        "FillSeatRequest.agent": {"agent": agent},
        "FillSeatRequest.open": {"open": True},
        "SeatRequest.open": {"open": True},
        "SeatRequest.agent": {"agent": agent},
        "SeatRequest.name": {"name": 40 * "\U0001f600"},
        "TakeSeatRequest.name": {"name": 40 * "\U0001f600"},
        "BoardEntryRequest.name": {"name": 40 * "\U0001f600"},
        "AddDeviceRequest.name": {"name": 40 * "\U0001f600"},
    }


def dealt(world: World) -> Values:
    """A game of four in which every seat is held."""
    return world.create(players=4, advice="all")[1]


def most_plays(world: World) -> Values:
    """A game at the hand with the most plays."""
    return world.create(players=1, position=str(hand_with_the_most_plays()))[1]


def nearly_over(world: World) -> Values:
    """A long game before its last action."""
    *actions, last = [action for _, action in long_game()]
    return {**world.create(players=4, seed=LONG_SEED, actions=actions)[1], "ActionText": last}


def waiting(world: World) -> Values:
    """A game with three open seats, of which the creator holds the first."""
    return world.create(players=4, seats=[{"name": "Ana"}, *3 * [{"open": True}]])[1]


def open_seat(world: World) -> Values:
    """The same, with the values of an open seat."""
    return {**waiting(world), "seat": 1}


def signalling(world: World) -> Values:
    """A game whose jester is to be followed by an appointment, which others may wish for."""
    game, values = world.create(players=4, seed=JESTER_SEED, actions=[JESTER])
    other = game["seats"][1]
    return {**values, "seat": other["seat"], "token of token": other["token"]}


def handed_over(world: World) -> Values:
    """A running game with a seat that an agent plays for its holder."""
    values = dealt(world)
    path = f"/v1/games/{values['game_id']}/seats/{values['seat']}/stand-in"
    world.call("PUT", path, {"agent": values["agent"]}, values["token of token"])
    return values


def over(world: World) -> Values:
    """A long game at its end."""
    values = nearly_over(world)
    proposal = {"version": values["version"], "action": values["ActionText"]}
    world.call("POST", f"/v1/games/{values['game_id']}/actions", proposal, values["token of token"])
    seat, action = long_game()[-1]
    return {**values, "seat": seat, "ActionText": action}


def of_day(world: World) -> Values:
    """A game with today's deal that its players have given up, and the public board."""
    game, values = world.create(players=2, deal="today")
    for seat in game["seats"]:
        world.call("POST", f"/v1/games/{values['game_id']}/give-up", {"agree": True}, seat["token"])
    return {**values, "board_id": "public"}


def asked(world: World) -> Values:
    """A game at the hand with the most plays, with an open question for advice about it."""
    values = most_plays(world)
    wish = {"version": values["version"], "agent": values["agent"]}
    question = world.call("POST", f"/v1/games/{values['game_id']}/advice", wish, values["token of token"])["id"]
    plays = [str(action) for action in hand_with_the_most_plays().legal_actions][:20]
    rated = [{"action": play, "won": 1 / 3, "defeated": 1 / 3, "share": 1 / 3} for play in plays]
    return {**values, "advice_id": question, "question_id": question, "AnswerRequest.actions": {"actions": rated}}


def reviewed(world: World) -> Values:
    """A long game at its end, with an open question for its review, the only one of its agent."""
    values = over(world._replace(agent=None))
    world.call("GET", f"/v1/games/{values['game_id']}/review?agent={values['agent']}")
    [question] = world.call("GET", "/v1/agents/me/turns?questions=20", None, values["token of agentToken"])["questions"]
    return {**values, "question_id": question["id"], "AnswerRequest.moves": {"moves": review_moves()}}


@cache
def review_moves() -> list[dict[str, Any]]:
    """The longest review of the long game."""
    position, moves = regicide.Position.new(LONG_SEED, 4), []
    chances = {
        "won_before": 2 / 3,
        "won_after": 1 / 3,
        "cost": 1 / 3,
        "defeated_before": 2 / 3,
        "defeated_after": 1 / 3,
    }
    for number, (seat, action) in enumerate(long_game(), 1):
        best = [
            {"action": str(each), "won": 1 / 3, "defeated": 1 / 3, "share": 1 / 3} for each in position.legal_actions
        ]
        moves.append(
            {"number": number, "version": number + 1, "seat": seat, "action": action, **chances, "best": best[:3]}
        )
        position = regicide.apply(position, regicide.Action.parse(action))
    return moves


def beside_agent(world: World) -> Values:
    """A running game with a seat of an agent, which is not to act."""
    return world.create(players=2, seats=[{"name": None}, None], label="a", listed=True)[1]


def of_agent(world: World) -> Values:
    """A running game in which an agent is to act, with the token of the agent."""
    _, values = world.create(players=2, seats=[{"name": None}, None], first_player=1, label="a", listed=True)
    view = world.call("GET", f"/v1/games/{values['game_id']}", None, values["token of agentToken"])
    action = view["legal_actions"][0]
    return {**values, "seat": 1, "ActionText": action, "token of token": values["token of agentToken"]}


def ended_of_agent(world: World) -> Values:
    """A finished game of an agent and the creator."""
    values = beside_agent(world)
    world.call("POST", f"/v1/games/{values['game_id']}/give-up", {"agree": True}, values["token of token"])
    return values


def eventful(world: World) -> Values:
    """A game whose open seats were taken and left as often as they may be."""
    values = waiting(world)
    path = f"/v1/games/{values['game_id']}/seats"
    for number in range(MAX_TAKES):
        for seat in (1, 2, 3):
            taken = world.call("POST", f"{path}/{seat}", {"name": None})["seats"][0]["token"]
            if number < MAX_TAKES - 1:
                world.call("DELETE", f"{path}/{seat}", None, taken)
    return values


def crowded(world: World) -> Values:
    """An owner and an agent with many games, running and ended, and open questions about one of them."""
    values, long = of_agent(world), over(world)
    known = world._replace(agent=(values["agent"], values["token of agentToken"]), owner=values["token of owner"])
    for state in CROWD * (of_agent, ended_of_agent):
        state(known)
    for version, (seat, _) in enumerate(long_game()[:20], 1):
        wish = {"agent": values["agent"], "version": version, "seat": seat}
        world.call("POST", f"/v1/games/{long['game_id']}/advice", wish)
    return {**long, **values, "game_id": long["game_id"], "label": "a"}


def many(world: World) -> Values:
    """As many games as one request creates, to look at, or for another device."""
    values = of_agent(world)
    wish = {"players": 4, "seed": LONG_SEED, "actions": [action for _, action in long_game()[:10]]}
    created = world.call("POST", "/v1/games/batch", {"games": MAX_BATCH_GAMES * [wish]}, values["token of owner"])
    pairs = cycle([{"id": each["game"]["id"], "token": each["seats"][0]["token"]} for each in created["games"]])
    shared = [{"id": each["game"]["id"], "tokens": [each["seats"][0]["token"]]} for each in created["games"]]

    def code() -> dict[str, str]:
        return {"code": world.call("POST", "/v1/devices/pairings", {"games": shared[:MAX_SHARED_GAMES]})["code"]}

    games = cycle(shared)
    return {
        **values,
        "ViewRequest.id": partial(next, pairs),
        "SharedGame.id": partial(next, games),
        "SharedGame.tokens": partial(next, games),
        "AddDeviceRequest.code": code,
    }


STATES: Final[Sequence[State]] = (
    *(dealt, waiting, open_seat, most_plays, nearly_over, signalling, handed_over, beside_agent, of_agent),
    *(asked, over, of_day, ended_of_agent, reviewed, many),
)
SHARED_STATES: Final[Sequence[State]] = (eventful, crowded)
"""States that are built once, for requests that change nothing."""
