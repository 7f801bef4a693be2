"""Redis servers on this machine that can be killed: masters of a cluster with movable slots, pairs with a Sentinel."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Any, cast

from arenas import await_true
from redis import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError
from servers import redis_server, reserved_port, system_redis

SLOTS = 16384
SETTINGS = ("--appendonly", "yes", "--appendfsync", "no", "--save", "", "--loglevel", "warning")
"""Without fsync every write is in the system's cache before it is answered, so that a killed process loses nothing."""

CLUSTER_SETTINGS = (
    *("--cluster-enabled", "yes", "--cluster-require-full-coverage", "no", "--cluster-node-timeout", "30000"),
)
"""A node that gets no processor for seconds must not count as down: no test waits for the timeout."""


class Server:
    """A Redis server with a fixed port and its own directory."""

    def __init__(self, program: str, directory: Path, *settings: str) -> None:
        self.port = reserved_port()
        self.client = Redis(port=self.port, decode_responses=True)
        self.directory = directory / str(self.port)
        self.directory.mkdir()
        self._command = [program, *settings, "--port", str(self.port), "--dir", str(self.directory), *SETTINGS]
        self.start()

    def start(self, *settings: str) -> None:
        """Start it, again if it has ended, as its port may be in use for a moment, and wait until it responds."""
        command = [*self._command, *settings]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

        def responds() -> bool:
            if self.process.poll() is not None:
                self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            return bool(self.client.ping())

        await_that(responds)

    def stop(self) -> None:
        """Ask it to end, and wait: from Redis 7 it answers no more writes, and waits for its replicas."""
        self.process.terminate()
        self.process.wait()

    def kill(self) -> None:
        """Kill it; only writes in the system's cache survive."""
        self.process.kill()
        self.process.wait()
        self.client.close()

    def ask(self, *command: str | int) -> str:
        """The response to a command."""
        return str(self.client.execute_command(*command))

    @contextmanager
    def stopped(self, seconds: float) -> Iterator[None]:
        """Suspend it for some seconds; it executes buffered commands when it resumes."""
        self.process.send_signal(signal.SIGSTOP)
        resume_timer = Timer(seconds, self.process.send_signal, [signal.SIGCONT])
        resume_timer.start()
        yield
        resume_timer.join()

    def calls(self, command: str) -> int:
        """The number of executions of a command."""
        return int(self.client.info("commandstats").get(f"cmdstat_{command}", {"calls": 0})["calls"])

    def offset(self) -> int:
        """Its replication offset."""
        return int(self.client.info("replication")["master_repl_offset"])

    def follow(self, primary: Server) -> None:
        """Become a replica, and wait until it is in sync."""
        self.ask("REPLICAOF", "127.0.0.1", primary.port)
        self.await_sync()

    def await_sync(self) -> None:
        """Wait until it is a replica in sync with its primary."""
        await_that(lambda: bool(self.client.info("replication").get("master_link_status") == "up"))


class Master(Server):
    """A node of a cluster."""

    def __init__(self, program: str, directory: Path) -> None:
        self.bus = reserved_port()
        super().__init__(program, directory, *CLUSTER_SETTINGS, "--cluster-port", str(self.bus))

    def name(self) -> str:
        """Its id in the cluster."""
        return self.ask("CLUSTER", "MYID")

    def redirections(self) -> set[str]:
        """The redirections that it has sent to clients."""
        return {error.removeprefix("errorstat_") for error in self.client.info("errorstats")}

    def is_ready(self, servers: int) -> bool:
        """Whether it accepts writes and knows this number of nodes."""
        info = self.client.cluster("info")
        return (info["cluster_state"], info["cluster_known_nodes"]) == ("ok", str(servers))


class Cluster:
    """Masters that share the slots."""

    def __init__(self, program: str, directory: Path) -> None:
        self._program, self._directory = program, directory
        self.masters = [Master(program, directory) for _ in range(3)]
        for number, master in enumerate(self.masters):
            master.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            master.ask("CLUSTER", "ADDSLOTSRANGE", number * SLOTS // 3, (number + 1) * SLOTS // 3 - 1)
            for other in self.masters[:number]:
                master.ask("CLUSTER", "MEET", "127.0.0.1", other.port, other.bus)
        self.await_ready()

    @property
    def url(self) -> str:
        """The URL of the cluster, with one master."""
        return f"redis+cluster://127.0.0.1:{self.masters[0].port}"

    def await_ready(self) -> None:
        """Wait until every master accepts writes."""
        for master in self.masters:
            await_that(partial(master.is_ready, len(self.masters)))

    def add(self) -> Master:
        """Add a master without slots."""
        new = Master(self._program, self._directory)
        first = self.masters[0]
        new.ask("CLUSTER", "MEET", "127.0.0.1", first.port, first.bus)
        self.masters.append(new)
        self.await_ready()
        return new

    @contextmanager
    def unowned(self, key: str) -> Iterator[None]:
        """Unassign the slot of a key."""
        slot, owner = key_slot(key.encode()), self.owner_of(key)
        for master in self.masters:
            master.ask("CLUSTER", "DELSLOTS", slot)
        yield
        for master in self.masters:
            master.ask("CLUSTER", "SETSLOT", slot, "NODE", owner.name())

    @contextmanager
    def in_a_circle(self, key: str) -> Iterator[None]:
        """Make masters redirect a missing key to each other in a circle."""
        slot, owner = key_slot(key.encode()), self.owner_of(key)
        for number, master in enumerate(self.masters):
            master.ask("CLUSTER", "SETSLOT", slot, "NODE", self.masters[number - 1].name())
        yield
        for master in self.masters:
            master.ask("CLUSTER", "SETSLOT", slot, "NODE", owner.name())

    def add_replica(self, master: Master) -> Master:
        """Add a replica of a master, and wait until it is in sync."""
        new = self.add()
        new.ask("CLUSTER", "REPLICATE", master.name())
        new.await_sync()
        return new

    def owner_of(self, key: str) -> Master:
        """The master that owns the slot of a key."""
        return self._owner(key_slot(key.encode()))

    def has_keys_in_slot_of(self, key: str) -> bool:
        """Whether the slot of a key has keys."""
        slot = key_slot(key.encode())
        return bool(self._owner(slot).client.execute_command("CLUSTER", "COUNTKEYSINSLOT", slot))

    def _owner(self, slot: int) -> Master:
        """The owner on which all running masters agree. After a move it takes them some messages to do so."""
        await_that(lambda: len(self._claims(slot)) == 1)
        [port] = self._claims(slot)
        return next(master for master in self.masters if master.port == port)

    def _claims(self, slot: int) -> set[int]:
        """The ports of the owners of a slot, as the running masters see them."""
        alive = [master for master in self.masters if master.process.poll() is None]
        shares = [share for master in alive for share in master.client.execute_command("CLUSTER", "SLOTS")]
        return {primary[1] for low, high, primary, *_ in shares if low <= slot <= high}

    def move(self, key: str, target: Master, at_once: int = 100, pause: float = 0) -> None:
        """Move the slot of a key to another master in batches of keys, as redis-cli does."""
        with self.half_moved(key, target, at_once, pause):
            pass

    @contextmanager
    def half_moved(self, key: str, target: Master, at_once: int = 100, pause: float = 0) -> Iterator[None]:
        """Move the keys of a slot to another master without announcing the new owner."""
        slot = key_slot(key.encode())
        source = self._owner(slot)
        target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.name())
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target.name())
        while keys := source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, at_once):
            time.sleep(pause)
            source.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
        yield
        for master in (target, source, *self.masters):
            master.ask("CLUSTER", "SETSLOT", slot, "NODE", target.name())


@contextmanager
def redis_cluster() -> Iterator[Cluster]:
    """Three masters of the system's Redis."""
    program = system_redis()
    with tempfile.TemporaryDirectory(prefix="regicide-cluster-") as directory:
        cluster = Cluster(program, Path(directory))
        try:
            yield cluster
        finally:
            for master in cluster.masters:
                master.kill()


def await_that(holds: Callable[[], bool]) -> None:
    """Wait until a condition on stores holds, which do not answer at all times."""

    def does_hold() -> bool:
        with suppress(RedisError):
            return holds()
        return False

    await_true(does_hold)


NAME = "games"
FENCED_MS = 60_000
SYNC_AT_ONCE = ("--repl-diskless-sync-delay", "0")
DOWN_AFTER_MS = 5000
"""The silence after which the Sentinel takes over: a busy machine may stop a server for a second."""
SENTINEL = """\
port {port}
sentinel monitor games 127.0.0.1 {primary} 1
sentinel down-after-milliseconds games {down_after_ms}
sentinel failover-timeout games 1000
"""


class Pair:
    """Two servers, of which one follows the other, without a Sentinel."""

    def __init__(self, program: str, directory: Path) -> None:
        self.primary, self.replica = (Server(program, directory, *SYNC_AT_ONCE) for _ in range(2))
        self.replica.follow(self.primary)

    def await_replica(self) -> None:
        """Wait until the replica has all writes that the primary has now."""
        written = self.primary.offset()
        await_that(lambda: self.replica.offset() >= written)

    def fence(self) -> None:
        """Let the primary answer no more writes, and wait until the replica has all earlier ones."""
        self.primary.ask("CLIENT", "PAUSE", FENCED_MS, "WRITE")
        self.await_replica()

    def switch(self) -> None:
        """Promote the replica; the primary follows it, and answers again."""
        self.replica.ask("REPLICAOF", "NO", "ONE")
        self.primary.follow(self.replica)
        self.primary.ask("CLIENT", "UNPAUSE")
        self.primary, self.replica = self.replica, self.primary

    def close(self) -> None:
        """Stop both."""
        for server in (self.primary, self.replica):
            server.kill()


class WatchedPair(Pair):
    """Two servers with a Sentinel."""

    def __init__(self, program: str, directory: Path) -> None:
        super().__init__(program, directory)
        port = reserved_port()
        configuration = directory / "sentinel.conf"
        configuration.write_text(SENTINEL.format(port=port, primary=self.primary.port, down_after_ms=DOWN_AFTER_MS))
        self._process = subprocess.Popen([program, configuration, "--sentinel"], stdout=subprocess.DEVNULL)
        self._sentinel = Redis(port=port, decode_responses=True)
        self.url = f"redis+sentinel://127.0.0.1:{port}/{NAME}"
        self._await_sentinel()

    def fail_over(self) -> None:
        """Let the Sentinel promote the replica of a primary that has ended, which comes back as a replica."""
        await_that(lambda: self._watched_primary()["port"] == self.replica.port)
        self.primary.start("--replicaof", f"127.0.0.1 {self.replica.port}")
        self.primary.await_sync()
        self.primary, self.replica = self.replica, self.primary
        self._await_sentinel()

    def suspend_sentinel(self) -> None:
        """Let the Sentinel do nothing any more."""
        self._process.send_signal(signal.SIGSTOP)

    def _await_sentinel(self) -> None:
        """Wait until the Sentinel has a replica for the primary, and no failover is in progress."""
        await_that(self._is_watched)

    def _watched_primary(self) -> dict[str, Any]:
        return cast("dict[str, Any]", self._sentinel.sentinel_master(NAME))

    def _is_watched(self) -> bool:
        state = self._watched_primary()
        followers = self._sentinel.sentinel_slaves(NAME)
        is_calm = state["flags"] == "master" and state["port"] == self.primary.port
        return is_calm and any(
            (each["port"], each["master-link-status"], each["flags"]) == (self.replica.port, "ok", "slave")
            for each in followers
        )

    def close(self) -> None:
        """Stop all three."""
        self._process.kill()
        self._process.wait()
        self._sentinel.close()
        super().close()


@contextmanager
def tls_sentinel(directory: Path) -> Iterator[tuple[str, Path]]:
    """A Sentinel and its primary, over TLS with a certificate of their own. Yields their URL, and the certificate."""
    certificate, key = directory / "cert.pem", directory / "key.pem"
    made = f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=games -keyout {key} -out {certificate}"
    subprocess.run([*made.split(), "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    files = [("tls-cert-file", certificate), ("tls-key-file", key), ("tls-ca-cert-file", certificate)]
    tls = [*files, ("tls-auth-clients", "no"), ("tls-replication", "yes")]
    primary, port = reserved_port(), reserved_port()
    watching = [("port", 0), ("tls-port", port), *tls, ("sentinel", f"monitor {NAME} 127.0.0.1 {primary} 1")]
    configuration = directory / "sentinel.conf"
    configuration.write_text("\n".join(f"{name} {option}" for name, option in watching))
    given = [text for name, option in tls for text in (f"--{name}", str(option))]
    with (
        redis_server(system_redis(), "--tls-port", str(primary), *given),
        subprocess.Popen([system_redis(), configuration, "--sentinel"], stdout=subprocess.DEVNULL) as sentinel,
    ):
        try:
            yield f"rediss+sentinel://127.0.0.1:{port}/{NAME}", certificate
        finally:
            sentinel.kill()


@contextmanager
def pair(kind: type[Pair] = Pair, program: str = "") -> Iterator[Pair]:
    """A pair of the system's Redis, or of another program."""
    with tempfile.TemporaryDirectory(prefix="regicide-pair-") as directory:
        made = kind(program or system_redis(), Path(directory))
        try:
            yield made
        finally:
            made.close()
