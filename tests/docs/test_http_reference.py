"""The page of the HTTP API has the limits of the document, and the schemas of its unions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from published import document

PAGE = (Path(__file__).parents[2] / "docs/reference/http.md").read_text()
SCHEMAS = document()["components"]["schemas"]


def section(name: str) -> str:
    """The part of the page on a schema."""
    return re.split(r"^###? ", PAGE.partition(f"\n### {name}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("union", [name for name, schema in SCHEMAS.items() if "discriminator" in schema])
def test_a_union_lists_the_schema_of_each_value(union: str) -> None:
    """With a link."""
    for value, reference in SCHEMAS[union]["discriminator"]["mapping"].items():
        name = reference.rpartition("/")[2]
        assert f"| `{value}` | [{name}](#{name.lower()}) |" in section(union)


def test_members_and_parameters_have_their_limits() -> None:
    """And the pattern, the default, and whether they are required."""
    wish = section("CreateGameRequest")
    assert f"matches `{SCHEMAS['CreateGameRequest']['properties']['label']['pattern']}`" in wish
    assert re.search(r"^\| `players` \| integer, required \| .*1 to 4", wish, re.MULTILINE)
    assert "| `limit` | query | The maximum number of games. (1 to 100, default `20`) |" in PAGE
