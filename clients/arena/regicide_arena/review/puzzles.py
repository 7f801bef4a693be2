"""Puzzles: late positions in which one action wins and each other one loses, whatever the order of the hidden cards.

The search looks at the positions of records, or of games that bots play and that go on with random actions in part, so
that a win is in danger. The solver proves the one action that wins and the refutation of each other one. Bots of
different strength choose an action from their own view; the number of them that miss it gives the grade.

A pool is a folder with a file of JSON for each week. Its puzzles name the seed and the actions of the game, from which
the engine plays them again, and have what a page shows without the rules: the position, and the line of play after each
legal action with its effects.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any, Final, NamedTuple

from regicide import OMNISCIENT, Action, Effect, Phase, Position, Step, apply, replay
from regicide.cards import DIAMONDS, JESTERS, size, suit
from regicide_arena.bots.greedy import choose as greedy
from regicide_arena.bots.planner import planner_fast, policy
from regicide_arena.bots.registry import load_bot
from regicide_arena.bots.view_types import Bot, seat_view
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.commands.bots import PuzzlesOptions
from regicide_arena.review.record import read_game
from regicide_arena.runtime.console import print_note
from regicide_arena.runtime.json_files import UnusableFile
from regicide_arena.runtime.messages import CommandError
from regicide_kernel.solver import Prover

GRADES: Final = (1, 2, 3)
PER_GRADE: Final = 4
"""The puzzles of each grade in a week."""
MAX_CASTLE: Final = 2
"""The enemies that are left at most: the order of the last two is known."""
CHOICES: Final = range(5, 17)
"""The numbers of legal actions that a puzzle may have."""
LINE: Final = range(3, 15)
"""The numbers of actions that may follow the solution, up to the win."""
JUDGES_ROLLOUTS: Final = (2, 4, 8, 16, 32, 64)
"""The rollouts of the searches that try each puzzle, beside two bots without a search."""
TEMPTING: Final = 2
"""The wrong actions, at least, after which the game goes on for two more actions or longer."""
IN_GAME: Final = 2
"""The puzzles of one game at most."""
STRAYS: Final = 5
"""The games that go on from a late position with random actions in part."""
STRAY_SHARE: Final = 0.3
"""The share of random actions in them."""


class Game(NamedTuple):
    """A game up to a position, from its deal on."""

    start: Position
    actions: tuple[Action, ...]
    position: Position

    def after(self, action: Action) -> Game:
        """Return the game after one more action."""
        return Game(self.start, (*self.actions, action), apply(self.position, action))


class Puzzle(NamedTuple):
    """A position with one action that wins, and the line of play after each legal action."""

    game: Game
    solution: Action
    lines: dict[Action, list[Action]]

    def to_json(self, grade: int, effects: EffectTexts) -> dict[str, Any]:
        """Return the puzzle as it is in a pool."""
        start, actions, position = self.game
        fields = [field for field in str(position).split() if not field.startswith(("seed=", "pools=", "heals="))]
        return {
            "players": start.players,
            "seed": start.seed,
            "first": start.turn,
            "actions": ",".join(map(str, actions)),
            "grade": grade,
            "position": " ".join(fields),
            "solution": str(self.solution),
            "lines": {
                str(action): effects.line(replay(position, [action, *line])) for action, line in self.lines.items()
            },
        }


class EffectTexts:
    """Short texts of effects, and the kinds of effects in them: a letter for a type and the names of its members."""

    def __init__(self) -> None:
        self._letters = dict[tuple[str, ...], str]()

    @property
    def kinds(self) -> dict[str, list[str]]:
        """The kinds in the texts so far by their letters: the type, then the names of the members."""
        return {letter: [*kind] for kind, letter in self._letters.items()}

    def line(self, steps: Iterable[Step]) -> str:
        """Return a line of play as text: its steps, separated by semicolons, each an action and its effects."""
        return ";".join(" ".join([str(each.action), *map(self._text, each.effects)]) for each in steps)

    def _text(self, effect: Effect) -> str:
        """Return the letter of the kind of an effect, and its members; a list begins with a bracket."""
        members = effect.to_json(OMNISCIENT)
        kind = (str(members.pop("type")), *members)
        letter = self._letters.setdefault(kind, ascii_lowercase[len(self._letters)])
        return letter + ":".join(map(_member_text, members.values()))


def _member_text(member: object) -> str:
    if isinstance(member, list):
        return f"[{','.join(member)}"
    return str(member).lower() if isinstance(member, bool) else str(member)


def week_json(graded: Iterable[tuple[int, Puzzle]]) -> dict[str, Any]:
    """Return the file of a week for puzzles with their grades."""
    effects = EffectTexts()
    puzzles = [puzzle.to_json(grade, effects) for grade, puzzle in graded]
    return {"kinds": effects.kinds, "puzzles": puzzles}


# The search


class PuzzleSearch:
    """Finds puzzles in games."""

    def __init__(self, prover: Prover) -> None:
        self._prover = prover
        self._seen = set[tuple[object, ...]]()

    def puzzle(self, game: Game) -> Puzzle | None:
        """Return the puzzle of a position; None if it is none, or like an earlier one."""
        there = game.position
        if not _is_fit(there) or not self._is_new(there):
            return None
        solution = self._prover.only_winner(there)
        if solution is None:
            return None
        lines = {action: self._line(apply(there, action)) for action in there.legal_actions}
        wrong = [len(line) for action, line in lines.items() if action != solution]
        if (
            len(lines[solution]) not in LINE
            or max(wrong) >= LINE.stop
            or sum(number > 1 for number in wrong) < TEMPTING
        ):
            return None
        return Puzzle(game, solution, lines)

    def _line(self, there: Position) -> list[Action]:
        return [] if there.is_over else self._prover.line(there)

    def _is_new(self, there: Position) -> bool:
        key = (there.hands, there.castle, there.damage, there.shield, there.phase, there.turn)
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new


def _is_fit(there: Position) -> bool:
    """Whether a position may be a puzzle: late, with some legal actions, none of which draws hidden cards at once."""
    hand = there.hands[there.turn]
    if len(there.castle) > MAX_CASTLE or len(there.legal_actions) not in CHOICES or size(hand & JESTERS) > 1:
        return False
    is_immune = suit(there.castle[0]) == DIAMONDS and not there.immunity_cancelled
    draws = there.phase is Phase.PLAY and hand & DIAMONDS and not is_immune
    return not (there.tavern[there.known_on_top :] and (draws or there.jesters_left))


def late_games(game: Game, bots: Sequence[Bot], rng: Random) -> Iterator[Game]:
    """Play a game to its end by bots, one for each seat; yield its late positions, and those of games that stray."""
    while not game.position.is_over:
        if len(game.position.castle) <= MAX_CASTLE:
            yield game
            for _ in range(STRAYS):
                yield from _strays(game, bots, rng)
        game = game.after(_choice(game.position, bots))


def _strays(game: Game, bots: Sequence[Bot], rng: Random) -> Iterator[Game]:
    """Play on to the end with random actions in part; yield the positions."""
    while True:
        there = game.position
        game = game.after(rng.choice(there.legal_actions) if rng.random() < STRAY_SHARE else _choice(there, bots))
        if game.position.is_over:
            return
        yield game


def _choice(there: Position, bots: Sequence[Bot]) -> Action:
    return Action.parse(bots[there.turn](seat_view(there, there.turn)))


# The pool


class Found(NamedTuple):
    """A puzzle, and the number of judges that miss its solution."""

    puzzle: Puzzle
    misses: int


def find_puzzles(options: PuzzlesOptions) -> int:
    """Find puzzles for a number of weeks, and add them to a pool; return the exit code."""
    options.pool.mkdir(parents=True, exist_ok=True)
    warm_up([*options.bots, "planner-fast"])
    judges = [greedy, policy, *(planner_fast("judge", rollouts=number) for number in JUDGES_ROLLOUTS)]
    wanted = options.weeks * PER_GRADE * len(GRADES)
    found = list[Found]()
    for puzzle in _puzzles(options):
        found.append(Found(puzzle, sum(_misses(puzzle, judge) for judge in judges)))
        print_note(f"{len(found)} of {wanted}: {puzzle.game.start.seed}, missed by {found[-1].misses}")
        if len(found) == wanted:
            break
    if len(found) < wanted:
        raise CommandError(f"{len(found)} puzzles in these games, too few for {options.weeks} weeks: expected {wanted}")
    for name, week in zip(_new_files(options.pool), graded_weeks(found), strict=False):
        (options.pool / name).write_text(json.dumps(week, indent=0, ensure_ascii=False) + "\n", "utf-8")
    return 0


def graded_weeks(found: Sequence[Found]) -> Iterator[dict[str, Any]]:
    """Grade puzzles, a third of them each, and deal them to weeks: the grade of those missed most often is the last."""
    ranked = sorted(found, key=lambda each: (each.misses, len(each.puzzle.lines), each.puzzle.game.start.seed))
    third = len(ranked) // len(GRADES)
    weeks = third // PER_GRADE
    for week in range(weeks):
        thirds = [(grade, ranked[(grade - 1) * third : grade * third]) for grade in GRADES]
        yield week_json((grade, each.puzzle) for grade, these in thirds for each in these[week::weeks][:PER_GRADE])


def _puzzles(options: PuzzlesOptions) -> Iterator[Puzzle]:
    """Find puzzles in each game: of the records, or else of those that bots play."""
    search = PuzzleSearch(Prover())
    games = map(_recorded, options.records) if options.records else _played(options)
    for positions in games:
        yield from islice(filter(None, map(search.puzzle, positions)), IN_GAME)


def _recorded(file: str) -> Iterator[Game]:
    """Return the positions of a record. Raises UnusableFile."""
    moves = read_game(file).moves
    start = moves[0].before
    if start != Position.new(start.seed, start.players, start.turn):
        raise UnusableFile(f"the game in {file} begins at a position: expected one that begins with a deal")
    game = Game(start, (), start)
    for move in moves:
        yield game
        game = game.after(Action.parse(move.action))


def _played(options: PuzzlesOptions) -> Iterator[Iterator[Game]]:
    makers = [load_bot(bot) for bot in options.bots]
    for deal in range(options.deals):
        seed, players = f"{options.deal_seed}/{deal}", options.players[deal % len(options.players)]
        maker, start = makers[deal % len(makers)], Position.new(seed, players)
        bots = [maker.make(f"{seed}/{seat}") for seat in range(players)]
        yield late_games(Game(start, (), start), bots, Random(seed))  # noqa: S311 - a game


def _misses(puzzle: Puzzle, judge: Bot) -> bool:
    """Whether a bot chooses another action, from what its seat knows."""
    there = puzzle.game.position
    return judge(seat_view(there, there.turn)) != str(puzzle.solution)


def _new_files(pool: Path) -> Iterator[str]:
    """Return the names of the files that come after those of a pool."""
    first = max((int(file.stem) for file in pool.glob("*.json")), default=0) + 1
    return (f"{number}.json" for number in count(first))
