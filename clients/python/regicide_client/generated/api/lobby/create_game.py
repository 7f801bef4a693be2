from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.created_game import CreatedGame
from ...models.game_wish import GameWish
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: GameWish,
    idempotency_key: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/games",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> CreatedGame | Problem | None:
    if response.status_code == 201:
        response_201 = CreatedGame.from_dict(response.json())

        return response_201

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())

        return response_401

    if response.status_code == 403:
        response_403 = Problem.from_dict(response.json())

        return response_403

    if response.status_code == 405:
        response_405 = Problem.from_dict(response.json())

        return response_405

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())

        return response_409

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())

        return response_415

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
) -> Response[CreatedGame | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: GameWish,
    idempotency_key: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[CreatedGame | Problem]:
    """Create a game

     Returns a token for each seat that you hold: all except those that are open or assigned to agents.
    The game
    starts when all seats are taken. The view is that of the seat to act if you hold it, else of your
    first seat.

    With `"deal": "today"`, all games of this day (UTC) and number of players have the same cards, and
    their seed is
    told when the day is over.

    A game begins at the deal of its seed, after `actions` that were played already, or at a `position`:
    the record
    of a finished game has what is wanted for each.

    The token of `owner` manages the game; with that of an earlier creation, both games have the same
    owner.

    Args:
        idempotency_key (str | Unset):  Example: 5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90.
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (GameWish):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedGame | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
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
    body: GameWish,
    idempotency_key: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> CreatedGame | Problem | None:
    """Create a game

     Returns a token for each seat that you hold: all except those that are open or assigned to agents.
    The game
    starts when all seats are taken. The view is that of the seat to act if you hold it, else of your
    first seat.

    With `"deal": "today"`, all games of this day (UTC) and number of players have the same cards, and
    their seed is
    told when the day is over.

    A game begins at the deal of its seed, after `actions` that were played already, or at a `position`:
    the record
    of a finished game has what is wanted for each.

    The token of `owner` manages the game; with that of an earlier creation, both games have the same
    owner.

    Args:
        idempotency_key (str | Unset):  Example: 5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90.
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (GameWish):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreatedGame | Problem
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: GameWish,
    idempotency_key: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[CreatedGame | Problem]:
    """Create a game

     Returns a token for each seat that you hold: all except those that are open or assigned to agents.
    The game
    starts when all seats are taken. The view is that of the seat to act if you hold it, else of your
    first seat.

    With `"deal": "today"`, all games of this day (UTC) and number of players have the same cards, and
    their seed is
    told when the day is over.

    A game begins at the deal of its seed, after `actions` that were played already, or at a `position`:
    the record
    of a finished game has what is wanted for each.

    The token of `owner` manages the game; with that of an earlier creation, both games have the same
    owner.

    Args:
        idempotency_key (str | Unset):  Example: 5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90.
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (GameWish):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CreatedGame | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: GameWish,
    idempotency_key: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> CreatedGame | Problem | None:
    """Create a game

     Returns a token for each seat that you hold: all except those that are open or assigned to agents.
    The game
    starts when all seats are taken. The view is that of the seat to act if you hold it, else of your
    first seat.

    With `"deal": "today"`, all games of this day (UTC) and number of players have the same cards, and
    their seed is
    told when the day is over.

    A game begins at the deal of its seed, after `actions` that were played already, or at a `position`:
    the record
    of a finished game has what is wanted for each.

    The token of `owner` manages the game; with that of an earlier creation, both games have the same
    owner.

    Args:
        idempotency_key (str | Unset):  Example: 5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90.
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (GameWish):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CreatedGame | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
