"""Loads code written by others: modules, whose exceptions become a LoadError, and the bots that they make."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.util import module_from_spec, spec_from_file_location
from inspect import Parameter, signature
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Self

from regicide_arena.bots.view_types import Bot

SECONDS: Final = "seconds"
"""The parameter of a bot that gets the time for the action."""
_VARIADIC: Final = {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}
_TRACEBACK_LINES: Final = 8
_PLANNERS: Final = "regicide_arena.bots.planner"
_IMPORT_OF_PLANNERS: Final = re.compile(rb"\b(regicide_arena\b.*\b(planner|policy|search)|regicide_kernel)\b")
_IMPORT_SYSTEM: Final = (__file__, "<frozen importlib", str(Path(importlib.__file__).parent))


class LoadError(Exception):
    """A file or module is missing, or raises when it is loaded; the message says why."""


def load_file(file: Path) -> ModuleType:
    """Load a Python file as a module. While it loads, it can import the modules in its folder.

    Raises LoadError.
    """
    if not file.is_file():
        raise LoadError(f"cannot read {file}: No such file or directory")
    path = file.resolve()
    spec = spec_from_file_location(str(path), path)
    if spec is None or spec.loader is None:
        raise LoadError(f"invalid Python file {str(file)!r}: expected a name that ends in .py")
    module = sys.modules[spec.name] = module_from_spec(spec)
    with _load_errors(str(file)), _on_import_path(path.parent), _forget_modules(path.parent):
        spec.loader.exec_module(module)
    return module


def load_module(name: str) -> ModuleType:
    """Import a module that is installed or in the working directory.

    Raises LoadError.
    """
    if not all(part.isidentifier() for part in name.split(".")):
        raise LoadError(f"invalid location {name!r}: expected file.py or package.module")
    with _load_errors(name), _on_import_path(Path.cwd()):
        return importlib.import_module(name)


@contextmanager
def _load_errors(name: str) -> Iterator[None]:
    """Turn every exception into a LoadError, except for the interruption by Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise LoadError(_describe(name, error)) from error


def _describe(name: str, error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError) and f"{name}.".startswith(f"{error.name}."):
        return f"unknown module {error.name!r}: it is neither installed nor in the working directory"
    lines = "".join(_own_traceback(error).format()).splitlines()
    return "\n".join([f"{name} cannot be loaded:", *lines[-_TRACEBACK_LINES:]])


def _own_traceback(error: BaseException) -> traceback.TracebackException:
    """Return the traceback of an exception without the frames of the import system and of this module."""
    shown = traceback.TracebackException.from_exception(error)
    frames = [frame for frame in shown.stack if not frame.filename.startswith(_IMPORT_SYSTEM)]
    shown.stack = traceback.StackSummary.from_list(frames)
    return shown


@contextmanager
def _on_import_path(folder: Path) -> Iterator[None]:
    """Put a folder first on the import path, as `python folder/program.py` does."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        if str(folder) in sys.path:
            sys.path.remove(str(folder))


@contextmanager
def _forget_modules(folder: Path) -> Iterator[None]:
    """Remove the modules of a folder from `sys.modules` afterwards, so that another folder may have the same names."""
    known = set(sys.modules)
    try:
        yield
    finally:
        new = sys.modules.keys() - known
        local = {name for name in new if _is_in(folder, sys.modules[name])}
        for name in new:
            if name.partition(".")[0] in local:
                del sys.modules[name]


def _is_in(folder: Path, module: ModuleType) -> bool:
    places = [getattr(module, "__file__", None) or "", *getattr(module, "__path__", ())]
    return any(Path(place).parent == folder for place in places)


@dataclass(frozen=True)
class BotFactory:
    """Makes bots from a callable: either a bot itself, or a function or class that makes one from a seed.

    A callable makes bots if its only parameter without a default is `seed`.
    """

    location: str
    """`file.py:function` or `package.module:function`."""
    target: Callable[..., Any]

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (self.target.__doc__ or "no description").strip().partition("\n")[0]

    @property
    def options(self) -> list[Parameter]:
        """The parameters that are given by name only, and have a number, a text or a boolean as default."""
        return [each for each in parameters_of(self.target).values() if _is_option(each)]

    def make(self, seed: str, **options: object) -> Bot:
        """Make a bot for one seat of one game; a target that is a bot itself is returned, with its options.

        Raises whatever the target raises, and TypeError if it makes something that is not callable.
        """
        target = partial(self.target, **options) if options else self.target
        bot: Bot = target(seed=seed) if self.is_maker else target
        if not callable(bot):
            raise TypeError(f"{self.location} made a {type(bot).__name__}: expected a function of a view")
        return bot

    def prepared(self) -> Self:
        """Return the factory itself, after the kernel is loaded if the bot's code imports the planners, now or later.

        Loading it, and all the more compiling it, must not count as the time of a choice.
        """
        if _PLANNERS in sys.modules or self._names_planners():
            importlib.import_module("regicide_arena.bots.compilation").ensure_compiled()
        return self

    @cached_property
    def source_file(self) -> Path | None:
        """The Python file of the target; None if it is written in C."""
        for target in (inspect.unwrap(self.target), type(self.target)):  # the class of a callable object has the file
            with suppress(TypeError):
                if file := inspect.getsourcefile(target):
                    return Path(file)
        return None

    def _names_planners(self) -> bool:
        """Return whether a line of the source file names the kernel, or a module of this package that uses it."""
        try:
            return bool(self.source_file and _IMPORT_OF_PLANNERS.search(self.source_file.read_bytes()))
        except OSError:
            return False

    @cached_property
    def is_maker(self) -> bool:
        """Whether the target makes a bot for each seat, which may remember the game."""
        return takes_seed(self.target)


def is_bot_or_maker(target: Callable[..., Any]) -> bool:
    """Whether a callable can be called with a view, or makes bots from seeds, by its signature alone."""
    try:
        signature(target).bind(None)
    except TypeError:
        return takes_seed(target)
    except ValueError:  # written in C, without a signature
        pass
    return True


def takes_seed(target: Callable[..., Any]) -> bool:
    """Whether a callable makes bots from seeds, by its signature alone."""
    parameters = parameters_of(target).values()
    return {each.name for each in parameters if each.name == "seed" or _is_required(each)} == {"seed"}


def parameters_of(target: Callable[..., Any]) -> Mapping[str, Parameter]:
    """Return the parameters of a callable; none if it is written in C, without a signature.

    Annotations that are texts are evaluated, unless one of them cannot be.
    """
    for is_evaluated in (True, False):
        with suppress(Exception):  # of the annotations, or of a signature that is not there
            return signature(target, eval_str=is_evaluated).parameters
    return {}


def _is_option(parameter: Parameter) -> bool:
    default = parameter.default
    is_given = parameter.name in {"seed", SECONDS}
    is_value = type(default) in {bool, int, float, str} and default not in {inf, -inf}
    return parameter.kind is Parameter.KEYWORD_ONLY and is_value and not is_given


def _is_required(parameter: Parameter) -> bool:
    return parameter.default is Parameter.empty and parameter.kind not in _VARIADIC
