from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.advice_rule import AdviceRule, check_advice_rule
from ..models.beginning import Beginning, check_beginning
from ..models.game_status import GameStatus, check_game_status
from ..models.phase import Phase, check_phase
from ..models.seed_origin import SeedOrigin, check_seed_origin

if TYPE_CHECKING:
    from ..models.deal_of_day import DealOfDay
    from ..models.enemy_view import EnemyView
    from ..models.game_result import GameResult
    from ..models.preview import Preview
    from ..models.seat_view import SeatView
    from ..models.unseen_pool import UnseenPool


T = TypeVar("T", bound="GameView")


@_attrs_define
class GameView:
    """
    Attributes:
        id (str): The game.
        version (int): Increases by one with every event of the game.
        status (GameStatus): The status of a game; it is over unless it is waiting or active. Later versions may add
            values.
        phase (Phase): The phase of a game: what the player to act has to do. Later versions may add values.
        players (int): The number of players.
        you (int | None): Your seat; null for a spectator.
        turn (int | None): The seat to act; null when the game is over or has not started.
        enemy (EnemyView | None):
        castle_size (int): The number of cards in the castle deck; its top card is the current enemy.
        tavern_size (int): The number of cards in the tavern deck.
        tavern_top (list[str]): The publicly known cards on top of the tavern, top first.
        discard (list[str]): The discard pile, which is public.
        played (list[list[str]]): The plays against the current enemy in order.
        seats (list[SeatView]): All seats in order.
        hand (list[str] | None): Your hand; null for a spectator, and before the game starts.
        unseen (list[UnseenPool]): The hidden cards of the tavern and of the other hands, in groups that can be told
            apart, in the order of the tavern, top first. A perfect memory knows no more.
        flips_left (int): The number of solo jesters that can still be flipped.
        defeated (int): The number of defeated enemies.
        legal_actions (list[str]): All legal actions if it is your turn, including all discards that cover the damage.
        result (GameResult | None):
        commitment (None | str): The SHA-256 hash that commits the server to the seed; null if the game began at a
            position.
        seed (None | str): The seed of the deal; null until the game is over, and until the day is, if the game has the
            `deal` of a day.
        nonce (None | str): The random text that the commitment hashes before the seed; null as long as the seed.
        seed_origin (SeedOrigin): The party that chose the seed: the server, for the game or for all games of a `day`,
            or the client that created the game. Later versions may add values.
        deal (DealOfDay | None): The deal of a day; null if the game has a deal of its own.
        hands (list[list[str]] | None): All hands at the end of the game, by seat; null until it is won or lost.
        beginning (Beginning): Where a game begins: at its deal, after actions that its creator gave, or at a position.
            Later versions may add values.
        given_actions (int): The number of its first actions that the creator gave.
        turn_seconds (int | None): The time for each action in seconds; null: no deadline.
        on_timeout (None | str): The consequence of a timeout: `forfeit` or `bot:NAME`.
        deadline (datetime.datetime | None): When the current turn times out.
        stand_in (None | str): The agent that may end this turn after a timeout.
        advice (AdviceRule): The seats that may ask for advice in a running game: none or all. Later versions may add
            values.
        next_ (None | str): The rematch of the game; null without one.
        interrupted (bool): Whether the game waits for players after its start: it can be given up, not left.
        created_at (datetime.datetime): When the game was created.
        updated_at (datetime.datetime): When the game last changed.
        previews (list[Preview] | None): With `include=previews`: what follows from each legal action, in their order,
            if you have to play or yield; empty if you have not. Null without the parameter.
        now (datetime.datetime): When the server responded: clocks of clients need not be right.
    """

    id: str
    version: int
    status: GameStatus
    phase: Phase
    players: int
    you: int | None
    turn: int | None
    enemy: EnemyView | None
    castle_size: int
    tavern_size: int
    tavern_top: list[str]
    discard: list[str]
    played: list[list[str]]
    seats: list[SeatView]
    hand: list[str] | None
    unseen: list[UnseenPool]
    flips_left: int
    defeated: int
    legal_actions: list[str]
    result: GameResult | None
    commitment: None | str
    seed: None | str
    nonce: None | str
    seed_origin: SeedOrigin
    deal: DealOfDay | None
    hands: list[list[str]] | None
    beginning: Beginning
    given_actions: int
    turn_seconds: int | None
    on_timeout: None | str
    deadline: datetime.datetime | None
    stand_in: None | str
    advice: AdviceRule
    next_: None | str
    interrupted: bool
    created_at: datetime.datetime
    updated_at: datetime.datetime
    previews: list[Preview] | None
    now: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.deal_of_day import DealOfDay
        from ..models.enemy_view import EnemyView
        from ..models.game_result import GameResult

        id = self.id

        version = self.version

        status: str = self.status

        phase: str = self.phase

        players = self.players

        you: int | None
        you = self.you

        turn: int | None
        turn = self.turn

        enemy: dict[str, Any] | None
        if isinstance(self.enemy, EnemyView):
            enemy = self.enemy.to_dict()
        else:
            enemy = self.enemy

        castle_size = self.castle_size

        tavern_size = self.tavern_size

        tavern_top = self.tavern_top

        discard = self.discard

        played = []
        for played_item_data in self.played:
            played_item = played_item_data

            played.append(played_item)

        seats = []
        for seats_item_data in self.seats:
            seats_item = seats_item_data.to_dict()
            seats.append(seats_item)

        hand: list[str] | None
        if isinstance(self.hand, list):
            hand = self.hand

        else:
            hand = self.hand

        unseen = []
        for unseen_item_data in self.unseen:
            unseen_item = unseen_item_data.to_dict()
            unseen.append(unseen_item)

        flips_left = self.flips_left

        defeated = self.defeated

        legal_actions = self.legal_actions

        result: dict[str, Any] | None
        if isinstance(self.result, GameResult):
            result = self.result.to_dict()
        else:
            result = self.result

        commitment: None | str
        commitment = self.commitment

        seed: None | str
        seed = self.seed

        nonce: None | str
        nonce = self.nonce

        seed_origin: str = self.seed_origin

        deal: dict[str, Any] | None
        if isinstance(self.deal, DealOfDay):
            deal = self.deal.to_dict()
        else:
            deal = self.deal

        hands: list[list[str]] | None
        if isinstance(self.hands, list):
            hands = []
            for hands_type_0_item_data in self.hands:
                hands_type_0_item = hands_type_0_item_data

                hands.append(hands_type_0_item)

        else:
            hands = self.hands

        beginning: str = self.beginning

        given_actions = self.given_actions

        turn_seconds: int | None
        turn_seconds = self.turn_seconds

        on_timeout: None | str
        on_timeout = self.on_timeout

        deadline: None | str
        if isinstance(self.deadline, datetime.datetime):
            deadline = self.deadline.isoformat()
        else:
            deadline = self.deadline

        stand_in: None | str
        stand_in = self.stand_in

        advice: str = self.advice

        next_: None | str
        next_ = self.next_

        interrupted = self.interrupted

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        previews: list[dict[str, Any]] | None
        if isinstance(self.previews, list):
            previews = []
            for previews_type_0_item_data in self.previews:
                previews_type_0_item = previews_type_0_item_data.to_dict()
                previews.append(previews_type_0_item)

        else:
            previews = self.previews

        now = self.now.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "version": version,
                "status": status,
                "phase": phase,
                "players": players,
                "you": you,
                "turn": turn,
                "enemy": enemy,
                "castle_size": castle_size,
                "tavern_size": tavern_size,
                "tavern_top": tavern_top,
                "discard": discard,
                "played": played,
                "seats": seats,
                "hand": hand,
                "unseen": unseen,
                "flips_left": flips_left,
                "defeated": defeated,
                "legal_actions": legal_actions,
                "result": result,
                "commitment": commitment,
                "seed": seed,
                "nonce": nonce,
                "seed_origin": seed_origin,
                "deal": deal,
                "hands": hands,
                "beginning": beginning,
                "given_actions": given_actions,
                "turn_seconds": turn_seconds,
                "on_timeout": on_timeout,
                "deadline": deadline,
                "stand_in": stand_in,
                "advice": advice,
                "next": next_,
                "interrupted": interrupted,
                "created_at": created_at,
                "updated_at": updated_at,
                "previews": previews,
                "now": now,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.deal_of_day import DealOfDay
        from ..models.enemy_view import EnemyView
        from ..models.game_result import GameResult
        from ..models.preview import Preview
        from ..models.seat_view import SeatView
        from ..models.unseen_pool import UnseenPool

        d = dict(src_dict)
        id = d.pop("id")

        version = d.pop("version")

        status = check_game_status(d.pop("status"))

        phase = check_phase(d.pop("phase"))

        players = d.pop("players")

        def _parse_you(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        you = _parse_you(d.pop("you"))

        def _parse_turn(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        turn = _parse_turn(d.pop("turn"))

        def _parse_enemy(data: object) -> EnemyView | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                enemy_type_0 = EnemyView.from_dict(data)

                return enemy_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EnemyView | None, data)

        enemy = _parse_enemy(d.pop("enemy"))

        castle_size = d.pop("castle_size")

        tavern_size = d.pop("tavern_size")

        tavern_top = cast(list[str], d.pop("tavern_top"))

        discard = cast(list[str], d.pop("discard"))

        played = []
        _played = d.pop("played")
        for played_item_data in _played:
            played_item = cast(list[str], played_item_data)

            played.append(played_item)

        seats = []
        _seats = d.pop("seats")
        for seats_item_data in _seats:
            seats_item = SeatView.from_dict(seats_item_data)

            seats.append(seats_item)

        def _parse_hand(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                hand_type_0 = cast(list[str], data)

                return hand_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        hand = _parse_hand(d.pop("hand"))

        unseen = []
        _unseen = d.pop("unseen")
        for unseen_item_data in _unseen:
            unseen_item = UnseenPool.from_dict(unseen_item_data)

            unseen.append(unseen_item)

        flips_left = d.pop("flips_left")

        defeated = d.pop("defeated")

        legal_actions = cast(list[str], d.pop("legal_actions"))

        def _parse_result(data: object) -> GameResult | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                result_type_0 = GameResult.from_dict(data)

                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GameResult | None, data)

        result = _parse_result(d.pop("result"))

        def _parse_commitment(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        commitment = _parse_commitment(d.pop("commitment"))

        def _parse_seed(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        seed = _parse_seed(d.pop("seed"))

        def _parse_nonce(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nonce = _parse_nonce(d.pop("nonce"))

        seed_origin = check_seed_origin(d.pop("seed_origin"))

        def _parse_deal(data: object) -> DealOfDay | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                deal_type_0 = DealOfDay.from_dict(data)

                return deal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DealOfDay | None, data)

        deal = _parse_deal(d.pop("deal"))

        def _parse_hands(data: object) -> list[list[str]] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                hands_type_0 = []
                _hands_type_0 = data
                for hands_type_0_item_data in _hands_type_0:
                    hands_type_0_item = cast(list[str], hands_type_0_item_data)

                    hands_type_0.append(hands_type_0_item)

                return hands_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[list[str]] | None, data)

        hands = _parse_hands(d.pop("hands"))

        beginning = check_beginning(d.pop("beginning"))

        given_actions = d.pop("given_actions")

        def _parse_turn_seconds(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        turn_seconds = _parse_turn_seconds(d.pop("turn_seconds"))

        def _parse_on_timeout(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        on_timeout = _parse_on_timeout(d.pop("on_timeout"))

        def _parse_deadline(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                deadline_type_0 = datetime.datetime.fromisoformat(data)

                return deadline_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        deadline = _parse_deadline(d.pop("deadline"))

        def _parse_stand_in(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        stand_in = _parse_stand_in(d.pop("stand_in"))

        advice = check_advice_rule(d.pop("advice"))

        def _parse_next_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_ = _parse_next_(d.pop("next"))

        interrupted = d.pop("interrupted")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        def _parse_previews(data: object) -> list[Preview] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                previews_type_0 = []
                _previews_type_0 = data
                for previews_type_0_item_data in _previews_type_0:
                    previews_type_0_item = Preview.from_dict(previews_type_0_item_data)

                    previews_type_0.append(previews_type_0_item)

                return previews_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Preview] | None, data)

        previews = _parse_previews(d.pop("previews"))

        now = datetime.datetime.fromisoformat(d.pop("now"))

        game_view = cls(
            id=id,
            version=version,
            status=status,
            phase=phase,
            players=players,
            you=you,
            turn=turn,
            enemy=enemy,
            castle_size=castle_size,
            tavern_size=tavern_size,
            tavern_top=tavern_top,
            discard=discard,
            played=played,
            seats=seats,
            hand=hand,
            unseen=unseen,
            flips_left=flips_left,
            defeated=defeated,
            legal_actions=legal_actions,
            result=result,
            commitment=commitment,
            seed=seed,
            nonce=nonce,
            seed_origin=seed_origin,
            deal=deal,
            hands=hands,
            beginning=beginning,
            given_actions=given_actions,
            turn_seconds=turn_seconds,
            on_timeout=on_timeout,
            deadline=deadline,
            stand_in=stand_in,
            advice=advice,
            next_=next_,
            interrupted=interrupted,
            created_at=created_at,
            updated_at=updated_at,
            previews=previews,
            now=now,
        )

        game_view.additional_properties = d
        return game_view

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
