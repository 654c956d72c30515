"""A site with an endless calendar and a shop of filters, crawled by the real command line."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from auslese.crawl.frontier.embedded.frontier_file import open_ledger
from auslese.store.collection import Collection
from tests.crawl.trap_sites import facet_shop, month_calendar
from tests.running import auslese, auslese_json

CALENDAR, SHOP = month_calendar(), facet_shop()
REAL = CALENDAR.real | SHOP.real
MOST_PAGES = 900  # some 660 are real or needed to find the traps out; without end there is no most


def answer(path: str) -> str | None:
    """Both sites in one; the entry to the shop stands on a page of its own."""
    if path == "/":
        home = SHOP.answer("/") or ""
        return home.replace("</ul>", '<li><a href="/calendar/2026/11">dates</a></li></ul>')
    return SHOP.answer(path) or CALENDAR.answer(path)


class Handler(BaseHTTPRequestHandler):
    """Answers like the sites; HTTP/1.1, so that connections are kept."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        html = answer(self.path)
        body = (html or "not here").encode()
        self.send_response(200 if html else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words: object) -> None:
        """Stay silent."""


@contextmanager
def serving() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def missing(folder: Path, port: int) -> set[str]:
    """Those of the real pages that were not fetched."""
    with closing(open_ledger(Collection.open(folder).frontier)) as db:
        rows = db.execute(
            "SELECT text FROM outcome JOIN url ON url.id = url_id WHERE kind = 'fetched'"
        )
        return {f"http://127.0.0.1:{port}{path}" for path in REAL} - {row[0] for row in rows}


def refused_as_trap(folder: Path) -> str:
    """One of the shop's URLs that were refused."""
    with closing(open_ledger(Collection.open(folder).frontier)) as db:
        query = (
            "SELECT text FROM outcome JOIN url ON url.id = url_id"
            " WHERE reason = 'trap' AND text LIKE '%/shop?%'"
        )
        return str(db.execute(query).fetchone()[0])


@pytest.mark.slow
def test_a_crawl_into_traps_ends_by_itself_with_all_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    with serving() as port:
        auslese("new", folder, "--start", f"http://127.0.0.1:{port}/")
        summary = auslese_json("crawl", folder, "--delay", "0s", "--max-pages", "3000")

        assert summary["ending"] == "finished"
        assert len(REAL) < summary["pages"] < MOST_PAGES
        assert missing(folder, port) == set()

        status = auslese_json("status", folder)
        stopped = {trap["shape"]: trap for trap in status["traps"] if trap["state"] == "stopped"}
        assert set(stopped) == {f":{port}/shop?*", f":{port}/calendar/{{n}}/{{n}}"}
        assert stopped[f":{port}/shop?*"]["kind"] == "combinations"
        told = auslese("status", folder).stdout
        rule = f"127.0.0.1:{port}/shop"
        assert f'allow = ["{rule}"]' in told
        assert f"127.0.0.1:{port}/calendar/{{n}}/{{n}} stopped (chain)" in told
        shunned = auslese_json("trace", folder, refused_as_trap(folder))

        settings = folder / "auslese.toml"
        settings.write_text(settings.read_text() + f'\n[traps]\nallow = ["{rule}"]\n')
        again = auslese_json("crawl", folder, "--delay", "0s", "--max-pages", "400")
        allowed = auslese_json("status", folder)

    assert (shunned["state"], shunned["reason"]) == ("refused", "trap")
    assert "combinations at" in shunned["detail"]
    assert again["pages"] == 400
    assert again["ending"] == "pages"
    assert not [trap for trap in allowed["traps"] if "/shop" in trap["shape"]]
