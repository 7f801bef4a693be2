"""The command that installs missing packages."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from regicide_arena.runtime.installation import missing_package


@pytest.mark.parametrize(("is_editable", "option"), [(True, "--editable "), (False, ""), (None, "")])
def test_the_command_keeps_the_kind_of_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_editable: bool | None, option: str
) -> None:
    """An editable installation (PEP 610) stays editable, another one stays a copy; without a record it is a copy."""
    metadata = tmp_path / "regicide-0.0.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: regicide\nVersion: 0.0.0\n")
    if is_editable is not None:
        origin = {"url": "file:///regicide", "dir_info": {"editable": is_editable}}
        (metadata / "direct_url.json").write_text(json.dumps(origin))
    monkeypatch.syspath_prepend(str(tmp_path))
    command = f"{shlex.quote(sys.executable)} -m pip install {option}'.[tournament]'"
    expected = f"bench needs rich, which is not installed; in a copy of the repository run: {command}"
    assert missing_package("bench", "rich", "tournament") == expected
