"""Compile the modules where the time goes with mypyc, as a part of building the wheel; they stay the same modules.

Only where it is asked for: `HATCH_BUILD_HOOK_ENABLE_CUSTOM=true`. The wheel is then one for this Python on this kind of
machine, and holds each compiled module beside its source. `pyproject.toml` says which modules are compiled.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEVER: Final = ("__pycache__", "*.so")


class CompiledBuild(BuildHookInterface[Any]):
    """Compiles in a folder of its own, so that the source tree stays as it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the outcome put into the wheel. A development install is never compiled.

        Raises RuntimeError with all that the compiler said.
        """
        if version == "editable":
            return
        self._folder = TemporaryDirectory(prefix="regicide-compiled-")
        folder = Path(self._folder.name)
        for source in self.build_config.packages:
            copytree(Path(self.root, source), folder / Path(source).name, ignore=ignore_patterns(*NEVER))
        _compile(folder, self.config["modules"])
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for library in folder.rglob("*.so"):
            place = library.relative_to(folder)
            if place.parts[0] != "build":  # where mypyc leaves what it copies from
                build_data["force_include"][str(library)] = str(place)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder, now that the wheel is written."""
        del build_data, artifact_path
        if version != "editable":
            self._folder.cleanup()


def _compile(folder: Path, modules: list[str]) -> None:
    command = [sys.executable, "-m", "mypyc", "--ignore-missing-imports", "--follow-imports=silent", *modules]
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise RuntimeError(f"mypyc could not compile the modules:\n{done.stdout}")
