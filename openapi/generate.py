"""Generate the OpenAPI document from the code: in JSON, in YAML, and merged in JSON.

With --check it writes nothing, and exits with 1 if a file is not up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from merged_unions import merged
from regicide_api.app import BLUEPRINTS
from regicide_api.openapi.document import as_json, as_yaml, document

HERE = Path(__file__).parent


def generated() -> dict[Path, bytes]:
    """The content of each generated file."""
    content = document(BLUEPRINTS)
    return {
        HERE / "openapi.json": as_json(content),
        HERE / "openapi.yaml": as_yaml(content),
        HERE / "openapi-merged.json": as_json(merged(content)),
    }


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
