"""A primary, its replica, and a Sentinel that watches them: the replica takes over, planned or not."""

from __future__ import annotations

import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clusters import Server, await_that
from redis import Redis
from servers import redis_server, reserved_port, system_redis

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
        await_that(lambda: self._sentinel.sentinel_master(NAME)["port"] == self.replica.port)
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

    def _is_watched(self) -> bool:
        state = self._sentinel.sentinel_master(NAME)
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
