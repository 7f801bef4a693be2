"""Clients of other languages, generated from the document: they compile, and play a game to its end."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from invented import example
from servers import regicide_server

from generators import GENERATORS, PROGRAM, generate

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "clients" / "examples"
NODE_MODULES = ROOT / "clients" / "javascript" / "node_modules"
HEY_API = ROOT / "openapi" / "node_modules" / ".bin" / "openapi-ts"
ANNOTATIONS = Path("/usr/share/java/geronimo-annotation-1.3-spec.jar")
CRATES = Path("/usr/share/cargo/registry")
GUZZLE = Path("/usr/share/php/GuzzleHttp")

NUMBERED = re.compile(r"(?i)inline.*|.*(type|reason|status)_?([0-9]|enum)")
"""Names of schemas that have none, or that occur more than once."""

ENDED = re.compile(r"(won|lost): [a-z-]+; \d+ of 12 enemies defeated, \d+ of them exactly")

COMPILER = {
    "strict": True,
    "target": "es2022",
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "lib": ["es2022", "dom"],
    "types": ["node"],
    "typeRoots": [str(NODE_MODULES / "@types")],
    "outDir": "dist",
}
CARGO = """
[package]
name = "models"
version = "0.1.0"
edition = "2021"
[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = "1"
serde_repr = "0.1"
chrono = { version = "0.4", features = ["serde"] }
"""
OFFLINE = """
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "/usr/share/cargo/registry"
[net]
offline = true
"""
RUST = """
#![allow(dead_code, unused_imports)]
pub mod models;
fn main() {
    let events = std::io::read_to_string(std::io::stdin()).unwrap();
    let read: models::GameEvents = serde_json::from_str(&events).unwrap();
    println!("{}", read.items.len());
}
"""
AUTOLOAD = """<?php
foreach (['Promise/', 'Psr7/', ''] as $folder) {
    @include_once "/usr/share/php/GuzzleHttp/{$folder}autoload.php";
}
spl_autoload_register(function ($class) {
    $file = __DIR__ . '/lib/' . str_replace('\\\\', '/', substr($class, strlen('Regicide/'))) . '.php';
    is_file($file) && require $file;
});
"""


def needs(*programs: str | Path) -> None:
    """Skip a test if a program or file is missing."""
    for program in programs:
        if not (program.exists() if isinstance(program, Path) else shutil.which(program)):
            pytest.skip(f"{program} is missing: tools/install-system-packages generators")


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> str:
    """The output of a command, which must succeed."""
    settings = {"cwd": folder, "env": os.environ | environment, "stdin": subprocess.DEVNULL}
    ended = subprocess.run(command, check=False, capture_output=True, text=True, **settings)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Generates the client of a language, once."""
    folders: dict[str, Path] = {}

    def generated(name: str) -> Path:
        needs(PROGRAM)
        if name not in folders:
            folders[name] = tmp_path_factory.mktemp(name)
            assert generate(name, folders[name]) == []
        return folders[name]

    return generated


@pytest.fixture(scope="module")
def url(valkey_url: str) -> Iterator[str]:
    """The address of a running server."""
    with regicide_server(REDIS_URL=valkey_url) as address:
        yield address


@pytest.mark.parametrize("name", GENERATORS)
def test_a_client_is_generated_without_warnings(client: Callable[[str], Path], name: str) -> None:
    """No enumeration occurs twice, and no class has a number to tell it from another one."""
    names = {path.stem for path in client(name).rglob("*") if path.is_file()}
    assert not [name for name in names if NUMBERED.fullmatch(name)]


def test_go_plays_a_game(client: Callable[[str], Path], url: str, tmp_path: Path) -> None:
    """In the mode of GOPATH, which downloads nothing."""
    needs("go")
    shutil.copytree(client("go"), tmp_path / "src" / "regicide", ignore=shutil.ignore_patterns("test"))
    shutil.copytree(EXAMPLES / "go", tmp_path / "src" / "play")
    environment = {"GO111MODULE": "off", "GOPATH": str(tmp_path), "GOCACHE": str(tmp_path / "cache")}
    run(["go", "vet", "regicide"], tmp_path, **environment)
    assert ENDED.fullmatch(run(["go", "run", "."], tmp_path / "src" / "play", REGICIDE_URL=url, **environment).strip())


def test_java_plays_a_game(client: Callable[[str], Path], url: str, tmp_path: Path) -> None:
    """The generator's own archive contains the libraries that its clients need."""
    needs("javac", ANNOTATIONS)
    spec = importlib.util.find_spec("openapi_generator_cli")
    assert spec
    assert spec.origin
    libraries = f"{Path(spec.origin).with_name('openapi-generator.jar')}:{ANNOTATIONS}"
    sources = [*(client("java") / "src" / "main").rglob("*.java"), EXAMPLES / "java" / "Play.java"]
    run(["javac", "-nowarn", "-d", tmp_path, "-cp", libraries, *sources], tmp_path)
    assert ENDED.fullmatch(run(["java", "-cp", f"{tmp_path}:{libraries}", "Play"], tmp_path, REGICIDE_URL=url).strip())


def test_php_plays_a_game(client: Callable[[str], Path], url: str) -> None:
    """With Debian's package of Guzzle."""
    needs("php", GUZZLE)
    (client("php") / "autoload.php").write_text(AUTOLOAD)
    program = ["php", EXAMPLES / "php" / "play.php", client("php") / "autoload.php"]
    assert ENDED.fullmatch(run(program, EXAMPLES, REGICIDE_URL=url).strip())


def test_typescript_plays_a_game(client: Callable[[str], Path], url: str, tmp_path: Path) -> None:
    """Compiled by the strict rules."""
    needs("node", NODE_MODULES)
    shutil.copytree(client("typescript-fetch"), tmp_path / "client")
    shutil.copy(EXAMPLES / "typescript" / "play.ts", tmp_path)
    compile_typescript(tmp_path)
    assert ENDED.fullmatch(run(["node", "dist/play.js"], tmp_path, REGICIDE_URL=url).strip())


def test_the_client_of_hey_api_is_compiled(tmp_path: Path) -> None:
    """Its unions are told apart by their discriminator."""
    needs("node", NODE_MODULES, HEY_API)
    document = ROOT / "openapi" / "openapi.json"
    run([HEY_API, "-i", document, "-o", tmp_path / "client", "-c", "@hey-api/client-fetch"], tmp_path)
    (tmp_path / "use.ts").write_text(
        'import type { Effect } from "./client/types.gen.js";\n'
        'export const exact = (effect: Effect): boolean => effect.type === "defeat" && effect.exact;\n'
    )
    compile_typescript(tmp_path, module="esnext", moduleResolution="bundler")


def test_the_models_of_rust_read_events(client: Callable[[str], Path], tmp_path: Path) -> None:
    """With Debian's packages of serde and chrono; there is no recent one of reqwest."""
    needs("cargo", CRATES / "serde-1.0.152", CRATES / "chrono-0.4.23")
    shutil.copytree(client("rust") / "src" / "models", tmp_path / "src" / "models")
    for model in (tmp_path / "src" / "models").glob("*.rs"):
        model.write_text(model.read_text().replace('with = "::serde_with::rust::double_option", ', ""))  # no package
    (tmp_path / ".cargo").mkdir()
    (tmp_path / ".cargo" / "config.toml").write_text(OFFLINE)
    (tmp_path / "Cargo.toml").write_text(CARGO)
    (tmp_path / "src" / "main.rs").write_text(RUST)
    events = example("get_events")
    command = ["cargo", "run", "--quiet"]
    read = subprocess.run(command, cwd=tmp_path, input=json.dumps(events), check=False, capture_output=True, text=True)
    assert read.returncode == 0, read.stderr
    assert int(read.stdout) == len(events["items"])


def compile_typescript(folder: Path, **options: str) -> None:
    """Compile all files of a folder."""
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": COMPILER | options, "include": ["*.ts"]}))
    (folder / "package.json").write_text('{"type": "module"}')
    run([NODE_MODULES / ".bin" / "tsc", "-p", "."], folder)
