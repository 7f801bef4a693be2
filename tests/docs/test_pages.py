"""The examples in the pages are correct."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from published import document
from shells import SHELLS, run_in_shell, shell_blocks

from regicide_api.endpoints.bodies import FIGURES, SHORTEST_MOVE_MS
from regicide_api.reference.texts import text
from regicide_api.services.agents import HOUSE_BOTS
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


@pytest.mark.costly
def test_a_view_is_explained(server_url: str, tmp_path: Path) -> None:
    """The command pipes the view of a game into `regicide-arena explain`."""
    [command] = shell_blocks((DOCS / "included-bots.md").read_text())
    with Session(server_url) as session:
        created = session.games.create(CreateGameRequest(players=1))
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


REFERENCE = (DOCS / "reference/http.md").read_text()
SCHEMAS = document()["components"]["schemas"]


def section(name: str) -> str:
    """The part of the page on a schema."""
    return re.split(r"^###? ", REFERENCE.partition(f"\n### {name}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("union", [name for name, schema in SCHEMAS.items() if "discriminator" in schema])
def test_a_union_lists_the_schema_of_each_value(union: str) -> None:
    """With a link."""
    for value, reference in SCHEMAS[union]["discriminator"]["mapping"].items():
        name = reference.rpartition("/")[2]
        assert f"| `{value}` | [{name}](#{name.lower()}) |" in section(union)


def test_the_problems_of_an_operation_are_codes_of_problems() -> None:
    """Not the `code` of another object, such as a pairing."""
    listed = re.findall(r"^Problems: (.*)\.$", REFERENCE, re.MULTILINE)
    assert {code for line in listed for code in line.replace("`", "").split(", ")} <= set(
        SCHEMAS["ProblemCode"]["enum"]
    )


def test_members_and_parameters_have_their_limits() -> None:
    """And the pattern, the default, and whether they are required."""
    wish = section("CreateGameRequest")
    assert f"matches `{SCHEMAS['CreateGameRequest']['properties']['label']['pattern']}`" in wish
    assert re.search(r"^\| `players` \| integer, required \| .*1 to 4", wish, re.MULTILINE)
    assert "| `limit` | query | The maximum number of games. (1 to 100, default `20`) |" in REFERENCE


BOTS_PAGE: Final = (DOCS / "included-bots.md").read_text()


def rows(bot: str) -> list[list[str]]:
    """The cells of the rows about a bot."""
    lines = [line for line in BOTS_PAGE.splitlines() if line.startswith(f"| `{bot}` |")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def written(rate: Mapping[str, float]) -> str:
    """A win rate in the table."""
    return f"{rate['rate']:.1%} ({100 * rate['low']:.1f} to {100 * rate['high']:.1f})"


def test_every_house_bot_has_figures() -> None:
    """And no other bot."""
    assert FIGURES.keys() == {*HOUSE_BOTS}


CHARACTERS: Final = (ROOT / "clients/web/modules/words/names.ts").read_text("utf-8")


@pytest.mark.parametrize("bot", HOUSE_BOTS)
def test_the_page_has_the_description_and_the_time(bot: str) -> None:
    """In the first table, beside the name of the bot in the web client."""
    longest = FIGURES[bot]["move_ms"]
    shortest = SHORTEST_MOVE_MS.get(bot, longest)
    time = f"{longest:g}" if shortest == longest else f"{shortest:g} to {longest:g}"
    description = text(f"bot.{bot}", "en").rstrip(".")
    name, character, *facts = rows(bot)[0]
    assert (name, facts) == (f"`{bot}`", ["yes", description[0].lower() + description[1:], time])
    assert re.search(rf'^ +"?{bot}"?: "{character}",$', CHARACTERS, re.MULTILINE)


@pytest.mark.parametrize("bot", HOUSE_BOTS)
def test_the_page_has_the_win_rates(bot: str) -> None:
    """In the second table, by number of players; a cell is empty where none was measured."""
    rates = {rate["players"]: rate for rate in FIGURES[bot]["win_rates"]}
    _, deals, *cells = rows(bot)[1]
    assert cells == [written(rates[players]) if players in rates else "" for players in (1, 2, 3, 4)]
    games = [f"{rates[players]['games']:,}" if players in rates else "none" for players in (1, 2, 3, 4)]
    assert deals == (games[0] if len({*games}) == 1 else f"{', '.join(games[:3])} and {games[3]}")
