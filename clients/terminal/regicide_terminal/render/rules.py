"""The rules of the game as lines: titles, paragraphs and tables of the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import gettext as _

from rich.text import Text

from regicide_client import RuleSection, Session
from regicide_terminal.output import MAX_LINE_CHARS, UserError, sanitize


def rules(session: Session, section: str = "") -> list[Text]:
    """Return the lines of a section, or of all. Raises UserError for an unknown one."""
    return [*_lines(_selected(session.reference.rules(sections=True).sections or [], section.strip().lower()))]


def _selected(sections: Sequence[RuleSection], wanted: str) -> Sequence[RuleSection]:
    """The sections with this id, or whose title begins so; all sections without a text."""
    exact = [each for each in sections if each.id == wanted]
    found = exact or [each for each in sections if each.title.lower().startswith(wanted)]
    if found:
        return found
    ids = ", ".join(each.id for each in sections)
    form = _("unknown section {section!r}: expected one of {sections}")
    raise UserError(form.format(section=sanitize(wanted, 40), sections=sanitize(ids, MAX_LINE_CHARS)))


def _lines(sections: Sequence[RuleSection]) -> Iterator[Text]:
    for section in sections:
        yield Text(f"{sanitize(section.title)} [{sanitize(section.id)}]", style="bold")
        yield from (Text(sanitize(paragraph, MAX_LINE_CHARS)) for paragraph in section.paragraphs)
        if section.table:
            yield from _table_lines([section.table.header, *section.table.rows])
        yield Text("")


def _table_lines(rows: Sequence[Sequence[str]]) -> Iterator[Text]:
    """The rows of a table with its columns aligned."""
    cells = [[sanitize(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield Text("  ".join(map(str.ljust, row, widths)).rstrip())
