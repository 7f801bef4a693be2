"""Build hook that compiles performance-critical modules of the wheel with mypyc; `pyproject.toml` lists them.

The hook is off unless `HATCH_BUILD_HOOK_ENABLE_CUSTOM=true`. A compiled wheel is specific to the Python version and the
platform, and has each compiled module beside its source.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

IGNORED: Final = ("__pycache__", "*.so")


class CompiledBuild(BuildHookInterface[Any]):
    """Compiles in a temporary folder, which leaves the source tree unchanged."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the modules and add the libraries to the wheel. Editable installations are never compiled.

        Raises RuntimeError with the output of the compiler.
        """
        if version == "editable":
            return
        self._folder = TemporaryDirectory(prefix="regicide-compiled-")
        folder = Path(self._folder.name)
        for source in self.build_config.packages:
            copytree(Path(self.root, source), folder / Path(source).name, ignore=ignore_patterns(*IGNORED))
        _compile(folder, self.config["modules"])
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for library in folder.rglob("*.so"):
            target = library.relative_to(folder)
            if target.parts[0] != "build":  # mypyc's intermediate files
                build_data["force_include"][str(library)] = str(target)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        del build_data, artifact_path
        if version != "editable":
            self._folder.cleanup()


def _compile(folder: Path, modules: list[str]) -> None:
    command = [sys.executable, "-m", "mypyc", "--ignore-missing-imports", "--follow-imports=silent", *modules]
    run = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if run.returncode:
        raise RuntimeError(f"mypyc cannot compile the modules:\n{run.stdout}")
