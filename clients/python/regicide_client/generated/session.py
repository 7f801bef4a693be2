"""A blocking session: a method for each operation of the API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regicide_client.calls import Call
from regicide_client.generated import api
from regicide_client.generated.connection import Connection
from regicide_client.generated.models import (
    ActionRating,
    ActionRequest,
    Advice,
    AdviceRequest,
    AgentEvent,
    AgentGameList,
    AgentList,
    AgentSettingsRequest,
    AgentToken,
    AnswerRequest,
    CardReference,
    CreatedGame,
    CreateGameRequest,
    CreateGamesRequest,
    FillSeatRequest,
    GameEvent,
    GameEvents,
    GameList,
    GameLook,
    GamePresence,
    GameRecord,
    GameView,
    GiveUpRequest,
    MoveRating,
    OwnAgent,
    Question,
    RecordLine,
    RegisterAgentRequest,
    Review,
    Rules,
    SeatToken,
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
from regicide_client.streams import AgentEventStream, GameEventStream, RecordStream


class Session(Connection):
    """A client of one server, with the token of a seat or an agent; without a token it is a spectator's.

    Calls are retried by the policy `retry` where that is safe; a call that fails raises ApiError. An invalid `url`
    or token raises ValueError. `language` (an Accept-Language) is the language of the texts of problems, if the server
    has it. Threads may share a session.
    """

    def create_game(self, game: CreateGameRequest) -> CreatedGame:
        """Create a game; return its first view and a token for each seat that you hold."""
        return self._execute(api.create_game(body=game))

    def create_games(self, games: Sequence[CreateGameRequest]) -> list[CreatedGame]:
        """Create 1 to 100 games, all or none; return them as `create_game` does, in the same order."""
        created = self._execute(api.create_games(body=CreateGamesRequest(games=[*games])))
        return created.games

    def take_seat(self, game_id: str, seat: int, name: str | None) -> CreatedGame:
        """Take an open seat, with a name or without (None); return the view from it and its token."""
        return self._execute(api.take_seat(game_id, seat, body=TakeSeatRequest(name=name)))

    def list_games(
        self,
        status: list[str] | None = None,
        limit: int = 20,
        cursor: str | None = None,
        *,
        label: str | None = None,
        agent: str | None = None,
    ) -> GameList:
        """List games, the newest first; `next_` of one page is the cursor of the next.

        With the token of an owner: the games of that owner, also by `label` and `agent`.
        """
        call = api.list_games(status=status, limit=limit, cursor=cursor, label=label, agent=agent)
        return self._execute(call)

    def get_game(self, game_id: str, seat: int | None = None, *, previews: bool = False) -> GameView:
        """Return the view of your seat, or a spectator's. An agent with several seats chooses one by `seat`.

        With `previews` it also has what follows from each of your plays.
        """
        return self._execute(api.get_game(game_id, seat=seat, include=["previews"] if previews else None))

    def get_views(self, games: Sequence[ViewRequest]) -> list[GameLook]:
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

    def ask_advice(
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

    def get_advice(self, game_id: str, advice_id: str, limit: int = 5) -> Advice:
        """Return advice as it is now; its `status` is `pending` before the agent has answered."""
        return self._execute(api.get_advice(game_id, advice_id, limit=limit))

    def get_review(self, game_id: str, agent: str = "planner-fast", *, timeout: float | None = None) -> Review:
        """Return an agent's review of a finished game: the chance to win before and after each action.

        Waits until the `status` of the review is `ready` or `failed`; raises TimeoutError after `timeout` seconds.
        """
        poll = Poll("answer", timeout, by_etag=False)
        return self._poll(poll, lambda prefer: api.get_review(game_id, agent=agent, prefer=prefer), is_answered)

    def send_signal(self, game_id: str, signal: str) -> GameView:
        """Signal "eager" or "reluctant" while the player of a jester appoints the next one; return the view."""
        return self._execute(api.send_signal(game_id, body=SignalRequest(signal=signal)))

    def get_events(self, game_id: str, after: int = 1, limit: int = 100, wait: int = 0) -> GameEvents:
        """List the events after a version; `next_` of one page is the `after` of the next.

        If there are none, waits for one, at most `wait` seconds (0 to 60), and returns an empty list then.
        """
        call = api.get_events(game_id, after=after, limit=limit, wait=wait or None)
        return self._execute(call, hold=wait)

    def follow(self, game_id: str, after: int = 1) -> Iterator[GameEvent]:
        """Yield the events after a version as they happen, each once, until the game is over."""
        return self._stream(GameEventStream(game_id, after, self._retry))

    def follow_agent(self) -> Iterator[AgentEvent]:
        """Yield the events of all games of your agent from now on, each once, with the id of its game.

        Raises ApiError if the stream was interrupted for so long that the server cannot resume it: some ten minutes.
        """
        return self._stream(AgentEventStream(self._retry))

    def get_record(self, game_id: str) -> GameRecord:
        """Return the record of a game that is over."""
        return self._execute(api.get_record(game_id))

    def get_records(self, label: str | None = None, cursor: str | None = None) -> Iterator[RecordLine]:
        """Yield the records of an owner's finished games, or of those with a label, each in a line with its cursor.

        The token of the session is the owner's. A line has the problem of a game whose record the server cannot read.
        """
        return self._stream(RecordStream(label, cursor, self._retry))

    def cancel_game(self, game_id: str) -> GameView:
        """Cancel a game that waits for players, with the token of its owner; return the view after it."""
        return self._execute(api.cancel_game(game_id))

    def fill_seat(
        self, game_id: str, seat: int, agent: str | None = None, *, invitation: str | None = None
    ) -> GameView:
        """Fill an open seat with an agent, or open the seat of an agent again (None), with the token of the owner."""
        filling = FillSeatRequest(agent=agent, invitation=invitation or UNSET) if agent else FillSeatRequest(open_=True)
        return self._execute(api.fill_seat(game_id, seat, body=filling))

    def leave_seat(self, game_id: str, seat: int) -> GameView:
        """Leave your seat while the game waits for players; return the view of a spectator."""
        return self._execute(api.leave_seat(game_id, seat))

    def replace_seat_token(self, game_id: str, seat: int) -> SeatToken:
        """Replace the token of your seat, which ends at once; return the new one."""
        return self._execute(api.replace_seat_token(game_id, seat))

    def hand_over_seat(self, game_id: str, seat: int, agent: str, *, invitation: str | None = None) -> GameView:
        """Let an agent play on for you until you take the seat back; return the view after it."""
        wish = StandInRequest(agent=agent, invitation=invitation or UNSET)
        return self._execute(api.hand_over_seat(game_id, seat, body=wish))

    def take_back_seat(self, game_id: str, seat: int) -> GameView:
        """Take your seat back from the agent that plays on for you; return the view after it."""
        return self._execute(api.take_back_seat(game_id, seat))

    def give_up(self, game_id: str, *, agree: bool = True) -> GameView:
        """Agree to give the game up, or withdraw that; it is lost when all seats held by people agree."""
        return self._execute(api.give_up(game_id, body=GiveUpRequest(agree=agree)))

    def get_presence(self, game_id: str) -> GamePresence:
        """Return which players follow a game: those with a stream open or waiting in a long poll."""
        return self._execute(api.get_presence(game_id))

    def rematch(self, game_id: str) -> CreatedGame:
        """Create the game that follows a game, with the same seats; return its view and your token."""
        return self._execute(api.rematch(game_id))

    def register_agent(self, agent: str | RegisterAgentRequest) -> AgentToken:
        """Register an agent by its name, or with settings; return its token, which acts for every seat of the agent."""
        wish = RegisterAgentRequest(name=agent) if isinstance(agent, str) else agent
        return self._execute(api.register_agent(body=wish))

    def list_agents(
        self, limit: int = 100, cursor: str | None = None, *, prefix: str = "", house: bool | None = None
    ) -> AgentList:
        """List agents by name; `next_` of one page is the cursor of the next.

        With a `prefix` only those whose names begin so; with `house` only house bots, or only others.
        """
        return self._execute(api.list_agents(limit=limit, cursor=cursor, prefix=prefix, house=house))

    def get_agent(self) -> OwnAgent:
        """Return your agent with its settings and the number of its open turns."""
        return self._execute(api.get_agent())

    def configure_agent(self, settings: AgentSettingsRequest) -> OwnAgent:
        """Change settings of your agent; settings that are not given stay."""
        return self._execute(api.configure_agent(body=settings))

    def replace_token(self) -> AgentToken:
        """Replace the token of your agent; return the new one. This session keeps the old one, which is invalid."""
        return self._execute(api.replace_token())

    def end_agent(self) -> None:
        """End your agent: its token is invalid, and it keeps the seats of its running games without playing them."""
        self._execute(api.end_agent())

    def list_agent_games(
        self, status: list[str] | None = None, limit: int = 20, cursor: str | None = None
    ) -> AgentGameList:
        """List the games of your agent, the newest first; `next_` of one page is the cursor of the next."""
        return self._execute(api.list_agent_games(status=status, limit=limit, cursor=cursor))

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

    def answer_advice(
        self, question: Question, actions: Sequence[ActionRating], *, considered: int | None = None
    ) -> None:
        """Answer a question for advice with the best actions, the best first, and how many your agent looked at."""
        answer = AnswerRequest(actions=[*actions], considered=UNSET if considered is None else considered)
        self._execute(api.answer_question(question.id, body=answer))

    def answer_review(self, question: Question, moves: Sequence[MoveRating]) -> None:
        """Answer a question for a review with all moves of the game, in their order."""
        self._execute(api.answer_question(question.id, body=AnswerRequest(moves=[*moves])))

    def fail_question(self, question: Question) -> None:
        """Say that your agent cannot answer a question."""
        self._execute(api.answer_question(question.id, body=AnswerRequest(failed=True)))

    def get_todays_deal(self) -> TodaysDeals:
        """Return how the house bots did on today's deal, by number of players.

        `CreateGameRequest(deal="today")` deals it.
        """
        return self._execute(api.get_todays_deal())

    def get_cards(self) -> CardReference:
        """Return all cards with their names, values and powers."""
        return self._execute(api.get_cards())

    def get_rules(self, *, sections: bool = False) -> Rules:
        """Return the numbers and codes; with `sections` also the rules for players, section by section."""
        return self._execute(api.get_rules(include=["sections"] if sections else None))
