"""The source of a request, among which the work of agents is divided fairly."""

from __future__ import annotations

from regicide_api.http.client_address import current_client
from regicide_api.http.services import services


def current_source() -> str:
    """The keyed hash of the client's address: one for all networks of a site. Raises RedisError."""
    client = current_client()
    return services().creators.creator(client.site or client.network)
