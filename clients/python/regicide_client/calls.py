"""The operations of the API: each one's request, built by generated code, and the model of its response."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from regicide_client.generated.api.advice.ask_advice import _get_kwargs as ask_advice_request
from regicide_client.generated.api.advice.get_advice import _get_kwargs as get_advice_request
from regicide_client.generated.api.agents.configure_agent import _get_kwargs as configure_agent_request
from regicide_client.generated.api.agents.end_agent import _get_kwargs as end_agent_request
from regicide_client.generated.api.agents.get_agent import _get_kwargs as get_agent_request
from regicide_client.generated.api.agents.get_agent_events import _get_kwargs as get_agent_events_request
from regicide_client.generated.api.agents.get_turns import _get_kwargs as get_turns_request
from regicide_client.generated.api.agents.list_agent_games import _get_kwargs as list_agent_games_request
from regicide_client.generated.api.agents.list_agents import _get_kwargs as list_agents_request
from regicide_client.generated.api.agents.register_agent import _get_kwargs as register_agent_request
from regicide_client.generated.api.agents.replace_token import _get_kwargs as replace_token_request
from regicide_client.generated.api.deals.get_todays_deal import _get_kwargs as get_todays_deal_request
from regicide_client.generated.api.games.act import _get_kwargs as act_request
from regicide_client.generated.api.games.cancel_game import _get_kwargs as cancel_game_request
from regicide_client.generated.api.games.get_events import _get_kwargs as get_events_request
from regicide_client.generated.api.games.get_game import _get_kwargs as get_game_request
from regicide_client.generated.api.games.get_record import _get_kwargs as get_record_request
from regicide_client.generated.api.games.get_views import _get_kwargs as get_views_request
from regicide_client.generated.api.games.send_signal import _get_kwargs as send_signal_request
from regicide_client.generated.api.lobby.create_game import _get_kwargs as create_game_request
from regicide_client.generated.api.lobby.create_games import _get_kwargs as create_games_request
from regicide_client.generated.api.lobby.list_games import _get_kwargs as list_games_request
from regicide_client.generated.api.lobby.rematch import _get_kwargs as rematch_request
from regicide_client.generated.api.questions.answer_question import _get_kwargs as answer_question_request
from regicide_client.generated.api.records.get_records import _get_kwargs as get_records_request
from regicide_client.generated.api.reference.get_cards import _get_kwargs as get_cards_request
from regicide_client.generated.api.reference.get_rules import _get_kwargs as get_rules_request
from regicide_client.generated.api.reviews.get_review import _get_kwargs as get_review_request
from regicide_client.generated.api.seats.fill_seat import _get_kwargs as fill_seat_request
from regicide_client.generated.api.seats.get_presence import _get_kwargs as get_presence_request
from regicide_client.generated.api.seats.give_up import _get_kwargs as give_up_request
from regicide_client.generated.api.seats.hand_over_seat import _get_kwargs as hand_over_seat_request
from regicide_client.generated.api.seats.leave_seat import _get_kwargs as leave_seat_request
from regicide_client.generated.api.seats.replace_seat_token import _get_kwargs as replace_seat_token_request
from regicide_client.generated.api.seats.take_back_seat import _get_kwargs as take_back_seat_request
from regicide_client.generated.api.seats.take_seat import _get_kwargs as take_seat_request
from regicide_client.generated.models import (
    ActionProposal,
    Advice,
    AdviceWish,
    AgentEvent,
    AgentGameList,
    AgentList,
    AgentSettings,
    AgentToken,
    AgentWish,
    Answer,
    CardReference,
    CreatedGame,
    CreatedGames,
    GameEvent,
    GameEvents,
    GameList,
    GameLook,
    GameLooks,
    GamePresence,
    GameRecord,
    GameView,
    GameWish,
    GameWishes,
    GiveUpWish,
    OwnAgent,
    PartOfRules,
    PartOfView,
    RecordLine,
    Review,
    Rules,
    SeatFilling,
    SeatTaking,
    SeatToken,
    SignalWish,
    StandInWish,
    TodaysDeals,
    Turns,
    ViewWish,
    ViewWishes,
)
from regicide_client.generated.types import UNSET, Unset
from regicide_client.sansio import Call

# The generated functions send requests themselves and support neither retries nor a token per call, so only their
# request builders are used. These are private, but the generated files are committed: they change with this package.


def create_game(game: GameWish) -> Call[CreatedGame]:
    """Create a game."""
    return Call(create_game_request(body=game, idempotency_key=_new_idempotency_key()), CreatedGame.from_dict)


def create_games(games: Sequence[GameWish]) -> Call[list[CreatedGame]]:
    """Create several games."""
    body = GameWishes(games=[*games])
    return Call(create_games_request(body=body, idempotency_key=_new_idempotency_key()), _created_games)


def _created_games(content: Any) -> list[CreatedGame]:
    return CreatedGames.from_dict(content).games


def take_seat(game_id: str, seat: int, name: str | None) -> Call[CreatedGame]:
    """Take an open seat."""
    taking = SeatTaking(name=name)
    return Call(
        take_seat_request(game_id, seat, body=taking, idempotency_key=_new_idempotency_key()), CreatedGame.from_dict
    )


def cancel_game(game_id: str) -> Call[GameView]:
    """Cancel a waiting game."""
    return Call(cancel_game_request(game_id), GameView.from_dict)


def fill_seat(game_id: str, seat: int, agent: str | None, invitation: str | None) -> Call[GameView]:
    """Fill an open seat with an agent, or open it again."""
    filling = SeatFilling(agent=agent, invitation=invitation or UNSET) if agent else SeatFilling(open_=True)
    return Call(fill_seat_request(game_id, seat, body=filling), GameView.from_dict)


def leave_seat(game_id: str, seat: int) -> Call[GameView]:
    """Leave a seat of a waiting game."""
    return Call(leave_seat_request(game_id, seat), GameView.from_dict)


def replace_seat_token(game_id: str, seat: int) -> Call[SeatToken]:
    """Replace the token of a seat."""
    request = replace_seat_token_request(game_id, seat, idempotency_key=_new_idempotency_key())
    return Call(request, SeatToken.from_dict)


def hand_over_seat(game_id: str, seat: int, agent: str, invitation: str | None) -> Call[GameView]:
    """Let an agent play on for the holder of a seat."""
    wish = StandInWish(agent=agent, invitation=invitation or UNSET)
    return Call(hand_over_seat_request(game_id, seat, body=wish), GameView.from_dict)


def take_back_seat(game_id: str, seat: int) -> Call[GameView]:
    """Take a seat back from its stand-in."""
    return Call(take_back_seat_request(game_id, seat), GameView.from_dict)


def give_up(game_id: str, *, agree: bool) -> Call[GameView]:
    """Agree to give a game up, or withdraw that."""
    return Call(give_up_request(game_id, body=GiveUpWish(agree=agree)), GameView.from_dict)


def get_presence(game_id: str) -> Call[GamePresence]:
    """Get which players follow a game."""
    return Call(get_presence_request(game_id), GamePresence.from_dict)


def rematch(game_id: str) -> Call[CreatedGame]:
    """Create the game that follows a game."""
    return Call(rematch_request(game_id, idempotency_key=_new_idempotency_key()), CreatedGame.from_dict)


def list_games(
    status: list[str] | None, limit: int, cursor: str | None, label: str | None, agent: str | None
) -> Call[GameList]:
    """List games."""
    joined = [",".join(status)] if status else UNSET  # one parameter (style form); the generator makes several
    request = list_games_request(
        status=joined, label=label or UNSET, agent=agent or UNSET, limit=limit, cursor=cursor or UNSET
    )
    return Call(request, GameList.from_dict)


def get_game(game_id: str, seat: int | None = None, *, previews: bool = False) -> Call[GameView]:
    """Get the view of a game."""
    return Call(
        get_game_request(game_id, seat=_optional(seat), include=_include(previews=previews)), GameView.from_dict
    )


def get_views(games: Sequence[ViewWish]) -> Call[list[GameLook]]:
    """Get the views of several games. A repeat changes nothing."""
    return Call(get_views_request(body=ViewWishes(games=[*games])), lambda content: GameLooks.from_dict(content).items)


def poll_game(game_id: str, etag: str, seconds: int) -> Call[GameView]:
    """Get the view of a game once it differs from `etag`, or a 304 after some seconds (Prefer, RFC 7240)."""
    return Call(get_game_request(game_id, if_none_match=etag, prefer=f"wait={seconds}"), GameView.from_dict)


def act(view: GameView, action: str, seat: int | None = None) -> Call[GameView]:
    """Take an action. It names a version, so the server applies it once, however often it is sent."""
    proposal = ActionProposal(version=view.version, action=action)
    return Call(act_request(view.id, body=proposal, seat=_optional(seat)), GameView.from_dict)


def send_signal(game_id: str, signal: str) -> Call[GameView]:
    """Signal whether your seat would like to go next. Idempotent."""
    return Call(send_signal_request(game_id, body=SignalWish(signal=signal)), GameView.from_dict)


def ask_advice(game_id: str, wish: AdviceWish, seconds: int) -> Call[Advice]:
    """Ask an agent for advice, and wait some seconds for its answer. The same question again is the same one."""
    return Call(ask_advice_request(game_id, body=wish, prefer=_wait(seconds)), Advice.from_dict)


def get_advice(game_id: str, advice_id: str, limit: int | Unset, seconds: int = 0) -> Call[Advice]:
    """Get advice, once the agent has answered or after some seconds."""
    return Call(get_advice_request(game_id, advice_id, limit=limit, prefer=_wait(seconds)), Advice.from_dict)


def get_review(game_id: str, agent: str, seconds: int = 0) -> Call[Review]:
    """Get an agent's review of a finished game, once the agent has answered or after some seconds."""
    return Call(get_review_request(game_id, agent=agent, prefer=_wait(seconds)), Review.from_dict)


def answer_question(question_id: str, answer: Answer) -> Call[None]:
    """Answer a question. Idempotent."""
    return Call(answer_question_request(question_id, body=answer), lambda _: None)


def get_events(game_id: str, after: int, limit: int, wait: int = 0) -> Call[GameEvents]:
    """List the events of a game, or wait some seconds for one."""
    seconds = wait or UNSET
    return Call(get_events_request(game_id, after=after, limit=limit, wait=seconds), GameEvents.from_dict)


def stream_events(game_id: str, after: int) -> Call[GameEvent]:
    """Open the event stream of a game. The model is that of one event."""
    call = Call(get_events_request(game_id, after=after, last_event_id=str(after)), GameEvent.from_dict)
    return call.with_headers({"Accept": "text/event-stream, application/problem+json"})


def stream_agent_events(last_id: str) -> Call[AgentEvent]:
    """Open the event stream of all games of an agent: from now on, or after the event with an id."""
    call = Call(get_agent_events_request(last_event_id=last_id or UNSET), AgentEvent.from_dict)
    return call.with_headers({"Accept": "text/event-stream, application/problem+json"})


def get_record(game_id: str) -> Call[GameRecord]:
    """Get the record of a game that is over."""
    return Call(get_record_request(game_id), GameRecord.from_dict)


def get_records(label: str | None, cursor: str | None) -> Call[RecordLine]:
    """Get the records of an owner's games. The model is that of one line."""
    call = Call(get_records_request(label=label or UNSET, cursor=cursor or UNSET), RecordLine.from_dict)
    return call.with_headers({"Accept": "application/jsonl, application/problem+json"})


def register_agent(agent: AgentWish) -> Call[AgentToken]:
    """Register an agent."""
    return Call(register_agent_request(body=agent, idempotency_key=_new_idempotency_key()), AgentToken.from_dict)


def list_agents(limit: int, cursor: str | None, prefix: str, house: bool | None) -> Call[AgentList]:
    """List agents."""
    only = UNSET if house is None else house
    request = list_agents_request(limit=limit, cursor=cursor or UNSET, prefix=prefix or UNSET, house=only)
    return Call(request, AgentList.from_dict)


def get_agent() -> Call[OwnAgent]:
    """Get the agent of the token."""
    return Call(get_agent_request(), OwnAgent.from_dict)


def configure_agent(settings: AgentSettings) -> Call[OwnAgent]:
    """Change settings of the agent. Idempotent."""
    return Call(configure_agent_request(body=settings), OwnAgent.from_dict)


def replace_token() -> Call[AgentToken]:
    """Replace the token of the agent. A repeat with the old token gets the same new one."""
    return Call(replace_token_request(idempotency_key=_new_idempotency_key()), AgentToken.from_dict)


def end_agent() -> Call[None]:
    """End the agent. Idempotent."""
    return Call(end_agent_request(), lambda _: None)


def list_agent_games(status: list[str] | None, limit: int, cursor: str | None) -> Call[AgentGameList]:
    """List the games of the agent."""
    joined = [",".join(status)] if status else UNSET  # as in list_games
    return Call(list_agent_games_request(status=joined, limit=limit, cursor=cursor or UNSET), AgentGameList.from_dict)


class InboxContent(NamedTuple):
    """The most turns, ended games and questions in a response, and whether the views have previews."""

    turns: int
    ended: int
    questions: int
    previews: bool


def get_turns(content: InboxContent, etag: str = "", seconds: int = 0) -> Call[Turns]:
    """Get an agent's inbox; with an `etag` once it differs, or a 304 after some seconds (Prefer, RFC 7240)."""
    known, prefer = (etag, f"wait={seconds}") if etag else (UNSET, UNSET)
    request = get_turns_request(
        limit=content.turns,
        ended=content.ended,
        questions=content.questions or UNSET,
        include=_include(previews=content.previews),
        if_none_match=known,
        prefer=prefer,
    )
    return Call(request, Turns.from_dict)


def get_todays_deal() -> Call[TodaysDeals]:
    """Get the deals of this day, with the house bots' results."""
    return Call(get_todays_deal_request(), TodaysDeals.from_dict)


def get_cards() -> Call[CardReference]:
    """Get all cards."""
    return Call(get_cards_request(), CardReference.from_dict)


def get_rules(*, sections: bool = False) -> Call[Rules]:
    """Get the rules; with `sections`, the rules of the game for players, too."""
    include: list[PartOfRules] | Unset = ["sections"] if sections else UNSET
    return Call(get_rules_request(include=include), Rules.from_dict)


def _optional(seat: int | None) -> int | Unset:
    return UNSET if seat is None else seat


def _include(*, previews: bool) -> list[PartOfView] | Unset:
    return ["previews"] if previews else UNSET


def _wait(seconds: int) -> str | Unset:
    """Return the preference to wait for the response (RFC 7240)."""
    return f"wait={seconds}" if seconds else UNSET


def _new_idempotency_key() -> str:
    return str(uuid4())
