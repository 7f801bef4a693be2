"""No process of the tests loads certificates."""

from __future__ import annotations

import subprocess
import sys

import httpx


def test_clients_in_tests_load_no_certificates() -> None:
    """Each would spend 20 ms of CPU time on it; nor do the clients in processes that tests start."""
    program = "import httpx; print(httpx.create_ssl_context().cert_store_stats()['x509'])"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert int(loaded.stdout) == httpx.create_ssl_context().cert_store_stats()["x509"] == 0
