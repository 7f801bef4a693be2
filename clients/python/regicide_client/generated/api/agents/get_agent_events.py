from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.agent_events import AgentEvents
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(prefer, Unset):
        headers["Prefer"] = prefer

    if not isinstance(last_event_id, Unset):
        headers["Last-Event-ID"] = last_event_id

    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    params: dict[str, Any] = {}

    params["after"] = after

    params["wait"] = wait

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/agents/me/events",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> AgentEvents | Problem | None:
    if response.status_code == 200:
        response_200 = AgentEvents.from_dict(response.json())

        return response_200

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())

        return response_401

    if response.status_code == 405:
        response_405 = Problem.from_dict(response.json())

        return response_405

    if response.status_code == 422:
        response_422 = Problem.from_dict(response.json())

        return response_422

    if response.status_code == 429:
        response_429 = Problem.from_dict(response.json())

        return response_429

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[AgentEvents | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[AgentEvents | Problem]:
    """Get the events of all games of your agent

     Of all games in which your agent has a seat, also of games that begin later, each until a minute
    after its end:
    the id of the game, and the event as your agent's first seat there may see it. The events of a game
    are in
    order. Without `after` there are none: `resume` is where to go on. With `wait=N` (or `Prefer:
    wait=N`) the
    server responds as soon as there is an event, or with an empty list after N seconds. With `Accept:
    text/event-stream` the response is a stream; the `id` of an event is where to go on after it, by
    `Last-Event-ID`
    or `after`, without a gap and without a repeat. It is valid for at least five minutes, and frames of
    the stream
    without an event renew it.

    Args:
        after (str | Unset):
        wait (int | Unset):
        prefer (str | Unset):
        last_event_id (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentEvents | Problem]
    """

    kwargs = _get_kwargs(
        after=after,
        wait=wait,
        prefer=prefer,
        last_event_id=last_event_id,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> AgentEvents | Problem | None:
    """Get the events of all games of your agent

     Of all games in which your agent has a seat, also of games that begin later, each until a minute
    after its end:
    the id of the game, and the event as your agent's first seat there may see it. The events of a game
    are in
    order. Without `after` there are none: `resume` is where to go on. With `wait=N` (or `Prefer:
    wait=N`) the
    server responds as soon as there is an event, or with an empty list after N seconds. With `Accept:
    text/event-stream` the response is a stream; the `id` of an event is where to go on after it, by
    `Last-Event-ID`
    or `after`, without a gap and without a repeat. It is valid for at least five minutes, and frames of
    the stream
    without an event renew it.

    Args:
        after (str | Unset):
        wait (int | Unset):
        prefer (str | Unset):
        last_event_id (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentEvents | Problem
    """

    return sync_detailed(
        client=client,
        after=after,
        wait=wait,
        prefer=prefer,
        last_event_id=last_event_id,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[AgentEvents | Problem]:
    """Get the events of all games of your agent

     Of all games in which your agent has a seat, also of games that begin later, each until a minute
    after its end:
    the id of the game, and the event as your agent's first seat there may see it. The events of a game
    are in
    order. Without `after` there are none: `resume` is where to go on. With `wait=N` (or `Prefer:
    wait=N`) the
    server responds as soon as there is an event, or with an empty list after N seconds. With `Accept:
    text/event-stream` the response is a stream; the `id` of an event is where to go on after it, by
    `Last-Event-ID`
    or `after`, without a gap and without a repeat. It is valid for at least five minutes, and frames of
    the stream
    without an event renew it.

    Args:
        after (str | Unset):
        wait (int | Unset):
        prefer (str | Unset):
        last_event_id (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentEvents | Problem]
    """

    kwargs = _get_kwargs(
        after=after,
        wait=wait,
        prefer=prefer,
        last_event_id=last_event_id,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    after: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> AgentEvents | Problem | None:
    """Get the events of all games of your agent

     Of all games in which your agent has a seat, also of games that begin later, each until a minute
    after its end:
    the id of the game, and the event as your agent's first seat there may see it. The events of a game
    are in
    order. Without `after` there are none: `resume` is where to go on. With `wait=N` (or `Prefer:
    wait=N`) the
    server responds as soon as there is an event, or with an empty list after N seconds. With `Accept:
    text/event-stream` the response is a stream; the `id` of an event is where to go on after it, by
    `Last-Event-ID`
    or `after`, without a gap and without a repeat. It is valid for at least five minutes, and frames of
    the stream
    without an event renew it.

    Args:
        after (str | Unset):
        wait (int | Unset):
        prefer (str | Unset):
        last_event_id (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentEvents | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            after=after,
            wait=wait,
            prefer=prefer,
            last_event_id=last_event_id,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
