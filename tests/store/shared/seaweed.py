"""A real S3 server on the loopback: SeaweedFS from its wheel, small, talking to nobody."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

HERE = "127.0.0.1"
KEY, SECRET, BUCKET = "a-key", "a-secret", "collections"
START_SECONDS = 60.0  # it takes three; a busy machine takes longer
PORTS = range(20_000, 32_000)  # below those that Linux gives to connections of others
APART = 100  # ports of one test process and the next; one server has eight
SERVICES = ("master", "volume", "filer", "s3")
VOLUMES, VOLUME_MEGABYTES = 4, 64


class SeaweedServer:
    """One server: can be killed, and started again on the same files and ports."""

    def __init__(self, folder: Path) -> None:
        """Keep everything in this folder; not started yet."""
        self._folder = folder
        self._ports = dict(zip(SERVICES, _free_ports(len(SERVICES)), strict=True))
        self._process: subprocess.Popen[bytes] | None = None
        identity = {"accessKey": KEY, "secretKey": SECRET}
        actions = ["Admin", "Read", "Write", "List"]
        rights = {"identities": [{"name": "us", "credentials": [identity], "actions": actions}]}
        (folder / "rights.json").write_text(json.dumps(rights))

    @property
    def endpoint(self) -> str:
        return f"http://{HERE}:{self._ports['s3']}"

    def url(self, prefix: str) -> str:
        return f"s3://{BUCKET}/{prefix}?endpoint={self.endpoint}&region=us-east-1"

    def start(self) -> None:
        """Return when it answers."""
        program = Path(sys.executable).with_name("weed")
        words = [str(program), "-logtostderr", "server", f"-dir={self._folder}", f"-ip={HERE}"]
        words += [f"-ip.bind={HERE}", "-filer", "-s3", "-master.telemetry=false"]
        words += [f"-volume.max={VOLUMES}", f"-master.volumeSizeLimitMB={VOLUME_MEGABYTES}"]
        words += ["-s3.iam=false", f"-s3.config={self._folder / 'rights.json'}"]
        words += ["-s3.port.iceberg=0", "-s3.port.lance=0", "-master.electionTimeout=1s"]
        for service, port in self._ports.items():
            words += [f"-{service}.port={port}", f"-{service}.port.grpc={port + 1}"]
        for service in ("filer", "s3"):
            words.append(f"-{service}.localSocket={self._folder / service}.sock")
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                words,
                cwd=self._folder,
                env={"HOME": str(self._folder), "PATH": os.environ["PATH"], "GOMAXPROCS": "2"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._await_answer()

    def kill(self) -> None:
        """End it without a chance to put anything right."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._process = None
        for port in self._ports.values():  # sockets with fixed names, which a killed one leaves
            for socket_file in Path("/tmp").glob(f"seaweedfs-*-{port + 1}.sock"):
                socket_file.unlink()

    def close(self) -> None:
        if self._process is not None:
            self.kill()

    def _await_answer(self) -> None:
        assert self._process is not None
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self._process.poll() is not None:
                break
            with suppress(OSError):
                self._make_bucket()
                return
            time.sleep(0.1)
        self.close()
        raise AssertionError((self._folder / "log").read_text()[-3000:])

    def _make_bucket(self) -> None:
        """It is made with the first object that is put; OSError while nobody answers."""
        connection = HTTPConnection(HERE, self._ports["s3"], timeout=5)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status >= 500:
                raise OSError("not ready")
        finally:
            connection.close()


def _free_ports(number: int) -> list[int]:
    """Pairs of ports that nobody has: the named ones and those behind them."""
    found: list[int] = []
    first = PORTS.start + os.getpid() * APART % len(PORTS)
    for port in [*range(first, PORTS.stop, 2), *range(PORTS.start, first, 2)]:
        if _is_free(port) and _is_free(port + 1):
            found.append(port)
        if len(found) == number:
            return found
    raise AssertionError("no free ports")


def _is_free(port: int) -> bool:
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((HERE, port))
        except OSError:
            return False
    return True


@contextmanager
def seaweed_server(folder: Path) -> Iterator[SeaweedServer]:
    """A running server; skipped loudly where there is no room for it."""
    if shutil.disk_usage(folder).free < 2 * VOLUMES * VOLUME_MEGABYTES << 20:
        pytest.skip("SeaweedFS needs half a gigabyte of free disk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", KEY)
        patch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
        server = SeaweedServer(folder)
        try:
            server.start()
            yield server
        finally:
            server.close()
