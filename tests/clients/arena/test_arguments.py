"""Arguments that the commands of `regicide-arena` refuse, before they write or play anything."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Ended

REFUSED = {
    "tournment": "did you mean 'tournament'?",
    "bench greedy --deals=0": "invalid number of deals '0': expected 1 to 1000000",
    "bench greedy --deals=many": "invalid number of deals 'many': expected 1 to 1000000",
    "bench greedy --players=5": "invalid choice: 5 (choose from",
    "bench greedy --workers=0": "invalid number of processes '0': expected 1 to 256, or auto",
    "bench greedy --workers=-2": "invalid number of processes '-2'",
    "bench greedy gredy": "unknown bot 'gredy': expected greedy, ",
    "bench greedy --deal-seed=": "seed: a seed is 1 to 128 printable ASCII characters",
    "check nobody": "regicide-arena: unknown bot 'nobody'",
    "check random --clok=1": "unknown option --clok: did you mean '--clock'?",
    "check random --clock 0": "argument --clock: invalid number of seconds '0': expected 0.001 to 3600",
    "check random --clock soon": "argument --clock: invalid number of seconds 'soon': expected 0.001 to 3600",
    "check random --games 0": "argument --games: invalid number of games '0': expected 1 to 1000",
    "check random --late-answers 0": "argument --late-answers: invalid number of answers '0': expected 1 to 1000000",
    "check random --on-failure forfeit": "unknown option --on-failure: regicide-arena check --help lists all",
    "check random greedy": "regicide-arena check: error: unrecognized arguments: greedy",
    "play random --agnt x --agent y": "unknown option --agnt: did you mean '--agent'?",
    "play random --agent y --on-failure leve": "did you mean 'leave'?",
    "play random --agent y --clock 0": "invalid number of seconds '0': expected 0.001 to 3600 seconds",
    "play random --agent y --games 65": "invalid number of games '65': expected 1 to 64",
    "play random --agent y --quiet --json": "not allowed with argument",
    **{
        f"play random --agent y --server {url}": f"invalid server URL {url!r}: expected one like http://127.0.0.1:8000"
        for url in ("ftp://here", "http://", "http://[here", "http://here:99999", "here")
    },
    "review here.json": "regicide-arena: cannot read here.json: No such file or directory",
    "review x --chart a.png": "argument --chart: invalid chart 'a.png': expected a file name that ends with .svg",
    "review x --bot greedy": "argument --bot: invalid choice: 'greedy' (choose from ",
    "review x --rollouts 0": "argument --rollouts: invalid number of rollouts '0': expected 1 to 10000000",
    "sample-size 0": "regicide-arena sample-size: error: argument DIFFERENCE",
    "sample-size 0.5": "argument DIFFERENCE: invalid difference '0.5': expected 1 to 100 percentage points",
    "sample-size few": "regicide-arena sample-size: error: argument DIFFERENCE",
    "sample-size 4 --power 100": "regicide-arena sample-size: error: argument --power",
    "sample-size 4 --error 0": "regicide-arena sample-size: error: argument --error",
    "sample-size 60": "regicide-arena: 50% plus 60% exceeds 100%",
    "sample-size 10 --alike 95": "50% and 60% have the same result on 10% to 90% of the deals, not 95%",
    "sample-size 10 --win-rate 80 --alike 5": "80% and 90% have the same result on 70% to 90% of the deals, not 5%",
    "tournament": "entrants: missing; expected --entrant [NAME=]BOT, a configuration file, or ",
    "tournament .": "no tournament in the folder .",
    "tournament nowhere.toml": "cannot read nowhere.toml: No such file or directory",
    "tournament --results here .": "--results here excludes .: expected one results folder",
    "tournament --entrant gredy": "unknown bot 'gredy': expected greedy, ",
    "tournament --entrant grdy": "; did you mean 'greedy'?",
    "tournament --entrant x=agent:north": "the entrant x is an agent, which needs a server: add --server URL",
    "tournament --entrant =x": "invalid entrant '=x': expected NAME=BOT or BOT",
    "tournament --entrant random --entrant random=greedy": "duplicate entrant 'random'",
    "tournament --entrant random --scheduler nowhere": "no scheduler answers at nowhere",
    "tournament --scheduler tcp://x:1 --workers 2": "--scheduler excludes --workers",
    "tournament --workers -1": "argument --workers: ",
    "tournament --clock 0": "argument --clock: ",
    "tournament --deels 3": "unknown option --deels: did you mean '--deals'?",
    "tournament --format teem": "(choose from 'team', 'cross', 'gauntlet'); did you mean 'team'?",
    "tournament --error 0.05": "argument --error: invalid percentage '0.05': expected 0.1 to 20",
    "tournament --isolation sandbx": "did you mean 'sandbox'?",
    "tournament --entrant exec:": "argument --entrant: invalid entrant 'exec:': expected NAME=BOT or BOT",
    "tune --population 1": "argument --population: invalid number of policies '1': expected 2 to 1000000",
    "tune --generations 0": "argument --generations: invalid number of generations '0': expected 1 to 1000000",
    "tune --search-games many": "argument --search-games: invalid number of games 'many': expected 1 to 1000000",
    "tune --players 5": "argument --players: invalid choice: 5 (choose from",
    "tune --workers none": "argument --workers: invalid number of processes 'none': expected 1 to 256, or auto",
}
"""Arguments, with a part of the last line of the message."""


@pytest.mark.parametrize(("arguments", "message"), REFUSED.items(), ids=REFUSED)
def test_arguments_are_refused(
    run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, message: str
) -> None:
    """The exit code is 2; the last line on standard error says what is expected, after the usage of the command."""
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*shlex.split(arguments))
    assert (code, out, [*tmp_path.iterdir()]) == (2, "", [])
    before, _, last = err.rstrip().rpartition("\n")
    assert message in last
    assert last.startswith("regicide-arena: ") or before.startswith(f"usage: {last.partition(': ')[0]} ")
