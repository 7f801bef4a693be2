"""What the API publishes of classes: codes from their names, and texts from their docstrings."""

from __future__ import annotations

import re
from inspect import getdoc


def code_of(name: str) -> str:
    """The name of a class as a code: `name-taken` for NameTaken."""
    return re.sub(r"\B(?=[A-Z])", "-", name).lower()


def published_text(kind: type) -> str:
    """The first paragraph of the docstring of a class, in one line."""
    return " ".join(str(getdoc(kind)).partition("\n\n")[0].split())
