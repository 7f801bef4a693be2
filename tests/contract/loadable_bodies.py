"""Bodies that are equal to generated ones in JSON Schema, or differ from them where the rules of the game demand it."""

from __future__ import annotations

from typing import Any

import regicide


def whole(content: Any) -> Any:
    """The content with 2 for 2.0: both are integers in JSON Schema, only the first one for the server."""
    match content:
        case dict():
            return {name: whole(member) for name, member in content.items()}
        case list():
            return [whole(item) for item in content]
        case float() if content.is_integer():
            return int(content)
    return content


def begun(game: dict[str, Any]) -> dict[str, Any]:
    """A new game with a position that a game can reach, or with actions that the rules allow after its deal."""
    players = int(game.get("players", 0))
    if players and "position" in game:
        return game | {"position": str(regicide.Position.new("set-up", players))}
    if players and "actions" in game:
        first = regicide.Position.new("set-up", players, int(game.get("first_player", 0)))
        return game | {"seed": "set-up", "actions": [str(action) for action in first.legal_actions[:1]]}
    return game
