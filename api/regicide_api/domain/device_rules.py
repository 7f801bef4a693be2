"""The rules of devices: how the holder of a seat, or the owner of a game, has several, each with a token of its own.

The first device has the token that the seat or the game was created with. Others are added by a pairing, which names
the tokens of another device, and are ended one by one, the first one, too. No view changes, so there is no event. In
the rematch of a game each device of a seat gets a token of its own, once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from regicide_api.core.errors import HeldByAgent
from regicide_api.domain import seat_rules
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import MAX_DEVICES, Device, Principal, Seat, is_bearer_of

FIRST: Final = "first"
"""The id of the device that has the first token."""

OWNER: Final = None
"""The owner, among the seats by their numbers."""


def has_rights(game: HostedGame, principal: Principal) -> bool:
    """Whether a principal holds a seat of the game, or owns it."""
    return bool(seat_rules.player(game, principal).held) or seat_rules.is_owned_by(game, principal)


def devices_of(game: HostedGame, principal: Principal) -> list[Device]:
    """The devices of the owner, or of the holder of the principal's seat; the first one has no name.

    Raises UnknownToken, or HeldByAgent.
    """
    if seat_rules.is_owned_by(game, principal):
        first, devices = (None if game.is_owner_ended else game.owner), game.owner_devices or ()
    else:
        seat = game.seats[_held_seat(game, principal)]
        first, devices = (None if _is_ended(seat) else seat.token_hash), seat.devices
    return [*([] if first is None else [Device(FIRST, "", first, 0)]), *devices]


def add_device(
    game: HostedGame, vouchers: set[str], device: Device, token_hashes: Mapping[int | None, str]
) -> HostedGame:
    """The game in which a device has tokens for all that the tokens with the hashes `vouchers` are valid for.

    `token_hashes` are the hashes of its tokens, by seat or OWNER. A device that has them stays as it is.
    """
    for number, seat in enumerate(game.seats):
        if vouchers & {*seat.token_hashes}:
            added = _added(seat.devices, device._replace(token_hash=token_hashes[number]))
            game = game.with_seat(number, seat._replace(devices=added)) if added is not seat.devices else game
    before = game.owner_devices or ()
    first = [] if game.is_owner_ended else [game.owner]
    if vouchers & {*first, *(each.token_hash for each in before)}:
        added = _added(before, device._replace(token_hash=token_hashes[OWNER]))
        game = replace(game, owner_devices=added) if added is not before else game
    return game


def _added(devices: tuple[Device, ...], device: Device) -> tuple[Device, ...]:
    if any(each.token_hash == device.token_hash for each in devices):
        return devices
    return (*devices, device)[-MAX_DEVICES:]


def held_by(game: HostedGame, principal: Principal) -> int | None:
    """The seat that a principal holds, or OWNER. Raises UnknownToken, or HeldByAgent."""
    return OWNER if seat_rules.is_owned_by(game, principal) else _held_seat(game, principal)


def end_device(game: HostedGame, held: int | None, device_id: str) -> HostedGame:
    """The game in which the token of a device of a seat, or of the OWNER, has ended. One that has none stays so."""
    if held is OWNER:
        return _end_for_owner(game, device_id)
    seat = game.seats[held]
    if device_id == FIRST and not _is_ended(seat):
        return game.with_seat(held, seat._replace(token_hash="", is_replaced=True))
    kept = _without(seat.devices, device_id)
    return game if kept == seat.devices else game.with_seat(held, seat._replace(devices=kept))


def _end_for_owner(game: HostedGame, device_id: str) -> HostedGame:
    if device_id == FIRST:
        return game if game.is_owner_ended else replace(game, is_owner_ended=True)
    before = game.owner_devices or ()
    kept = _without(before, device_id)
    return game if kept == before else replace(game, owner_devices=kept or None)


def _without(devices: Sequence[Device], device_id: str) -> tuple[Device, ...]:
    return tuple(each for each in devices if each.id != device_id)


def _is_ended(seat: Seat) -> bool:
    """Whether the first device has ended: a token that was not fetched has an empty hash, too."""
    return seat.is_replaced and not seat.token_hash


def _held_seat(game: HostedGame, principal: Principal) -> int:
    number = seat_rules.held_seat(game, principal)
    if principal.agent:
        raise HeldByAgent
    return number


# Rematches


def end_in_rematch(rematch: HostedGame, held: int | None, device_id: str) -> HostedGame:
    """The rematch in which a device has ended that has ended in the game before, unless the seat has a new holder."""
    has_new_holder = held is not OWNER and rematch.seats[held].vacated
    return rematch if has_new_holder else end_device(rematch, held, device_id)


def with_devices_of(before: HostedGame, rematch: HostedGame) -> HostedGame:
    """A new rematch with the devices of the game before it. Those of seats have yet to fetch their tokens."""
    seats = tuple(
        seat._replace(
            devices=tuple(each._replace(token_hash="") for each in former.devices), is_replaced=_is_ended(former)
        )
        for seat, former in zip(rematch.seats, before.seats, strict=True)
    )
    return replace(rematch, seats=seats, owner_devices=before.owner_devices, is_owner_ended=before.is_owner_ended)


def with_rematch_token(
    before: HostedGame, rematch: HostedGame, principal: Principal, number: int, token_hash: str
) -> HostedGame:
    """The rematch in which the device of a principal has this token, unless it was replaced or ended there."""
    seat, former = rematch.seats[number], before.seats[number]
    if is_bearer_of(principal, former.token_hash or ""):
        if seat.is_replaced or seat.token_hash == token_hash:
            return rematch
        return rematch.with_seat(number, seat._replace(token_hash=token_hash))
    own = {each.id for each in former.devices if is_bearer_of(principal, each.token_hash)}
    devices = tuple(
        each._replace(token_hash=token_hash) if each.id in own and not each.token_hash else each
        for each in seat.devices
    )
    return rematch if devices == seat.devices else rematch.with_seat(number, seat._replace(devices=devices))
