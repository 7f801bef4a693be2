from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.game_group import GameGroup
from ...models.game_list import GameList
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    status: list[GameGroup] | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    label: str | Unset = UNSET,
    agent: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    params: dict[str, Any] = {}

    json_status: list[str] | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = []
        for status_item_data in status:
            status_item: str = status_item_data
            json_status.append(status_item)

    params["status"] = json_status

    params["limit"] = limit

    params["cursor"] = cursor

    params["label"] = label

    params["agent"] = agent

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/games",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> GameList | Problem | None:
    if response.status_code == 200:
        response_200 = GameList.from_dict(response.json())

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

    if response.status_code == 503:
        response_503 = Problem.from_dict(response.json())

        return response_503

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[GameList | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    status: list[GameGroup] | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    label: str | Unset = UNSET,
    agent: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[GameList | Problem]:
    """List games

     The games that were created with `listed`, newest first. With the token of an owner: all games of
    that owner,
    and their labels; `label` and `agent` need it. A page may have fewer games than `limit`: the last
    one is the
    one without `next`.

    Args:
        status (list[GameGroup] | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        label (str | Unset):
        agent (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GameList | Problem]
    """

    kwargs = _get_kwargs(
        status=status,
        limit=limit,
        cursor=cursor,
        label=label,
        agent=agent,
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
    status: list[GameGroup] | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    label: str | Unset = UNSET,
    agent: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> GameList | Problem | None:
    """List games

     The games that were created with `listed`, newest first. With the token of an owner: all games of
    that owner,
    and their labels; `label` and `agent` need it. A page may have fewer games than `limit`: the last
    one is the
    one without `next`.

    Args:
        status (list[GameGroup] | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        label (str | Unset):
        agent (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GameList | Problem
    """

    return sync_detailed(
        client=client,
        status=status,
        limit=limit,
        cursor=cursor,
        label=label,
        agent=agent,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    status: list[GameGroup] | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    label: str | Unset = UNSET,
    agent: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[GameList | Problem]:
    """List games

     The games that were created with `listed`, newest first. With the token of an owner: all games of
    that owner,
    and their labels; `label` and `agent` need it. A page may have fewer games than `limit`: the last
    one is the
    one without `next`.

    Args:
        status (list[GameGroup] | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        label (str | Unset):
        agent (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[GameList | Problem]
    """

    kwargs = _get_kwargs(
        status=status,
        limit=limit,
        cursor=cursor,
        label=label,
        agent=agent,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    status: list[GameGroup] | Unset = UNSET,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    label: str | Unset = UNSET,
    agent: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> GameList | Problem | None:
    """List games

     The games that were created with `listed`, newest first. With the token of an owner: all games of
    that owner,
    and their labels; `label` and `agent` need it. A page may have fewer games than `limit`: the last
    one is the
    one without `next`.

    Args:
        status (list[GameGroup] | Unset):
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        label (str | Unset):
        agent (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        GameList | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            status=status,
            limit=limit,
            cursor=cursor,
            label=label,
            agent=agent,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
