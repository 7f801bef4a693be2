"""The page on the bot protocol shows messages that its schema describes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from regicide_arena.protocol.messages import decode_question, encode

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "clients/arena/regicide_arena/protocol/schema.json").read_text())
PAGE = (ROOT / "docs/reference/bot-protocol.md").read_text()
EXAMPLES = [
    {"type": "chosen", "action": "5C", "mood": "good"},
    {"type": "observe", "game": "g7", "event": {"type": "seat-left"}},
    {"type": "advice", "actions": [{"action": "5C", "share": 1}]},
    {"type": "rating", "actions": [{"action": "5C", "share": 0.5, "won": 1, "defeated": 12}], "after": {}},
]
FAULTY = [
    *({"type": "chosen"}, {"type": "chosen", "action": 5}, {"type": "mood"}, {}, []),
    {"type": "advice", "actions": []},
    {"type": "rating", "actions": [{"action": "5C", "share": 1, "won": 1.5}], "after": {}},
]


def is_valid(message: object, union: str = "") -> bool:
    """Whether the schema describes a message, in one of its unions."""
    reference = {"$ref": f"#/$defs/{union}", "$defs": SCHEMA["$defs"]} if union else SCHEMA
    return jsonschema_rs.validator_for(reference).is_valid(message)


def transcript() -> list[tuple[str, Any]]:
    """The messages of the page: their marks, and the JSON values."""
    [shown] = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    return [(line[0], json.loads(line[1:])) for line in shown.replace("\n  ", " ").splitlines()]


def test_the_transcript_follows_the_schema() -> None:
    """The bot reads questions, and writes answers."""
    unions = {">": "Question", "<": "Answer"}
    assert [message for mark, message in transcript() if not is_valid(message, unions[mark])] == []
    assert len(transcript()) == 8


def test_the_bot_takes_a_legal_action() -> None:
    """From the view before it."""
    messages = {message["type"]: message for _, message in transcript()}
    assert messages["chosen"]["action"] in messages["choose"]["view"]["legal_actions"]


@pytest.mark.parametrize("message", EXAMPLES)
def test_additional_and_optional_members(message: object) -> None:
    """The schema allows for the ones, and does without the others."""
    assert is_valid(message)


@pytest.mark.parametrize("message", FAULTY)
def test_a_message_that_is_invalid(message: object) -> None:
    """The schema describes nothing else."""
    assert not is_valid(message)


def test_every_message_has_a_heading() -> None:
    """And every object."""
    types = [
        *SCHEMA["$defs"]["Question"]["discriminator"]["mapping"],
        *SCHEMA["$defs"]["Answer"]["discriminator"]["mapping"],
    ]
    assert [name for name in (*types, "Considered", "Estimate") if f"\n### {name}\n" not in PAGE] == []


def test_a_question_begins_with_its_type() -> None:
    """It has no spaces outside of texts, so that bots need no JSON library."""
    for question in (message for mark, message in transcript() if mark == ">"):
        line = json.dumps(question, separators=(",", ":"))
        assert encode(decode_question(line.encode())).decode() == line
        assert line.startswith(f'{{"type":"{question["type"]}"')
