"""The OpenAPI document, as `make openapi` has generated it: the same for all installations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

INSTALLED: Final = Path(__file__).parent / "openapi"
IN_REPOSITORY: Final = Path(__file__).parents[3] / "openapi"
FOLDER: Final = INSTALLED if INSTALLED.exists() else IN_REPOSITORY
"""In a wheel the files are part of the package; in the repository they are in `openapi`."""


@cache
def content(language: str) -> bytes:
    """The document in a language: `json` or `yaml`."""
    return (FOLDER / f"openapi.{language}").read_bytes()


@cache
def operations() -> Sequence[Mapping[str, Any]]:
    """The operations of all paths."""
    paths = orjson.loads(content("json"))["paths"].values()
    return [members[method] for members in paths for method in members if isinstance(members[method], dict)]
