"""The rights of principals in a game: the seats that they hold, act for and see from, and the game that they own."""

from __future__ import annotations

from hmac import compare_digest

from regicide_api.core.errors import HeldByAgent, NotTheHolder, NotTheOwner, NotYourSeat, UnknownGameOwner, UnknownToken
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Player, Principal


def is_owned_by(game: HostedGame, principal: Principal) -> bool:
    """Whether this principal owns the game."""
    return compare_digest(principal.token_hash, game.owner or "")


def require_owner(game: HostedGame, principal: Principal) -> None:
    """Raises NotTheOwner unless the principal owns the game; UnknownGameOwner if its token matches nothing."""
    if not is_owned_by(game, principal):
        raise NotTheOwner if principal.agent or player(game, principal).held else UnknownGameOwner


def player(game: HostedGame, principal: Principal) -> Player:
    """A principal with the seats that it holds, which no action changes."""
    return Player(principal, tuple(n for n, seat in enumerate(game.seats) if seat.is_held_by(principal)))


def acting_seat(game: HostedGame, player: Player, wanted: int | None = None) -> int:
    """The seat that a player acts for: the wanted one; else the acting one, or the player's first.

    Raises UnknownToken for a token that holds no seat, NotYourSeat for a seat that the player does not control.
    """
    seats = _controlled(game, player)
    if not seats and not player.principal.agent:
        raise UnknownToken
    if not seats or (wanted is not None and wanted not in seats):
        raise NotYourSeat(wanted, seats)
    return _preferred(game, seats, wanted)


def require_held(game: HostedGame, principal: Principal, number: int) -> None:
    """Raises UnknownToken for a token that holds no seat, NotTheHolder unless the principal holds this one."""
    held = [*player(game, principal).held]
    if not held and not principal.agent:
        raise UnknownToken
    if number not in held:
        raise NotTheHolder(number, held)


def require_held_by_person(game: HostedGame, principal: Principal, number: int) -> None:
    """Raises HeldByAgent if an agent holds the seat, and the errors of `require_held`."""
    require_held(game, principal, number)
    if principal.agent:
        raise HeldByAgent


def held_seat(game: HostedGame, principal: Principal) -> int:
    """The seat that a principal holds; of several, the acting one, or the first.

    Raises UnknownToken for a token that holds no seat, NotYourSeat for an agent that holds none.
    """
    held = [*player(game, principal).held]
    if not held:
        raise NotYourSeat(None, []) if principal.agent else UnknownToken
    return _preferred(game, held, None)


def viewing_seat(game: HostedGame, player: Player, wanted: int | None) -> int | None:
    """The seat from which a player sees the result of an action; None for a stand-in whose turn has ended."""
    seats = _controlled(game, player)
    return _preferred(game, seats, wanted if wanted in seats else None) if seats else None


def viewer(game: HostedGame, principal: Principal | None, wanted: int | None = None) -> int | None:
    """The seat from which a client sees the game, as `acting_seat` selects it.

    None (a spectator) for a client without a principal, and for a principal that controls no seat. Raises
    NotYourSeat for a wanted seat that the principal does not control.
    """
    if principal is None:
        return None
    seats = _controlled(game, player(game, principal))
    if wanted is not None and wanted not in seats:
        raise NotYourSeat(wanted, seats)
    return _preferred(game, seats, wanted) if seats else None


def _controlled(game: HostedGame, player: Player) -> list[int]:
    """The seats that a player holds or stands in for."""
    agent = player.principal.agent
    if agent is None:
        return [*player.held]
    handed = [number for number, seat in enumerate(game.seats) if seat.stand_in == agent]
    return sorted({*player.held, *handed, *([game.position.turn] if agent == game.stand_in else ())})


def _preferred(game: HostedGame, seats: list[int], wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    return game.position.turn if game.position.turn in seats else seats[0]
