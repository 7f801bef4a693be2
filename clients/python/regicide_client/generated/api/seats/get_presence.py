from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.game_presence import GamePresence
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    game_id: str,
    *,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/games/{game_id}/presence".format(
            game_id=quote(str(game_id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> GamePresence | Problem | None:
    if response.status_code == 200:
        response_200 = GamePresence.from_dict(response.json())

        return response_200

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

    if response.status_code == 405:
        response_405 = Problem.from_dict(response.json())

        return response_405

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GamePresence | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    game_id: str,
    *,
    client: AuthenticatedClient | Client,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[GamePresence | Problem]:
    """Get which players follow a game

     The holder of a seat is present while it has a stream of the game's events open or waits in a long
    poll, with
    the token of the seat, and for up to a minute after that; an agent also while it asks for its turns.
    All
    who know the id of the game see it until the game is over.

    Args:
        game_id (str):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GamePresence | Problem]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
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
    client: AuthenticatedClient | Client,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> GamePresence | Problem | None:
    """Get which players follow a game

     The holder of a seat is present while it has a stream of the game's events open or waits in a long
    poll, with
    the token of the seat, and for up to a minute after that; an agent also while it asks for its turns.
    All
    who know the id of the game see it until the game is over.

    Args:
        game_id (str):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GamePresence | Problem
    """

    return sync_detailed(
        game_id=game_id,
        client=client,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    game_id: str,
    *,
    client: AuthenticatedClient | Client,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[GamePresence | Problem]:
    """Get which players follow a game

     The holder of a seat is present while it has a stream of the game's events open or waits in a long
    poll, with
    the token of the seat, and for up to a minute after that; an agent also while it asks for its turns.
    All
    who know the id of the game see it until the game is over.

    Args:
        game_id (str):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GamePresence | Problem]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    game_id: str,
    *,
    client: AuthenticatedClient | Client,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> GamePresence | Problem | None:
    """Get which players follow a game

     The holder of a seat is present while it has a stream of the game's events open or waits in a long
    poll, with
    the token of the seat, and for up to a minute after that; an agent also while it asks for its turns.
    All
    who know the id of the game see it until the game is over.

    Args:
        game_id (str):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GamePresence | Problem
    """

    return (
        await asyncio_detailed(
            game_id=game_id,
            client=client,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
