"""The toy web on which the other tests crawl: whole, the same at every start, and well watched."""

import http.client
import re
import time
from collections import deque
from pathlib import Path

import pytest
from tests.toyweb import ToyWeb, all_pages, private_pages, read_log, serving

WEB = ToyWeb(seed=3, hosts=3, pages_per_host=17, private_per_host=2)


def reached(web: ToyWeb, host: int) -> set[tuple[int, str]]:
    seen: set[tuple[int, str]] = set()
    waiting = deque([(host, "/p0")])
    while waiting:
        place = waiting.popleft()
        if place in seen:
            continue
        seen.add(place)
        if not place[1].startswith("/private/"):
            waiting.extend(web.links(place[0], int(place[1][2:])))
    return seen


@pytest.mark.parametrize("host", range(WEB.hosts))
def test_every_page_is_within_reach_of_every_first_page(host: int) -> None:
    found = {f"http://h{number}.localhost:80{path}" for number, path in reached(WEB, host)}

    assert found == all_pages(WEB, 80) | private_pages(WEB, 80)


def test_the_same_seed_gives_the_same_pages_and_another_seed_others() -> None:
    same, other = ToyWeb(3, 3, 17, private_per_host=2), ToyWeb(4, 3, 17, private_per_host=2)

    assert same.answer("h1.localhost", "/p5", 80) == WEB.answer("h1.localhost", "/p5", 80)
    assert other.answer("h1.localhost", "/p5", 80) != WEB.answer("h1.localhost", "/p5", 80)


@pytest.mark.parametrize("path", ["/", "/p17", "/p05", "/px", "/p", "/private/p2", "/p²"])
def test_what_is_no_page_is_not_found(path: str) -> None:
    assert WEB.answer("h0.localhost", path, 80)[0] == 404


def test_robots_txt_closes_the_private_part_only_if_there_is_one() -> None:
    assert "Disallow: /private/\n" in WEB.robots()
    assert "Disallow: \n" in ToyWeb().robots()


@pytest.mark.slow
def test_the_server_serves_and_notes_every_request(tmp_path: Path) -> None:
    log = tmp_path / "requests.log"
    before = time.monotonic()
    with serving(WEB, log) as port:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for path in ("/robots.txt", "/p0", "/nothing"):
            headers = {"Host": f"h1.localhost:{port}", "User-Agent": "a\tb"}
            line.request("GET", path, headers=headers)
            reply = line.getresponse()
            body = reply.read().decode()
            assert reply.status == (404 if path == "/nothing" else 200)
        line.request("HEAD", "/p1", headers={"Host": "h2.localhost"})
        assert line.getresponse().read() == b""
        line.close()

    requests = read_log(log)
    assert body == "no such page\n"
    assert [r.path for r in requests] == ["/robots.txt", "/p0", "/nothing", "/p1"]
    assert {r.host for r in requests} == {"h1.localhost", "h2.localhost"}
    assert requests[0].user_agent == "a b"
    assert before <= requests[0].monotonic_seconds <= time.monotonic()
    assert requests == sorted(requests)


@pytest.mark.slow
def test_links_of_a_served_page_name_the_real_port(tmp_path: Path) -> None:
    with serving(WEB, tmp_path / "log") as port:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        line.request("GET", "/p0", headers={"Host": "h0.localhost"})
        html = line.getresponse().read().decode()
        line.close()

    found = set(re.findall(r'href="([^"]+)"', html))
    assert found <= all_pages(WEB, port) | private_pages(WEB, port)
    assert f"http://h1.localhost:{port}/p0" in found


@pytest.mark.slow
def test_answers_can_be_delayed(tmp_path: Path) -> None:
    with serving(WEB, tmp_path / "log", seconds=0.2) as port:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        began = time.monotonic()
        line.request("GET", "/p0", headers={"Host": "h0.localhost"})
        line.getresponse().read()
        line.close()

    assert time.monotonic() - began >= 0.2
