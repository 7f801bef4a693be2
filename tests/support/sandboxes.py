"""Whether this machine isolates the processes of bots."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys

import pytest

from regicide_arena.runtime.guard_program import CREATE_RULESET, SCOPED_VERSION, VERSION_FLAG
from regicide_arena.runtime.isolation import SANDBOX_PROGRAM, Isolation, IsolationUnavailable, require_sandbox


def require_isolation(isolation: Isolation) -> None:
    """Skip a test where this system does not hide all that it can."""
    if isolation is Isolation.SANDBOX:
        _require_sandbox()
    elif _landlock_version() < SCOPED_VERSION:
        pytest.skip("the system has no Landlock, or an old one: Linux 6.12 has all that is used")


def _require_sandbox() -> None:
    if shutil.which(SANDBOX_PROGRAM) is None:
        assert "CI" not in os.environ, "CI installs bubblewrap: tools/install-system-packages"
    try:
        require_sandbox()
    except IsolationUnavailable as error:
        pytest.skip(str(error))


def _landlock_version() -> int:
    if sys.platform != "linux":
        return 0
    return int(ctypes.CDLL(None).syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION_FLAG)))
