from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.advice import Advice
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    game_id: str,
    advice_id: str,
    *,
    limit: int | Unset = 5,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(prefer, Unset):
        headers["Prefer"] = prefer

    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["wait"] = wait

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/games/{game_id}/advice/{advice_id}".format(
            game_id=quote(str(game_id), safe=""),
            advice_id=quote(str(advice_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Advice | Problem | None:
    if response.status_code == 200:
        response_200 = Advice.from_dict(response.json())

        return response_200

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
) -> Response[Advice | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    game_id: str,
    advice_id: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 5,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Advice | Problem]:
    """Get advice

     From the seat that asked for it; advice about a finished game is public. With `Prefer: wait=N` (or
    `?wait=N`)
    the server responds as soon as the agent has answered, or after N seconds.

    Args:
        game_id (str):
        advice_id (str):
        limit (int | Unset):  Default: 5.
        wait (int | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Advice | Problem]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        advice_id=advice_id,
        limit=limit,
        wait=wait,
        prefer=prefer,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    game_id: str,
    advice_id: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 5,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Advice | Problem | None:
    """Get advice

     From the seat that asked for it; advice about a finished game is public. With `Prefer: wait=N` (or
    `?wait=N`)
    the server responds as soon as the agent has answered, or after N seconds.

    Args:
        game_id (str):
        advice_id (str):
        limit (int | Unset):  Default: 5.
        wait (int | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Advice | Problem
    """

    return sync_detailed(
        game_id=game_id,
        advice_id=advice_id,
        client=client,
        limit=limit,
        wait=wait,
        prefer=prefer,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    game_id: str,
    advice_id: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 5,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Advice | Problem]:
    """Get advice

     From the seat that asked for it; advice about a finished game is public. With `Prefer: wait=N` (or
    `?wait=N`)
    the server responds as soon as the agent has answered, or after N seconds.

    Args:
        game_id (str):
        advice_id (str):
        limit (int | Unset):  Default: 5.
        wait (int | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Advice | Problem]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        advice_id=advice_id,
        limit=limit,
        wait=wait,
        prefer=prefer,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    game_id: str,
    advice_id: str,
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 5,
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Advice | Problem | None:
    """Get advice

     From the seat that asked for it; advice about a finished game is public. With `Prefer: wait=N` (or
    `?wait=N`)
    the server responds as soon as the agent has answered, or after N seconds.

    Args:
        game_id (str):
        advice_id (str):
        limit (int | Unset):  Default: 5.
        wait (int | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Advice | Problem
    """

    return (
        await asyncio_detailed(
            game_id=game_id,
            advice_id=advice_id,
            client=client,
            limit=limit,
            wait=wait,
            prefer=prefer,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
