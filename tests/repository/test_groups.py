"""The suite runs in several processes; the tests of one xdist group run in one of them and share its fixtures.

No process loads certificates.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx

TESTS = """
import pathlib, pytest

@pytest.mark.parametrize("number", range(8))
@pytest.mark.xdist_group("one")
def test_of_one_group(number, worker_id):
    with pathlib.Path("workers").open("a") as file:
        file.write(worker_id + chr(10))
"""


def test_a_group_is_run_by_one_process(tmp_path: Path) -> None:
    """Some combinations of pytest and pytest-xdist ignore the group."""
    (tmp_path / "test_group.py").write_text(TESTS)
    spread = ["-p", "xdist", "--numprocesses", "2", "--dist", "loadgroup"]
    environment = {"PATH": os.environ["PATH"], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", *spread, "test_group.py"]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    assert len(set((tmp_path / "workers").read_text().split())) == 1


def test_clients_in_tests_load_no_certificates() -> None:
    """Each would spend 20 ms of CPU time on it; nor do the clients in processes that tests start."""
    program = "import httpx; print(httpx.create_ssl_context().cert_store_stats()['x509'])"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert int(loaded.stdout) == httpx.create_ssl_context().cert_store_stats()["x509"] == 0
