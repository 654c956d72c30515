"""Servers over TLS that close without a word, and whom we believe."""

import os
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import certifi
import pytest
from tests.crawl.fetch.test_curl import failed, fetch, fetched, settings

from auslese.crawl.fetch.certificates import certificate_file, system_bundle
from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.records.fetch import Failure


@pytest.fixture
def fetcher() -> Iterator[CurlFetcher]:
    made = CurlFetcher(settings())
    yield made
    made.close()


@contextmanager
def speechless_server(answer: bytes) -> Iterator[str]:
    """A server over TLS that closes its connections without close_notify."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).parents[1] / "cases" / "self_signed.pem")

    def serve(listening: socket.socket) -> None:
        plain, _ = listening.accept()
        with context.wrap_socket(plain, server_side=True) as secure:
            secure.recv(65536)
            secure.sendall(answer)
            os.close(secure.detach())  # without a word

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=(listening,))
        thread.start()
        yield f"https://127.0.0.1:{listening.getsockname()[1]}/"
        thread.join()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


def test_a_server_that_closes_without_notice_has_said_all(fetcher: CurlFetcher) -> None:
    with speechless_server(HEAD + b"\r\n<p>words") as url:
        assert fetched(fetch(fetcher, url, verify=False)).body == b"<p>words"


def test_a_body_that_is_shorter_than_it_said_is_cut(fetcher: CurlFetcher) -> None:
    with speechless_server(HEAD + b"Content-Length: 99\r\n\r\n<p>words") as url:
        assert failed(fetch(fetcher, url, verify=False)).why is Failure.CUT


def test_a_status_is_heard_though_the_connection_is_closed_without_notice(
    fetcher: CurlFetcher,
) -> None:
    with speechless_server(b"HTTP/1.1 404 Not Found\r\n\r\nno") as url:
        assert failed(fetch(fetcher, url, verify=False)).status == 404


def test_authorities_of_the_system_are_believed_after_those_of_certifi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Path(__file__).parents[1] / "cases" / "self_signed.pem"
    monkeypatch.setenv("SSL_CERT_FILE", str(own))
    certificate_file.cache_clear()
    try:
        file = Path(certificate_file())
        assert file.read_bytes().startswith(Path(certifi.where()).read_bytes())
        assert file.read_bytes().endswith(own.read_bytes())
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none"))
        assert system_bundle(()) == b"" or ssl.get_default_verify_paths().cafile
    finally:
        certificate_file.cache_clear()
