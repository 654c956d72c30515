"""A worker cannot take all memory of its machine, whatever it reads."""

import subprocess
import sys

import pytest
from tests.running import environment

MEMORY_BOMB = """
from auslese.extract.html.html_page import read_html
from auslese.recipes.crawling.worker_process import limit_memory
limit_memory(spare=1 << 29, under_way=0)
bold = "".join(f"<b a={n}>" for n in range(10_000))  # opened anew in every paragraph
page = f"<title>t</title><a href=x>x</a><p>{bold}{'<p>x' * 10_000}"
reading = read_html("http://a.example/", page.encode(), "text/html", "")
print(reading.media_type, len(reading.links))
"""

MODEST_PAGE = """
import resource
from auslese.extract.html.html_page import read_html
from auslese.recipes.crawling.worker_process import limit_memory
limit_memory(spare=1 << 29, under_way=1 << 20)
print(resource.getrlimit(resource.RLIMIT_DATA)[0] - (1 << 29))
print(len(read_html("http://a.example/", b"<a href=x>x</a>", "text/html", "").links))
"""


def run(script: str) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-c", script]
    return subprocess.run(words, capture_output=True, text=True, env=environment(), timeout=120)


@pytest.mark.slow
def test_a_page_that_would_take_all_memory_is_read_up_to_there() -> None:
    done = run(MEMORY_BOMB)

    assert (done.stdout, done.stderr) == ("text/html 1\n", "")


@pytest.mark.slow
def test_bodies_under_way_have_room_beside_what_reading_may_take() -> None:
    done = run(MODEST_PAGE)

    assert done.stdout.split() == [str(2 << 20), "1"]
