"""The examples in the pages are correct."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest
from published import document
from shells import SHELLS, run_in_shell, shell_blocks

from regicide_client import GameWish, Session

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
CONFIG = (ROOT / "api/regicide_api/config.py").read_text()


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in a language."""
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)


def test_the_problem_is_an_example_of_the_document() -> None:
    """The examples of the OpenAPI document are made by the server's own code."""
    rejected = document()["paths"]["/v1/games/{game_id}/actions"]["post"]["responses"]["422"]
    [shown] = blocks("concepts.md", "json")
    assert json.loads(shown) == rejected["content"]["application/problem+json"]["examples"]["illegal-action"]["value"]


@pytest.mark.parametrize(("page", "examples"), [("reference/engine.md", 14), ("rules-library.md", 9)])
def test_the_library_does_what_a_page_shows(page: str, examples: int) -> None:
    """The page's session is a doctest."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    session = "\n".join(blocks(page, "pycon"))
    runner.run(parser.get_doctest(session, {}, page, page, 0))
    assert runner.summarize() == doctest.TestResults(failed=0, attempted=examples)


def test_a_view_is_explained(server_url: str, tmp_path: Path) -> None:
    """The command pipes the view of a game into `regicide-arena explain`."""
    [command] = shell_blocks((DOCS / "included-bots.md").read_text())
    with Session(server_url) as session:
        created = session.create_game(GameWish(players=1))
    known = {"ID": created.game.id, "AUTH": f"Authorization: Bearer {created.seats[0].token}"}
    ended = run_in_shell("bash", f"{command.strip()} --json --rollouts 20", server_url, tmp_path, **known)
    assert sum(each["rollouts"] for each in json.loads(ended.stdout)) == 20


@pytest.mark.parametrize("shell", SHELLS)
def test_the_cards_come_in_a_language(shell: str, server_url: str, tmp_path: Path) -> None:
    """The command of the page on playing requests Catalan."""
    [command] = shell_blocks((DOCS / "play.md").read_text())
    ended = run_in_shell(shell, command, server_url, tmp_path)
    assert "trèvols" in ended.stdout


@pytest.mark.parametrize("name", sorted(set(re.findall(r'"([A-Z]+(?:_[A-Z]+)*)"', CONFIG))))
def test_every_setting_is_documented(name: str) -> None:
    """In a row of the table."""
    assert f"| `{name}` |" in (DOCS / "reference/settings.md").read_text()
