"""The commands of the page on advice run unchanged in bash and zsh."""

from __future__ import annotations

from pathlib import Path

import pytest
from shells import SHELLS, run_in_shell, shell_blocks

PAGE = (Path(__file__).parents[2] / "docs" / "advice.md").read_text()

OUTPUT = """\
pending
advice
['AD', '3D', '4D', '2H', '3H', '6H', '9S']
204
ready
9S
pending
review
204
0.12
0
"""


@pytest.mark.parametrize("shell", SHELLS)
def test_advice_is_asked_and_given(shell: str, server_url: str, tmp_path: Path) -> None:
    """A seat asks, an agent answers, the finished game is reviewed, and a turn of it studied."""
    ended = run_in_shell(shell, "\n".join(shell_blocks(PAGE)), server_url, tmp_path)
    assert (ended.returncode, ended.stdout) == (0, OUTPUT), ended.stderr
