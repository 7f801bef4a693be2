"""What the decorators of a contract have noted, in the form in which flask-smorest documents it.

Only the OpenAPI document needs this, so nothing of it is loaded before somebody asks for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from flask_smorest import Blueprint

from regicide_api import schemas
from regicide_api.http import rate_limits
from regicide_api.http.decorators import Contract, Handler, notes_of
from regicide_api.problems import document as refusals
from regicide_api.problems import handler as problem_answers

Documented: TypeAlias = dict[str, Any]
"""What flask-smorest knows of a handler."""

Addition: TypeAlias = Callable[[Documented], Documented]

_RETRY_AFTER = {"description": "The seconds to wait.", "schema": {"type": "integer"}, "required": True}


class Documentation(Blueprint):
    """A blueprint that nobody is answered by: it documents the handlers of a contract."""

    def __init__(self, contract: Contract) -> None:
        description = contract.description
        super().__init__(contract.name, __name__, url_prefix=contract.url_prefix, description=description)
        for rule, view, parameters in contract.operations:
            for method in view.methods or ():
                self._describe(getattr(view, method.lower()))
            self.add_url_rule(rule, view_func=view, parameters=parameters)

    def _describe(self, handler: Handler) -> None:
        """Leave what is known of a handler where flask-smorest looks for it."""
        known: Documented = {}
        for note in notes_of(handler):
            known = note(self)(known)
        handler._apidoc = known  # type: ignore[attr-defined]  # noqa: SLF001 - its way of noting

    def takes(self, *arguments: Any, **options: Any) -> Addition:
        """The request has what a schema says, in its body or elsewhere."""
        return _addition(self.arguments(*arguments, **options))

    def gives(self, *arguments: Any, **options: Any) -> Addition:
        """The answer is of a schema."""
        return _addition(self.response(*arguments, **options))

    def also_gives(self, *arguments: Any, **options: Any) -> Addition:
        """There may be another answer."""
        return _addition(self.alt_response(*arguments, **options))

    def says(self, **options: Any) -> Addition:
        """Whatever else is to be said, as OpenAPI has it."""
        return _addition(self.doc(**options))

    def refuses(self, refused: Sequence[type[Exception]]) -> Addition:
        """These errors are answered with their problems, and those of one status share one response."""

        def add(known: Documented) -> Documented:
            for status, response in refusals.responses(refused).items():
                shape = {"schema": schemas.Problem, "content_type": problem_answers.MEDIA_TYPE}
                _forget_response(known, status)
                known = self.also_gives(status, **shape, **response)(known)
            return known

        return add

    def limits(self, policy: str) -> Addition:
        """A rate limit shows in the headers of the answers that are known so far, and beyond it there is another."""

        def add(known: Documented) -> Documented:
            headers = rate_limits.documented_headers(policy)
            limited = {429: {"headers": headers | {"Retry-After": _RETRY_AFTER}}}
            given = {status: {"headers": headers} for status in known["success_status_codes"]}
            return self.says(responses=given | limited)(known)

        return add


def _addition(documents: Callable[[Handler], Handler]) -> Addition:
    """What a decorator of flask-smorest adds.

    It is given a function without notes, because it copies all that it finds, and that takes long.
    """
    return lambda known: _joined(known, documents(_unknown)._apidoc)  # type: ignore[attr-defined]  # noqa: SLF001 - its way of noting


def _unknown() -> None:
    """Do nothing: a function of which nothing has been noted."""


def _joined(notes: Any, more: Any) -> Any:
    """Notes and more notes: what both say something of is joined, item by item, or said anew."""
    if isinstance(notes, dict) and isinstance(more, dict):
        return notes | {key: _joined(notes[key], note) if key in notes else note for key, note in more.items()}
    return [*notes, *more] if isinstance(notes, list) and isinstance(more, list) else more


def _forget_response(known: Documented, status: int) -> None:
    """Drop what has been noted of a response: with one more problem, it is documented anew."""
    known.get("response", {}).get("responses", {}).pop(status, None)
