"""Clients of other languages, generated from the document: they compile, and play a game to its end."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from invented import INVENTED, example, invented, later_server
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
MERGED = ROOT / "openapi" / "openapi-merged.json"

NUMBERED = re.compile(r"(?i)inline.*|.*(type|reason|status)_?([0-9]|enum)")
"""Names of schemas that have none, or that occur more than once."""

ENDED = re.compile(r"(won|lost): [a-z-]+; \d+ of 12 enemies defeated, \d+ of them exactly")
UNKNOWN = re.compile(r"\S+: \S+; \d+ of 12 enemies defeated, 0 of them exactly")

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
PYTHON = """
import os, generated

def client(token=None):
    return generated.ApiClient(generated.Configuration(host=os.environ["REGICIDE_URL"], access_token=token))

created = generated.LobbyApi(client()).create_game(generated.CreateGameRequest(players=2))
game, seats = created.game, [generated.GamesApi(client(seat.token)) for seat in created.seats]
while game.status == "active":
    me = seats[game.turn]
    game = me.get_game(game.id)
    game = me.act(game.id, generated.ActionRequest(version=game.version, action=game.legal_actions[0]))
events = generated.GamesApi(client()).get_events(game.id)
exact = sum(bool(effect.exact) for event in events.items for effect in event.effects or [] if effect.type == "defeat")
[record] = generated.RecordsApi(client(created.owner.token)).get_records().items
result = record.record.result
print(f"{result.outcome}: {result.reason}; {result.defeated} of 12 enemies defeated, {exact} of them exactly")
"""
SERIALIZATION = "org.jetbrains.kotlinx.serialization.compiler.extensions.SerializationComponentRegistrar"
"""The plugin of the Kotlin compiler that makes the readers of models."""

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
    $file = 'CLIENT/lib/' . str_replace('\\\\', '/', substr($class, strlen('Regicide/'))) . '.php';
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


Program = Callable[[str], str]
"""Plays a game on the server at an address, and returns its output."""


def go(client: Path, folder: Path) -> Program:
    """In the mode of GOPATH, which downloads nothing."""
    needs("go")
    shutil.copytree(client, folder / "src" / "regicide", ignore=shutil.ignore_patterns("test"))
    shutil.copytree(EXAMPLES / "go", folder / "src" / "play")
    environment = {"GO111MODULE": "off", "GOPATH": str(folder), "GOCACHE": str(folder / "cache")}
    run(["go", "vet", "regicide"], folder, **environment)
    run(["go", "build", "-o", folder / "play", "play"], folder, **environment)
    return lambda url: run([folder / "play"], folder, REGICIDE_URL=url)


def java(client: Path, folder: Path) -> Program:
    """The generator's own archive contains the libraries that its clients need."""
    needs("javac", ANNOTATIONS)
    libraries = f"{package('openapi_generator_cli') / 'openapi-generator.jar'}:{ANNOTATIONS}"
    sources = [*(client / "src" / "main").rglob("*.java"), EXAMPLES / "java" / "Play.java"]
    run(["javac", "-nowarn", "-d", folder, "-cp", libraries, *sources], folder)
    return lambda url: run(["java", "-cp", f"{folder}:{libraries}", "Play"], folder, REGICIDE_URL=url)


def kotlin(client: Path, folder: Path) -> Program:
    """The models, by the compiler and the libraries in the package of the Kotlin kernel for Jupyter."""
    needs("java")
    jars = package("run_kotlin_kernel") / "jars"
    libraries = ":".join(map(str, [*jars.glob("kotlin-stdlib-*.jar"), *jars.glob("kotlinx-serialization-*.jar")]))
    services = folder / "plugin" / "META-INF" / "services"
    services.mkdir(parents=True)
    (services / "org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar").write_text(SERIALIZATION)
    code = client / "src" / "main" / "kotlin" / "org" / "openapitools" / "client"
    adapters = [*(code / "infrastructure").glob("*Adapter.kt"), code / "infrastructure" / "Serializer.kt"]
    compiler = ["java", "-cp", f"{jars}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect"]
    options = ["-cp", libraries, f"-Xplugin={folder / 'plugin'}", "-d", folder / "classes", "-nowarn"]
    run([*compiler, *options, code / "models", *adapters, EXAMPLES / "kotlin" / "Play.kt"], folder)
    return lambda url: run(["java", "-cp", f"{folder / 'classes'}:{libraries}", "PlayKt"], folder, REGICIDE_URL=url)


def php(client: Path, folder: Path) -> Program:
    """With Debian's package of Guzzle."""
    needs("php", GUZZLE)
    (folder / "autoload.php").write_text(AUTOLOAD.replace("CLIENT", str(client)))
    return lambda url: run(["php", EXAMPLES / "php" / "play.php", folder / "autoload.php"], folder, REGICIDE_URL=url)


def python(client: Path, folder: Path) -> Program:
    """With the packages that it needs, which the tests have."""
    (folder / "play.py").write_text(PYTHON)
    return lambda url: run([sys.executable, "play.py"], folder, REGICIDE_URL=url, PYTHONPATH=str(client))


def typescript(client: Path, folder: Path) -> Program:
    """Compiled by the strict rules."""
    needs("node", NODE_MODULES)
    shutil.copytree(client, folder / "client")
    shutil.copy(EXAMPLES / "typescript" / "play.ts", folder)
    compile_typescript(folder)
    return lambda url: run(["node", "dist/play.js"], folder, REGICIDE_URL=url)


COMPILERS = {"go": go, "java": java, "kotlin": kotlin, "php": php, "python": python, "typescript-fetch": typescript}


@pytest.fixture(scope="module", params=COMPILERS)
def program(
    request: pytest.FixtureRequest, client: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Program:
    """The program of each language that can be compiled here."""
    return COMPILERS[request.param](client(request.param), tmp_path_factory.mktemp("program"))


def test_a_program_plays_a_game(program: Program, url: str) -> None:
    """To its end, and reads its events."""
    assert ENDED.fullmatch(program(url).strip())


def test_a_program_goes_on_with_what_a_later_version_sends(program: Program) -> None:
    """Unknown types of events and effects, and unknown values of all enumerations."""
    with later_server() as url:
        assert UNKNOWN.fullmatch(program(url).strip())


REQUIRED = {
    "csharp": (r"public {name}\(([^)]*)\)", r"(?:^|, )(?!Option<)\S+ @?(?:var)?(\w+)"),
    "dart": (r"return {name}\(\n(.*?)\n      \);", r"(\w+): .*!,"),
    "swift6": (r"public struct {name}: .*?\{{(.*?)public init", r"public var (\w+): [^?\n]+\n"),
}
"""Where the members of a class stand, and those without which it is not read."""


@pytest.mark.parametrize("language", REQUIRED)
def test_a_class_needs_only_the_members_that_all_types_of_its_union_have(
    client: Callable[[str], Path], language: str
) -> None:
    """Where no compiler is to be had; the type is a text, which may be a new one."""
    for name in ("Effect", "GameEvent", "Problem"):
        place, member = (pattern.format(name=name) for pattern in REQUIRED[language])
        texts = [path.read_text() for path in client(language).rglob("*") if names(path, name)]
        [members] = [found[1] for text in texts if (found := re.search(place, text, re.DOTALL))]
        expected = json.loads(MERGED.read_text())["components"]["schemas"][name]["required"]
        assert {each.lower() for each in re.findall(member, members)} == {*expected}
    assert not [path for path in client(language).rglob("*") if names(path, "EffectType")]


def names(path: Path, schema: str) -> bool:
    """Whether a file has the code of a schema."""
    return path.stem.replace("_", "").lower() == schema.lower() and path.suffix in {".cs", ".dart", ".swift"}


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
    events["items"] += [event | {"type": INVENTED} for event in invented("get_events", "EffectType")["items"]]
    command = ["cargo", "run", "--quiet"]
    read = subprocess.run(command, cwd=tmp_path, input=json.dumps(events), check=False, capture_output=True, text=True)
    assert read.returncode == 0, read.stderr
    assert int(read.stdout) == len(events["items"])


def package(name: str) -> Path:
    """The folder of an installed package."""
    spec = importlib.util.find_spec(name)
    if not (spec and spec.origin):
        pytest.skip(f"{name} is missing: run make test-long")
    return Path(spec.origin).parent


def compile_typescript(folder: Path, **options: str) -> None:
    """Compile all files of a folder."""
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": COMPILER | options, "include": ["*.ts"]}))
    (folder / "package.json").write_text('{"type": "module"}')
    run([NODE_MODULES / ".bin" / "tsc", "-p", "."], folder)
