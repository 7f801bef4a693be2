"""`tools/audit.py` finds known vulnerabilities in locked packages, and is skipped without a database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from servers import reserved_port

pytestmark = pytest.mark.costly

ROOT = Path(__file__).parents[2]
LOCKED = f"""\
blinker==1.9.0 --hash=sha256:{"0" * 64}
redis==8.0.0 --hash=sha256:{"0" * 64}
"""
VULNERABILITY = {
    "id": "GHSA-0000-0000-0000",
    "summary": "A vulnerability",
    "affected": [
        {
            "package": {"name": "redis", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "8.0.1"}]}],
        }
    ],
}


class Database(BaseHTTPRequestHandler):
    """A database with the API of OSV, in which one package has a vulnerability."""

    def do_POST(self) -> None:
        """Return the vulnerabilities of a package."""
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        known = [VULNERABILITY] if query["package"]["name"] == "redis" else []
        content = json.dumps({"vulns": known} if known else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Keep the output of the tests clean."""


@contextmanager
def database() -> Iterator[str]:
    """The URL of the database."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Database) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
        server.shutdown()


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    """Two locked packages."""
    file = tmp_path / "requirements.txt"
    file.write_text(LOCKED)
    return file


def audit(url: str, file: Path) -> tuple[int, str]:
    """The exit code and the output of the audit with a database."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(file.parent), "OSV_URL": url}
    command = [sys.executable, ROOT / "tools" / "audit.py", file]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert ended.stderr == ""
    return ended.returncode, ended.stdout


def test_a_known_vulnerability_is_printed(locked: Path) -> None:
    """With the version that fixes it."""
    with database() as url:
        assert audit(url, locked) == (1, "redis 8.0.0: GHSA-0000-0000-0000, fixed in 8.0.1\n")


def test_packages_without_a_known_vulnerability_pass(locked: Path) -> None:
    """The message names the files that were checked."""
    locked.write_text(LOCKED.splitlines()[0])
    with database() as url:
        assert audit(url, locked) == (0, "no known vulnerability in requirements.txt\n")


def test_without_a_database_it_is_skipped(locked: Path) -> None:
    """With a message, and with exit code 0."""
    code, output = audit(f"http://127.0.0.1:{reserved_port()}/v1/query", locked)
    assert code == 0
    assert output.startswith("skipped: cannot reach the vulnerability database (")
