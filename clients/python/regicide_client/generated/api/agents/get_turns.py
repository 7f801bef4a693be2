from http import HTTPStatus
from typing import Any, cast

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.part_of_view import PartOfView
from ...models.problem import Problem
from ...models.turns import Turns
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    ended: int | Unset = 20,
    questions: int | Unset = 0,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    if not isinstance(prefer, Unset):
        headers["Prefer"] = prefer

    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    params: dict[str, Any] = {}

    params["limit"] = limit

    params["cursor"] = cursor

    params["wait"] = wait

    params["ended"] = ended

    params["questions"] = questions

    json_include: list[str] | Unset = UNSET
    if not isinstance(include, Unset):
        json_include = []
        for include_item_data in include:
            include_item: str = include_item_data
            json_include.append(include_item)

    params["include"] = json_include

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/agents/me/turns",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Problem | Turns | None:
    if response.status_code == 200:
        response_200 = Turns.from_dict(response.json())

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

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
) -> Response[Any | Problem | Turns]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    ended: int | Unset = 20,
    questions: int | Unset = 0,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | Problem | Turns]:
    """Get the turns of your agent

     The inbox of a bot: the views of all games in which it is your agent's turn. The addresses that
    created the
    games take turns, and the oldest turn of each comes first. A bot that takes the first turn, and then
    requests
    its turns again, serves all of them fairly. With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`)
    the server
    responds at the next change, or with 304 after N seconds. A turn keeps its place; new ones may come
    before it.
    A page may have fewer turns than `limit`: the last one is the one without `next`. `ended` tells of
    games that
    end, also by the action of another player or by a time limit; `/v1/agents/me/games` lists older
    ones. With
    `questions=N`, an agent that `advises` or `reviews` also gets questions. `include=previews` adds
    what follows
    from each play to the views, with an ETag of its own.

    Args:
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        wait (int | Unset):
        ended (int | Unset):  Default: 20.
        questions (int | Unset):  Default: 0.
        include (list[PartOfView] | Unset):
        if_none_match (str | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | Turns]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        wait=wait,
        ended=ended,
        questions=questions,
        include=include,
        if_none_match=if_none_match,
        prefer=prefer,
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
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    ended: int | Unset = 20,
    questions: int | Unset = 0,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | Problem | Turns | None:
    """Get the turns of your agent

     The inbox of a bot: the views of all games in which it is your agent's turn. The addresses that
    created the
    games take turns, and the oldest turn of each comes first. A bot that takes the first turn, and then
    requests
    its turns again, serves all of them fairly. With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`)
    the server
    responds at the next change, or with 304 after N seconds. A turn keeps its place; new ones may come
    before it.
    A page may have fewer turns than `limit`: the last one is the one without `next`. `ended` tells of
    games that
    end, also by the action of another player or by a time limit; `/v1/agents/me/games` lists older
    ones. With
    `questions=N`, an agent that `advises` or `reviews` also gets questions. `include=previews` adds
    what follows
    from each play to the views, with an ETag of its own.

    Args:
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        wait (int | Unset):
        ended (int | Unset):  Default: 20.
        questions (int | Unset):  Default: 0.
        include (list[PartOfView] | Unset):
        if_none_match (str | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | Turns
    """

    return sync_detailed(
        client=client,
        limit=limit,
        cursor=cursor,
        wait=wait,
        ended=ended,
        questions=questions,
        include=include,
        if_none_match=if_none_match,
        prefer=prefer,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    ended: int | Unset = 20,
    questions: int | Unset = 0,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | Problem | Turns]:
    """Get the turns of your agent

     The inbox of a bot: the views of all games in which it is your agent's turn. The addresses that
    created the
    games take turns, and the oldest turn of each comes first. A bot that takes the first turn, and then
    requests
    its turns again, serves all of them fairly. With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`)
    the server
    responds at the next change, or with 304 after N seconds. A turn keeps its place; new ones may come
    before it.
    A page may have fewer turns than `limit`: the last one is the one without `next`. `ended` tells of
    games that
    end, also by the action of another player or by a time limit; `/v1/agents/me/games` lists older
    ones. With
    `questions=N`, an agent that `advises` or `reviews` also gets questions. `include=previews` adds
    what follows
    from each play to the views, with an ETag of its own.

    Args:
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        wait (int | Unset):
        ended (int | Unset):  Default: 20.
        questions (int | Unset):  Default: 0.
        include (list[PartOfView] | Unset):
        if_none_match (str | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem | Turns]
    """

    kwargs = _get_kwargs(
        limit=limit,
        cursor=cursor,
        wait=wait,
        ended=ended,
        questions=questions,
        include=include,
        if_none_match=if_none_match,
        prefer=prefer,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    limit: int | Unset = 20,
    cursor: str | Unset = UNSET,
    wait: int | Unset = UNSET,
    ended: int | Unset = 20,
    questions: int | Unset = 0,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | Problem | Turns | None:
    """Get the turns of your agent

     The inbox of a bot: the views of all games in which it is your agent's turn. The addresses that
    created the
    games take turns, and the oldest turn of each comes first. A bot that takes the first turn, and then
    requests
    its turns again, serves all of them fairly. With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`)
    the server
    responds at the next change, or with 304 after N seconds. A turn keeps its place; new ones may come
    before it.
    A page may have fewer turns than `limit`: the last one is the one without `next`. `ended` tells of
    games that
    end, also by the action of another player or by a time limit; `/v1/agents/me/games` lists older
    ones. With
    `questions=N`, an agent that `advises` or `reviews` also gets questions. `include=previews` adds
    what follows
    from each play to the views, with an ETag of its own.

    Args:
        limit (int | Unset):  Default: 20.
        cursor (str | Unset):
        wait (int | Unset):
        ended (int | Unset):  Default: 20.
        questions (int | Unset):  Default: 0.
        include (list[PartOfView] | Unset):
        if_none_match (str | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem | Turns
    """

    return (
        await asyncio_detailed(
            client=client,
            limit=limit,
            cursor=cursor,
            wait=wait,
            ended=ended,
            questions=questions,
            include=include,
            if_none_match=if_none_match,
            prefer=prefer,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
