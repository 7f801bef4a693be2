"""The reference data of cards and rules."""

from __future__ import annotations

from typing import Any


def test_all_cards_are_returned(session: Any) -> None:
    """With their names and powers."""
    cards = {card.code: card for card in session.reference.cards().cards}
    assert len(cards) == 54
    assert (cards["QS"].name, cards["QS"].attack, cards["QS"].power) == ("queen of spades", 15, "shield")


def test_the_rules_are_returned(session: Any) -> None:
    """Numbers and codes."""
    rules = session.reference.rules()
    assert [players.full_hand for players in rules.players] == [8, 7, 6, 5]
    assert "may-not-yield" in [refusal.reason for refusal in rules.refusals]


def test_the_sections_of_the_rules_are_returned_on_request(session: Any) -> None:
    """With their paragraphs; null otherwise."""
    sections = session.reference.rules(sections=True).sections
    assert sections[0].id == "aim"
    assert sections[0].paragraphs
    assert session.reference.rules().sections is None
