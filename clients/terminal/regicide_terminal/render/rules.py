"""The rules of the game as lines: titles, and paragraphs of the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import gettext as _

from rich.text import Text

from regicide_client import RuleSection, Session
from regicide_terminal.output import MAX_LINE_CHARS, UserError, sanitize


def rules(session: Session, section: str = "") -> list[Text]:
    """Return the lines of a section, or of all. Raises UserError for an unknown one."""
    return [*_lines(_selected(session.get_rules(sections=True).sections or [], section.strip().lower()))]


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
        yield Text("")
