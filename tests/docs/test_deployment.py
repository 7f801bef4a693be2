"""The configuration files on the page on deployment."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = ROOT / "docs" / "examples" / "deploy"
PROGRAMS = Path(sys.executable).parent
PROCFILE = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
MANIFESTS = [*yaml.safe_load_all((FILES / "kubernetes.yaml").read_text())]
CONTAINERS = {
    container["name"]: container
    for manifest in MANIFESTS
    if manifest["kind"] == "Deployment"
    for container in manifest["spec"]["template"]["spec"]["containers"]
}
UNITS = {"web": "regicide-web.service", "bots": "regicide-bots.service"}


def command(unit: str) -> list[str]:
    """The command of a systemd unit, with the program's name instead of its path."""
    [line] = re.findall(r"^ExecStart=(.*)", (FILES / unit).read_text(), re.MULTILINE)
    program, *arguments = shlex.split(line)
    return [Path(program).name, *arguments]


@pytest.mark.parametrize("kind", UNITS)
def test_a_unit_starts_what_the_procfile_starts(kind: str) -> None:
    """Except the address to listen on."""
    there = shlex.split(PROCFILE[kind].replace("${HOST:-0.0.0.0}:${PORT:-8000}", "127.0.0.1:8000"))
    assert command(UNITS[kind]) == there


@pytest.mark.parametrize("kind", UNITS)
def test_systemd_accepts_a_unit(kind: str, tmp_path: Path) -> None:
    """`systemd-analyze verify` reports nothing about it."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / UNITS[kind]
    unit.write_text((FILES / unit.name).read_text().replace("/opt/regicide/.venv/bin", str(PROGRAMS)))
    ended = subprocess.run([program, "verify", unit], check=False, capture_output=True, text=True)
    assert unit.name not in ended.stdout + ended.stderr


@pytest.mark.parametrize("kind", UNITS)
def test_a_unit_is_sandboxed(kind: str) -> None:
    """`systemd-analyze security` rates it at most 2.5 of 10; a unit without restrictions has 9.6."""
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    command = [program, "security", "--offline=yes", "--threshold=25", FILES / UNITS[kind]]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize(
    ("proxy", "lines"),
    [
        ("nginx.conf", ["proxy_pass http://127.0.0.1:8000;", "location ^~ /metrics {"]),
        ("Caddyfile", ["reverse_proxy {$SERVER:127.0.0.1:8000} {", "respond /metrics* 403"]),
    ],
)
def test_a_proxy_forwards_to_the_server_and_hides_metrics(proxy: str, lines: list[str]) -> None:
    """To the address on which the unit listens."""
    assert "127.0.0.1:8000" in command(UNITS["web"])
    assert [line for line in lines if line not in (FILES / proxy).read_text()] == []


VARIABLES = {
    *re.findall(r"^([A-Z_]+)=", (FILES / "regicide.env").read_text(), re.MULTILINE),
    *(name for each in ("web", "bots") for name in SERVICES[each]["environment"]),
    *(each["name"] for container in CONTAINERS.values() for each in container["env"]),
}


@pytest.mark.parametrize("name", sorted(VARIABLES))
def test_every_variable_is_a_setting(name: str) -> None:
    """It is in the table of settings."""
    assert f"| `{name}` |" in (ROOT / "docs/reference/settings.md").read_text()


@pytest.mark.parametrize("kind", UNITS)
def test_an_image_runs_what_the_procfile_starts(kind: str) -> None:
    """In Compose and in Kubernetes, without root, on a read-only file system."""
    text = (ROOT / "Containerfile").read_text()
    stage = text[text.index(f" AS {kind}\n") :].partition("\nFROM ")[0]
    assert "\nUSER 65532:65532\n" in stage
    [started] = re.findall(r"^CMD (.+)$", stage, re.MULTILINE)
    assert json.loads(started) == shlex.split(PROCFILE[kind].replace("${HOST:-0.0.0.0}:${PORT:-8000}", "0.0.0.0:8000"))
    assert SERVICES[kind]["build"]["target"] == kind
    assert SERVICES[kind]["read_only"]
    assert CONTAINERS[kind]["securityContext"]["readOnlyRootFilesystem"]


def test_kubernetes_accepts_the_manifests() -> None:
    """By the schemas of its API."""
    validator = pytest.importorskip(
        "kubernetes_validate", reason="kubernetes-validate is not installed: make test-long"
    )
    for manifest in MANIFESTS:
        validator.validate(manifest, validator.latest_version(), strict=True)
