"""What the pages show in passing is true."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

from published import document

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def blocks(page: str, language: str) -> list[str]:
    """The blocks of code of a page in a language."""
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)


def test_the_problem_is_one_of_the_servers() -> None:
    """As the document has it, where the server's own code made it."""
    refused = document()["paths"]["/v1/games/{game_id}/actions"]["post"]["responses"]["422"]
    [shown] = blocks("concepts.md", "json")
    assert json.loads(shown) == refused["content"]["application/problem+json"]["examples"]["illegal-action"]["value"]


def test_the_actions_are_those_of_the_readme() -> None:
    """The same table."""
    [table] = re.findall(
        r"(?:^\| .*\n\|-.*\n)(?:\| .*\n)*\| flip .*\n", (DOCS / "concepts.md").read_text(), re.MULTILINE
    )
    assert table in (ROOT / "README.md").read_text()


def test_the_library_does_what_its_reference_shows() -> None:
    """Its session is a doctest."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for block in blocks("reference/engine.md", "pycon"):
        runner.run(parser.get_doctest(block, {}, "engine", "engine.md", 0))
    assert runner.summarize() == doctest.TestResults(failed=0, attempted=14)
