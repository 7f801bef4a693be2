from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.game_events import GameEvents
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    game_id: str,
    *,
    seat: int | Unset = UNSET,
    after: int | Unset = 1,
    limit: int | Unset = 100,
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

    params["seat"] = seat

    params["after"] = after

    params["limit"] = limit

    params["wait"] = wait

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/games/{game_id}/events".format(
            game_id=quote(str(game_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | GameEvents | Problem | None:
    if response.status_code == 200:
        response_200 = GameEvents.from_dict(response.json())

        return response_200

    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

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
) -> Response[Any | GameEvents | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    game_id: str,
    *,
    client: AuthenticatedClient,
    seat: int | Unset = UNSET,
    after: int | Unset = 1,
    limit: int | Unset = 100,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | GameEvents | Problem]:
    """Get the events of a game

     As your seat may see them. With `wait=N` (or `Prefer: wait=N`) the server responds as soon as there
    is an event
    after the version, or with an empty list after N seconds. With `Accept: text/event-stream` the
    response is a
    stream of events until the game is over; the `id` of each is its version, and `Last-Event-ID`
    resumes a stream
    after an event. A stream that has nothing to tell, because the game is over, is answered with 204;
    with `wait=N`
    it waits for news of a rematch for N seconds after the end.

    Args:
        game_id (str):
        seat (int | Unset):
        after (int | Unset):  Default: 1.
        limit (int | Unset):  Default: 100.
        wait (int | Unset):
        prefer (str | Unset):
        last_event_id (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | GameEvents | Problem]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        seat=seat,
        after=after,
        limit=limit,
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
    game_id: str,
    *,
    client: AuthenticatedClient,
    seat: int | Unset = UNSET,
    after: int | Unset = 1,
    limit: int | Unset = 100,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | GameEvents | Problem | None:
    """Get the events of a game

     As your seat may see them. With `wait=N` (or `Prefer: wait=N`) the server responds as soon as there
    is an event
    after the version, or with an empty list after N seconds. With `Accept: text/event-stream` the
    response is a
    stream of events until the game is over; the `id` of each is its version, and `Last-Event-ID`
    resumes a stream
    after an event. A stream that has nothing to tell, because the game is over, is answered with 204;
    with `wait=N`
    it waits for news of a rematch for N seconds after the end.

    Args:
        game_id (str):
        seat (int | Unset):
        after (int | Unset):  Default: 1.
        limit (int | Unset):  Default: 100.
        wait (int | Unset):
        prefer (str | Unset):
        last_event_id (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | GameEvents | Problem
    """

    return sync_detailed(
        game_id=game_id,
        client=client,
        seat=seat,
        after=after,
        limit=limit,
        wait=wait,
        prefer=prefer,
        last_event_id=last_event_id,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    game_id: str,
    *,
    client: AuthenticatedClient,
    seat: int | Unset = UNSET,
    after: int | Unset = 1,
    limit: int | Unset = 100,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | GameEvents | Problem]:
    """Get the events of a game

     As your seat may see them. With `wait=N` (or `Prefer: wait=N`) the server responds as soon as there
    is an event
    after the version, or with an empty list after N seconds. With `Accept: text/event-stream` the
    response is a
    stream of events until the game is over; the `id` of each is its version, and `Last-Event-ID`
    resumes a stream
    after an event. A stream that has nothing to tell, because the game is over, is answered with 204;
    with `wait=N`
    it waits for news of a rematch for N seconds after the end.

    Args:
        game_id (str):
        seat (int | Unset):
        after (int | Unset):  Default: 1.
        limit (int | Unset):  Default: 100.
        wait (int | Unset):
        prefer (str | Unset):
        last_event_id (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | GameEvents | Problem]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        seat=seat,
        after=after,
        limit=limit,
        wait=wait,
        prefer=prefer,
        last_event_id=last_event_id,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    game_id: str,
    *,
    client: AuthenticatedClient,
    seat: int | Unset = UNSET,
    after: int | Unset = 1,
    limit: int | Unset = 100,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    last_event_id: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | GameEvents | Problem | None:
    """Get the events of a game

     As your seat may see them. With `wait=N` (or `Prefer: wait=N`) the server responds as soon as there
    is an event
    after the version, or with an empty list after N seconds. With `Accept: text/event-stream` the
    response is a
    stream of events until the game is over; the `id` of each is its version, and `Last-Event-ID`
    resumes a stream
    after an event. A stream that has nothing to tell, because the game is over, is answered with 204;
    with `wait=N`
    it waits for news of a rematch for N seconds after the end.

    Args:
        game_id (str):
        seat (int | Unset):
        after (int | Unset):  Default: 1.
        limit (int | Unset):  Default: 100.
        wait (int | Unset):
        prefer (str | Unset):
        last_event_id (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | GameEvents | Problem
    """

    return (
        await asyncio_detailed(
            game_id=game_id,
            client=client,
            seat=seat,
            after=after,
            limit=limit,
            wait=wait,
            prefer=prefer,
            last_event_id=last_event_id,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
