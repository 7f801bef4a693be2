"""The networks by which clients are counted."""

from __future__ import annotations

import pytest

from regicide_api.http.load import UNKNOWN, ClientNetworks, client_networks


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        (" 192.0.2.1 ", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("[::ffff:192.0.2.1]:4711", "192.0.2.1"),
    ],
)
def test_an_ipv4_address_is_a_client(address: str, network: str) -> None:
    """A port that a proxy adds, and the notation of a dual-stack server, make no difference."""
    assert client_networks(address) == ClientNetworks(network)


@pytest.mark.parametrize(
    "address", ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::", "[2001:db8:1:2::3]:4711", "[2001:db8:1:2::]"]
)
def test_an_ipv6_network_is_a_client(address: str) -> None:
    """All addresses of a /64; the /48 is the client's site."""
    assert client_networks(address) == ClientNetworks("2001:db8:1:2::/64", "2001:db8:1::/48")


def test_a_zone_is_no_part_of_an_address() -> None:
    """Link-local addresses have one."""
    assert client_networks("fe80::1%eth0").network == "fe80::/64"


@pytest.mark.parametrize(
    "address", ["", "unknown", "_hidden", "1.2.3", "1.2.3.4.5:6", "[", "::1::2", "a" * 9999, "٣.1.1.1"]
)
def test_an_invalid_address_is_the_unknown_client(address: str) -> None:
    """All of them are one client, so that an invented text is no way around a limit."""
    assert client_networks(address) == ClientNetworks(UNKNOWN)
