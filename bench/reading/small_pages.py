"""What it costs to take title, links and text out of the pages that bench/crawl crawls, as JSON."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from web.pages import Web, host_name, html_of, path_of

from auslese.extract.document_reader import Source, read_document
from auslese.extract.page_reader import read_page
from auslese.extract.reading_options import PageReadOptions
from auslese.records.url import canonical
from auslese.system.light_process import lighten_process

PAGES = 400
HEADER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
ROUNDS = 3


def sources() -> list[Source]:
    """Pages of many hosts, as a crawl of bench/crawl meets them."""
    web = Web(200, 100, 80)
    places = [(number * 7 % web.hosts, number % web.pages_per_host) for number in range(PAGES)]
    return [
        Source(
            canonical(f"http://{host_name(host)}{path_of(page)}"),
            html_of(web, host, page).encode(),
            "text/html",
            HEADER,
        )
        for host, page in places
    ]


def read_links(source: Source) -> object:
    """Title, links and what the page tells robots: what the crawl itself needs."""
    return read_page(source.url, source.body, source.declared, source.header)


def read_all(source: Source) -> object:
    """Title, links and visible text, by one parse."""
    return read_page(
        source.url, source.body, source.declared, source.header, PageReadOptions(text=True)
    )


def milliseconds(read: Callable[[Source], object], pages: list[Source]) -> float:
    """CPU time of a page, the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        for page in pages:
            read(page)
        best = min(best, time.process_time() - begin)
    return 1000 * best / len(pages)


def main() -> None:
    lighten_process()  # as every worker of a crawl does
    pages = sources()
    told = {
        "bytes": sum(len(page.body) for page in pages) / len(pages),
        "links": milliseconds(read_links, pages),
        "both": milliseconds(read_all, pages),
        "document": milliseconds(lambda page: read_document(page._replace(pictures=False)), pages),
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
