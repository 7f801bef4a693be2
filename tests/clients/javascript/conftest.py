"""Fixtures of the tests of the JavaScript client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from javascript_client import evaluated, installed
from proxies import Proxy, proxy


@pytest.fixture(scope="package")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the packed client as its only dependency."""
    return installed(tmp_path_factory.mktemp("package"), tmp_path_factory.mktemp("project"))


@pytest.fixture
def evaluate(project: Path) -> Callable[..., Any]:
    """Runs the body of a function in the project, as `evaluated`."""
    return partial(evaluated, project)


@pytest.fixture
def between(server_url: str) -> Iterator[Proxy]:
    """A proxy in front of the server."""
    with proxy(server_url) as running:
        yield running
