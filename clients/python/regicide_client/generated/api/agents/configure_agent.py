from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.agent_settings import AgentSettings
from ...models.own_agent import OwnAgent
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: AgentSettings,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/v1/agents/me",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> OwnAgent | Problem | None:
    if response.status_code == 200:
        response_200 = OwnAgent.from_dict(response.json())

        return response_200

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

    if response.status_code == 413:
        response_413 = Problem.from_dict(response.json())

        return response_413

    if response.status_code == 415:
        response_415 = Problem.from_dict(response.json())

        return response_415

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
) -> Response[OwnAgent | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: AgentSettings,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[OwnAgent | Problem]:
    """Change the settings of your agent

     Members that are not given stay as they are. The settings hold for new games: the agent keeps the
    seats that it
    has. A repeat changes nothing.

    Args:
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (AgentSettings):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[OwnAgent | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
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
    body: AgentSettings,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> OwnAgent | Problem | None:
    """Change the settings of your agent

     Members that are not given stay as they are. The settings hold for new games: the agent keeps the
    seats that it
    has. A repeat changes nothing.

    Args:
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (AgentSettings):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        OwnAgent | Problem
    """

    return sync_detailed(
        client=client,
        body=body,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: AgentSettings,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[OwnAgent | Problem]:
    """Change the settings of your agent

     Members that are not given stay as they are. The settings hold for new games: the agent keeps the
    seats that it
    has. A repeat changes nothing.

    Args:
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (AgentSettings):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[OwnAgent | Problem]
    """

    kwargs = _get_kwargs(
        body=body,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: AgentSettings,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> OwnAgent | Problem | None:
    """Change the settings of your agent

     Members that are not given stay as they are. The settings hold for new games: the agent keeps the
    seats that it
    has. A repeat changes nothing.

    Args:
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (AgentSettings):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        OwnAgent | Problem
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
