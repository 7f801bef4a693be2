"""The operations of the API: a handler is one sentence, its decorators are its contract, its docstring is published."""

from __future__ import annotations

from typing import Final

from regicide_api.endpoints.advice import advice, questions, reviews
from regicide_api.endpoints.agents import agents
from regicide_api.endpoints.deals import deals
from regicide_api.endpoints.games import games, records
from regicide_api.endpoints.lobby import lobby
from regicide_api.endpoints.reference import reference
from regicide_api.endpoints.seats import seats

BLUEPRINTS: Final = (advice, agents, deals, games, lobby, questions, records, reference, reviews, seats)
