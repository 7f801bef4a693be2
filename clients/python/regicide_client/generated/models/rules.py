from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.action_info import ActionInfo
    from ..models.effect_info import EffectInfo
    from ..models.enemy_info import EnemyInfo
    from ..models.grade_info import GradeInfo
    from ..models.limits import Limits
    from ..models.outcome_info import OutcomeInfo
    from ..models.phase_info import PhaseInfo
    from ..models.players_info import PlayersInfo
    from ..models.refusal_info import RefusalInfo
    from ..models.rule_section import RuleSection


T = TypeVar("T", bound="Rules")


@_attrs_define
class Rules:
    """
    Attributes:
        language (str): The language of the names and texts (BCP 47).
        players (list[PlayersInfo]): The numbers that depend on the number of players.
        enemies (list[EnemyInfo]): The ranks of enemies in the order of the castle.
        phases (list[PhaseInfo]): The phases.
        actions (list[ActionInfo]): The kinds of actions.
        refusals (list[RefusalInfo]): The reasons why an action may be illegal.
        outcomes (list[OutcomeInfo]): The reasons why a game may end.
        grades (list[GradeInfo]): The grades of solo wins.
        effects (list[EffectInfo]): The types of effects.
        limits (Limits):
        sections (list[RuleSection] | None): With `include=sections`: the rules of the game for players, in paragraphs.
            Null without the parameter.
    """

    language: str
    players: list[PlayersInfo]
    enemies: list[EnemyInfo]
    phases: list[PhaseInfo]
    actions: list[ActionInfo]
    refusals: list[RefusalInfo]
    outcomes: list[OutcomeInfo]
    grades: list[GradeInfo]
    effects: list[EffectInfo]
    limits: Limits
    sections: list[RuleSection] | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        language = self.language

        players = []
        for players_item_data in self.players:
            players_item = players_item_data.to_dict()
            players.append(players_item)

        enemies = []
        for enemies_item_data in self.enemies:
            enemies_item = enemies_item_data.to_dict()
            enemies.append(enemies_item)

        phases = []
        for phases_item_data in self.phases:
            phases_item = phases_item_data.to_dict()
            phases.append(phases_item)

        actions = []
        for actions_item_data in self.actions:
            actions_item = actions_item_data.to_dict()
            actions.append(actions_item)

        refusals = []
        for refusals_item_data in self.refusals:
            refusals_item = refusals_item_data.to_dict()
            refusals.append(refusals_item)

        outcomes = []
        for outcomes_item_data in self.outcomes:
            outcomes_item = outcomes_item_data.to_dict()
            outcomes.append(outcomes_item)

        grades = []
        for grades_item_data in self.grades:
            grades_item = grades_item_data.to_dict()
            grades.append(grades_item)

        effects = []
        for effects_item_data in self.effects:
            effects_item = effects_item_data.to_dict()
            effects.append(effects_item)

        limits = self.limits.to_dict()

        sections: list[dict[str, Any]] | None
        if isinstance(self.sections, list):
            sections = []
            for sections_type_0_item_data in self.sections:
                sections_type_0_item = sections_type_0_item_data.to_dict()
                sections.append(sections_type_0_item)

        else:
            sections = self.sections

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "language": language,
                "players": players,
                "enemies": enemies,
                "phases": phases,
                "actions": actions,
                "refusals": refusals,
                "outcomes": outcomes,
                "grades": grades,
                "effects": effects,
                "limits": limits,
                "sections": sections,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.action_info import ActionInfo
        from ..models.effect_info import EffectInfo
        from ..models.enemy_info import EnemyInfo
        from ..models.grade_info import GradeInfo
        from ..models.limits import Limits
        from ..models.outcome_info import OutcomeInfo
        from ..models.phase_info import PhaseInfo
        from ..models.players_info import PlayersInfo
        from ..models.refusal_info import RefusalInfo
        from ..models.rule_section import RuleSection

        d = dict(src_dict)
        language = d.pop("language")

        players = []
        _players = d.pop("players")
        for players_item_data in _players:
            players_item = PlayersInfo.from_dict(players_item_data)

            players.append(players_item)

        enemies = []
        _enemies = d.pop("enemies")
        for enemies_item_data in _enemies:
            enemies_item = EnemyInfo.from_dict(enemies_item_data)

            enemies.append(enemies_item)

        phases = []
        _phases = d.pop("phases")
        for phases_item_data in _phases:
            phases_item = PhaseInfo.from_dict(phases_item_data)

            phases.append(phases_item)

        actions = []
        _actions = d.pop("actions")
        for actions_item_data in _actions:
            actions_item = ActionInfo.from_dict(actions_item_data)

            actions.append(actions_item)

        refusals = []
        _refusals = d.pop("refusals")
        for refusals_item_data in _refusals:
            refusals_item = RefusalInfo.from_dict(refusals_item_data)

            refusals.append(refusals_item)

        outcomes = []
        _outcomes = d.pop("outcomes")
        for outcomes_item_data in _outcomes:
            outcomes_item = OutcomeInfo.from_dict(outcomes_item_data)

            outcomes.append(outcomes_item)

        grades = []
        _grades = d.pop("grades")
        for grades_item_data in _grades:
            grades_item = GradeInfo.from_dict(grades_item_data)

            grades.append(grades_item)

        effects = []
        _effects = d.pop("effects")
        for effects_item_data in _effects:
            effects_item = EffectInfo.from_dict(effects_item_data)

            effects.append(effects_item)

        limits = Limits.from_dict(d.pop("limits"))

        def _parse_sections(data: object) -> list[RuleSection] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                sections_type_0 = []
                _sections_type_0 = data
                for sections_type_0_item_data in _sections_type_0:
                    sections_type_0_item = RuleSection.from_dict(
                        sections_type_0_item_data
                    )

                    sections_type_0.append(sections_type_0_item)

                return sections_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[RuleSection] | None, data)

        sections = _parse_sections(d.pop("sections"))

        rules = cls(
            language=language,
            players=players,
            enemies=enemies,
            phases=phases,
            actions=actions,
            refusals=refusals,
            outcomes=outcomes,
            grades=grades,
            effects=effects,
            limits=limits,
            sections=sections,
        )

        rules.additional_properties = d
        return rules

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
