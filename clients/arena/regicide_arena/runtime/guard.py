"""Guards of processes that run the code of others: a guard ends everything that its child leaves running.

A process that a bot starts may leave the bot's process group and session, and lose its parent. On Linux it stays a
descendant of the guard nevertheless, which adopts orphans (PR_SET_CHILD_SUBREAPER, prctl(2)). Elsewhere only the
processes in the group of the child are ended.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36
_EXIT_GUARD: Final = 1
"""The exit code of a guard whose child or lifeline has ended."""


def adopt_orphans() -> None:
    """Make this process the parent of all its descendants whose own parent ends."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def fork_guarded(lifeline: int, on_end: Callable[[str], None] = lambda _: None) -> int:
    """Fork; return 0 in the child, which leads a session of its own, and the child's id in its guard.

    The guard kills all its descendants and exits as soon as the child ends or stops, or the other end of the pipe
    `lifeline` is closed. If the child has ended itself, the guard calls `on_end` with the cause, such as `exit code 3`,
    before it exits. The calling process must have one thread only.
    """
    adopt_orphans()
    child = os.fork()
    if child == 0:
        os.setsid()
        die_with_parent()
        adopt_orphans()
        return 0
    for wait in (partial(_await_end, child), partial(_await_close, lifeline)):
        Thread(target=_exit_after, args=[wait, child, on_end], daemon=True).start()
    return child


def _exit_after(wait: Callable[[], str], child: int, on_end: Callable[[str], None]) -> None:
    cause = wait()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    end_descendants()
    if cause:
        with suppress(OSError):  # nothing waits for it
            on_end(cause)
    os._exit(_EXIT_GUARD)


def _await_end(child: int) -> str:
    """Wait until the child ends or is stopped, which only the code that it runs does; return the cause.

    The child remains a zombie.
    """
    try:
        ended = os.waitid(os.P_PID, child, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
    except ChildProcessError:
        return ""
    if ended is None or ended.si_code == os.CLD_STOPPED:
        return "stopped"
    return f"{'exit code' if ended.si_code == os.CLD_EXITED else 'killed by signal'} {ended.si_status}"


def _await_close(lifeline: int) -> str:
    poll = select.poll()
    poll.register(lifeline, 0)  # POLLHUP alone: data in the pipe is not for the guard
    poll.poll()
    return ""


def end_descendants() -> None:
    """Kill all descendants, and what they start meanwhile, until none is left; reap them."""
    while descendants := {*_with_descendants([os.getpid()])} - {os.getpid()}:
        for process in descendants:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def end_children(children: Collection[int]) -> None:
    """Kill these children with their descendants, and reap them."""
    for process in _with_descendants(children):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)
    for child in children:
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def child_names() -> list[str]:
    """List the names of this process's children, zombies included."""
    return sorted(process.name for process in _processes().values() if process.parent == os.getpid())


def child_ids() -> set[int]:
    """Return the ids of this process's children, zombies included."""
    return {number for number, process in _processes().items() if process.parent == os.getpid()}


def has_children() -> bool:
    """Return whether this process has children, zombies included."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def has_zombie() -> bool:
    """Return whether a child has ended that was not waited for."""
    try:
        return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return False


@contextmanager
def end_forked_copies() -> Iterator[None]:
    """End the copies of this process that the block forks as soon as they leave the block."""
    own = os.getpid()
    try:
        yield
    finally:
        if os.getpid() != own:
            os._exit(0)


def close_in_copies(descriptors: Iterable[int]) -> None:
    """Close these descriptors in the copies that this process forks, once: a copy of a copy may reuse their numbers."""
    left = [*descriptors]

    def close() -> None:
        while left:
            with suppress(OSError):  # the code that forks may have closed it
                os.close(left.pop())

    os.register_at_fork(after_in_child=close)


class _Process(NamedTuple):
    name: str
    parent: int


def _with_descendants(roots: Iterable[int]) -> Iterator[int]:
    """Yield processes and all their descendants."""
    processes, found = _processes(), {*roots}
    while found:
        yield from found
        found = {number for number, process in processes.items() if process.parent in found}


def _processes() -> dict[int, _Process]:
    """Return every process by its id, from proc(5); empty without that file system."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            head, _, tail = file.read_text(errors="replace").rpartition(")")
            found[int(file.parent.name)] = _Process(head.partition("(")[2], int(tail.split()[1]))
    return found
