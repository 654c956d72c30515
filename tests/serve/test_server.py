"""The server as a process: where it listens, how it ends, and whom it does not wait for."""

import os
import re
import select
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from auslese.cli.searching.serve_command import server_policy_of
from auslese.records.errors import AusleseError
from auslese.serve.server import address_of, take_port
from auslese.serve.server_options import REMOTE_RATE
from auslese.serve.shelf import names_for
from auslese.store.collection import Collection
from tests.archived_collection import Fetched, archived_collection
from tests.crawls import PATIENCE_SECONDS
from tests.running import AUSLESE, auslese, environment

STOP_SECONDS = 120.0


@contextmanager
def serving(folder: Path, *options: object) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server of a collection, and its address; it is ended at the end, by its id."""
    process = subprocess.Popen(
        [*AUSLESE, "serve", str(folder), "--port", "0", *map(str, options)],
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.match(r"(http://\S+:\d+/) \(Ctrl-C ends it\)", line)
        assert found, line + process.stderr.read()
        yield process, found[1]
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(STOP_SECONDS)
        if process.stderr:
            process.stderr.close()


def get(address: str) -> tuple[int, str]:
    with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
        return answer.status, answer.read().decode()


pytestmark = pytest.mark.slow


@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_its_address_answers_there_and_ends_when_told(
    tmp_path: Path, wish: signal.Signals
) -> None:
    Collection.create(tmp_path / "web")
    with serving(tmp_path / "web") as (process, address):
        assert address.startswith("http://127.0.0.1:")
        assert get(f"{address}healthz") == (200, '{"status":"ok"}')
        os.kill(process.pid, wish)
        assert process.wait(STOP_SECONDS) == 0


def test_a_port_in_use_is_told_in_words(tmp_path: Path) -> None:
    Collection.create(tmp_path / "web")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = auslese("serve", tmp_path / "web", "--port", port, code=1)

    assert f"port {port} is in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_no_collection_is_told_in_words(tmp_path: Path) -> None:
    assert "is not a collection" in auslese("serve", tmp_path, code=3).stderr


@pytest.mark.parametrize("port", [-1, 65536, 10**9])
def test_a_number_that_is_no_port_is_told_in_words(port: int) -> None:
    with pytest.raises(AusleseError, match="no port"):
        take_port("127.0.0.1", port)


def test_an_address_of_ipv6_is_written_with_brackets() -> None:
    try:
        with take_port("::1", 0) as listening:
            assert re.fullmatch(r"http://\[::1\]:\d+/", address_of(listening))
    except AusleseError:
        pytest.skip("this machine has no IPv6")


def test_a_connection_that_never_ends_its_request_is_ended(tmp_path: Path) -> None:
    Collection.create(tmp_path / "web")
    with serving(tmp_path / "web", "--patience", "1") as (_, address):
        port = int(address.rpartition(":")[2].strip("/"))
        with (
            socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as silent,
            socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as slow,
        ):
            slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            assert _rest(slow) == b""
            assert _rest(silent) == b""
        assert get(f"{address}healthz")[0] == 200


def test_one_client_with_half_sent_heads_does_not_lock_others_out(tmp_path: Path) -> None:
    web = Collection.create(tmp_path / "web")
    with web.settings.open("a") as settings:
        settings.write("\n[serve]\nclient_connections = 20\n")
    with serving(tmp_path / "web") as (_, address), ExitStack() as crowd:
        port = int(address.rpartition(":")[2].strip("/"))
        halves = [
            crowd.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS))
            for _ in range(60)
        ]
        for half in halves[:20]:
            half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        for half in halves[20:]:
            assert half.recv(100).startswith(b"HTTP/1.1 429"), "sent away at once"
        with socket.create_connection(
            ("127.0.0.1", port), PATIENCE_SECONDS, source_address=("127.0.0.2", 0)
        ) as other:
            other.sendall(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            assert other.recv(100).startswith(b"HTTP/1.1 200 OK")


def test_the_next_request_of_a_connection_has_to_end_as_well(tmp_path: Path) -> None:
    Collection.create(tmp_path / "web")
    with serving(tmp_path / "web", "--patience", "1") as (_, address):
        port = int(address.rpartition(":")[2].strip("/"))
        with socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as slow:
            slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answer = b""
            while b'"ok"' not in answer:
                answer += slow.recv(1000)
            slow.sendall(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
            assert _rest(slow) == b""


@pytest.mark.parametrize("before", [0, 1])
def test_a_client_that_does_not_read_its_answer_is_let_go(tmp_path: Path, before: int) -> None:
    large = "http://large.example/"
    archived_collection(tmp_path / "web", [Fetched(large, b"x" * 8_000_000, "text/plain")])
    head = b"HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving(tmp_path / "web", "--patience", "1") as (_, address), socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect(("127.0.0.1", int(address.rpartition(":")[2].strip("/"))))
        lazy.sendall(b"GET /healthz " * before + head * before)
        lazy.sendall(f"GET /copy?url={large} ".encode() + head)
        watched = select.poll()
        watched.register(lazy, 0)  # errors alone: to read would be what it does not do
        assert watched.poll(1000 * PATIENCE_SECONDS), "the connection is still there"


def _rest(connection: socket.socket) -> bytes:
    """What comes until the other side ends the connection."""
    try:
        return connection.recv(100)
    except ConnectionResetError:
        return b""


def test_a_request_without_end_is_refused(tmp_path: Path) -> None:
    Collection.create(tmp_path / "web")
    with serving(tmp_path / "web") as (_, address):
        with pytest.raises(urllib.error.HTTPError) as refused:
            get(f"{address}?q={'x' * 200_000}")
        refused.value.close()
        assert refused.value.code in (400, 431)
        assert get(f"{address}healthz")[0] == 200


# -- how it behaves where it listens --------------------------------------------------------------


def test_a_local_server_makes_a_token_and_sets_no_limit() -> None:
    one, other = server_policy_of("127.0.0.1", "", None), server_policy_of("127.0.0.1", "", None)

    assert len(one.token) > 20
    assert one.token != other.token
    assert (one.is_local, one.asks_token, one.rate) == (True, False, 0.0)


def test_a_server_for_others_has_no_token_but_the_one_it_was_given() -> None:
    without, given = server_policy_of("0.0.0.0", "", None), server_policy_of("0.0.0.0", "secret", 3)

    assert (without.token, without.rate) == ("", REMOTE_RATE)
    assert (given.token, given.asks_token, given.rate) == ("secret", True, 3)


def test_collections_of_one_name_get_names_of_their_own() -> None:
    folders = [Path("/a/web"), Path("/b/web"), Path("/c/we b/"), Path("/ü"), Path("/d/web-2")]

    assert names_for(folders) == ["web", "web-2", "we-b", "collection", "web-2-2"]
