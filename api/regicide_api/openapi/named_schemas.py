"""Components of strings: an enumeration or a pattern is one component, to which all of its fields refer."""

from __future__ import annotations

from typing import Any, cast

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow.fields import Field

from regicide_api.problems.registry import PROBLEMS
from regicide_api.schemas.enums import PROBLEM_CODE, NamedSchema
from regicide_api.schemas.fields import NamedString


class NamedSchemaPlugin(MarshmallowPlugin):
    """apispec's plugin for marshmallow, with components for the fields of type NamedString."""

    def init_spec(self, spec: APISpec) -> None:
        """Make the converter of a specification refer to components."""
        super().init_spec(spec)

        def refer(_: OpenAPIConverter, field: Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
            if not isinstance(field, NamedString):
                return {}
            description = {name: ret[name] for name in ("description",) if name in ret}
            ret.clear()
            return _reference(spec, field) | description

        converter = cast(OpenAPIConverter, self.converter)
        converter.add_attribute_function(refer)  # type: ignore[no-untyped-call]


def _reference(spec: APISpec, field: NamedString) -> dict[str, Any]:
    """A reference to the component of a field, which is added to the specification if it is new."""
    if field.component.name not in spec.components.schemas:
        spec.components.schema(field.component.name, _schema(field.component))
    reference = {"$ref": f"#/components/schemas/{field.component.name}"}
    return {"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference


def _schema(component: NamedSchema) -> dict[str, Any]:
    """The schema of a component; the codes of problems are those of the registry."""
    if component.name == PROBLEM_CODE.name:
        codes = sorted({problem.code for problem in PROBLEMS.values()})
        component = PROBLEM_CODE._replace(values=tuple(codes)).component
    return dict(component.schema)
