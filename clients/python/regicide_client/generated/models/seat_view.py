from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.signal import Signal, check_signal

T = TypeVar("T", bound="SeatView")


@_attrs_define
class SeatView:
    """
    Attributes:
        seat (int): The number of the seat.
        name (None | str): The name of the player; null if the seat is open or has no name.
        agent (None | str): The agent that holds the seat.
        held (bool): Whether a player holds the seat.
        hand_size (int): The number of cards in its hand.
        yielded (bool): Whether its last turn was a yield.
        signal (None | Signal): The current signal of the seat.
        stand_in (None | str): The agent that plays for the holder until the holder takes the seat back; an open seat,
            until a player does.
        gives_up (bool): Whether the holder agrees to give the game up.
    """

    seat: int
    name: None | str
    agent: None | str
    held: bool
    hand_size: int
    yielded: bool
    signal: None | Signal
    stand_in: None | str
    gives_up: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seat = self.seat

        name: None | str
        name = self.name

        agent: None | str
        agent = self.agent

        held = self.held

        hand_size = self.hand_size

        yielded = self.yielded

        signal: None | str
        if isinstance(self.signal, str):
            signal = self.signal
        else:
            signal = self.signal

        stand_in: None | str
        stand_in = self.stand_in

        gives_up = self.gives_up

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seat": seat,
                "name": name,
                "agent": agent,
                "held": held,
                "hand_size": hand_size,
                "yielded": yielded,
                "signal": signal,
                "stand_in": stand_in,
                "gives_up": gives_up,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        seat = d.pop("seat")

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_agent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        agent = _parse_agent(d.pop("agent"))

        held = d.pop("held")

        hand_size = d.pop("hand_size")

        yielded = d.pop("yielded")

        def _parse_signal(data: object) -> None | Signal:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                signal_type_0 = check_signal(data)

                return signal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Signal, data)

        signal = _parse_signal(d.pop("signal"))

        def _parse_stand_in(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        stand_in = _parse_stand_in(d.pop("stand_in"))

        gives_up = d.pop("gives_up")

        seat_view = cls(
            seat=seat,
            name=name,
            agent=agent,
            held=held,
            hand_size=hand_size,
            yielded=yielded,
            signal=signal,
            stand_in=stand_in,
            gives_up=gives_up,
        )

        seat_view.additional_properties = d
        return seat_view

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
