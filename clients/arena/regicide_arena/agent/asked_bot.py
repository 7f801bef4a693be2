"""The bot that answers the questions to an agent: one for all games, as a question has its whole view.

A question is JSON, too: `{"view": …, "limit": 5}` asks for advice, `{"view": …, "action": "8D"}` what an action cost,
and `{"about": "answers"}` which of these the bot answers.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from regicide_arena.bots.advice import ADVISER_SEED, advise, gives_advice, gives_reviews, rate_action
from regicide_arena.bots.loader import BotFactory


class AskedBot:
    """Answers questions with a bot that is made when it is first asked."""

    def __init__(self, factory: BotFactory) -> None:
        self._factory = factory

    def prepare(self) -> None:
        """Make the bot, if there is none."""
        _ = self._bot

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the message with the answer to a question.

        Raises InvalidAdvice and the like for an answer against the protocol, and whatever the bot raises.
        """
        return {"answer": self._answer(question)}

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if "action" in question:
            return {**rate_action(self._bot, question["view"], question["action"])}
        if "limit" in question:
            actions = advise(self._bot, question["view"])
            return {"actions": actions[: question["limit"]], "considered": len(actions)}
        return {"advice": gives_advice(self._bot), "reviews": gives_reviews(self._bot)}

    @cached_property
    def _bot(self) -> Any:
        return self._factory.make(ADVISER_SEED)
