"""A web with a mirror is crawled: every content is stored once, and copies say what they copy."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from warcio.archiveiterator import ArchiveIterator

from auslese.demo.demo_server import DemoServer
from auslese.demo.sites.mirror import is_near, mirrored
from auslese.demo.sites.university import university
from auslese.demo.world import MIRROR, UNIVERSITY, World
from auslese.recipes.settings.settings_edit import write_setting
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import read_table
from tests.crawl.scripted_server import scripted
from tests.running import auslese, auslese_json
from tests.warc_check import assert_archive_is_sound

pytestmark = pytest.mark.slow

QUICK = ("--workers", 1, "--delay", "0s")
PATHS = mirrored(university(World(8000, 1997)))
EXACT = [path for number, path in enumerate(PATHS) if not is_near(number)]
NEAR = [path for number, path in enumerate(PATHS) if is_near(number)]
IDENTICAL = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"


class Kept(NamedTuple):
    """A record of the archive: its kind, and where it points to."""

    kind: str
    points_to: str
    profile: str


def archived(folder: Path, uri: str) -> list[Kept]:
    """What the archive holds of one URL, requests left out."""
    found = []
    for path in sorted(folder.glob("*.warc.gz")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                fields = record.rec_headers
                if fields.get_header("WARC-Target-URI") != uri or record.rec_type == "request":
                    continue
                points_to = fields.get_header("WARC-Refers-To-Target-URI", "")
                found.append(
                    Kept(record.rec_type, points_to, fields.get_header("WARC-Profile", ""))
                )
    return found


class Mirrored(NamedTuple):
    """A collection of the demo web's university and then of its mirror."""

    collection: Collection
    port: int
    copies: dict[str, int | None]
    """Of what each page is a copy, by URL."""

    def url(self, host: str, path: str) -> str:
        return f"http://{host}:{self.port}{path}"


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mirrored]:
    folder = tmp_path_factory.mktemp("copies") / "c"
    with DemoServer() as server:
        home, mirror = (f"http://{host}:{server.port}/" for host in (UNIVERSITY, MIRROR))
        auslese("new", folder, "--start", home)
        auslese("crawl", folder, *QUICK)
        write_setting(folder / "auslese.toml", "presence.start", [home, mirror])
        write_setting(folder / "auslese.toml", "presence.allow", [UNIVERSITY, MIRROR])
        auslese("crawl", folder, *QUICK)  # a run of its own: the pages are surely recorded now
        collection = Collection.open(folder)
        rows = read_table(collection.tables, "pages", ["url", "copy_of"]).to_pylist()
        yield Mirrored(collection, server.port, {row["url"]: row["copy_of"] for row in rows})


def test_each_mirrored_page_is_stored_once_with_a_revisit_record(crawled: Mirrored) -> None:
    for path in EXACT:
        first, copy = (crawled.url(host, path) for host in (UNIVERSITY, MIRROR))

        assert archived(crawled.collection.archive, first) == [Kept("response", "", "")]
        assert archived(crawled.collection.archive, copy) == [Kept("revisit", first, IDENTICAL)]
        assert crawled.copies[first] is None
        assert crawled.copies[copy] == key_of(Url(first))
    assert_archive_is_sound(crawled.collection.archive)


def test_near_copies_are_pages_of_their_own(crawled: Mirrored) -> None:
    for path in NEAR:
        url = crawled.url(MIRROR, path)

        assert archived(crawled.collection.archive, url) == [Kept("response", "", "")]
        assert crawled.copies[url] is None


# -- the same content in other bytes --------------------------------------------------------------

TEXT = "<title>One</title><p>One text that a server gives each time in another way.</p>"
BODIES = {
    "/1": f"<html>\r\n\t{TEXT}\n</html>\n",
    "/2": f"<html>{TEXT}<!-- made in 0.04 s --></html>",
    "/3": f"<html>{TEXT}<!-- made in 0.04 s --></html>",
}


def answer(path: str) -> bytes:
    body = BODIES.get(path, "").encode()
    status = "200 OK" if body else "404 Not Found"
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def test_the_same_content_in_other_bytes_is_a_copy_that_is_archived_in_full(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    with scripted(answer) as heard:
        urls = [heard.url(path) for path in BODIES]
        auslese("new", folder, "--start", urls[0])
        for number in (1, 2, 3):  # a run for each: what came before is surely recorded
            write_setting(folder / "auslese.toml", "presence.start", urls[:number])
            summary = auslese_json("crawl", folder, *QUICK)

    assert summary["duplicates"] == 1
    collection = Collection.open(folder)
    assert archived(collection.archive, urls[1]) == [Kept("response", "", "")]
    assert archived(collection.archive, urls[2]) == [Kept("revisit", urls[1], IDENTICAL)]
    rows = read_table(collection.tables, "pages", ["url", "copy_of", "digest"]).to_pylist()
    first = key_of(Url(urls[0]))
    assert [row["copy_of"] for row in rows] == [None, first, first]
    assert len({row["digest"] for row in rows}) == 2
    traced = auslese_json("trace", folder, urls[1])
    assert (traced["reason"], traced["detail"]) == ("copy", urls[0])
    assert_archive_is_sound(collection.archive)
