"""Texts for a language model: what the terminal client shows, with letters for the suits and without drawings."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.text import Text

from regicide_client import Agent, ApiError, GameEvent, GameSummary, GameView
from regicide_terminal.action_menu import MenuItem, action_menu
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import SYMBOL_LETTERS, display_names, format_error, percent
from regicide_terminal.reasons import action_reasons
from regicide_terminal.render.game_view import render_result, render_task, render_view
from regicide_terminal.render.narration import narrate

WIDTH_CHARS: Final = 400
"""Wide enough that no line is wrapped."""

LISTED_ACTIONS: Final = 20
"""The legal actions in the text of a game, besides those without cards; the others are listed on request."""

_LETTERS: Final = SYMBOL_LETTERS | dict.fromkeys(map(ord, "─█░"))

_TYPES: Final = {
    "array": "a list of texts",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "string": "a text",
}
"""The types of JSON Schema in words."""

MAX_QUOTED_CHARS: Final = 60

_HINTS: Final = {
    "connection-failed": "is a server running there?",
    "illegal-action": "`legal_actions` lists the legal ones",
    "malformed-action": "`legal_actions` lists the legal ones",
    "no-adviser": "`list_agents` says which agents advise",
    "not-your-turn": "`wait_for_turn` waits for yours",
    "unknown-game": "`list_games` lists games with open seats",
    "version-conflict": "`view` shows the game as it is now: choose again",
}
"""What helps, by the code of the problem."""


def plain(*parts: RenderableType) -> str:
    """Return parts of the terminal's screen as lines."""
    file = io.StringIO()
    console = Console(file=file, width=WIDTH_CHARS, color_system=None, markup=False, highlight=False)
    for part in parts:
        console.print(part)
    printed = file.getvalue().translate(_LETTERS)
    return "\n".join(line.strip() for line in printed.splitlines() if line.strip())


def game_text(view: GameView, events: Sequence[GameEvent]) -> str:
    """Return a game with what has happened, and with the legal actions if it is your turn."""
    names, agents = display_names(view), {seat.seat for seat in view.seats if seat.agent}
    you = "you watch" if view.you is None else f"your seat is {view.you}"
    return plain(
        Text(f"Game {view.id}, version {view.version}, {you}"),
        render_view(view, [narrate(event, names, agents) for event in events]),
        Text(f"discard pile: {' '.join(view.discard) or 'empty'}"),
        render_result(view) if view.result else render_task(view),
        *([Text(f"The rematch is game {view.next_}.")] if view.next_ else []),
        *_actions(view, LISTED_ACTIONS),
    )


def actions_text(view: GameView) -> str:
    """Return all legal actions, each with what follows from it."""
    return plain(render_task(view), *_actions(view, len(view.legal_actions)))


def _actions(view: GameView, limit: int) -> Iterator[Text]:
    """Yield the legal actions in the order of the terminal's menu, and how many are left out."""
    menu = action_menu(view)
    shown = [item for number, item in enumerate(menu) if number < limit or item.is_pinned]
    if menu:
        yield Text("Legal actions (damage or value): what follows")
    yield from (_action(view, item) for item in shown)
    if len(shown) < len(menu):
        yield Text(f"and {len(menu) - len(shown)} more, which `legal_actions` lists")


def _action(view: GameView, item: MenuItem) -> Text:
    note, reasons = f" ({item.note})" if item.note else "", action_reasons(view, item.action)
    return Text(f"{item.action}{note}{': ' if reasons else ''}").append_text(reasons)


def games_text(games: Iterable[GameSummary]) -> str:
    """Return a line for each game."""
    lines = [
        f"{game.id}: {game.status}, open seats {game.open_seats} of {game.players}, with "
        + (", ".join(sanitize(seat.name or seat.agent) for seat in game.seats if seat.name or seat.agent) or "nobody")
        for game in games
    ]
    return "\n".join(lines) or "There is no such game."


def agents_text(agents: Iterable[Agent]) -> str:
    """Return a line for each agent: what it is, the games that it wins by number of players, if known."""
    return "\n".join(f"{agent.name}: {'; '.join(_facts(agent))}" for agent in agents) or "There is no agent."


def _facts(agent: Agent) -> Iterator[str]:
    yield "house bot" if agent.house else "agent"
    if agent.advises:
        yield "gives advice"
    for rate in agent.figures.win_rates if agent.figures else ():
        yield f"wins {percent(rate.rate)} with {rate.players}"
    if agent.description:
        yield sanitize(agent.description)


def argument_text(name: str, schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    """Return that an argument of a tool is missing or invalid, and what is expected by its JSON Schema."""
    quoted = f"is {json.dumps(arguments[name]):.{MAX_QUOTED_CHARS}}" if name in arguments else "is missing"
    expected = " or ".join(map(_expected, schema.get("anyOf", [schema])))
    about = f", {schema['description']}" if "description" in schema else ""
    return f"`{name}` {quoted}: expected {expected}{about}"


def _expected(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return " or ".join(map(json.dumps, schema["enum"]))
    least, most = (schema.get(f"{end}imum", schema.get(f"{end}Items")) for end in ("min", "max"))
    return f"{_TYPES[schema['type']]}{'' if least is None else f' ({least} to {most})'}"


def error_text(error: Exception) -> str:
    """Return what was wrong, and what would be right."""
    if not isinstance(error, ApiError):
        return str(error)
    hint = f"; {_HINTS[error.code]}" if error.code in _HINTS else ""
    return f"{error.code}: {format_error(error)}{hint}"
