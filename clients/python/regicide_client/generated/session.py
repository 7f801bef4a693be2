"""A blocking session: a method for each operation of the API, in groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

import httpx

from regicide_client.calls import Call, client_options
from regicide_client.credentials import checked_token
from regicide_client.generated import api
from regicide_client.generated.connection import Connection
from regicide_client.generated.models import (
    ActionRating,
    ActionRequest,
    AddDeviceRequest,
    Advice,
    AdviceRequest,
    Agent,
    AgentEvent,
    AgentGame,
    AgentSettingsRequest,
    AgentToken,
    AnswerRequest,
    BoardEntry,
    BoardEntryRequest,
    CardReference,
    CreatedGame,
    CreateGameRequest,
    CreateGamesRequest,
    DealBoard,
    Device,
    FillSeatRequest,
    GameEvent,
    GameLook,
    GamePresence,
    GameRecord,
    GameSummary,
    GameView,
    GiveUpRequest,
    MoveRating,
    OwnAgent,
    PairedDevice,
    Pairing,
    PairingRequest,
    Question,
    RecordLine,
    RegisterAgentRequest,
    Review,
    Rules,
    SeatGrant,
    SeatToken,
    SharedGame,
    SignalRequest,
    StandInRequest,
    TakeSeatRequest,
    TodaysDeals,
    Turns,
    ViewRequest,
    ViewsRequest,
)
from regicide_client.generated.types import UNSET
from regicide_client.long_poll import Inbox, Poll, is_answered, is_over, is_your_turn, wait_preference
from regicide_client.retry import DEFAULT_RETRY, RetryPolicy
from regicide_client.streams import AgentEventStream, GameEventStream


class GameCalls(Connection):
    """Games: creating, finding, playing and following them."""

    def create(self, game: CreateGameRequest) -> CreatedGame:
        """Create a game; return its first view and a token for each seat that you hold."""
        return self._execute(api.create_game(body=game))

    def create_many(self, games: Sequence[CreateGameRequest]) -> Sequence[CreatedGame]:
        """Create 1 to 100 games, all or none; return them as `create` does, in the same order."""
        created = self._execute(api.create_games(body=CreateGamesRequest(games=[*games])))
        return created.games

    def list(
        self, status: str | None = None, *, label: str | None = None, agent: str | None = None
    ) -> Iterator[GameSummary]:
        """Yield the listed games, the newest first, or those with a status: `waiting`, `active` or `over`.

        With the token of an owner: the games of that owner, also by `label` and `agent`.
        """
        wanted = [status] if status else None
        return self._pages(lambda cursor: api.list_games(status=wanted, label=label, agent=agent, cursor=cursor))

    def get(self, game_id: str, seat: int | None = None, *, previews: bool = False) -> GameView:
        """Return the view of your seat, or a spectator's. An agent with several seats chooses one by `seat`.

        With `previews` it also has what follows from each of your plays.
        """
        return self._execute(api.get_game(game_id, seat=seat, include=["previews"] if previews else None))

    def views(self, games: Sequence[ViewRequest]) -> Sequence[GameLook]:
        """Return the views of 1 to 100 games, as their tokens or the session see them, or their problems."""
        looks = self._execute(api.get_views(body=ViewsRequest(games=[*games])))
        return looks.items

    def act(self, view: GameView, action: str, seat: int | None = None) -> GameView:
        """Take an action that was chosen in this view; return the view after it. An agent may choose the seat."""
        proposal = ActionRequest(version=view.version, action=action)
        return self._execute(api.act(view.id, body=proposal, seat=seat))

    def wait(self, game_id: str, timeout: float | None = None) -> GameView:
        """Wait until it is your turn or the game is over; return the view.

        Raises TimeoutError after `timeout` seconds.
        """
        poll = Poll("turn of yours and no end of the game", timeout)

        def ask(prefer: str | None) -> Call[GameView]:
            return api.get_game(game_id, if_none_match=poll.etag, prefer=prefer)

        return self._poll(poll, ask, lambda view: is_your_turn(view) or is_over(view))

    def signal(self, game_id: str, signal: str) -> GameView:
        """Signal "eager" or "reluctant" while the player of a jester appoints the next one; return the view."""
        return self._execute(api.send_signal(game_id, body=SignalRequest(signal=signal)))

    def events(self, game_id: str, after: int = 1, *, wait: int = 0) -> Iterator[GameEvent]:
        """Yield the events after a version so far.

        If there are none, waits for one, at most `wait` seconds (0 to 60).
        """
        return self._pages(lambda after: api.get_events(game_id, after=after, wait=wait or None), after, hold=wait)

    def follow(self, game_id: str, after: int = 1) -> Iterator[GameEvent]:
        """Yield the events after a version as they happen, each once, until the game is over."""
        return self._stream(GameEventStream(game_id, after, self._retry))

    def record(self, game_id: str) -> GameRecord:
        """Return the record of a game that is over."""
        return self._execute(api.get_record(game_id))

    def records(self, label: str | None = None, cursor: str | None = None) -> Iterator[RecordLine]:
        """Yield the records of an owner's finished games, or of those with a label, each with its cursor.

        The token of the session is the owner's. It has the problem of a game whose record the server cannot read.
        """
        return self._pages(lambda cursor: api.get_records(label=label, cursor=cursor), cursor)

    def cancel(self, game_id: str) -> GameView:
        """Cancel a game that waits for players, with the token of its owner; return the view after it."""
        return self._execute(api.cancel_game(game_id))

    def give_up(self, game_id: str, *, agree: bool = True) -> GameView:
        """Agree to give the game up, or withdraw that; it is lost when all seats held by people agree."""
        return self._execute(api.give_up(game_id, body=GiveUpRequest(agree=agree)))

    def presence(self, game_id: str) -> GamePresence:
        """Return which players follow a game: those with a stream open or waiting in a long poll."""
        return self._execute(api.get_presence(game_id))

    def rematch(self, game_id: str) -> SeatGrant:
        """Create the game that follows a game, with the same seats; return its view and your token."""
        return self._execute(api.rematch(game_id))

    def todays_deal(self) -> TodaysDeals:
        """Return how the house bots did on today's deal, by number of players.

        `CreateGameRequest(deal="today")` deals it.
        """
        return self._execute(api.get_todays_deal())


class SeatCalls(Connection):
    """Seats: who plays from them."""

    def take(self, game_id: str, seat: int, name: str | None) -> SeatGrant:
        """Take an open seat, with a name or without (None); return the view from it and its token."""
        return self._execute(api.take_seat(game_id, seat, body=TakeSeatRequest(name=name)))

    def fill(self, game_id: str, seat: int, agent: str | None = None, *, invitation: str | None = None) -> GameView:
        """Fill an open seat with an agent, or open the seat of an agent again (None), with the token of the owner."""
        filling = FillSeatRequest(agent=agent, invitation=invitation or UNSET) if agent else FillSeatRequest(open_=True)
        return self._execute(api.fill_seat(game_id, seat, body=filling))

    def leave(self, game_id: str, seat: int) -> GameView:
        """Leave your seat while the game waits for players; return the view of a spectator."""
        return self._execute(api.leave_seat(game_id, seat))

    def replace_token(self, game_id: str, seat: int) -> SeatToken:
        """Replace the token of your seat, which ends at once; return the new one."""
        return self._execute(api.replace_seat_token(game_id, seat))

    def hand_over(self, game_id: str, seat: int, agent: str, *, invitation: str | None = None) -> GameView:
        """Let an agent play on for you until you take the seat back; return the view after it."""
        wish = StandInRequest(agent=agent, invitation=invitation or UNSET)
        return self._execute(api.hand_over_seat(game_id, seat, body=wish))

    def take_back(self, game_id: str, seat: int) -> GameView:
        """Take your seat back from the agent that plays on for you; return the view after it."""
        return self._execute(api.take_back_seat(game_id, seat))


class AgentCalls(Connection):
    """Agents, which are programs that play."""

    def register(self, agent: str | RegisterAgentRequest) -> AgentToken:
        """Register an agent by its name, or with settings; return its token, which acts for every seat of the agent."""
        wish = RegisterAgentRequest(name=agent) if isinstance(agent, str) else agent
        return self._execute(api.register_agent(body=wish))

    def list(self, prefix: str = "", *, house: bool | None = None) -> Iterator[Agent]:
        """Yield the agents by name: those whose names begin so, with `house` only house bots, or only others."""
        return self._pages(lambda cursor: api.list_agents(cursor=cursor, prefix=prefix, house=house))


class OwnAgentCalls(Connection):
    """The agent whose token the session has."""

    def get(self) -> OwnAgent:
        """Return your agent with its settings and the number of its open turns."""
        return self._execute(api.get_agent())

    def configure(self, settings: AgentSettingsRequest) -> OwnAgent:
        """Change settings of your agent; settings that are not given stay."""
        return self._execute(api.configure_agent(body=settings))

    def replace_token(self) -> AgentToken:
        """Replace the token of your agent; return the new one. This session keeps the old one, which is invalid."""
        return self._execute(api.replace_token())

    def end(self) -> None:
        """End your agent: its token is invalid, and it keeps the seats of its running games without playing them."""
        self._execute(api.end_agent())

    def games(self, status: str | None = None) -> Iterator[AgentGame]:
        """Yield the games of your agent, the newest first, or those with a status: `waiting`, `active` or `over`."""
        wanted = [status] if status else None
        return self._pages(lambda cursor: api.list_agent_games(status=wanted, cursor=cursor))

    def inbox(  # noqa: PLR0913 - the parts of one response, each by its name
        self,
        since: Inbox | None = None,
        *,
        timeout: float | None = None,
        limit: int = 20,
        ended: int = 20,
        questions: int = 0,
        previews: bool = False,
    ) -> Inbox:
        """Wait until the inbox of your agent differs from `since`; return it: its turns in all games, and ended games.

        An agent that advises also gets at most `questions` questions (0 to 20). With `previews` the views also have
        what follows from each play. Without `since` returns the current inbox at once. Raises TimeoutError after
        `timeout` seconds.
        """
        poll = Poll("change of the inbox", timeout, since.etag if since is not None else "")

        def ask(prefer: str | None) -> Call[Turns]:
            return api.get_turns(
                limit=limit,
                ended=ended,
                questions=questions,
                include=["previews"] if previews else None,
                if_none_match=poll.etag,
                prefer=prefer,
            )

        turns = self._poll(poll, ask, lambda _: True)
        return Inbox(turns.items, poll.etag, turns.ended, turns.questions)

    def follow(self) -> Iterator[AgentEvent]:
        """Yield the events of all games of your agent from now on, each once, with the id of its game.

        Raises ApiError if the stream was interrupted for so long that the server cannot resume it: some ten minutes.
        """
        return self._stream(AgentEventStream(self._retry))


class AdviceCalls(Connection):
    """Advice and reviews: asking agents for them, and answering as one."""

    def ask(
        self,
        view: GameView,
        agent: str,
        *,
        limit: int = 5,
        turn: tuple[int, int] | None = None,
        timeout: float | None = None,
    ) -> Advice:
        """Ask an agent what it would do in this view; return its advice with at most `limit` actions, the best first.

        The seat to act asks while the game runs; in a finished game anyone does, about a `turn`: its seat and version.
        Waits until the `status` of the advice is `ready` or `failed`; raises TimeoutError after `timeout` seconds.
        """
        seat, version = turn or (UNSET, view.version)
        wish = AdviceRequest(version=version, agent=agent, limit=limit, seat=seat)
        poll = Poll("answer", timeout, by_etag=False)
        hold = poll.hold
        asked = self._execute(api.ask_advice(view.id, body=wish, prefer=wait_preference(hold)), hold)
        if is_answered(asked):
            return asked

        def ask(prefer: str | None) -> Call[Advice]:
            return api.get_advice(view.id, asked.id, limit=limit, prefer=prefer)

        return self._poll(poll, ask, is_answered)

    def get(self, game_id: str, advice_id: str, limit: int = 5) -> Advice:
        """Return advice as it is now; its `status` is `pending` before the agent has answered."""
        return self._execute(api.get_advice(game_id, advice_id, limit=limit))

    def review(self, game_id: str, agent: str = "planner-fast", *, timeout: float | None = None) -> Review:
        """Return an agent's review of a finished game: the chance to win before and after each action.

        Waits until the `status` of the review is `ready` or `failed`; raises TimeoutError after `timeout` seconds.
        """
        poll = Poll("answer", timeout, by_etag=False)
        return self._poll(poll, lambda prefer: api.get_review(game_id, agent=agent, prefer=prefer), is_answered)

    def answer(self, question: Question, actions: Sequence[ActionRating], *, considered: int | None = None) -> None:
        """Answer a question for advice with the best actions, the best first, and how many your agent looked at."""
        answer = AnswerRequest(actions=[*actions], considered=UNSET if considered is None else considered)
        self._execute(api.answer_question(question.id, body=answer))

    def answer_review(self, question: Question, moves: Sequence[MoveRating]) -> None:
        """Answer a question for a review with all moves of the game, in their order."""
        self._execute(api.answer_question(question.id, body=AnswerRequest(moves=[*moves])))

    def fail(self, question: Question) -> None:
        """Say that your agent cannot answer a question."""
        self._execute(api.answer_question(question.id, body=AnswerRequest(failed=True)))


class DeviceCalls(Connection):
    """Several devices of one player."""

    def pair(self, games: Sequence[SharedGame]) -> Pairing:
        """Return a code for another device, which gets tokens of its own to the seats of these games."""
        return self._execute(api.create_pairing(body=PairingRequest(games=[*games])))

    def add(self, code: str, name: str) -> PairedDevice:
        """Exchange a code for tokens of this device, which has a name."""
        return self._execute(api.add_device(body=AddDeviceRequest(code=code, name=name)))

    def list(self, game_id: str) -> Sequence[Device]:
        """Return your devices: those that hold your seat, or own the game, the first one first."""
        found = self._execute(api.list_devices(game_id))
        return found.devices

    def end(self, game_id: str, device_id: str) -> None:
        """End a device of yours: its token is not valid any more for your seat, or your game."""
        self._execute(api.end_device(game_id, device_id))


class BoardCalls(Connection):
    """The boards of today's deal: `public`, and one for each group, by its secret key."""

    def get(
        self, board: str = "public", *, players: int = 1, week: bool = False, date: str | None = None, game: str = ""
    ) -> DealBoard:
        """Return the best 20 entries of a day (today, or a date) or its week, with the house bots beside them.

        `entry` is that of a `game`, wherever it is on the board.
        """
        return self._execute(api.get_board(board, players=players, week=week, date=date, game=game or None))

    def entries(
        self, board: str = "public", *, players: int = 1, week: bool = False, date: str | None = None
    ) -> Iterator[BoardEntry]:
        """Yield all entries of a day or its week, the best first."""
        return self._pages(
            lambda cursor: api.get_board(board, players=players, week=week, date=date, cursor=cursor, limit=100)
        )

    def enter(self, board: str, game_id: str, name: str) -> BoardEntry:
        """Enter the result of your finished game into a board, under a name; return its entry."""
        return self._execute(api.enter_result(board, game_id, body=BoardEntryRequest(name=name)))

    def withdraw(self, board: str, game_id: str) -> None:
        """Take the result of your game off a board."""
        self._execute(api.withdraw_result(board, game_id))


class ReferenceCalls(Connection):
    """The cards and the rules."""

    def cards(self) -> CardReference:
        """Return all cards with their names, values and powers."""
        return self._execute(api.get_cards())

    def rules(self, *, sections: bool = False) -> Rules:
        """Return the numbers and codes; with `sections` also the rules for players, section by section."""
        return self._execute(api.get_rules(include=["sections"] if sections else None))


class Session:
    """A client of one server, with the token of a seat, an agent or an owner; without a token it is a spectator's.

    Its calls are in groups: `games`, `seats`, `agents`, `me` (the agent whose token it has), `advice`, `devices`,
    `boards` and `reference`.
    Calls are retried by the policy `retry` where that is safe; a call that fails raises ApiError. An invalid `url`
    or token raises ValueError. `language` (an Accept-Language) is the language of the texts of problems, if the server
    has it. Threads may share a session.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        retry: RetryPolicy = DEFAULT_RETRY,
        language: str | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._use(httpx.Client(**client_options(url, language), transport=transport), checked_token(token), retry)

    def _use(self, http: httpx.Client, token: str | None, retry: RetryPolicy) -> None:
        self._http, self._retry = http, retry
        self.games = GameCalls(http, token, retry)
        self.seats = SeatCalls(http, token, retry)
        self.agents = AgentCalls(http, token, retry)
        self.me = OwnAgentCalls(http, token, retry)
        self.advice = AdviceCalls(http, token, retry)
        self.devices = DeviceCalls(http, token, retry)
        self.boards = BoardCalls(http, token, retry)
        self.reference = ReferenceCalls(http, token, retry)

    def with_token(self, token: str | None) -> Self:
        """Return a session with another token that shares the connections; closing the original closes them.

        Raises ValueError for an invalid token.
        """
        other = object.__new__(type(self))
        other._use(self._http, checked_token(token), self._retry)
        return other

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
