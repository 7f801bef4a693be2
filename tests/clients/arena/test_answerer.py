"""Agents answer questions: advice for a turn, and reviews of finished games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from uuid import uuid4

import pytest
from arenas import Arena, arena, await_true

from regicide import Position
from regicide_arena.agent.answerer import Answerer, bounded
from regicide_arena.agent.play_log import LogStyle, PlayLog
from regicide_arena.bots.advice import ADVISER_SEED, InvalidAdvice
from regicide_arena.bots.failures import InvalidAnswer, NoLegalAction
from regicide_arena.bots.planner import FAST, Planner
from regicide_arena.bots.view_types import View, seat_view
from regicide_arena.protocol.advice import advice_of, advised_actions, rated_action, rating_of
from regicide_arena.protocol.messages import Advice, encode, parse_answer
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import program_of
from regicide_arena.review.record import recorded_game
from regicide_arena.review.review import move_review
from regicide_client import (
    AgentSettingsRequest,
    CreateGameRequest,
    GameView,
    NoAdviser,
    Question,
    RetryPolicy,
    SeatRequest,
    Session,
)

ADVISING = """
import time
from collections import namedtuple
from pathlib import Path

Considered = namedtuple("Considered", "action won defeated share")

def choose(view):
    return view["legal_actions"][0]

class Adviser:
    def __call__(self, view):
        return choose(view)

    def consider(self, view):
        return [Considered(view["legal_actions"][0], 0.25, 3, 1)]

class Slow(Adviser):
    def consider(self, view):
        Path("asked").touch()
        while Path("slow").exists():
            time.sleep(0.01)
        return super().consider(view)

class Reviewer(Adviser):
    def review(self, view, action):
        considered = Adviser.consider(self, view)
        return considered, considered[0]

class Noted(Reviewer):
    def note(self, what):
        with open("asked", "a") as file:
            print(what, file=file)
        while not Path("enough").exists():
            time.sleep(0.01)

    def consider(self, view):
        self.note(f"advice {view['version']}")
        return super().consider(view)

    def review(self, view, action):
        self.note("action")
        return super().review(view, action)

class Broken(Adviser):
    def review(self, view, action):
        raise ValueError("out of ideas")

adviser, slow, reviewer, noted, broken = Adviser(), Slow(), Reviewer(), Noted(), Broken()

def small_planner(seed):
    from regicide_arena.bots.planner import FAST, Planner
    return Planner(seed, FAST._replace(rollouts=4))
"""


def small_planner(seed: str) -> Planner:
    """The planner above."""
    return Planner(seed, FAST._replace(rollouts=4))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the file of the bots."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_bot.py").write_text(ADVISING)
    return tmp_path


def player(bot: str) -> BotPlayer:
    """A bot of the file, which will be asked."""
    return BotPlayer(program_of(f"my_bot.py:{bot}"), asks=("advice", "review"))


def asked_so_far() -> list[str]:
    """What the bot `noted` was asked."""
    return Path("asked").read_text().splitlines() if Path("asked").exists() else []


@pytest.fixture
def agent(session: Session) -> tuple[str, Session]:
    """An agent that gives advice: its name and session."""
    token = session.agents.register(f"bot-{uuid4().hex[:12]}")
    own = session.with_token(token.token)
    own.me.configure(AgentSettingsRequest(advises=True, reviews=True))
    return token.name, own


@contextmanager
def answering(agent: tuple[str, Session], bot: str) -> Iterator[Callable[[], None]]:
    """Let an agent answer questions in a thread; yields a function that reads its inbox."""
    answerer = Answerer(*agent, player(bot))
    with answerer_in_thread(answerer):
        yield lambda: answerer.replace(agent[1].me.inbox(questions=20).questions)


@contextmanager
def answerer_in_thread(answerer: Answerer) -> Iterator[Answerer]:
    """Run it in a thread."""
    thread = Thread(target=answerer.run)
    thread.start()
    try:
        yield answerer
    finally:
        answerer.stop()
        thread.join()


def started(session: Session) -> tuple[GameView, Session]:
    """A game of one person for two seats: the view of the seat to act, and its session."""
    created = session.games.create(CreateGameRequest(players=2, seed="advice"))
    own = session.with_token(created.seats[0].token)
    return own.games.get(created.game.id), own


def finished(session: Session) -> str:
    """A finished game with a few actions."""
    created = session.games.create(CreateGameRequest(players=1, seed="review"))
    own = session.with_token(created.seats[0].token or "")
    view = own.games.get(created.game.id)
    while view.result is None:
        view = own.games.act(view, view.legal_actions[-1])
    return view.id


def first_asked(session: Session, name: str) -> tuple[GameView, Session]:
    """A view in which an agent was asked for advice, and the session of its seat."""
    view, own = started(session)
    with pytest.raises(TimeoutError):
        own.advice.ask(view, name, timeout=0)
    return view, own


def test_advice_is_what_the_bot_considers(session: Session, agent: tuple[str, Session]) -> None:
    """The view of the seat that asks is all that the bot gets; the seed is fixed."""
    with answering(agent, "small_planner") as read:
        view, own = first_asked(session, agent[0])
        read()
        advice = own.advice.ask(view, agent[0])
    expected = small_planner(ADVISER_SEED).consider(view.to_dict())  # type: ignore[arg-type]
    assert advice.actions
    assert [each.action for each in advice.actions] == [each.action for each in expected][:5]
    assert [each.share for each in advice.actions] == [round(each.share, 4) for each in expected][:5]
    assert advice.considered == len(expected)


def test_a_review_has_every_action(session: Session, agent: tuple[str, Session]) -> None:
    """Its moves are those of `regicide-arena review` with the same search."""
    game = finished(session)
    with answering(agent, "small_planner") as read:
        with pytest.raises(TimeoutError):
            session.advice.review(game, agent[0], timeout=0)
        read()
        review = session.advice.review(game, agent[0])
    moves = recorded_game(session.games.record(game).to_dict(), game).moves
    planner = small_planner(ADVISER_SEED)
    assert review.moves is not None
    views = [seat_view(move.before, move.seat) for move in moves]
    assert [each.to_dict() for each in review.moves] == [
        move_review(move, rated_action(rating_of(planner, view, move.action), view))
        for move, view in zip(moves, views, strict=True)
    ]


def test_advice_waits_for_one_action_of_a_review_at_most(session: Session, agent: tuple[str, Session]) -> None:
    """The review goes on afterwards."""
    game = finished(session)
    with answering(agent, "noted") as read:
        with pytest.raises(TimeoutError):
            session.advice.review(game, agent[0], timeout=0)
        read()
        await_true(asked_so_far)
        view, own = first_asked(session, agent[0])
        read()
        Path("enough").touch()
        assert own.advice.ask(view, agent[0]).status == "ready"
        assert session.advice.review(game, agent[0]).status == "ready"
    assert [each.split()[0] for each in asked_so_far()][:3] == ["action", "advice", "action"]


def test_a_question_of_another_kind_is_refused(session: Session, agent: tuple[str, Session]) -> None:
    """A later version of the server may ask it; the bot is not asked."""
    game, nobody = finished(session), player("broken")
    with pytest.raises(TimeoutError):
        session.advice.review(game, agent[0], timeout=0)
    [review] = agent[1].me.inbox(questions=1).questions
    review.kind = "prediction"
    with answerer_in_thread(Answerer(*agent, nobody)) as answerer:
        answerer.replace([review])
        assert session.advice.review(game, agent[0]).status == "failed"
        assert nobody.process is None


OUTCOMES = {
    "answered": ("reviewer", "ready", "answered a question for a review"),
    "refused": ("adviser", "failed", "refused a question for a review: the bot gives no reviews"),
    "unanswered": (
        "broken",
        "failed",
        r"no answer to a question for a review: ValueError: out of ideas \(/.*, line 47\)",
    ),
}


@pytest.mark.costly
@pytest.mark.parametrize("event", OUTCOMES)
def test_the_log_has_the_questions(
    session: Session, agent: tuple[str, Session], capsys: pytest.CaptureFixture[str], event: str
) -> None:
    """With what became of them: as text, and as JSON Lines. A question without an answer has failed."""
    bot, status, text = OUTCOMES[event]
    games = [finished(session), finished(session)]
    for game, style in zip(games, (LogStyle.TEXT, LogStyle.JSON), strict=True):
        with pytest.raises(TimeoutError):
            session.advice.review(game, agent[0], timeout=0)
        questions = agent[1].me.inbox(questions=1).questions
        log = PlayLog("bo", "", style)
        with answerer_in_thread(Answerer(*agent, player(bot), log, reviews=bot != "adviser")) as answerer:
            answerer.replace(questions)
            assert session.advice.review(game, agent[0]).status == status
    out, err = capsys.readouterr()
    assert re.fullmatch(f"bo: game {games[0]}: {text}\n", err)
    line = json.loads(out)
    assert (line["event"], line["game"], line["kind"], line["seat"]) == (event, games[1], "review", None)


def question(name: str, kind: str, second: int) -> Question:
    """A question that was asked in this second, about the view with this version."""
    asked = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=second)
    view = SimpleNamespace(to_dict=lambda: {**VIEW, "version": second})
    return Question(name, kind, "7Q2", None, None, 5, cast("Any", view), asked, asked)  # type: ignore[arg-type]


def test_a_question_waits_while_the_server_is_unavailable() -> None:
    """The others are answered meanwhile."""
    Path("enough").touch()
    with Session("http://127.0.0.1:1", retry=RetryPolicy(deadline=0.1)) as nowhere:
        answerer = Answerer("bo", nowhere, player("noted"))
        answerer.replace([question("a", "advice", 1), question("b", "advice", 2)])
        with answerer_in_thread(answerer):
            await_true(lambda: len(asked_so_far()) >= 2)
    assert asked_so_far()[:2] == ["advice 1", "advice 2"]


def test_a_long_review_fits_into_a_request() -> None:
    """Its moves list their best actions alone; a shorter one is sent as it is."""
    best: list[Any] = [{"action": "10C", "won": 0.5, "defeated": 7.1234, "share": 0.25}] * 3
    move: Any = {"number": 1, "version": 2, "seat": 0, "action": "10C", "won_before": 0.5, "cost": 0, "best": best}
    assert bounded([move] * 100) == [move] * 100
    long = bounded([move] * 250)
    assert len(json.dumps(long)) < 65_536 < len(json.dumps([move] * 250))
    assert {len(each["best"]) for each in long} == {1}


class Rated(NamedTuple):
    """An action of the advice of a test."""

    action: object
    won: object = 0.5
    defeated: object = 3
    share: object = 0.5


class Fixed:
    """A bot with fixed advice."""

    def __init__(self, *considered: object) -> None:
        self.considered = [*considered]

    def consider(self, _: View) -> Any:
        """Return it."""
        return self.considered


VIEW = seat_view(Position.new("advice", 2), 0)
FIRST = VIEW["legal_actions"][0]


def advise(bot: Fixed) -> list[Any]:
    """The advice as it is sent and checked."""
    sent = parse_answer(encode(advice_of(bot, VIEW)), Advice)
    assert isinstance(sent, Advice)
    return advised_actions(sent.actions, VIEW)


@pytest.mark.parametrize(
    ("considered", "error", "why"),
    [
        ([], InvalidAdvice, "invalid advice []: expected a list of actions, the best first"),
        ([Rated(FIRST), Rated(FIRST)], InvalidAdvice, "invalid advice: the same action is there twice"),
        ([Rated(FIRST, won=float("nan"))], InvalidAdvice, "invalid won nan in the advice: expected a number or None"),
        ([Rated(FIRST, defeated="3")], InvalidAdvice, "invalid defeated '3' in the advice: expected a number or None"),
        ([FIRST], InvalidAdvice, f"no won in the advice {FIRST!r}: expected objects with action, won, defeated and "),
        ([Rated(FIRST, won=1.5)], InvalidAnswer, "xpected `float` <= 1.0 - at `$.actions[0].won`"),
        ([Rated(FIRST, defeated=13)], InvalidAnswer, "xpected `float` <= 12.0 - at `$.actions[0].defeated`"),
        ([Rated(FIRST, share=-1)], InvalidAnswer, "xpected `float` >= 0.0 - at `$.actions[0].share`"),
        ([Rated("KS")], NoLegalAction, "'KS' is not one of the "),
    ],
)
def test_advice_is_checked(considered: list[object], error: type[Exception], why: str) -> None:
    """The message says what is wrong; it names the first figure that is not in its range."""
    with pytest.raises(error, match=re.escape(why)):
        advise(Fixed(*considered))


def test_figures_of_advice_may_be_unknown() -> None:
    """Then they are None."""
    [action] = advise(Fixed(Rated(FIRST, won=None, defeated=None)))
    assert action == {"action": FIRST, "won": None, "defeated": None, "share": 0.5}


def abilities(session: Session, name: str) -> list[tuple[bool, bool]]:
    """Whether an agent advises, and whether it reviews; empty if there is no such agent."""
    return [(each.advises, each.reviews) for each in session.agents.list(name)]


@pytest.mark.costly
def test_the_bot_of_a_file_answers(server: str, session: Session, tmp_path: Path) -> None:
    """With `--advise`, the list of agents says what it answers, until `--no-advise`."""
    name = f"bot-{uuid4().hex[:12]}"
    options = ("--server", server, "--agent", name)
    with arena("play", "my_bot.py:adviser", *options, "--advise", directory=tmp_path):
        await_true(lambda: abilities(session, name) == [(True, False)])
        view, own = started(session)
        advice = own.advice.ask(view, name)
        assert [(each.action, each.won) for each in advice.actions or []] == [(view.legal_actions[0], 0.25)]
        with pytest.raises(NoAdviser):
            session.advice.review(finished(session), name)
    with arena("play", "my_bot.py:reviewer", *options, "--advise", directory=tmp_path):
        await_true(lambda: abilities(session, name) == [(True, True)])
        assert session.advice.review(finished(session), name).status == "ready"
    with arena("play", "my_bot.py:reviewer", *options, "--no-advise", directory=tmp_path):
        await_true(lambda: abilities(session, name) == [(False, False)])


def test_a_bot_without_advice_is_refused(server: str, session: Session, tmp_path: Path) -> None:
    """No agent is registered."""
    name = f"bot-{uuid4().hex[:12]}"
    options = ("--server", server, "--agent", name, "--advise")
    running = Arena("play", "my_bot.py:choose", *options, directory=tmp_path)
    assert running.ended() == 2
    expected = "expected a bot with a method consider(view), or a greeting with advises; see docs/bots.md"
    why = f"my_bot.py:choose gives no advice: {expected}"
    assert running.output == f"regicide-arena: {why}\n"
    assert abilities(session, name) == []


@pytest.mark.faults
def test_a_question_waits_for_the_next_process(server: str, session: Session, tmp_path: Path) -> None:
    """A process that is killed while it answers leaves the question to the next one; turns do not wait for it."""
    (tmp_path / "slow").touch()
    name = f"bot-{uuid4().hex[:12]}"
    command = ("play", "my_bot.py:slow", "--server", server, "--agent", name, "--advise")
    first = Arena(*command, directory=tmp_path)
    await_true(lambda: abilities(session, name) == [(True, False)])
    view, own = first_asked(session, name)
    await_true((tmp_path / "asked").exists)
    game = session.games.create(CreateGameRequest(players=1, seats=[SeatRequest(agent=name)])).game
    await_true(lambda: session.games.get(game.id).result)
    first.process.kill()
    first.process.wait()
    (tmp_path / "slow").unlink()
    with arena(*command, directory=tmp_path):
        assert own.advice.ask(view, name).status == "ready"
