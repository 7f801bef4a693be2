"""The benchmarks of the rules and the planners: their arguments and output; the most expensive requests."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from regicide_api.schemas.fields import SEED_PATTERN

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """A function that imports a benchmark."""
    monkeypatch.syspath_prepend(FOLDER)
    return import_module


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("rules 0", "argument GAMES: invalid number of games '0': expected 1 to 1000000"),
        ("rules 2000 0", "argument ROUNDS: invalid number of rounds '0': expected 1 to 1000"),
        ("open-cards 0", "argument DEALS: invalid number of deals '0': expected 1 to 100000"),
        ("moves 0", "argument MOVES: invalid number of moves '0': expected 1 to 100000"),
        ("reviews --parts x", "argument --parts: invalid choice: 'x' (choose from "),
    ],
)
def test_invalid_arguments_are_refused(
    benchmark: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str], arguments: str, message: str
) -> None:
    """The message says what is expected."""
    with pytest.raises(SystemExit, match="2"):
        benchmark("bots").main(arguments.split())
    assert message in capsys.readouterr().err.splitlines()[-1]


def test_one_game_is_enough_to_measure_the_engine(benchmark: Callable[[str], ModuleType]) -> None:
    """All figures have a value."""
    assert min(benchmark("bots").measure_engine(1).values()) > 0


def test_rates_and_times_have_headers_of_their_own(
    benchmark: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]
) -> None:
    """A rate has its factor beside it, where both backends have it; a time has microseconds above it."""
    plain, bots = {"a: games/s": 2000.0, "b: games/s": 10.0, "observe: us": 7.25}, benchmark("bots")
    bots.print_rates(plain, {"b: games/s": 400.0})
    bots.print_times(plain)
    head, *rates, _, times_head, times = capsys.readouterr().out.splitlines()
    assert (head.split()[:2], times_head.split()[0]) == (["per", "second"], "microseconds")
    assert [row.split() for row in rates] == [["a:", "games/s", "2,000"], ["b:", "games/s", "10", "400", "40.0"]]
    assert times.split() == ["observe", "7.2"]


def test_the_table_of_moves_has_a_row_for_each_bot(
    benchmark: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]
) -> None:
    """In Markdown, with mean and 99th percentile for 1 to 4 players."""
    benchmark("bots").main(["moves", "3", "--bots", "policy"])
    *_, row = capsys.readouterr().out.splitlines()
    name, rollouts, *cells = row.strip("| ").split(" | ")
    assert (name, rollouts, [len(cell.split(", ")) for cell in cells]) == ("`policy`", "none", [2] * 4)


def test_the_search_with_open_cards_plays_a_deal_to_its_end(benchmark: Callable[[str], ModuleType]) -> None:
    """It wins a deal of three players even with few rollouts; the share of won games has an interval."""
    bots = benchmark("bots")
    outcome = bots.play_open(0, players=3, settings=bots.NORMAL._replace(rollouts=50))
    assert (outcome.won, bots.share([outcome.won])) == (True, "100.0 (20.7 to 100.0) of 1")


def test_the_benchmark_of_reviews_has_a_line_for_each_part(
    benchmark: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With win rate, costs and blunders."""
    bots = benchmark("bots")
    monkeypatch.setattr(bots, "FAST", bots.FAST._replace(rollouts=2))
    bots.main(["reviews", "--games", "2", "--first", "3", "--parts", "greedy"])
    [line] = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"greedy: 2 games, .* won \(.*\), mean cost of an action .*, [\d.]+ blunders per game", line)


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
