"""A program that runs another one under limits, and ends everything that this has started when it ends.

It is started by its file, with `python -I -S`: it imports a few modules of the standard library alone, and starts in
some 20 milliseconds. Arguments: the descriptor of a socket, options as JSON (see `Options` in `guarded.py`), and the
command. The program has the guard's standard input and output, and a session of its own. Its standard error goes
through the guard, which forwards no more than a limit, together with the guards that share the file `log`.

The guard reads the socket: `?` asks for the names of the processes that the program has started, and the end of the
file ends everything. It writes lines: the names as a JSON list, and, after the program has ended, a JSON object with
`ended`, such as `exit code 3`, or `failed` where it could not be started.

A process that the program starts may leave its process group and session, and lose its parent. On Linux it stays a
descendant of the guard nevertheless, which adopts orphans (PR_SET_CHILD_SUBREAPER, prctl(2)). Elsewhere only the
processes in the group of the program are ended.
"""

# pathlib takes as long to import as all the rest:
# ruff: noqa: PTH109, PTH110, PTH112, PTH114, PTH116, PTH118, PTH123, PTH208

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import select
import signal
import socket
import sys
from contextlib import suppress

TYPE_CHECKING = False  # that of typing takes as long to import as all the rest
if TYPE_CHECKING:
    from typing import Any

PR_SET_PDEATHSIG = 1
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PIECE_BYTES = 4096
"""A pipe that can be written takes this number of bytes at once (PIPE_BUF)."""
SHOWN = bytes(each if each in b"\t\n" or (each >= 32 and each != 127) else ord("?") for each in range(256))
"""The log without the control characters by which a text of others could rewrite what a terminal shows."""
LOG_BYTES = 1 << 20
"""The limit of the log; the rest is left out."""
LOG_WAIT_S = 1.0
"""The time in which the reader of the log makes room, after which a piece is lost."""

MEMORY_BYTES = 4 * 1024**3
"""Private memory of each process."""
FILE_BYTES = 64 * 1024**2
"""Size of each file that is written."""
OPEN_FILES = 256
FURTHER_PROCESSES = 1024
"""Processes and threads of the user, beside the existing ones; the kernel does not limit root."""
DROPPED_CAPABILITIES = range(5, 64)
"""What root may do beside using the files of others, capabilities(7): such as raising limits, and reading processes."""

# Landlock, landlock(7): numbers of system calls, which are the same on all architectures, and rights.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG, PATH_BENEATH = 1, 1
SCOPES = 1 << 0 | 1 << 1
"""No abstract sockets of other processes, and no signals to them."""
SCOPED_VERSION = 6
READ_DIR = 1 << 3
OF_FILES = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15
"""Rights that a rule for a file may have: execute, write, read, truncate, and control of devices."""
RIGHTS_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15}
"""The number of rights of each version of Landlock; later ones have 16."""


def main() -> None:
    """Run the command of the arguments, and end with it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    link = socket.socket(fileno=int(sys.argv[1]))
    options, command = json.loads(sys.argv[2]), sys.argv[3:]
    for shared in (link.fileno(), options["log"]):
        if shared is not None:
            os.set_inheritable(shared, False)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    log, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        start(link, options, command, theirs)
    os.close(theirs)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    Guard(link, child, log, woken, options["log"]).run()


def start(link: socket.socket, options: dict[str, Any], command: list[str], log: int) -> None:
    """Become the program; on failure, report that."""
    try:
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.dup2(log, 2)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        os.nice(options["niceness"])
        if options["is_limited"]:
            limit_resources()
            hide(options["hidden"])
        os.execvp(command[0], command)  # noqa: S606 - of the bot
    except OSError as error:
        link.sendall(json.dumps({"failed": f"{error.strerror}{remedy(command[0], error)}"}).encode() + b"\n")
        os._exit(127)


def remedy(program: str, error: OSError) -> str:
    """Return what is expected instead of a program that cannot be started; empty for an unusual error."""
    if error.errno == errno.EACCES:
        return ": expected an executable file (chmod +x), or its interpreter before it"
    if error.errno == errno.ENOEXEC:
        return ": expected a script that begins with #! and its interpreter, or a program for this machine"
    if error.errno != errno.ENOENT:
        return ""
    if "/" not in program:
        return f": expected a program in PATH, or a path such as ./{program}"
    if os.path.exists(program):
        return ": expected that the interpreter in its first line is installed, and that the line ends without CR"
    return f": expected a file, by its path from {os.getcwd()}"


class Guard:
    """Waits for the end of the program or of the process that has started the guard."""

    def __init__(self, link: socket.socket, child: int, log: int, woken: int, sum_of_logs: int | None) -> None:
        self._link, self._child, self._log, self._woken = link, child, log, woken
        self._sum_of_logs = sum_of_logs

    def run(self) -> None:
        """Guard until the end."""
        poll = select.poll()
        for descriptor in (self._link.fileno(), self._log, self._woken):
            poll.register(descriptor, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll():
                if descriptor == self._log and not self._forward():
                    poll.unregister(self._log)
                elif descriptor == self._woken:
                    os.read(self._woken, PIECE_BYTES)
                    self._reap()
                elif descriptor == self._link.fileno():
                    self._answer()

    def _answer(self) -> None:
        try:
            asked = self._link.recv(1)
        except OSError:
            asked = b""
        if not asked:
            self._end("")
        names = [name for number, name in descendants() if number != self._child]
        self._link.sendall(json.dumps(sorted(names)).encode() + b"\n")

    def _reap(self) -> None:
        """Reap adopted processes; end everything if the program has ended or is stopped."""
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None:
                return
            if ended.si_pid == self._child:
                self._end(cause(ended))
            with suppress(ChildProcessError):
                os.waitpid(ended.si_pid, os.WNOHANG | os.WUNTRACED)

    def _end(self, why: str) -> None:
        """Kill all descendants, and what they start meanwhile; forward the last of the log, report, and exit."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child, signal.SIGKILL)
        while left := children() or [number for number, _ in descendants()]:
            for number in left:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(number, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(-1, 0)
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
        os.set_blocking(self._log, False)
        with suppress(BlockingIOError):
            while self._forward():
                pass
        with suppress(OSError):  # nothing waits for it
            self._link.sendall(json.dumps({"ended": why}).encode() + b"\n")
        os._exit(0)

    def _forward(self) -> bool:
        """Forward a piece of the log; return False at its end."""
        piece, before = os.read(self._log, PIECE_BYTES), 0
        if self._sum_of_logs is not None:
            before = os.lseek(self._sum_of_logs, len(piece), os.SEEK_CUR) - len(piece)
        if piece and before < LOG_BYTES and select.select([], [2], [], LOG_WAIT_S)[1]:
            with suppress(OSError):
                os.write(2, piece.translate(SHOWN))
                if before + len(piece) >= LOG_BYTES:
                    os.write(2, b"\n(the rest of this bot's log is left out)\n")
        return bool(piece)


def cause(ended: os.waitid_result) -> str:
    """Return why a process has ended."""
    if ended.si_code == os.CLD_STOPPED:
        return "stopped"
    return f"{'exit code' if ended.si_code == os.CLD_EXITED else 'killed by signal'} {ended.si_status}"


def children() -> list[int]:
    """Return the ids of the children, zombies included, from proc(5); none where the kernel does not tell.

    That is so much faster than `descendants` that those which fork and exit all the time are found before they do.
    """
    with suppress(OSError), open("/proc/thread-self/children", encoding="ascii") as file:
        return [*map(int, file.read().split())]
    return []


def descendants() -> list[tuple[int, str]]:
    """Return ids and names of all descendants, zombies included, from proc(5); none without that file system."""
    processes = {}
    for entry in process_ids():
        with suppress(OSError), open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
            head, _, tail = file.read().rpartition(")")
            processes[int(entry)] = (int(tail.split()[1]), head.partition("(")[2])
    found, parents = [], {os.getpid()}
    while parents:
        children = [(number, name) for number, (parent, name) in processes.items() if parent in parents]
        found += children
        parents = {number for number, _ in children}
    return found


def prctl(option: int, value: int) -> None:
    """Set an option of this process, on Linux only, as the system call of this name."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def limit_resources() -> None:
    """Limit this process and its children. Lower limits stay; core files are not written."""
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_DATA: MEMORY_BYTES,
        resource.RLIMIT_FSIZE: FILE_BYTES,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_NPROC: own_tasks() + FURTHER_PROCESSES,
    }
    for number in DROPPED_CAPABILITIES:
        prctl(PR_CAPBSET_DROP, number)
    for kind, limit in limits.items():
        soft, hard = (
            limit if each == resource.RLIM_INFINITY else min(each, limit) for each in resource.getrlimit(kind)
        )
        resource.setrlimit(kind, (soft, hard))


def own_tasks() -> int:
    """Count the threads of this user, from proc(5); 0 without that file system."""
    count = 0
    for entry in process_ids():
        with suppress(OSError):  # it has ended
            if os.stat(f"/proc/{entry}").st_uid == os.getuid():
                count += os.stat(f"/proc/{entry}/task").st_nlink - 2
    return count


def process_ids() -> list[str]:
    """Return the ids of all processes, from proc(5); none without that file system."""
    return [entry for entry in os.listdir("/proc") if entry.isdigit()] if os.path.isdir("/proc") else []


def hide(folders: list[str]) -> None:
    """Hide files from this process and its children: those in the folders, and what /proc tells of other processes.

    On Linux with Landlock; elsewhere they stay visible. Names of files and command lines remain visible. New files
    cannot be made in the folders around the hidden ones. Signals to other processes are refused.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION_FLAG))
    if version < 1:
        return
    rights = (1 << RIGHTS_BY_VERSION.get(version, 16)) - 1
    handled = (rights, 0, SCOPES) if version >= SCOPED_VERSION else (rights,)
    packed = b"".join(each.to_bytes(8, sys.byteorder) for each in handled)
    ruleset = libc.syscall(CREATE_RULESET, packed, ctypes.c_size_t(len(packed)), ctypes.c_uint32(0))
    allow(libc, ruleset, "/", {os.path.realpath(folder) for folder in folders}, rights)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    libc.syscall(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)


def allow(libc: ctypes.CDLL, ruleset: int, path: str, hidden: set[str], rights: int) -> None:
    """Allow a path, except for the hidden ones in it."""
    if path in hidden:
        return
    if any(each.startswith(path.rstrip("/") + "/") for each in hidden):
        rule(libc, ruleset, path, READ_DIR)
        with suppress(OSError):
            for name in os.listdir(path):
                allow(libc, ruleset, os.path.join(path, name), hidden, rights)
    elif not os.path.islink(path):
        rule(libc, ruleset, path, rights if os.path.isdir(path) else rights & OF_FILES)


def rule(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    """Add a rule for a path, which may have gone."""
    with suppress(OSError):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC | os.O_NOFOLLOW)
        packed = rights.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder, signed=True)
        libc.syscall(ADD_RULE, ruleset, ctypes.c_int(PATH_BENEATH), packed, ctypes.c_uint32(0))
        os.close(place)


if __name__ == "__main__":
    main()
