"""Requests that schemathesis generates from the document, against a real server."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path

import pytest
from published import DOCUMENT, document
from servers import PROGRAMS, regicide_server

HERE = Path(__file__).parent
pytestmark = pytest.mark.contract

DEPTHS = {"create_game", "get_game", "act", "get_record"}


def run_schemathesis(url: str, har: Path, settings: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run schemathesis against a server, and record the responses."""
    command = [PROGRAMS / "schemathesis", "--config-file", HERE / settings, "run", DOCUMENT, "--url", url]
    report = ["--checks", "all", "--no-color", "--report-har-path", har, *options]
    environment = os.environ | {"PYTHONPATH": str(HERE)}
    return subprocess.run(
        [*command, *report], cwd=har.parent, env=environment, check=False, capture_output=True, text=True
    )


def succeeded(har: Path) -> Iterator[str]:
    """The operations with a successful response."""
    entries = json.loads(har.read_text())["log"]["entries"]
    good = {(e["request"]["method"].lower(), e["request"]["url"]) for e in entries if e["response"]["status"] < 300}
    for template, operations in document()["paths"].items():
        path = re.compile(r"http://[^/]+" + re.sub(r"\{\w+\}", "[^/]+", template) + r"(\?.*)?")
        for method, operation in operations.items():
            if any(method == sent and path.fullmatch(url) for sent, url in good):
                yield operation["operationId"]


@pytest.mark.timeout(600)
def test_every_response_fits_the_document(valkey_url: str, tmp_path: Path) -> None:
    """With all checks, and with successful requests among them."""
    with regicide_server(REDIS_URL=valkey_url) as url:
        ended = run_schemathesis(url, tmp_path / "responses.har", "schemathesis.toml", "--seed=1", "--max-examples=10")
    assert ended.returncode == 0, ended.stdout
    assert set(succeeded(tmp_path / "responses.har")) >= DEPTHS


@pytest.mark.timeout(600)
def test_the_document_alone_leads_to_no_request_that_it_allows_and_the_server_refuses(
    valkey_url: str, tmp_path: Path
) -> None:
    """Apart from the rules that it names: for a generator that knows no game, no token and no agent."""
    with regicide_server(REDIS_URL=valkey_url) as url:
        ended = run_schemathesis(url, tmp_path / "responses.har", "bare.toml", "--seed=1", "--max-examples=5")
    assert ended.returncode == 0, ended.stdout


def test_the_document_names_the_rules_that_its_schemas_cannot_state() -> None:
    """By the members and the parameters that they are about."""
    places = run_path(str(HERE / "named_rules.py"))["PLACES"]
    _, rules = document()["info"]["description"].split("**Rules beyond the schemas.**")
    names = set(re.findall(r"`([\w-]+)`", rules.partition("**")[0]))
    assert set().union(*places.values()) <= names


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_responses_to_many_random_requests_fit_the_document(valkey_url: str, tmp_path: Path) -> None:
    """With another seed each time."""
    with regicide_server(REDIS_URL=valkey_url) as url:
        ended = run_schemathesis(
            url, tmp_path / "responses.har", "schemathesis.toml", "--max-examples=2000", "--max-time=900"
        )
    assert ended.returncode == 0, ended.stdout
