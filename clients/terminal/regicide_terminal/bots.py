"""The bots that a server has, for whoever named one that it has not."""

from __future__ import annotations

from gettext import gettext as _
from typing import Final

import httpx

from regicide_client import ApiError, GameWish
from regicide_client.generated import Client
from regicide_client.generated.api.agents import list_agents
from regicide_client.generated.models import AgentList
from regicide_terminal.words import faults, listed, plain

TOLD: Final = 20
"""Of a server with many bots, the first are told."""

TIMEOUT: Final = httpx.Timeout(5)


class NoSuchBot(Exception):
    """A bot that was named is not there; the message says in one line which are."""


def unknown_bots(problem: ApiError, wish: GameWish) -> list[str]:
    """The names of bots in a wish that are the reason why it was refused."""
    named = {f"/seats/{number}/agent": str(seat.agent) for number, seat in enumerate(wish.seats or [])}
    named["/on_timeout"] = str(wish.on_timeout).removeprefix("bot:")
    return sorted({named[pointer] for fault in faults(problem) if (pointer := fault.get("pointer")) in named})


def advice(server: str, unknown: list[str]) -> str:
    """Which bots there are instead of those that are unknown."""
    with Client(base_url=server, timeout=TIMEOUT) as client:
        answer = list_agents.sync(client=client, limit=TOLD)
    named = listed(unknown, _("or"))
    there = [plain(agent.name) for agent in answer.items] if isinstance(answer, AgentList) else []
    if not there:
        return _("there is no bot {bots} on this server, nor any other: play --solo or --open").format(bots=named)
    if isinstance(answer, AgentList) and answer.next_:
        form = _("there is no bot {bots} on this server; there are: {others} and others")
    else:
        form = _("there is no bot {bots} on this server; there are: {others}")
    return form.format(bots=named, others=", ".join(there))
