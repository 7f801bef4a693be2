"""The JavaScript client: its package, installed into an empty project, and programs of that project."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from nodes import computed

CLIENT: Final = Path(__file__).parents[2] / "clients" / "javascript"
_PROGRAM: Final = """
import * as m from "regicide-client";
const given = GIVEN;
const failure = (call) => call.then(() => null, (error) => error);
console.log(JSON.stringify((await (async () => { BODY })()) ?? null));
"""


def installed(sources: Path, folder: Path) -> Path:
    """An empty folder as a project with the packed client, which is copied to the other folder.

    Skips the test without npm, or without the packages that build the client, but not in CI.
    """
    npm = shutil.which("npm")
    if npm is None or not (CLIENT / "node_modules").exists():
        assert "CI" not in os.environ, "CI installs npm, and `make lint` the client's packages"
        pytest.skip("no npm here, or no packages: tools/install-system-packages and make lint")
    shutil.copytree(CLIENT, sources, ignore=shutil.ignore_patterns("node_modules", "dist"), dirs_exist_ok=True)
    (sources / "node_modules").symlink_to(CLIENT / "node_modules")
    run([npm, "pack", "--silent", "--pack-destination", folder], sources)
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    [tarball] = folder.glob("*.tgz")
    run([npm, "install", "--silent", "--offline", "--no-audit", "--no-fund", tarball], folder)
    return folder


def run(command: Sequence[str | Path], folder: Path) -> str:
    """The output of a command, which must succeed."""
    ended = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def evaluated(project: Path, body: str, **given: object) -> Any:
    """What the body of an asynchronous function returns, with the client as `m` and these data as `given`."""
    return computed(program_of(body, **given), folder=project)


def program_of(body: str, **given: object) -> str:
    """The program of `evaluated`, which prints the value."""
    return _PROGRAM.replace("GIVEN", json.dumps(given)).replace("BODY", body)


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The URL of a server of the files in a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as server:
        Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
