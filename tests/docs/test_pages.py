"""The examples in the pages are correct."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
from pathlib import Path

import pytest
from published import document
from shells import SHELLS, run_in_shell, shell_blocks

from regicide_client import CreateGameRequest, Session

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FLAGS = re.MULTILINE | re.DOTALL
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("clients/*/README.md"), *DOCS.rglob("*.md")]
CONFIG = (ROOT / "api/regicide_api/config.py").read_text()


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in a language."""
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)


def test_the_problem_is_an_example_of_the_document() -> None:
    """The examples of the OpenAPI document are made by the server's own code."""
    rejected = document()["paths"]["/v1/games/{game_id}/actions"]["post"]["responses"]["422"]
    [shown] = blocks("concepts.md", "json")
    assert json.loads(shown) == rejected["content"]["application/problem+json"]["examples"]["illegal-action"]["value"]


@pytest.mark.parametrize(("page", "examples"), [("reference/engine.md", 14), ("rules-library.md", 14)])
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
        created = session.create_game(CreateGameRequest(players=1))
    known = {"ID": created.game.id, "AUTH": f"Authorization: Bearer {created.seats[0].token}"}
    ended = run_in_shell("bash", f"{command.strip()} --json --bot planner-fast", server_url, tmp_path, **known)
    assert sum(each["share"] for each in json.loads(ended.stdout)["actions"]) == pytest.approx(1, abs=0.001)


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


@pytest.fixture(scope="module")
def tracked() -> set[Path]:
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    return {ROOT / name for name in listed.stdout.splitlines()}


def test_every_link_leads_to_a_file_of_the_repository(tracked: set[Path]) -> None:
    """A page can be read on a code forge and in an editor, before the site is built."""
    targets = [(page, link) for page in PAGES for link in re.findall(r"\]\(([^):#]+)[)#]", page.read_text())]
    folders = {parent for path in tracked for parent in path.parents}
    assert len(targets) > 80
    assert [
        f"{page.name}: {link}" for page, link in targets if (page.parent / link).resolve() not in tracked | folders
    ] == []


def test_every_block_shows_the_current_file() -> None:
    """The title of the block is the path of the file, which is not empty."""
    shown = [
        block for page in PAGES for block in re.findall(r'^```\w+ title="(.+?)"\n(.*?)^```$', page.read_text(), FLAGS)
    ]
    assert len(shown) > 12
    assert [
        path for path, text in shown if not text.strip() or (ROOT / path).read_text().rstrip() != text.rstrip()
    ] == []


def test_no_page_includes_a_file_when_the_site_is_built() -> None:
    """Readers of the repository would not see it."""
    assert [page.name for page in PAGES if "--8<--" in page.read_text()] == []


def test_each_defence_names_its_tests() -> None:
    """Each attack on the page on security has tests that exist, or says that there are none."""
    attacks = (DOCS / "security.md").read_text().partition("## Attacks")[2]
    cells = set(re.findall(r"^\|.*\| ([^|]+) \|$", attacks, re.MULTILINE)) - {"test", "not tested"}
    named = {cell: re.findall(r"`([^`]+\.py)(?:::(\w+))?`", cell) for cell in cells}
    assert [cell for cell, tests in named.items() if not tests] == []
    sources = {file: (ROOT / "tests" / file).read_text() for tests in named.values() for file, _ in tests}
    assert {
        (f, test) for tests in named.values() for f, test in tests if test and f"def {test}(" not in sources[f]
    } == set()
