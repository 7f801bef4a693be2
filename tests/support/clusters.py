"""Redis servers on this machine that can be killed: masters of a cluster with movable slots, and others."""

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

from arenas import await_true
from redis import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError
from servers import reserved_port, system_redis

SLOTS = 16384
SETTINGS = ("--appendonly", "yes", "--appendfsync", "no", "--save", "", "--loglevel", "warning")
"""Without fsync every write is in the system's cache before it is answered, so that a killed process loses nothing."""

CLUSTER_SETTINGS = (
    *("--cluster-enabled", "yes", "--cluster-require-full-coverage", "no", "--cluster-node-timeout", "5000"),
)


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
        """Start it, and wait until it responds."""
        self.process = subprocess.Popen([*self._command, *settings], stdout=subprocess.DEVNULL)
        await_that(lambda: bool(self.client.ping()))

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
