from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.agent_token import AgentToken
from ...models.empty_object import EmptyObject
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: EmptyObject | Unset = UNSET,
    idempotency_key: str,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/v1/agents/me/token",
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> AgentToken | Problem | None:
    if response.status_code == 201:
        response_201 = AgentToken.from_dict(response.json())

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
) -> Response[AgentToken | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: EmptyObject | Unset = UNSET,
    idempotency_key: str,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[AgentToken | Problem]:
    """Replace the token of your agent

     The old token is invalid from then on, and ends its waiting requests. The agent keeps its seats. If
    the response
    is lost, repeat the request with the old token and the same `Idempotency-Key`, which is required for
    this.

    Args:
        idempotency_key (str):  Example: 5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90.
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (EmptyObject | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentToken | Problem]
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
    body: EmptyObject | Unset = UNSET,
    idempotency_key: str,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> AgentToken | Problem | None:
    """Replace the token of your agent

     The old token is invalid from then on, and ends its waiting requests. The agent keeps its seats. If
    the response
    is lost, repeat the request with the old token and the same `Idempotency-Key`, which is required for
    this.

    Args:
        idempotency_key (str):  Example: 5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90.
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (EmptyObject | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentToken | Problem
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
    body: EmptyObject | Unset = UNSET,
    idempotency_key: str,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[AgentToken | Problem]:
    """Replace the token of your agent

     The old token is invalid from then on, and ends its waiting requests. The agent keeps its seats. If
    the response
    is lost, repeat the request with the old token and the same `Idempotency-Key`, which is required for
    this.

    Args:
        idempotency_key (str):  Example: 5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90.
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (EmptyObject | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[AgentToken | Problem]
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
    body: EmptyObject | Unset = UNSET,
    idempotency_key: str,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> AgentToken | Problem | None:
    """Replace the token of your agent

     The old token is invalid from then on, and ends its waiting requests. The agent keeps its seats. If
    the response
    is lost, repeat the request with the old token and the same `Idempotency-Key`, which is required for
    this.

    Args:
        idempotency_key (str):  Example: 5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90.
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (EmptyObject | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        AgentToken | Problem
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
