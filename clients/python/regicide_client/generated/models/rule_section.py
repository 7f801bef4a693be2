from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.rule_table import RuleTable


T = TypeVar("T", bound="RuleSection")


@_attrs_define
class RuleSection:
    """
    Attributes:
        id (str): Its id: a lowercase word, the same in all languages.
        title (str): Its title.
        paragraphs (list[str]): Its paragraphs in order.
        table (None | RuleTable): The table after its paragraphs. Null if it has none.
    """

    id: str
    title: str
    paragraphs: list[str]
    table: None | RuleTable
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.rule_table import RuleTable

        id = self.id

        title = self.title

        paragraphs = self.paragraphs

        table: dict[str, Any] | None
        if isinstance(self.table, RuleTable):
            table = self.table.to_dict()
        else:
            table = self.table

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "title": title,
                "paragraphs": paragraphs,
                "table": table,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.rule_table import RuleTable

        d = dict(src_dict)
        id = d.pop("id")

        title = d.pop("title")

        paragraphs = cast(list[str], d.pop("paragraphs"))

        def _parse_table(data: object) -> None | RuleTable:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                table_type_0 = RuleTable.from_dict(data)

                return table_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RuleTable, data)

        table = _parse_table(d.pop("table"))

        rule_section = cls(
            id=id,
            title=title,
            paragraphs=paragraphs,
            table=table,
        )

        rule_section.additional_properties = d
        return rule_section

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
