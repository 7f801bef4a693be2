"""Values of enumerations that a later server adds, in the sentences of the web client."""

from __future__ import annotations

from typing import Any

import pytest
from invented import INVENTED, enumerations, invented
from web_modules import evaluated

TOLD = """await (async () => {
    const { phaseText } = await own("words/reference.ts");
    const { actionOf } = await own("regicide-client");
    return given.map(({ view, events }) => [
        phaseText(view.phase),
        actionOf(view, view.hand) ?? "",
        ...events.flatMap((event) => m.sentences(event, view.seats)),
        ...events.flatMap((event) => (event.effects ?? []).map(m.briefText)),
    ]);
})()"""


def told(games: list[Any], enumeration: str = "none") -> list[list[str]]:
    """The texts of each game; in the references of the API, an enumeration has an invented value."""
    references = {"cards": invented("get_cards", enumeration), "rules": invented("get_rules", enumeration)}
    texts: list[list[str]] = evaluated("words/narration.ts", TOLD, games, **references)
    return texts


def game(enumeration: str = "none") -> dict[str, Any]:
    """A view and events in which an enumeration has an invented value."""
    return {"view": invented("get_game", enumeration), "events": invented("get_events", enumeration)["items"]}


def test_every_game_with_an_unknown_value_is_told() -> None:
    """An event of an unknown type has no sentence, and neither has an effect."""
    names = enumerations()
    texts = dict(zip(names, told([*map(game, names)]), strict=True))
    assert all(INVENTED not in text for text in texts["EffectType"] + texts["EventType"])
    assert texts["Phase"][0] == INVENTED
    assert texts["EventType"][2] == ""


@pytest.mark.parametrize("name", ["Suit", "Rank", "CardKind", "Power", "Phase", "EndReason"])
def test_a_reference_with_an_unknown_value_is_loaded(name: str) -> None:
    """Without a text of its own for it."""
    assert told([game()], name)[0][0]


def test_the_creator_gives_a_game_of_agents_up() -> None:
    """The event has the seat to act, whose agent did not agree to that."""
    games = []
    for agent in ("greedy", None):
        view = invented("get_game", "none")
        view["seats"] = [{**view["seats"][0], "seat": 0, "name": agent or "Ana", "agent": agent}]
        event = {"version": 2, "seat": 0, "type": "give-up", "agree": True, "effects": []}
        games.append({"view": view, "events": [event]})
    creator, player = (texts[2] for texts in told(games))
    assert creator.startswith("The creator gives the game up.")
    assert player.startswith("Ana agrees to")
