from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.game_view import GameView
from ...models.part_of_view import PartOfView
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    game_id: str,
    *,
    seat: int | Unset = UNSET,
    wait: int | Unset = UNSET,
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

    params["seat"] = seat

    params["wait"] = wait

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
        "url": "/v1/games/{game_id}".format(
            game_id=quote(str(game_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | GameView | Problem | None:
    if response.status_code == 200:
        response_200 = GameView.from_dict(response.json())

        return response_200

    if response.status_code == 304:
        response_304 = cast(Any, None)
        return response_304

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
) -> Response[Any | GameView | Problem]:
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
    wait: int | Unset = UNSET,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | GameView | Problem]:
    """Get the view of a game

     From your seat with its token, else as a spectator: a token that holds no seat of the game, also a
    mistyped one,
    sees what a spectator sees; `you` is null then. Send `?seat=N` to get 403 `not-your-seat` instead.
    401 is for a
    token with a full stop, as agents have them, that is not that of an agent.

    With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the server responds at the next change, or
    with 304
    after N seconds. `include=previews` adds what follows from each of your plays, with an ETag of its
    own.

    Args:
        game_id (str):
        seat (int | Unset):
        wait (int | Unset):
        include (list[PartOfView] | Unset):
        if_none_match (str | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | GameView | Problem]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        seat=seat,
        wait=wait,
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
    game_id: str,
    *,
    client: AuthenticatedClient,
    seat: int | Unset = UNSET,
    wait: int | Unset = UNSET,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | GameView | Problem | None:
    """Get the view of a game

     From your seat with its token, else as a spectator: a token that holds no seat of the game, also a
    mistyped one,
    sees what a spectator sees; `you` is null then. Send `?seat=N` to get 403 `not-your-seat` instead.
    401 is for a
    token with a full stop, as agents have them, that is not that of an agent.

    With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the server responds at the next change, or
    with 304
    after N seconds. `include=previews` adds what follows from each of your plays, with an ETag of its
    own.

    Args:
        game_id (str):
        seat (int | Unset):
        wait (int | Unset):
        include (list[PartOfView] | Unset):
        if_none_match (str | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | GameView | Problem
    """

    return sync_detailed(
        game_id=game_id,
        client=client,
        seat=seat,
        wait=wait,
        include=include,
        if_none_match=if_none_match,
        prefer=prefer,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    game_id: str,
    *,
    client: AuthenticatedClient,
    seat: int | Unset = UNSET,
    wait: int | Unset = UNSET,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | GameView | Problem]:
    """Get the view of a game

     From your seat with its token, else as a spectator: a token that holds no seat of the game, also a
    mistyped one,
    sees what a spectator sees; `you` is null then. Send `?seat=N` to get 403 `not-your-seat` instead.
    401 is for a
    token with a full stop, as agents have them, that is not that of an agent.

    With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the server responds at the next change, or
    with 304
    after N seconds. `include=previews` adds what follows from each of your plays, with an ETag of its
    own.

    Args:
        game_id (str):
        seat (int | Unset):
        wait (int | Unset):
        include (list[PartOfView] | Unset):
        if_none_match (str | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | GameView | Problem]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        seat=seat,
        wait=wait,
        include=include,
        if_none_match=if_none_match,
        prefer=prefer,
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
    wait: int | Unset = UNSET,
    include: list[PartOfView] | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | GameView | Problem | None:
    """Get the view of a game

     From your seat with its token, else as a spectator: a token that holds no seat of the game, also a
    mistyped one,
    sees what a spectator sees; `you` is null then. Send `?seat=N` to get 403 `not-your-seat` instead.
    401 is for a
    token with a full stop, as agents have them, that is not that of an agent.

    With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the server responds at the next change, or
    with 304
    after N seconds. `include=previews` adds what follows from each of your plays, with an ETag of its
    own.

    Args:
        game_id (str):
        seat (int | Unset):
        wait (int | Unset):
        include (list[PartOfView] | Unset):
        if_none_match (str | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | GameView | Problem
    """

    return (
        await asyncio_detailed(
            game_id=game_id,
            client=client,
            seat=seat,
            wait=wait,
            include=include,
            if_none_match=if_none_match,
            prefer=prefer,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
