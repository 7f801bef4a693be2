"""The command that installs missing packages."""

from __future__ import annotations

import shlex
import sys

from regicide_arena.runtime.messages import missing_package


def test_the_command_installs_the_extra_and_the_client_into_this_environment() -> None:
    """As the documentation installs them."""
    command = f"{shlex.quote(sys.executable)} -m pip install --editable '.[tournament]' --editable ./clients/python"
    expected = f"bench needs rich, which is not installed; in a copy of the repository run: {command}"
    assert missing_package("bench", "rich", "tournament") == expected
