"""The packages that `make dist` builds, in an empty environment without the repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest
from servers import reserved_port

from regicide_api.pages.service import PUBLISHED

ROOT: Final = Path(__file__).parents[2]
GAME: Final = """
import sys
from regicide_client import CreateGameRequest, SeatRequest, Session

with Session(sys.argv[1]) as session:
    seats = [SeatRequest(agent="greedy"), SeatRequest(agent="random")]
    print(session.games.wait(session.games.create(CreateGameRequest(players=2, seats=seats)).game.id).result.outcome)
"""

pytestmark = pytest.mark.costly


def works(name: str) -> bool:
    """Whether an interpreter is installed; a version manager has commands for those that are not."""
    return shutil.which(name) is not None and not subprocess.call([name, "-c", ""], stderr=subprocess.DEVNULL)


INTERPRETERS: Final = {sys.executable, *filter(works, ("python3.12", "python3.13", "python3.14"))}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make dist` makes."""
    folder = tmp_path_factory.mktemp("packages")
    subprocess.run(["make", "dist", f"DIST={folder}"], cwd=ROOT, check=True, capture_output=True)
    return folder


@contextmanager
def served(programs: Path, home: Path) -> Iterator[str]:
    """The installed server in an empty environment. Yields its URL; no process of it may end with a traceback."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "PORT": str(reserved_port())}
    with (home / "errors.txt").open("w") as file:
        command = [programs / "regicide-server"]
        server = subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.PIPE, stderr=file, text=True)
        assert server.stdout
        try:
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            server.communicate()
    assert "Traceback" not in (home / "errors.txt").read_text()


@pytest.mark.parametrize("interpreter", sorted(INTERPRETERS), ids=lambda path: Path(path).name)
def test_the_packages_are_all_that_a_server_with_bots_needs(interpreter: str, packages: Path, tmp_path: Path) -> None:
    """Without the extra `bots`, the server has none; with it, they play a game that the Python client starts."""
    subprocess.run([interpreter, "-m", "venv", tmp_path / "venv"], check=True)
    programs = tmp_path / "venv/bin"
    [server], [engine], [client] = (packages.glob(f"regicide_{name}-*.whl") for name in ("server", "engine", "client"))

    def install(*packages: str | Path) -> None:
        command = [programs / "pip", "install", "--quiet", *packages]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    install(server, engine)
    with served(programs, tmp_path) as url:
        assert httpx.get(url).headers["Content-Type"].startswith("text/html")
        assert httpx.get(f"{url}/v1/agents").json()["items"] == []
        assert {name: httpx.get(f"{url}/{name}").status_code for name in PUBLISHED} == dict.fromkeys(PUBLISHED, 200)
    install(f"{server}[bots]", engine, client)
    with served(programs, tmp_path) as url:
        command = [programs / "python", "-c", GAME, url]
        played = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
        assert played.stdout in {"won\n", "lost\n"}
