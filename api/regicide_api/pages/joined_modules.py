"""JavaScript modules (ECMA-262, section 16.2) joined to few files, for browsers on slow connections.

A file has each of its modules as a function, without the comments that describe it, in the order of their imports. The
first file has what the entry imports. What an entry imports on demand, by `() => import("./page.js")`, is in a file of
that name, and what several of them import is in `shared.js`.

The modules use a part of the syntax: `import { a, b as c } from "./x.js";`, `import * as x from "./x.js";`, `export`
before a function, a class or a constant, each at the beginning of a line. Other forms are errors.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

IMPORT: Final = re.compile(r'^import\s+(?:\*\s+as\s+(\w+)|(\{[^}]*\}))\s+from\s+"(\.[^"]+)";$', re.MULTILINE)
ON_DEMAND: Final = re.compile(r'=>\s+import\("(\.[^"]+)"\)')
EXPORT: Final = re.compile(r"^export ((?:(?:async )?function|class|const) (\w+))", re.MULTILINE)

_COMMENT: Final = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*|(?<=[;,{)] )//[^\n]*", re.MULTILINE | re.DOTALL)
_STATEMENT: Final = re.compile(r"^[^\s})\]].*(?:\n(?:[ \t})\]].*)?)*", re.MULTILINE)
"""A statement of a module: a line that is not indented, and its indented ones."""

_QUOTED: Final = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`|(?<=[=(,:] )/(?:\\.|[^/\\\n])+/'
)
_BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^][]*\]|\{[^{}]*\}")
_UNNAMED: Final = re.compile(r"""\bimport\(\s*["'`]""")


class ModuleSyntaxError(ValueError):
    """A module in a form that the joined files cannot have."""

    def __init__(self, path: str, line: str, expected: str) -> None:
        super().__init__(f"{path}: invalid line {line!r}: expected {expected}")


def check(texts: Mapping[str, str], variables: Mapping[str, str]) -> None:
    """Raises ModuleSyntaxError for modules that cannot be joined; `variables` are their names in joined files."""
    paths: dict[str, str] = {}
    for path, variable in variables.items():
        if (other := paths.setdefault(variable, path)) != path:
            raise ModuleSyntaxError(path, variable, f"another name of the file: {other} has the same one when joined")
    exports = {path: {found[2] for found in EXPORT.finditer(text)} for path, text in texts.items()}
    for path, text in texts.items():
        _check_imports(path, text, exports)
        _check_statements(path, _COMMENT.sub("", text))


def _check_imports(path: str, text: str, exports: Mapping[str, set[str]]) -> None:
    for found in IMPORT.finditer(text):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[3]))
        wanted = {name.split(" as ")[0].strip() for name in (found[2] or "").strip("{}").split(",")} - {""}
        if missing := sorted(wanted - exports.get(target, wanted)):
            raise ModuleSyntaxError(path, found[0], f"names that {target} exports, not {', '.join(missing)}")


def _check_statements(path: str, text: str) -> None:
    for found in _STATEMENT.finditer(text):
        for line, expected in _faults(found[0]):
            raise ModuleSyntaxError(path, line, expected)


def _faults(statement: str) -> Iterator[tuple[str, str]]:
    """The lines of a statement that cannot be joined, each with what is expected instead."""
    first = statement.partition("\n")[0]
    if EXPORT.match(statement) and first.startswith("export const") and "," in _outline(statement):
        yield first, "one constant for each export"
    before, is_awaiting, _ = re.sub(r"\bawait\b", "\0", _QUOTED.sub('""', statement)).partition("\0")
    if is_awaiting and not re.search(r"\basync\b", before):
        yield first, "await in an async function alone"
    for line in ON_DEMAND.sub("", statement).splitlines():
        if _UNNAMED.search(line):
            yield line.strip(), 'an import on demand of the form () => import("./page.js")'


def _outline(statement: str) -> str:
    """A statement to its semicolon, without strings and what is in brackets."""
    text, count = _QUOTED.sub('""', statement), 1
    while count:
        text, count = _BRACKETS.subn("", text)
    return text.partition(";")[0]


SHARED: Final = "shared.js"
"""The file of the modules that several pages import."""

_DOC_COMMENT: Final = re.compile(r"^ *// @ts-check\n|^ */\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*|.*\bawait (?:import\(|\(import\().*", re.MULTILINE)


class Modules:
    """The modules of a folder by their path, and which of them import which."""

    def __init__(self, texts: Mapping[str, str], entry: str) -> None:
        """Raises ModuleSyntaxError if a module has another syntax, a missing module or name, or a cycle."""
        check(texts, {path: _variable(path) for path in texts})
        self._texts = texts
        self._imports = {path: self._targets(IMPORT, path, 3) for path in texts}
        self._pages = {path: self._targets(ON_DEMAND, path, 1) for path in texts}
        self.entry = entry
        self._file_of = self._assigned()

    def files(self) -> dict[str, str]:
        """The joined files by their path: the entry, its pages, and `shared.js`."""
        members: dict[str, list[str]] = {}
        for path, file in self._file_of.items():
            members.setdefault(file, []).append(path)
        return {file: self._joined(file, paths) for file, paths in members.items()}

    def _targets(self, pattern: re.Pattern[str], path: str, group: int) -> list[str]:
        folder = posixpath.dirname(path)
        targets = []
        for found in pattern.finditer(self._texts[path]):
            targets.append(posixpath.normpath(posixpath.join(folder, found[group])))
            if targets[-1] not in self._texts:
                raise ModuleSyntaxError(path, found[0], "the path of a module")
        return targets

    def _assigned(self) -> dict[str, str]:
        """The file of each module, in the order in which the modules run."""
        first = list(self._closure(self.entry))
        pages = {page: [path for path in self._closure(page) if path not in first] for page in self._all_pages()}
        uses = Counter(path for closure in pages.values() for path in closure)
        assigned = dict.fromkeys(first, self.entry)
        for page, closure in pages.items():
            assigned |= {path: SHARED if uses[path] > 1 else page for path in closure}
        return assigned

    def _all_pages(self) -> list[str]:
        """All modules that are imported on demand, by the entry and by its pages."""
        found, seen = [self.entry], {self.entry}
        for root in found:
            targets = [page for path in self._closure(root) for page in self._pages[path]]
            found += [page for page in dict.fromkeys(targets) if page not in seen]
            seen.update(targets)
        return found[1:]

    def _closure(self, root: str) -> Iterable[str]:
        """A module and all that it imports, each after its own imports."""
        done: dict[str, bool] = {}
        self._visit(root, done)
        return done

    def _visit(self, path: str, done: dict[str, bool], above: tuple[str, ...] = ()) -> None:
        if path in above:
            raise ModuleSyntaxError(path, " -> ".join((*above, path)), "modules without a cycle of imports")
        for target in self._imports[path]:
            if target not in done:
                self._visit(target, done, (*above, path))
        done[path] = True

    def _joined(self, file: str, paths: list[str]) -> str:
        """The text of a file: its imports from other files, its modules, and their export."""
        names = ", ".join(map(_variable, paths))
        modules = "".join(self._function(path, file) for path in paths)
        return f"{''.join(self._import_lines(file, paths))}{modules}export {{ {names} }};\n"

    def _import_lines(self, file: str, paths: list[str]) -> Iterator[str]:
        for other in self._sources(file, paths):
            wanted = {target for path in paths for target in self._imports[path] if self._file_of[target] == other}
            names = ", ".join(map(_variable, sorted(wanted)))
            yield f'import {{ {names} }} from "{_relative(file, other)}";\n'

    def _sources(self, file: str, paths: Iterable[str]) -> list[str]:
        """The other files from which these modules of a file import."""
        return sorted({self._file_of[target] for path in paths for target in self._imports[path]} - {file})

    def _function(self, path: str, file: str) -> str:
        """A module as a function that returns what it exports."""
        text = _DOC_COMMENT.sub("", self._texts[path])
        text = IMPORT.sub(lambda found: self._constants(path, found), text)
        text = ON_DEMAND.sub(lambda found: f"=> {self._request(path, file, found[1])}", text)
        exports = ", ".join(found[2] for found in EXPORT.finditer(text))
        text = EXPORT.sub(r"\1", text)
        if other := _OTHER.search(text):
            raise ModuleSyntaxError(path, other[0], "the forms of imports and exports in joined_modules.py")
        text = text.replace("import.meta.url", f'new URL("{_relative(file, path)}", import.meta.url)')
        return f"// {path}\nconst {_variable(path)} = (() => {{\n{text}\nreturn {{ {exports} }};\n}})();\n\n"

    def _constants(self, path: str, found: re.Match[str]) -> str:
        """An import as constants: `import { a as b }` becomes `const { a: b }`."""
        [whole, names, target] = found.groups()
        variable = _variable(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
        return f"const {whole or re.sub(r' as ', ': ', names)} = {variable};"

    def _request(self, path: str, file: str, target: str) -> str:
        """The request of a page, together with the files that it imports."""
        page = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        wanted = self._file_of[page]
        members = [each for each, of in self._file_of.items() if of == wanted]
        others = [other for other in self._sources(wanted, members) if other != self.entry]
        requests = ", ".join(f'import("{_relative(file, each)}")' for each in (wanted, *others))
        return f"Promise.all([{requests}]).then(([file]) => file.{_variable(page)})"


def _variable(path: str) -> str:
    """The name of a module in a joined file: `$words_texts` for `words/texts.js`."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _relative(file: str, target: str) -> str:
    """The path of a target as an import in a file has it, beginning with `./` or `../`."""
    path = posixpath.relpath(target, posixpath.dirname(file) or ".")
    return path if path.startswith("..") else f"./{path}"
