"""Loading code that somebody else wrote, and saying in few lines what is wrong where that fails."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

_LAST_LINES: Final = 8


class CannotLoad(Exception):
    """A file or module that is not there, or fails; the message says why."""


def load_file(file: Path) -> ModuleType:
    """The module that a file of Python is. While it is loaded, it can import what lies beside it.

    Raises CannotLoad.
    """
    if not file.is_file():
        raise CannotLoad(f"there is no file {file}")
    path = file.resolve()
    spec = spec_from_file_location(str(path), path)
    if spec is None or spec.loader is None:
        raise CannotLoad(f"{file} is no file of Python: its name would end in .py")
    module = sys.modules[spec.name] = module_from_spec(spec)
    with _blaming(str(file)), _importable(path.parent), _forgetting(path.parent):
        spec.loader.exec_module(module)
    return module


def load_module(name: str) -> ModuleType:
    """The module with this name: an installed one, or one in the working directory.

    Raises CannotLoad.
    """
    if not all(part.isidentifier() for part in name.split(".")):
        raise CannotLoad(f"{name!r} is neither a file.py nor a package.module")
    with _blaming(name), _importable(Path.cwd()):
        return import_module(name)


@contextmanager
def _blaming(name: str) -> Iterator[None]:
    """Let whatever is raised become CannotLoad, but for an interrupt, which is meant for us."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise CannotLoad(_complaint(name, error)) from error


def _complaint(name: str, error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError) and f"{name}.".startswith(f"{error.name}."):
        return f"there is no module {error.name!r}: it is neither installed nor in the working directory"
    lines = "".join(traceback.format_exception(error)).splitlines()
    return "\n".join([f"{name} cannot be loaded:", *lines[-_LAST_LINES:]])


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let the modules in a folder be imported, as `python folder/program.py` does."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))


@contextmanager
def _forgetting(folder: Path) -> Iterator[None]:
    """Forget the modules of a folder afterwards: another folder's `helpers` is not this one's."""
    known = set(sys.modules)
    try:
        yield
    finally:
        new = sys.modules.keys() - known
        here = {name for name in new if _lies_in(folder, sys.modules[name])}
        for name in new:
            if name.partition(".")[0] in here:
                del sys.modules[name]


def _lies_in(folder: Path, module: ModuleType) -> bool:
    places = [getattr(module, "__file__", None) or "", *getattr(module, "__path__", ())]
    return any(Path(place).parent == folder for place in places)
