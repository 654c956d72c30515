"""A real PostgreSQL for tests: its own folder, port, socket and certificate."""

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from random import randrange
from tempfile import mkdtemp
from time import monotonic, sleep

import psutil
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

OLDEST = 15
ACCOUNT = "postgres"  # the server refuses to run as root
MEMORY = Path("/dev/shm")  # every verb commits, and syncing costs nothing there
PORTS = range(20_000, 32_000)  # below those that outgoing connections take
PATIENCE_SECONDS = 60.0
PASSWORD = "for tests alone"

_numbers = count(1)


def find_programs() -> Path | None:
    """The folder with the newest PostgreSQL's programs; None if there is none that we can use."""
    found = [
        (int(folder.parent.name), folder)
        for folder in Path("/usr/lib/postgresql").glob("*/bin")
        if folder.parent.name.isdigit() and (folder / "initdb").exists()
    ]
    newest = max(found, default=(0, Path()))
    return newest[1] if newest[0] >= OLDEST else None


class PostgresServer:
    """One server; it may be killed and started again."""

    def __init__(
        self,
        folder: Path,
        programs: Path,
        settings: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
    ) -> None:
        """`prefix` stands before the command that starts it, if it is to run somewhere else."""
        self.folder, self._programs = folder, programs
        self._settings = settings or {}
        self._prefix = prefix
        self.data = folder / "data"
        self.certificate = folder / "server.crt"
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Make an empty database; superuser `postgres`, by the socket without a password."""
        self._make_folder()
        options = ["-U", "postgres", "--auth-local=trust", "--auth-host=scram-sha-256"]
        made = [*options, "--no-sync", "--locale=C.UTF-8", "-E", "UTF8", "-D", str(self.data)]
        password = f"--pwfile={self.folder / 'password'}"
        command = [str(self._programs / "initdb"), *made, password]
        with (self.folder / "initdb.log").open("wb") as log:
            subprocess.run(_as_account(command), check=True, stdout=log, stderr=log)
        hba = self.data / "pg_hba.conf"
        hba.write_text(hba.read_text().replace("\nhost ", "\nhostssl "))

    def make_stand_by(self, primary: "PostgresServer") -> None:
        """Make it a copy of another one that runs, which it follows from its start on."""
        self._make_folder()
        whence = f"host={primary.folder} port={primary.port} user=postgres"
        command = [str(self._programs / "pg_basebackup"), "-D", str(self.data), "-d", whence]
        with (self.folder / "copying.log").open("wb") as log:
            subprocess.run(
                _as_account([*command, "--write-recovery-conf", "--checkpoint=fast"]),
                check=True,
                stdout=log,
                stderr=log,
            )

    def promote(self) -> None:
        """Let a stand-by take over."""
        command = [str(self._programs / "pg_ctl"), "promote", "--no-wait", "-D", str(self.data)]
        subprocess.run(_as_account(command), check=True, stdout=subprocess.DEVNULL)

    def let_in(self, network: str) -> None:
        """Let who knows the password come from this network, from the next start on."""
        with (self.data / "pg_hba.conf").open("a") as hba:
            hba.write(f"hostssl all all {network} scram-sha-256\n")

    def _make_folder(self) -> None:
        (self.folder / "password").write_text(PASSWORD)
        _write_certificate(self.folder)
        if os.geteuid() == 0:
            account = pwd.getpwnam(ACCOUNT)
            for path in (self.folder, *self.folder.iterdir()):
                os.chown(path, account.pw_uid, account.pw_gid)

    def start(self) -> None:
        """Start it, and wait until it answers; it dies with us."""
        settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.folder),
            "ssl": "on",
            "ssl_cert_file": str(self.certificate),
            "ssl_key_file": str(self.folder / "server.key"),
            "max_connections": "60",
            "max_locks_per_transaction": "256",
        } | dict(self._settings)
        command = [str(self._programs / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        began = monotonic()
        while True:
            with (self.folder / "server.log").open("ab") as log:
                self._process = subprocess.Popen(
                    [*self._prefix, *_as_account(command)],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
            if self._answers(began + PATIENCE_SECONDS):
                return
            self._process.wait()  # the killed one's children have not all gone: once more
            if monotonic() - began > PATIENCE_SECONDS:
                raise RuntimeError((self.folder / "server.log").read_text()[-2000:])
            sleep(0.1)

    def _answers(self, until: float) -> bool:
        ready = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder)]
        assert self._process is not None
        while monotonic() < until and self._process.poll() is None:
            if subprocess.run([*ready, "-p", str(self.port)]).returncode == 0:
                return True
            sleep(0.05)
        return False

    def processor_seconds(self) -> float:
        """What it and all that it has started have used of the processors so far."""
        assert self._process is not None
        server = psutil.Process(self._process.pid)
        own = server.cpu_times()
        children = sum(sum(child.cpu_times()[:2]) for child in server.children())
        return float(sum(own[:4]) + children)

    def kill(self) -> None:
        """End it at once, as kill -9 does; its children end by themselves."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it in order."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(2)  # SIGINT: nobody is waited for
            self._process.wait()

    def url(self, schema: str, user: str = "postgres") -> str:
        """How to get at a schema by the socket, as who may do all."""
        where = f"host={self.folder}&port={self.port}"
        return f"postgresql://{user}@/postgres?{where}&schema={schema}"

    def network_url(self, schema: str, user: str = "postgres", password: str = PASSWORD) -> str:
        """How to get at it through the network, which is TLS alone."""
        who = f"{user}:{password.replace(' ', '%20')}"
        tls = f"sslmode=verify-full&sslrootcert={self.certificate}"
        return f"postgresql://{who}@localhost:{self.port}/postgres?{tls}&schema={schema}"


def new_schema() -> str:
    """The name of a schema that no other test has."""
    return f"test_{os.getpid()}_{next(_numbers)}"


_running: list[PostgresServer] = []


@contextmanager
def running_server(settings: Mapping[str, str] | None = None) -> Iterator[PostgresServer]:
    """A server that runs; the test is skipped if there are no programs."""
    programs = find_programs()
    if programs is None:
        pytest.skip("no PostgreSQL of version 15 or newer is installed (apt: postgresql)")
    folder = Path(mkdtemp(prefix="pg", dir=MEMORY if MEMORY.is_dir() else None))
    server = PostgresServer(folder, programs, settings)
    try:
        server.make()
        server.start()
        _running.append(server)
        yield server
    finally:
        with suppress(ValueError):
            _running.remove(server)
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def server_of_this_run() -> PostgresServer:
    """The server of the fixture `postgres`, for what can have no fixtures."""
    return _running[0]


def _as_account(command: list[str]) -> list[str]:
    """The command, as a user that the server accepts; it ends when we do."""
    ending = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
    if os.geteuid() == 0:
        who = ["--reuid", ACCOUNT, "--regid", ACCOUNT, "--init-groups"]
        return [*(ending or ["setpriv"]), *who, *command]
    return [*ending, *command]


def _free_port() -> int:
    while True:
        port = randrange(PORTS.start, PORTS.stop)
        with closing(socket.socket()) as wire, suppress(OSError):
            wire.bind(("127.0.0.1", port))
            return port


def _write_certificate(folder: Path) -> None:
    """A certificate for localhost that vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(IPv4Address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "server.crt").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret = folder / "server.key"
    secret.touch(mode=0o600)
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
