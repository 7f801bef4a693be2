"""The benchmarks of the rules and the planners, and the most expensive requests."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from regicide_api.schemas.values import SEED_PATTERN

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """A function that imports a benchmark."""
    monkeypatch.syspath_prepend(FOLDER)
    return import_module


def test_one_game_is_enough_to_measure_the_engine(benchmark: Callable[[str], ModuleType]) -> None:
    """All rates and times have a value."""
    bots = benchmark("bots")
    assert min(*bots.engine_rates(2, 1), *bots.operation_times(1).values()) > 0


def test_the_benchmark_of_reviews_has_a_line_for_a_bot(benchmark: Callable[[str], ModuleType]) -> None:
    """With win rate, costs and blunders."""
    bots = benchmark("bots")
    reviewer = bots.Planner(bots.ADVISER_SEED, bots.FAST._replace(rollouts=2))
    found = [bots.played(bots.find_bot("greedy").prepared().make, number, reviewer) for number in (3, 4)]
    line = r"greedy: 2 games, .* won \(.*\), mean cost of an action .*, [\d.]+ blunders per game"
    assert re.fullmatch(line, bots.line("greedy", found))


def test_actions_by_the_protocol_have_times(benchmark: Callable[[str], ModuleType], tmp_path: Path) -> None:
    """By the clock, and of both processes."""
    protocol = benchmark("bot_protocol")
    (tmp_path / "bot.py").write_text(protocol.BOT)
    assert min(protocol.by_protocol(tmp_path, games=2, actions=3)) > 0


def test_the_expensive_requests_reach_each_place_of_each_operation(benchmark: Callable[[str], ModuleType]) -> None:
    """All parameters, and all members of bodies."""
    requests = benchmark("worst_requests")
    for operation in requests.operations():
        found = {variant.place for variant in requests.variants(operation)}
        query = {f"?{each['name']}" for each in operation.parameters if each["in"] == "query"}
        members = {f".{name}" for name in (operation.body or {}).get("properties", {})}
        assert found >= query | members, operation.name


def test_an_expensive_request_fills_its_body_up_to_the_limit(benchmark: Callable[[str], ModuleType]) -> None:
    """One with combining marks in the names of all seats of as many games as one request creates."""
    requests = benchmark("worst_requests")
    [operation] = [each for each in requests.operations() if each.name == "create_games"]
    [place] = [
        variant
        for variant in requests.variants(operation)
        if variant.place == ".games[].seats[].name" and variant.kind == "combining marks in 1000 items"
    ]
    values = {"players": 4}
    body = place.change(requests.base(operation, values), values).bytes(operation).partition(b"\r\n\r\n")[2]
    names = [seat["name"] for game in json.loads(body)["games"] for seat in game["seats"]]
    assert (len(names), 60_000 < len(body) <= 65_536) == (400, True)


def test_the_longest_text_of_a_place_fits_its_pattern_and_limit(benchmark: Callable[[str], ModuleType]) -> None:
    """All parameters and members of bodies with a pattern, of which some texts are two characters short."""
    requests = benchmark("worst_requests")
    found = [each for every in requests.operations() for each in requests.schemas_of(every)]
    limits = {each["pattern"]: each["maxLength"] for each in found if "pattern" in each}
    texts = {pattern: requests.longest(pattern, size) for pattern, size in limits.items()}
    assert all(re.search(pattern, text) for pattern, text in texts.items())
    assert [pattern for pattern, size in limits.items() if not size - 2 <= len(texts[pattern]) <= size] == []


def test_a_pattern_without_a_sample_is_named(
    benchmark: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the operations that have it, and the constant that needs one."""
    requests = benchmark("worst_requests")
    monkeypatch.setattr(requests, "SAMPLE_TEXTS", ())
    with pytest.raises(ValueError, match=r"' of create_game, create_games: expected .* in SAMPLE_TEXTS"):
        requests.longest.__wrapped__(SEED_PATTERN, 128)
