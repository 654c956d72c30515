"""Pages in a real browser: what scripts make is read, and nothing gets out or out of hand."""

import os
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import monotonic
from typing import Any

import psutil
import pytest
from tests.browsers import BROWSER, needs_browser
from tests.crawl.function_web import ListKeeper, lease_of
from tests.crawl.knocking import listening
from tests.crawl.scripted_server import Heard, scripted

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchSettings, Request
from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.render.browser import processes_below
from auslese.crawl.render.rendering_fetcher import RenderingFetcher, RenderSettings, longest_fetch
from auslese.crawl.render.subrequests import SubRequestSettings
from auslese.crawl.worker.session import Session
from auslese.records.fetch import Fetched, FetchOutcome
from auslese.records.url import Url, origin_of

pytestmark = needs_browser

DELAY = 0.05
SECONDS = 4.0  # for the scripts of a page
PATIENCE = 60.0
Pages = Mapping[str, str]


def reply(text: str, media_type: str = "text/html") -> bytes:
    body = text.encode("utf-8")
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def media_type_of(path: str) -> str:
    return "text/javascript" if path.endswith(".js") else "text/html"


class Reader:
    """Renders pages of a server, one after the other."""

    def __init__(self, fetcher: RenderingFetcher, keeper: ListKeeper) -> None:
        self.fetcher = fetcher
        self.keeper = keeper

    @property
    def pid(self) -> int:
        return self.fetcher._browser.pid  # the tests end this process, as nobody else would

    def start(self, url: str, robots: str = "") -> Session:
        note = RobotsNote(origin_of(Url(url)), 200, robots, 1.0)
        lease = lease_of(url, notes=[note])
        session = Session.begin(lease, monotonic() + PATIENCE, monotonic(), 1.0)
        session.delay = DELAY
        self.fetcher.start(Request(Url(url), session, 1_000_000))
        return session

    def wait(self) -> FetchOutcome:
        end = monotonic() + PATIENCE
        while monotonic() < end:
            for _, outcome in self.fetcher.wait(0.1):
                return outcome
        raise AssertionError("no outcome came")

    def render(self, url: str, robots: str = "") -> Fetched:
        self.start(url, robots)
        outcome = self.wait()
        assert isinstance(outcome, Fetched), outcome
        return outcome


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with a_reader() as made:
        yield made


@contextmanager
def a_reader(**changes: Any) -> Iterator[Reader]:
    keeper = ListKeeper()
    settings = RenderSettings(("*",), BROWSER, "Auslese/1", SubRequestSettings("Auslese"), SECONDS)
    inner = CurlFetcher(FetchSettings("Auslese/1"))
    fetcher = RenderingFetcher(replace(settings, **changes), inner, keeper)
    try:
        yield Reader(fetcher, keeper)
    finally:
        fetcher.close()


@contextmanager
def serving(pages: Pages) -> Iterator[Heard]:
    with scripted(lambda path: reply(pages.get(path, ""), media_type_of(path))) as heard:
        yield heard


def asked(heard: Heard) -> list[str]:
    return [head.split(b" ")[1].decode() for head in heard.heads]


def text_of(fetched: Fetched) -> str:
    return fetched.content.decode("utf-8-sig")


def note_of(fetched: Fetched) -> str:
    assert fetched.rendering is not None
    return fetched.rendering.note


# -- what is read ---------------------------------------------------------------------------------


def test_what_scripts_make_is_the_content_and_what_came_stays_the_body(reader: Reader) -> None:
    page = "<title>a</title><body><script src=/app.js></script>"
    script = """fetch('/api').then(r => r.text()).then(t => {
        document.title = 'b'; document.body.innerHTML += t; })"""
    pages = {"/": page, "/app.js": script, "/api": "<a href=/more>more</a>"}
    with serving(pages) as heard:
        fetched = reader.render(heard.url())

    assert fetched.body.decode() == page
    assert "<title>b</title>" in text_of(fetched)
    assert '<a href="/more">more</a>' in text_of(fetched)
    assert note_of(fetched) == "rendered, 2 requests"
    assert asked(heard) == ["/", "/app.js", "/api"]


def test_a_page_cannot_show_us_what_it_does_not_show(reader: Reader) -> None:
    page = """<p>true<script>
        Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'false' });
        XMLSerializer.prototype.serializeToString = () => 'false';</script>"""
    with serving({"/": page}) as heard:
        fetched = reader.render(heard.url())

    assert "<p>true" in text_of(fetched)


def test_letters_that_scripts_broke_in_two_do_no_harm(reader: Reader) -> None:
    page = "<body><script>document.body.append('a\\ud800b')</script>"
    with serving({"/": page}) as heard:
        fetched = reader.render(heard.url())

    assert "a?b" in text_of(fetched)


def test_a_page_in_another_charset_is_read_right(reader: Reader) -> None:
    body = "<meta charset=iso-8859-1><p>Grüße".encode("latin-1")
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body)
    with scripted(lambda path: answer + body) as heard:
        fetched = reader.render(heard.url())

    assert "Grüße" in text_of(fetched)


def test_a_rendered_page_has_an_end(reader: Reader) -> None:
    page = "<body><script>document.body.dataset.x = 'x'.repeat(30_000_000)</script>"
    with serving({"/": page}) as heard:
        fetched = reader.render(heard.url())

    assert len(fetched.content) == 10_000_000 + 3  # and the mark before it


def test_what_is_no_page_is_not_rendered(reader: Reader) -> None:
    with scripted(lambda path: reply("plain", "text/plain")) as heard:
        reader.start(heard.url())
        outcome = reader.wait()

    assert isinstance(outcome, Fetched)
    assert outcome.rendering is None


# -- manners --------------------------------------------------------------------------------------


def test_what_robots_txt_forbids_is_not_asked_for_by_scripts_either(reader: Reader) -> None:
    page = "<body><script>fetch('/private/a'); fetch('/open')</script>"
    with serving({"/": page, "/open": "o", "/private/a": "p"}) as heard:
        fetched = reader.render(heard.url(), "User-agent: *\nDisallow: /private/")

    assert asked(heard) == ["/", "/open"]
    assert note_of(fetched) == "rendered, 1 request, 1 refused"


def test_a_page_that_wants_a_thousand_things_gets_a_few_one_after_the_other() -> None:
    page = "<body><script>for (let i = 0; i < 1000; i++) fetch('/part/' + i)</script>"
    modest = SubRequestSettings("Auslese", most_requests=10)
    with a_reader(seconds=PATIENCE, subs=modest) as reader, serving({"/": page}) as heard:
        session = reader.start(heard.url())
        fetched = reader.wait()

    assert isinstance(fetched, Fetched)
    assert len(asked(heard)) == 1 + 10
    assert heard.overlapping == 0
    assert note_of(fetched) == "rendered, 10 requests, 990 refused"
    assert session.asked == 10  # the page itself is counted by who asked for it


def test_a_script_is_fetched_once_for_many_pages(reader: Reader) -> None:
    page = "<body><script src=/lib.js></script>"
    with serving({"/1": page, "/2": page, "/lib.js": "document.title = 'x'"}) as heard:
        reader.render(heard.url("/1"))
        second = reader.render(heard.url("/2"))

    assert asked(heard) == ["/1", "/lib.js", "/2"]
    assert "<title>x</title>" in text_of(second)


def test_a_redirect_of_a_part_is_followed_by_us_and_not_by_the_browser(reader: Reader) -> None:
    def answer(path: str) -> bytes:
        if path == "/here":
            return b"HTTP/1.1 302 F\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"
        script = "fetch('/here').then(r => r.text()).then(t => { document.title = t })"
        return reply("arrived" if path == "/there" else f"<body><script>{script}</script>")

    with scripted(answer) as heard:
        fetched = reader.render(heard.url())

    assert asked(heard) == ["/", "/here", "/there"]
    assert "<title>arrived</title>" in text_of(fetched)


def test_what_a_page_loads_is_archived_as_it_came(reader: Reader) -> None:
    with serving({"/": "<script src=/kept.js></script>", "/kept.js": "1 + 1"}) as heard:
        reader.render(heard.url())

    exchange = reader.keeper.kept[-1]
    assert (exchange.url, exchange.raw_body) == (heard.url("/kept.js"), b"1 + 1")
    assert exchange.request.startswith(b"GET /kept.js HTTP/1.1\r\n")


# -- what a page must not do ----------------------------------------------------------------------

MISCHIEF = """<body><script>
  alert('a'); confirm('b'); prompt('c');
  window.open('/popup'); window.open('https://elsewhere.example/');
  navigator.serviceWorker?.register('/service.js').catch(() => 0);
  const link = document.createElement('a'); link.href = '/file'; link.download = 'x'; link.click();
  const form = document.createElement('form'); form.method = 'post'; form.action = '/form';
  document.body.append(form); form.submit();
  fetch('/posted', { method: 'POST', body: 'x' }).catch(() => 0);
  navigator.sendBeacon('/beacon', 'x');
  document.body.innerHTML += '<iframe src=/frame></iframe><img src=/i.png><video src=/v.mp4>';
  document.body.innerHTML += '<link rel=stylesheet href=/s.css><link rel=prefetch href=/p.html>';
  new EventSource('/events');
  setTimeout(() => { location.href = '/elsewhere' }, 50);
  setTimeout(() => { document.title = 'still here' }, 200);
</script>"""


def test_a_page_can_open_send_download_and_go_nowhere(reader: Reader) -> None:
    with serving({"/": MISCHIEF}) as heard:
        fetched = reader.render(heard.url())

    assert asked(heard) == ["/"]
    assert "<title>still here</title>" in text_of(fetched)


@pytest.mark.parametrize(
    "script",
    [
        "while (true);",
        "setTimeout(() => { while (true); }, 10)",
        "function f() { setTimeout(f); Promise.resolve().then(function g() { return g2() }) }"
        "function g2() { return Promise.resolve().then(g2) } f()",
        "document.write('<p>'.repeat(5_000_000))",
    ],
    ids=["loop", "late-loop", "micro-tasks", "five-million-elements"],
)
def test_a_page_that_hangs_is_kept_as_it_came_and_costs_its_time(
    reader: Reader, script: str
) -> None:
    began = monotonic()
    with serving({"/": f"<title>came</title><script>{script}</script>"}) as heard:
        fetched = reader.render(heard.url())

    assert monotonic() - began < longest_fetch(30.0, SECONDS)
    assert b"<title>came</title>" in fetched.content
    with serving({"/": "<script>document.title = 'next'</script>"}) as heard:
        assert "next" in text_of(reader.render(heard.url()))


def test_a_page_that_never_settles_is_read_as_it_stands(reader: Reader) -> None:
    page = "<body><script>setInterval(() => fetch('/x?' + Math.random()), 100)</script>"
    with serving({"/": page}) as heard:
        fetched = reader.render(heard.url())

    assert note_of(fetched).endswith("not settled")
    assert "<body>" in text_of(fetched)


def test_a_page_that_eats_memory_gets_no_more_than_its_share(reader: Reader) -> None:
    page = """<title>came</title><script>const all = [];
        for (;;) { all.push(new Uint8Array(50_000_000).fill(1)) }</script>"""
    largest = 0

    def watch(stop: threading.Event) -> None:
        nonlocal largest
        while not stop.wait(0.1):
            for pid in processes_below(reader.pid):
                with suppress(psutil.NoSuchProcess):
                    largest = max(largest, psutil.Process(pid).memory_info().rss)

    stop = threading.Event()
    watcher = threading.Thread(target=watch, args=(stop,))
    watcher.start()
    try:
        with serving({"/": page}) as heard:
            fetched = reader.render(heard.url())
    finally:
        stop.set()
        watcher.join()

    assert b"<title>came</title>" in fetched.content
    assert 0 < largest < 2.5e9


# -- the browser has no network -------------------------------------------------------------------

TRIES = """<link rel=preconnect href="http://{there}/"><link rel=dns-prefetch href="http://{there}/">
<link rel=prefetch href="http://{there}/prefetch"><script src="http://{there}/s.js"></script>
<script type=speculationrules>{{"prerender":[{{"source":"list","urls":["http://{there}/pre"]}}]}}
</script><img src="http://{there}/i.png"><iframe src="http://{there}/frame"></iframe>
<script>
const quietly = what => {{ try {{ what() }} catch (e) {{ }} }};
quietly(() => fetch("http://{there}/fetch", {{ mode: "no-cors", keepalive: true }}).catch(() => 0));
quietly(() => navigator.sendBeacon("http://{there}/beacon", "x"));
quietly(() => new WebSocket("ws://{there}/socket"));
quietly(() => new EventSource("http://{there}/events"));
quietly(() => {{
  const code = `new WebSocket("ws://{there}/worker"); fetch("http://{there}/w").catch(() => 0)`;
  new Worker(URL.createObjectURL(new Blob([code]))); }});
quietly(() => {{
  const peer = new RTCPeerConnection({{ iceServers: [{{ urls: "stun:{there}" }}] }});
  peer.createDataChannel("x"); peer.createOffer().then(o => peer.setLocalDescription(o)); }});
quietly(() => new WebTransport("https://{there}/transport"));
setTimeout(() => {{ location.href = "http://{there}/gone" }}, 500);
</script>"""


def test_a_page_reaches_no_other_host_by_any_way(reader: Reader) -> None:
    with listening() as (there, knocks), serving({"/": TRIES.format(there=there)}) as heard:
        fetched = reader.render(heard.url())

        assert knocks() == 0
    assert asked(heard) == ["/"]
    assert "refused" in note_of(fetched)


# -- browsers come and go -------------------------------------------------------------------------


def test_a_browser_that_is_killed_costs_its_page_the_rendering_and_the_next_one_nothing() -> None:
    # Its script is asked for: now the page is in the browser, and not on its way to one.
    page = {"/": "<script src='/x.js'></script><script>while (true);</script>", "/x.js": "1"}
    with a_reader() as reader, serving(page) as heard:
        reader.start(heard.url())
        end = monotonic() + PATIENCE
        while "/x.js" not in asked(heard) and monotonic() < end:
            reader.fetcher.wait(0.05)
        os.kill(reader.pid, signal.SIGKILL)
        fetched = reader.wait()
        assert isinstance(fetched, Fetched)
        assert note_of(fetched).startswith("not rendered: the browser ")  # ended, or at its start

        with serving({"/": "<script>document.title = 'next'</script>"}) as heard_next:
            assert "next" in text_of(reader.render(heard_next.url()))


def test_without_a_browser_that_starts_pages_are_kept_as_they_came() -> None:
    with a_reader(executable="/bin/false") as reader, serving({"/": "<p>came"}) as heard:
        fetched = reader.render(heard.url())

    assert fetched.content == b"<p>came"
    assert note_of(fetched).startswith("not rendered: the browser does not start: ")


def test_a_browser_that_is_let_go_leaves_no_process_behind() -> None:
    with a_reader() as reader, serving({"/": "<p>x"}) as heard:
        reader.render(heard.url())
        processes = [reader.pid, *processes_below(reader.pid)]
    assert len(processes) > 3
    assert [pid for pid in processes if is_alive(pid)] == []


def is_alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
