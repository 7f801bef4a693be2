"""Cards, actions and choices in the JavaScript client."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from invented import example

import regicide
from regicide.cards import value
from regicide.combos import PLAYS
from regicide.rulebook import attack_of, health_of

pytestmark = pytest.mark.costly

CODES = [rank + suit for suit in "CDHS" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")] + ["X1", "X2"]


def worth(*codes: str) -> int:
    """The value of cards by the rules."""
    return value(regicide.parse_cards(list(codes)))


def test_cards_are_those_of_the_rules(evaluate: Callable[..., Any]) -> None:
    """Their values, their order, their numbers as enemies, their texts, and their names."""
    program = """
        const cards = given.codes.map(m.parseCard);
        return {
            values: cards.map(({ value }) => value),
            parts: cards.map(({ rank, suit }) => (rank ?? "") + (suit ?? "")),
            texts: cards.map(({ code }) => m.parseCard(m.formatCard(code).toLowerCase())?.code),
            symbols: ["10H", "AS", "X1", "Y9"].map(m.formatCard),
            sorted: m.sortedCards(given.codes.toReversed()),
            enemies: given.codes.map(m.enemyOf).filter(Boolean),
            names: ["10H", "X2", "Y9"].map((code) => m.cardName(code, given.reference)),
            unknown: ["1H", "11H", "", "X3", "HH", "10", "H10", "AA♥"].map(m.parseCard).filter(Boolean),
        };
    """
    found = evaluate(program, codes=CODES, reference=example("get_cards"))
    assert found["values"] == [worth(code) for code in CODES]
    assert found["parts"] == [*CODES[:-2], "", ""]
    assert found["texts"] == found["sorted"] == CODES
    assert (found["symbols"], found["unknown"]) == (["10♥", "A♠", "X1", "Y9"], [])
    royals = [regicide.parse_card(code) for code in CODES if code[0] in "JQK"]
    assert [(each["attack"], each["health"]) for each in found["enemies"]] == [
        (attack_of(c), health_of(c)) for c in royals
    ]
    assert found["names"] == ["ten of hearts", "jester 2", "Y9"]


def views(seed: str, players: int) -> Iterator[dict[str, Any]]:
    """The views of the players to act in a game of random actions."""
    position, rng = regicide.Position.new(seed, players), Random(seed)
    while not position.is_over:
        view = json.loads(json.dumps(regicide.observe(position, position.turn)))
        yield view | {"seats": [], "previews": regicide.previews(view) if view["phase"] == "play" else []}
        [step] = regicide.replay(position, [rng.choice(position.legal_actions)])
        position = step.position


def test_selected_cards_are_the_legal_action_of_these_cards(evaluate: Callable[..., Any]) -> None:
    """In any order of selection; other cards have a reason, and what can be added to a selection is legal."""
    program = """
        return given.views.map((view) => {
            const sets = view.legal_actions.map(m.cardsOf);
            const chosen = sets.map((cards) => m.actionOf(view, cards.toReversed()));
            const written = view.legal_actions.map((action) => m.formatAction(m.parseAction(action)));
            const addable = [...m.combinable(view, sets[0])];
            const wrong = given.subsets[view.hand.length].map((places) => places.map((place) => view.hand[place]));
            const refused = wrong.filter((cards) => m.whyIllegal(view, cards) !== null);
            return {
                chosen, written, addable, refused, reason: m.whyIllegal(view, []), seats: m.appointable(view),
                elsewhere: m.whyIllegal({ ...view, you: null }, sets[0]), left: m.damageLeft(view, view.hand),
                cheapest: m.cheapestDiscard(view), previews: view.legal_actions.map((each) => m.previewOf(view, each)),
            };
        });
    """
    seen = [view for players in (1, 2, 3, 4) for number in range(3) for view in views(f"choice/{number}", players)]
    subsets = [[places for size in (1, 2) for places in combinations(range(length), size)] for length in range(9)]
    for view, found in zip(seen, evaluate(program, views=seen, subsets=subsets), strict=True):
        legal = view["legal_actions"]
        sets = [set(cards_of(action)) for action in legal]
        assert found["chosen"] == [action if cards else None for action, cards in zip(legal, sets, strict=True)]
        assert found["written"] == legal
        assert set(found["addable"]) == set().union(*(cards for cards in sets if cards >= sets[0]))
        assert all(set(cards) not in sets for cards in found["refused"])
        tried = subsets[len(view["hand"])]
        legal_ones = [places for places in tried if {view["hand"][place] for place in places} in sets]
        assert len(found["refused"]) == len(tried) - len(legal_ones)
        reasons = {"play": "not-a-combo", "suffer": "does-not-cover-damage", "appoint": "wrong-phase"}
        assert (found["reason"], found["elsewhere"]) == (reasons[view["phase"]], "not-your-turn")
        assert found["seats"] == [int(action[1:]) for action in legal if action[0] == ">"]
        assert found["left"] == max(0, view["enemy"]["strikes_for"] - worth(*view["hand"]))
        assert found["previews"] == [
            {each["action"]: each for each in view["previews"]}.get(action) for action in legal
        ]
        discards = [cards_of(action) for action in legal if action[0] == "-"]
        assert found["cheapest"] == (min(discards, key=cost) if discards else None)


def test_cards_that_cannot_be_played_together_break_a_rule(evaluate: Callable[..., Any]) -> None:
    """Any cards but a play of the rules, each set for one reason."""
    sets = [list(cards) for size in (1, 2, 3) for cards in combinations(CODES, size)]
    faults = evaluate("return given.sets.map(m.comboFault);", sets=sets)
    for cards, fault in zip(sets, faults, strict=True):
        assert (fault is None) == (regicide.parse_cards(cards) in PLAYS), cards
    known = {"jester": ["5C", "X1"], "companion": ["AC", "5C", "5D"], "ranks": ["2C", "3C"], "total": ["6C", "6D"]}
    assert evaluate("return given.sets.map(m.comboFault);", sets=[*known.values()]) == [*known]


def cards_of(action: str) -> list[str]:
    """The cards of an action."""
    return [] if action in {"yield", "flip"} or action[0] == ">" else action.replace("-", "+").strip("+").split("+")


def cost(cards: list[str]) -> tuple[int, int, int, list[int]]:
    """What is least for the cheapest discard."""
    companions = sum(card[0] == "A" for card in cards)
    return worth(*cards), companions, len(cards), sorted(map(worth, cards), reverse=True)


def test_the_cheapest_discard_keeps_what_is_worth_more_than_its_value(evaluate: Callable[..., Any]) -> None:
    """Of equal totals: animal companions, before more cards, before higher ones; a lower total comes first."""
    chosen = {
        ("-9C-AD", "-2C-3C-5C"): ["2C", "3C", "5C"],
        ("-2C-8C", "-10C"): ["10C"],
        ("-4C-6C", "-5C-5D"): ["5C", "5D"],
        ("-2C-9C", "-9C-AD"): ["9C", "AD"],
    }
    program = "return given.hands.map((actions) => m.cheapestDiscard({ legal_actions: actions }));"
    assert evaluate(program, hands=[*map(list, chosen)]) == [*chosen.values()]
