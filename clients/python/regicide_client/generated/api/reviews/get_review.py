from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.review import Review
from ...types import UNSET, Response, Unset


def _get_kwargs(
    game_id: str,
    *,
    agent: str | Unset = "planner-fast",
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

    params["agent"] = agent

    params["wait"] = wait

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/v1/games/{game_id}/review".format(
            game_id=quote(str(game_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | Review | None:
    if response.status_code == 200:
        response_200 = Review.from_dict(response.json())

        return response_200

    if response.status_code == 202:
        response_202 = Review.from_dict(response.json())

        return response_202

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

    if response.status_code == 405:
        response_405 = Problem.from_dict(response.json())

        return response_405

    if response.status_code == 409:
        response_409 = Problem.from_dict(response.json())

        return response_409

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
) -> Response[Problem | Review]:
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
    agent: str | Unset = "planner-fast",
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Problem | Review]:
    """Get the review of a finished game

     What an agent says about each action: the chance to win before and after it as its seat saw the
    game, the best
    actions, and what the one that was played cost. Anyone can ask, as the record is public. The agent
    is asked
    once, and its answer is kept for a while; the review of a game without actions is empty.

    With `Prefer: wait=N` (or `?wait=N`) the server responds as soon as the review is there, or with 202
    after N
    seconds. A review that has failed can be asked for again after some minutes.

    Args:
        game_id (str):
        agent (str | Unset):  Default: 'planner-fast'.
        wait (int | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | Review]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        agent=agent,
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
    *,
    client: AuthenticatedClient | Client,
    agent: str | Unset = "planner-fast",
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Problem | Review | None:
    """Get the review of a finished game

     What an agent says about each action: the chance to win before and after it as its seat saw the
    game, the best
    actions, and what the one that was played cost. Anyone can ask, as the record is public. The agent
    is asked
    once, and its answer is kept for a while; the review of a game without actions is empty.

    With `Prefer: wait=N` (or `?wait=N`) the server responds as soon as the review is there, or with 202
    after N
    seconds. A review that has failed can be asked for again after some minutes.

    Args:
        game_id (str):
        agent (str | Unset):  Default: 'planner-fast'.
        wait (int | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | Review
    """

    return sync_detailed(
        game_id=game_id,
        client=client,
        agent=agent,
        wait=wait,
        prefer=prefer,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    game_id: str,
    *,
    client: AuthenticatedClient | Client,
    agent: str | Unset = "planner-fast",
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Problem | Review]:
    """Get the review of a finished game

     What an agent says about each action: the chance to win before and after it as its seat saw the
    game, the best
    actions, and what the one that was played cost. Anyone can ask, as the record is public. The agent
    is asked
    once, and its answer is kept for a while; the review of a game without actions is empty.

    With `Prefer: wait=N` (or `?wait=N`) the server responds as soon as the review is there, or with 202
    after N
    seconds. A review that has failed can be asked for again after some minutes.

    Args:
        game_id (str):
        agent (str | Unset):  Default: 'planner-fast'.
        wait (int | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | Review]
    """

    kwargs = _get_kwargs(
        game_id=game_id,
        agent=agent,
        wait=wait,
        prefer=prefer,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    game_id: str,
    *,
    client: AuthenticatedClient | Client,
    agent: str | Unset = "planner-fast",
    wait: int | Unset = UNSET,
    prefer: str | Unset = UNSET,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Problem | Review | None:
    """Get the review of a finished game

     What an agent says about each action: the chance to win before and after it as its seat saw the
    game, the best
    actions, and what the one that was played cost. Anyone can ask, as the record is public. The agent
    is asked
    once, and its answer is kept for a while; the review of a game without actions is empty.

    With `Prefer: wait=N` (or `?wait=N`) the server responds as soon as the review is there, or with 202
    after N
    seconds. A review that has failed can be asked for again after some minutes.

    Args:
        game_id (str):
        agent (str | Unset):  Default: 'planner-fast'.
        wait (int | Unset):
        prefer (str | Unset):
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | Review
    """

    return (
        await asyncio_detailed(
            game_id=game_id,
            client=client,
            agent=agent,
            wait=wait,
            prefer=prefer,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
