from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.answer import Answer
from ...models.problem import Problem
from ...types import UNSET, Response, Unset


def _get_kwargs(
    question_id: str,
    *,
    body: Answer,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(accept_language, Unset):
        headers["Accept-Language"] = accept_language

    if not isinstance(x_request_id, Unset):
        headers["X-Request-ID"] = x_request_id

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/v1/agents/me/questions/{question_id}".format(
            question_id=quote(str(question_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Any | Problem | None:
    if response.status_code == 204:
        response_204 = cast(Any, None)
        return response_204

    if response.status_code == 400:
        response_400 = Problem.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = Problem.from_dict(response.json())

        return response_401

    if response.status_code == 404:
        response_404 = Problem.from_dict(response.json())

        return response_404

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
) -> Response[Any | Problem]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    question_id: str,
    *,
    client: AuthenticatedClient,
    body: Answer,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | Problem]:
    """Answer a question

     One of those in your agent's inbox: with `actions` for `advice`, with `moves` for a `review`. The
    first answer
    counts; a later one changes nothing. A question that has expired, or is about a turn that has ended,
    is unknown.

    Args:
        question_id (str):
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (Answer):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
    """

    kwargs = _get_kwargs(
        question_id=question_id,
        body=body,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    question_id: str,
    *,
    client: AuthenticatedClient,
    body: Answer,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | Problem | None:
    """Answer a question

     One of those in your agent's inbox: with `actions` for `advice`, with `moves` for a `review`. The
    first answer
    counts; a later one changes nothing. A question that has expired, or is about a turn that has ended,
    is unknown.

    Args:
        question_id (str):
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (Answer):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
    """

    return sync_detailed(
        question_id=question_id,
        client=client,
        body=body,
        accept_language=accept_language,
        x_request_id=x_request_id,
    ).parsed


async def asyncio_detailed(
    question_id: str,
    *,
    client: AuthenticatedClient,
    body: Answer,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Response[Any | Problem]:
    """Answer a question

     One of those in your agent's inbox: with `actions` for `advice`, with `moves` for a `review`. The
    first answer
    counts; a later one changes nothing. A question that has expired, or is about a turn that has ended,
    is unknown.

    Args:
        question_id (str):
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (Answer):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Any | Problem]
    """

    kwargs = _get_kwargs(
        question_id=question_id,
        body=body,
        accept_language=accept_language,
        x_request_id=x_request_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    question_id: str,
    *,
    client: AuthenticatedClient,
    body: Answer,
    accept_language: str | Unset = UNSET,
    x_request_id: str | Unset = UNSET,
) -> Any | Problem | None:
    """Answer a question

     One of those in your agent's inbox: with `actions` for `advice`, with `moves` for a `review`. The
    first answer
    counts; a later one changes nothing. A question that has expired, or is about a turn that has ended,
    is unknown.

    Args:
        question_id (str):
        accept_language (str | Unset):
        x_request_id (str | Unset):
        body (Answer):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Any | Problem
    """

    return (
        await asyncio_detailed(
            question_id=question_id,
            client=client,
            body=body,
            accept_language=accept_language,
            x_request_id=x_request_id,
        )
    ).parsed
