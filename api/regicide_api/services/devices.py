"""Pairings: a device gets a code for what its tokens are valid for, and another one exchanges it for tokens of its own.

A pairing is kept for PAIRING_TTL_S under the hash of its code, with the hashes of the tokens that vouch for it: so the
store knows neither. The first request that claims it is the only one, and its repeats. What a token was valid for is
looked up at the claim: a token that was replaced or has ended meanwhile vouches for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import orjson

from regicide import Message
from regicide_api.core.errors import InvalidMember, UnknownGame
from regicide_api.core.refusals import UnknownPairing
from regicide_api.core.tokens import TokenSource, hash_token
from regicide_api.core.work import in_parts
from regicide_api.domain import device_rules
from regicide_api.domain.clock import now_ms
from regicide_api.domain.device_rules import OWNER
from regicide_api.domain.event import Event
from regicide_api.domain.game import HostedGame
from regicide_api.domain.new_game import rematch_id
from regicide_api.domain.seat import Device, Principal
from regicide_api.services.repository import GameRepository, Transition, is_game_id

PAIRING_TTL_S: Final = 5 * 60
"""Lifetime of a code."""

CLAIM_TTL_S: Final = 24 * 60 * 60
"""How long a code that was claimed stays so: as long as a repeat of the request that made it would make it again."""


MAX_REMATCHES: Final = 20
"""The rematches, one after the other, in which a device ends with the game before them."""

NO_RIGHTS: Final = Message("expected a token that is valid in its game, of a seat or of the owner: none of these is")


class Pairing(NamedTuple):
    """A code, the time in milliseconds since 1970 when it expires, and the games in which it gives tokens."""

    code: str
    expires_at: int
    games: list[str]


class PairedGame(NamedTuple):
    """The tokens of a new device in a game: of seats by their numbers, and of the owner."""

    game_id: str
    seats: dict[int, str]
    owner: str | None


class PairedDevice(NamedTuple):
    """A new device, and its tokens in games."""

    id: str
    name: str
    games: list[PairedGame]


@dataclass(frozen=True, slots=True)
class Devices:
    """The pairings of devices for the games of a repository."""

    repository: GameRepository

    def pair(self, shared: Mapping[str, Sequence[str]], source: TokenSource) -> Pairing:
        """Make a code for what tokens are valid for, given by their games. A repeat of the request gets the same code.

        Tokens that are not valid are left out; so are agents'. Raises InvalidMember if none is valid.
        """
        ids = sorted(filter(is_game_id, shared))
        games = dict(zip(ids, self.repository.get_many(ids), strict=True))
        hashes: dict[str, list[str]] = {}
        for game_id, game in in_parts([*games.items()]):
            principals = [Principal("", hash_token(token)) for token in shared[game_id]]
            if isinstance(game, HostedGame) and (
                valid := [each.token_hash for each in principals if device_rules.has_rights(game, each)]
            ):
                hashes[game_id] = valid
        if not hashes:
            raise InvalidMember("games", NO_RIGHTS)
        code = source.pairing_code()
        expires_at = now_ms() + 1000 * PAIRING_TTL_S
        self.repository.store.expiring_keys.set(_name(code), orjson.dumps(hashes), PAIRING_TTL_S)
        return Pairing(code, expires_at, [*hashes])

    def add(self, code: str, name: str, source: TokenSource) -> PairedDevice:
        """Exchange a code for tokens of a device with this name, once. A repeat gets the same tokens.

        Raises UnknownPairing for a code that was used, has expired, or was never given, and if no token that vouches
        for it is valid any more.
        """
        keys, device_id = self.repository.store.expiring_keys, source.device_id()
        vouchers = keys.get(_name(code))
        if vouchers is None:
            raise UnknownPairing
        claim = device_id.encode()
        if keys.reserve(f"{_name(code)}:claim", claim, CLAIM_TTL_S) not in {None, claim}:
            raise UnknownPairing
        device = Device(device_id, name, "", now_ms())
        given = in_parts([*orjson.loads(vouchers).items()])
        found = [self._add(game_id, hashes, device, source) for game_id, hashes in given]
        games = [game for game in found if game]
        if not games:
            raise UnknownPairing
        return PairedDevice(device_id, name, games)

    def end(self, game_id: str, principal: Principal, device_id: str) -> None:
        """End a device of a principal in a game and in the rematches that followed it, up to MAX_REMATCHES.

        Raises UnknownGame, UnknownToken or HeldByAgent.
        """
        held: int | None = OWNER

        def step(game: HostedGame, _: list[Event]) -> Transition:
            """End it in the game, and keep what the principal holds there."""
            nonlocal held
            held = device_rules.held_by(game, principal)
            return Transition(device_rules.end_device(game, held, device_id))

        def follow(game: HostedGame, _: list[Event]) -> Transition:
            """End it in a rematch, where the principal has another token, or none yet."""
            return Transition(device_rules.end_in_rematch(game, held, device_id))

        self.repository.update(game_id, step, principal)
        for _ in in_parts(range(MAX_REMATCHES)):
            game_id = rematch_id(game_id)
            try:
                self.repository.update(game_id, follow)
            except UnknownGame:
                return

    def _add(self, game_id: str, vouchers: list[str], device: Device, source: TokenSource) -> PairedGame | None:
        """The tokens of a device in a game, if there are any."""

        def step(game: HostedGame, _: list[Event]) -> Transition:
            """Add the device to what the vouching tokens are valid for now."""
            hashes = {held: hash_token(token) for held, token in _tokens(game, source).items()}
            return Transition(device_rules.add_device(game, {*vouchers}, device, hashes))

        try:
            game = self.repository.update(game_id, step).game
        except UnknownGame:
            return None
        return _paired(game, _tokens(game, source))


def _name(code: str) -> str:
    return f"pairing:{hash_token(code)}"


def _tokens(game: HostedGame, source: TokenSource) -> Mapping[int | None, str]:
    """The tokens that a request grants in a game, by seat, and of the OWNER."""
    tokens: dict[int | None, str] = {n: source.seat_token(game.id, n) for n in range(len(game.seats))}
    return tokens | {OWNER: source.owner_token(game.id)}


def _paired(game: HostedGame, tokens: Mapping[int | None, str]) -> PairedGame | None:
    """The tokens of these that are valid in a game."""
    hashes = {held: hash_token(token) for held, token in tokens.items()}
    owners = [each.token_hash for each in game.owner_devices or ()]
    seats = {n: tokens[n] for n, seat in enumerate(game.seats) if hashes[n] in seat.token_hashes}
    owner = tokens[OWNER] if hashes[OWNER] in owners else None
    return PairedGame(game.id, seats, owner) if seats or owner else None
