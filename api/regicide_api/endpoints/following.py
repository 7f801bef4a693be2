"""Following a game, an agent's turns, its events or an answer: by reading once, by long polling, and by a stream."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

from flask import Response, request

from regicide import Message
from regicide_api.core.errors import InvalidParameter
from regicide_api.core.work import in_parts
from regicide_api.domain import rights, views
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import ReplayedEvent, events_after
from regicide_api.domain.questions import AnswerStatus, Question
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.services import services
from regicide_api.http.auth import current_principal
from regicide_api.http.hooks import client_socket
from regicide_api.http.negotiation import PRIVATE, WaitPreference, etag_matches, negotiate_language
from regicide_api.realtime.hub import PollResult, Topics
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream, format_game_event, format_id
from regicide_api.schemas.parameters import EVENT_ID_FAULT, EVENT_ID_PATTERN, MAX_EVENT_ID_LENGTH
from regicide_api.services.agent_events import AgentEvents, AgentNews, LostPlace, agent_topic
from regicide_api.services.agents import HOUSE_BOTS
from regicide_api.services.followed_games import FollowedGame, RenderedEvent
from regicide_api.services.inbox import PageSize, inbox_topic
from regicide_api.services.questions import OpenQuestion, question_topic

SWEEP_INTERVAL_MS: Final = 1000
"""How often a waiting house bot ends overdue turns."""


class GameSnapshot(NamedTuple):
    """A game at one version, and the seat that views it (None: a spectator)."""

    game: HostedGame
    viewer: int | None
    with_previews: bool = False

    @property
    def etag(self) -> str:
        """The weak validator of the view."""
        return views.etag(self.game, self.viewer, negotiate_language(), with_previews=self.with_previews)


class WantedView(NamedTuple):
    """What a sender wants to see of a game: from a given seat, if the sender holds several, and perhaps previews."""

    seat: int | None = None
    with_previews: bool = False


class Page(NamedTuple):
    """A requested page of an inbox: its size, the cursor after which its turns begin, and whether with previews."""

    cursor: str | None
    size: PageSize
    with_previews: bool = False


class ViewedEvents(NamedTuple):
    """Events of a game, and the seat that views them (None: a spectator)."""

    viewer: int | None
    events: Sequence[ReplayedEvent | RenderedEvent]

    def page(self, limit: int) -> dict[str, Any]:
        """The JSON of the first events, and the version after which the next page starts."""
        items = [event.to_json(self.viewer) for event in in_parts(self.events[:limit])]
        return {"items": items, "next": items[-1]["version"] if len(self.events) > limit else None}


class AgentTurns(NamedTuple):
    """A page of the games in which it is an agent's turn, the cursor of the next page, ended games, and questions."""

    agent: str
    games: list[HostedGame]
    next: str | None
    ended: list[HostedGame]
    questions: list[OpenQuestion]
    with_previews: bool = False

    @property
    def etag(self) -> str:
        """The weak validator of the page."""
        games = ((game.id, game.version, game.updated_at) for game in (*self.games, *self.ended))
        asked = ((each.question.id, each.question.asked_at) for each in self.questions)
        state = [self.agent, self.with_previews, self.next, len(self.games), *games, *asked]
        return f"{sha256(repr(state).encode()).hexdigest()[:24]}-{negotiate_language()}"


def get_snapshot(game_id: str, wanted: WantedView) -> GameSnapshot:
    """A game as the sender of the request sees it. Raises UnknownGame, UnknownToken or NotYourSeat."""
    principal = current_principal()
    return _snapshot(services().repository.get(game_id, principal), principal, wanted)


def _snapshot(game: HostedGame, principal: Principal | None, wanted: WantedView) -> GameSnapshot:
    return GameSnapshot(game, rights.viewer(game, principal, wanted.seat), wanted.with_previews)


def get_events(game_id: str, seat: int | None, after: int) -> ViewedEvents:
    """The events of a game after a version, with the same errors as `get_snapshot`."""
    principal = current_principal()
    game, events = services().repository.get_with_events(game_id, principal)
    viewer = game.event_viewer(rights.viewer(game, principal, seat))
    return ViewedEvents(viewer, list(events_after(game, after, events)))


def wait_for_change(game_id: str, preference: WaitPreference, wanted: WantedView) -> GameSnapshot:
    """A snapshot, as soon as its ETag differs from the client's or the time of the preference has passed.

    The viewer is determined at each look. Raises UnknownGame, Overloaded, TooManyWaiting, and UnknownToken or
    NotYourSeat as soon as the sender has no right to view.
    """
    if not preference.seconds:
        return get_snapshot(game_id, wanted)
    principal = current_principal()
    with _following(game_id, principal) as (followed, follow):

        def load(not_before: float) -> GameSnapshot:
            return _snapshot(followed.game(not_before, principal), principal, wanted)

        def check(snapshot: GameSnapshot) -> PollResult:
            is_new = not etag_matches(snapshot.etag)
            if not is_new:
                follow(snapshot.game)
            return PollResult(is_new, snapshot.game.deadline)

        return services().hub.wait_until(game_id, client_socket(), load, check, preference.seconds)


def wait_for_events(game_id: str, seat: int | None, after: int, preference: WaitPreference) -> ViewedEvents:
    """The events of a game after a version, as soon as there are some or the time of the preference has passed.

    The viewer is determined at each look. If the store has lost events, the remaining ones are returned at once. Raises
    the same errors as `wait_for_change`.
    """
    if not preference.seconds:
        return get_events(game_id, seat, after)
    principal = current_principal()
    with _following(game_id, principal) as (followed, follow):

        def load(not_before: float) -> tuple[ViewedEvents, PollResult]:
            """The events now, and whether there are some; without any, the sender is noted as present."""
            look = followed.look(not_before, after, principal)
            if look is None:
                return get_events(game_id, seat, after), PollResult(changed=True)
            seen = ViewedEvents(look.game.event_viewer(rights.viewer(look.game, principal, seat)), look.events)
            if not seen.events:
                follow(look.game)
            return seen, PollResult(bool(seen.events), look.game.deadline)

        def check(loaded: tuple[ViewedEvents, PollResult]) -> PollResult:
            return loaded[1]

        return services().hub.wait_until(game_id, client_socket(), load, check, preference.seconds)[0]


@contextmanager
def _following(
    game_id: str, principal: Principal | None
) -> Iterator[tuple[FollowedGame, Callable[[HostedGame], None]]]:
    """A game to wait for, and the function that notes that its sender waits. Raises TooManyWaiting."""
    with ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        followed = held.enter_context(services().followed_games.following(game_id))
        yield followed, held.enter_context(services().presence.follower(principal))


def wait_for_turns(principal: Principal, page: Page, preference: WaitPreference) -> AgentTurns:
    """A page of the agent's turns, as soon as its ETag differs from the client's or the time has passed.

    Each look verifies the agent, after it has read the turns, and marks it as seen. A house bot that asks for its turns
    first ends the overdue turns of all games, so that they end even if no client requests those games, and no address
    bounds the waiting house bots. Raises Overloaded, TooManyWaiting, and UnknownToken as soon as the agent's token is
    invalid.
    """
    agent = principal.agent or ""
    is_house_bot = agent in HOUSE_BOTS

    def load(_: float = 0.0) -> AgentTurns:
        """The page as it is now; the agent is marked as seen after it."""
        if is_house_bot:
            services().games.end_overdue_turns()
        found = services().repository.inbox(agent).page(page.cursor, page.size)
        questions = services().questions.open(agent, found.questions)
        services().agents.touch(principal)
        return AgentTurns(agent, found.games, found.next, found.ended, questions, page.with_previews)

    def check(turns: AgentTurns) -> PollResult:
        return PollResult(not etag_matches(turns.etag), now_ms() + SWEEP_INTERVAL_MS if is_house_bot else None)

    if not preference.seconds:
        return load()
    with nullcontext() if is_house_bot else services().waiting_places.held():
        return services().hub.wait_until(inbox_topic(agent), client_socket(), load, check, preference.seconds)


def wait_for_advice(game_id: str, advice_id: str, preference: WaitPreference) -> Question:
    """Advice, as soon as it is answered, the game has moved on, it expires, or the time has passed.

    Each look verifies that the sender may see it. Raises the errors of `Questions.get_advice`, Overloaded or
    TooManyWaiting.
    """
    principal = current_principal()

    def load(_: float = 0.0) -> Question:
        return services().questions.get_advice(game_id, advice_id, principal)

    return _wait_for_answer((game_id, question_topic(advice_id)), load, preference)


def wait_for_review(question: Question, preference: WaitPreference) -> Question:
    """The question for a review, as soon as it is answered or the time has passed; failed if it expires meanwhile.

    Raises Overloaded or TooManyWaiting.
    """

    def load(_: float = 0.0) -> Question:
        return services().questions.get(question.id) or question._replace(status=AnswerStatus.FAILED)

    is_answered = question.status is not AnswerStatus.PENDING
    return question if is_answered else _wait_for_answer((question_topic(question.id),), load, preference)


def _wait_for_answer(topics: Topics, load: Callable[[float], Question], preference: WaitPreference) -> Question:
    """A question, as soon as it is answered, ends or expires, or the time has passed."""

    def check(question: Question) -> PollResult:
        return PollResult(question.status is not AnswerStatus.PENDING, question.expires_at)

    if not preference.seconds:
        return load(0.0)
    with services().waiting_places.held():
        return services().hub.wait_until(topics, client_socket(), load, check, preference.seconds)


UNBUFFERED: Final = {**PRIVATE, "X-Accel-Buffering": "no"}
"""Headers of a stream; the last one is for nginx."""


def open_stream(game_id: str, seat: int | None, after: int, preference: WaitPreference) -> Response:
    """The events after a version as a stream of server-sent events, until the game is over.

    The preference is the time for which the stream waits for news of a rematch after the end. 204 if there is no event
    after the version, and none to wait for: `EventSource` then stops (WHATWG HTML, section 9.2.3). Raises UnknownGame,
    UnknownToken, NotYourSeat, Overloaded or TooManyWaiting.
    """
    with ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        followed = held.enter_context(services().followed_games.following(game_id))
        subscription = held.enter_context(services().hub.subscribe(game_id, client_socket()))
        follow = held.enter_context(services().presence.follower(current_principal()))
        reader = EventReader(followed, current_principal(), seat, after, 1000 * preference.seconds)
        first = reader.read(subscription.due)
        headers = UNBUFFERED | preference.headers
        if reader.is_over and first.is_last and not first.frames:
            return Response(status=204, headers=headers)
        if reader.game:
            follow(reader.game)
        stream = EventStream(subscription, reader.read, first, held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=headers, direct_passthrough=True)


@dataclass(slots=True)
class EventReader:
    """Reads the events of a game after a version for one viewer: a seat, or None for a spectator.

    The viewer is determined at each look. One that has become a seat stays that seat, or has no right any more. After
    the end of the game, the reader waits for news of the rematch, for at most `patience_ms`. `game` is the one that was
    read last.
    """

    followed: FollowedGame
    principal: Principal | None
    viewer: int | None
    version: int
    patience_ms: int
    end_ms: int | None = None
    game: HostedGame | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game was over at the last look."""
        return self.end_ms is not None

    def read(self, not_before: float) -> EventBatch:
        """The next events. Ends the stream if the store has lost events.

        Raises UnknownToken or NotYourSeat if the principal may not, or no longer, view from the seat.
        """
        look = self.followed.look(not_before, self.version, self.principal)
        if look is None:
            return EventBatch([], None, is_last=True)
        game, events = look
        self.game = game
        self.viewer = rights.viewer(game, self.principal, self.viewer)
        self.version = max(self.version, game.version)
        viewer, is_last = game.event_viewer(self.viewer), self._is_last(game)
        frames = [event.rendered(viewer) for event in events]
        return EventBatch(frames, game.deadline or self.end_ms, is_last)

    def _is_last(self, game: HostedGame) -> bool:
        """Whether the reader waits for no further event."""
        if game.is_over and self.end_ms is None:
            self.end_ms = now_ms() + self.patience_ms
        return self.end_ms is not None and (game.is_final or now_ms() >= self.end_ms)


_TOO_OLD: Final = Message("too old: get the views of your games, and begin without it")


def open_agent_stream(agent: Principal, after: str | None) -> Response:
    """The events of all games of an agent as a stream, after a place or from now on.

    The stream ends when the agent has no right to it any more, or its place is lost. Raises InvalidParameter,
    UnknownToken, Overloaded or TooManyWaiting.
    """
    with _reader(agent, after) as reader, ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        topic = agent_topic(agent.agent or "")
        subscription = held.enter_context(services().hub.subscribe(topic, client_socket()))

        def read(_: float) -> EventBatch:
            try:
                return _batch(reader.read())
            except LostPlace:
                return EventBatch([], None, is_last=True)

        stream = EventStream(subscription, read, _batch(reader.read()), held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=UNBUFFERED, direct_passthrough=True)


def wait_for_agent_events(agent: Principal, after: str | None, preference: WaitPreference) -> dict[str, Any]:
    """The events of all games of an agent after a place, as soon as there are some or the preferred time has passed.

    Without a place there are none, and the place of now. Raises the same errors as `open_agent_stream`.
    """
    with _reader(agent, after) as reader, ExitStack() as held:
        if reader.place is None or not preference.seconds:
            return _page(reader.read())
        held.enter_context(services().waiting_places.held())
        topic = agent_topic(agent.agent or "")

        def check(news: AgentNews) -> PollResult:
            return PollResult(bool(news.events), news.look_at)

        def load(_: float) -> AgentNews:
            return reader.read()

        return _page(services().hub.wait_until(topic, client_socket(), load, check, preference.seconds))


@contextmanager
def _reader(agent: Principal, after: str | None) -> Iterator[AgentEvents]:
    """A reader from the place in the header `Last-Event-ID` on, else from the given one. Raises InvalidParameter."""
    text, name = request.headers.get("Last-Event-ID"), "Last-Event-ID"
    if text is None:
        text, name = after, "after"
    if text is not None and (len(text) > MAX_EVENT_ID_LENGTH or not re.fullmatch(EVENT_ID_PATTERN, text)):
        raise InvalidParameter(name, EVENT_ID_FAULT)
    try:
        yield AgentEvents(services().repository, agent, text)
    except LostPlace:
        raise InvalidParameter(name, _TOO_OLD) from None


def _page(news: AgentNews) -> dict[str, Any]:
    return {"items": [{"game": each.game_id, "event": each.event} for each in news.events], "resume": news.place}


def _batch(news: AgentNews) -> EventBatch:
    """The frames of news; without any, a frame with the id alone, so that a client of a quiet agent can resume, too."""
    events = [format_game_event(each.place.encode(), each.game_id, each.event) for each in news.events]
    return EventBatch(
        events or [format_id(news.place.encode())], news.look_at, is_last=False, is_complete=news.is_complete
    )
