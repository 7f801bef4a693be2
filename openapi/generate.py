"""Generate the OpenAPI document from the code: in JSON, in YAML, and merged; and the schemas of lines.

With --check it writes nothing, and exits with 1 if a file is not up to date.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from merged_unions import merged
from regicide_api.app import BLUEPRINTS
from regicide_api.openapi.document import as_json, as_yaml, document
from regicide_api.pages.service import SCHEMA_FILES

HERE = Path(__file__).parent


def generated() -> dict[Path, bytes]:
    """The content of each generated file."""
    content = document(BLUEPRINTS)
    return {
        HERE / "openapi.json": as_json(content),
        HERE / "openapi.yaml": as_yaml(content),
        HERE / "openapi-merged.json": as_json(merged(content)),
        **{HERE / file: as_json(schema_of(content, name) | {"$id": f"/{file}"}) for file, name in SCHEMA_FILES.items()},
    }


def schema_of(content: dict[str, Any], name: str) -> dict[str, Any]:
    """A schema of the document as a JSON Schema, with those that it refers to."""
    schemas = content["components"]["schemas"]
    reached, new = {name}, {name}
    while new:
        new = {each for one in new for each in re.findall(r"#/components/schemas/(\w+)", str(schemas[one]))} - reached
        reached |= new
    text = json.dumps({each: schemas[each] for each in schemas if each in reached})
    definitions = json.loads(text.replace("#/components/schemas/", "#/$defs/"))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": f"#/$defs/{name}", "$defs": definitions}


def main(arguments: list[str]) -> int:
    """Generate, or check."""
    stale = [path for path, content in generated().items() if not path.exists() or path.read_bytes() != content]
    if "--check" not in arguments:
        for path, content in generated().items():
            path.write_bytes(content)
        return 0
    for path in stale:
        print(f"{path.relative_to(HERE.parent)} is not up to date: run `make openapi` and commit it", file=sys.stderr)  # noqa: T201 - a command's output
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
