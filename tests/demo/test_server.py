"""The demo web over real HTTP, on loopback."""

import http.client
import time
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from auslese.demo.demo_server import DemoServer
from auslese.demo.world import BENCH, MUSEUM, UNIVERSITY


@pytest.fixture(scope="module")
def server() -> Iterator[DemoServer]:
    with DemoServer() as running:
        yield running


@pytest.fixture
def connection(server: DemoServer) -> Iterator[http.client.HTTPConnection]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    yield line
    line.close()


def ask(server: DemoServer, host: str, path: str = "/", method: str = "GET") -> Request:
    return Request(f"http://127.0.0.1:{server.port}{path}", headers={"Host": host}, method=method)


def test_a_page_comes_as_the_web_made_it(server: DemoServer) -> None:
    with urlopen(ask(server, f"{UNIVERSITY}:{server.port}"), timeout=60) as reply:
        body = reply.read()

    assert reply.status == 200
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    assert body == server.web.answer(UNIVERSITY, "/").body


def test_start_pages_name_the_port(server: DemoServer) -> None:
    assert f"http://{MUSEUM}:{server.port}/" in server.start_urls


def test_head_gives_the_head_of_the_page_and_no_body(server: DemoServer) -> None:
    with urlopen(ask(server, MUSEUM, "/halls/bees/", "HEAD"), timeout=60) as reply:
        body = reply.read()

    assert body == b""
    length = len(server.web.answer(MUSEUM, "/halls/bees/").body)
    assert int(reply.headers["Content-Length"]) == length


@pytest.mark.parametrize(("host", "path"), [("nirgends.localhost", "/"), (UNIVERSITY, "/nichts")])
def test_what_is_not_there_is_not_found(server: DemoServer, host: str, path: str) -> None:
    with pytest.raises(HTTPError) as error:
        urlopen(ask(server, host, path), timeout=60)

    assert error.value.code == 404
    assert error.value.read()
    error.value.close()


def test_one_connection_serves_many_requests(connection: http.client.HTTPConnection) -> None:
    connection.connect()
    line = connection.sock
    for path in ("/", "/visit/", "/halls/"):
        connection.request("GET", path, headers={"Host": MUSEUM})
        assert connection.getresponse().read().startswith(b"<!doctype html>")

    assert connection.sock is line


def test_an_unchanged_page_is_not_sent_again(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/", headers={"Host": MUSEUM})
    first = connection.getresponse()
    first.read()
    tag = first.headers["ETag"]
    connection.request("GET", "/", headers={"Host": MUSEUM, "If-None-Match": tag})
    second = connection.getresponse()

    assert (second.status, second.read()) == (304, b"")


def test_a_cut_body_is_really_cut(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/abgerissen", headers={"Host": BENCH})
    reply = connection.getresponse()

    with pytest.raises(http.client.IncompleteRead):
        reply.read()


def test_the_slow_page_takes_its_time(connection: http.client.HTTPConnection) -> None:
    began = time.monotonic()
    connection.request("GET", "/langsam", headers={"Host": BENCH})
    connection.getresponse().read()

    assert time.monotonic() - began > 0.5


def test_the_port_is_free_again_afterwards() -> None:
    with DemoServer() as first:
        port = first.port
    with DemoServer(port) as second:
        assert second.port == port
