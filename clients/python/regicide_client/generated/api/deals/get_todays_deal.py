from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.problem import Problem
from ...models.todays_deals import TodaysDeals
from ...types import UNSET, Response, Unset


def _get_kwargs(
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
        "url": "/v1/deals/today",
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Problem | TodaysDeals | None:
    if response.status_code == 200:
        response_200 = TodaysDeals.from_dict(response.json())

        return response_200

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
) -> Response[Problem | TodaysDeals]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Problem | TodaysDeals]:
    """Get today's deal

     How the house bots did with the cards that all games created with `"deal": "today"` have on this day
    (UTC), for
    each number of players. Their games begin with the first request of the day; until they are over,
    the answer
    tells only that they run. Bots that do not run are left out.

    Args:
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TodaysDeals]
    """

    kwargs = _get_kwargs(
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Problem | TodaysDeals | None:
    """Get today's deal

     How the house bots did with the cards that all games created with `"deal": "today"` have on this day
    (UTC), for
    each number of players. Their games begin with the first request of the day; until they are over,
    the answer
    tells only that they run. Bots that do not run are left out.

    Args:
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TodaysDeals
    """

    return sync_detailed(
        client=client,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Problem | TodaysDeals]:
    """Get today's deal

     How the house bots did with the cards that all games created with `"deal": "today"` have on this day
    (UTC), for
    each number of players. Their games begin with the first request of the day; until they are over,
    the answer
    tells only that they run. Bots that do not run are left out.

    Args:
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Problem | TodaysDeals]
    """

    kwargs = _get_kwargs(
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Problem | TodaysDeals | None:
    """Get today's deal

     How the house bots did with the cards that all games created with `"deal": "today"` have on this day
    (UTC), for
    each number of players. Their games begin with the first request of the day; until they are over,
    the answer
    tells only that they run. Bots that do not run are left out.

    Args:
        accept_language (str | Unset):
        x_request_id (str | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Problem | TodaysDeals
    """

    return (
        await asyncio_detailed(
            client=client,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
