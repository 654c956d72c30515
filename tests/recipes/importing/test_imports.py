"""Documents from files come into a collection, and every one that does not says why."""

import gzip
import io
import zipfile
from pathlib import Path
from time import time

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.import_run import PAGE, answer, imported, jsonl, record, rows, settings_of
from tests.warc_check import assert_archive_is_sound

from auslese.crawl.frontier.embedded.ledger import read_crawl_state, trace_url
from auslese.crawl.worker.receiver import Arrival
from auslese.recipes.crawling.frontier_opening import open_frontier
from auslese.recipes.importing.foreign_exchanges import without_chunks
from auslese.recipes.importing.import_stage import (
    ImportStage,
    collection_for,
)
from auslese.recipes.importing.import_summary import ImportProgress
from auslese.recipes.importing.input_files import Input
from auslese.recipes.importing.json_documents import ImportOrigin, RefusedDocument
from auslese.recipes.importing.made_urls import host_for, url_for
from auslese.recipes.importing.warc_files import read_archive
from auslese.recipes.stages.analyses import analyse_collection
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.url import Url, canonical
from auslese.store.collection import Collection


def test_a_line_becomes_a_page_with_its_name_and_a_document_with_all_its_words(
    tmp_path: Path,
) -> None:
    text = "imprint contact login\n\nall of it is text"
    file = jsonl(tmp_path / "docs.jsonl", [{"id": "q/7 ü", "title": "T", "text": text}])

    summary = imported(tmp_path / "c", file)
    collection = Collection.open(tmp_path / "c")
    analyse_collection(collection, ("reading",), StageOptions(settings_of(collection), 1))

    assert (summary.documents, summary.new) == (1, 1)
    (page,) = rows(tmp_path / "c", "SELECT url, name, title, depth, status FROM pages")
    assert page == ("http://docs.import.invalid/q/7%20%C3%BC", "q/7 ü", "T", 0, 200)
    (document,) = rows(tmp_path / "c", "SELECT text, problem FROM documents")
    assert (document[0].split(), document[1]) == (text.split(), "")
    assert_archive_is_sound(collection.archive)


def test_what_is_imported_twice_is_there_once(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "d.jsonl", [{"id": n, "text": f"text {n}"} for n in range(50)])
    imported(tmp_path / "c", file)
    archive = sorted((tmp_path / "c" / "archive").glob("*.warc.gz"))

    again = imported(tmp_path / "c", file)

    assert (again.new, again.changed, again.same) == (0, 0, 50)
    assert sorted((tmp_path / "c" / "archive").glob("*.warc.gz")) == archive
    assert rows(tmp_path / "c", "SELECT count(*) FROM pages_ever") == [(50,)]
    assert rows(tmp_path / "c", "SELECT count(*) FROM outcomes") == [(50,)]


def test_a_changed_line_is_a_new_visit_and_the_old_one_is_history(tmp_path: Path) -> None:
    imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", [{"id": 1, "text": "before"}]))

    summary = imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", [{"id": 1, "text": "after"}]))

    assert (summary.new, summary.changed) == (0, 1)
    assert rows(tmp_path / "c", "SELECT count(*) FROM pages_ever") == [(2,)]
    assert rows(tmp_path / "c", "SELECT count(*) FROM pages") == [(1,)]
    trace = trace_url(tmp_path / "c" / "frontier.db", Url("http://d.import.invalid/1"))
    assert len(trace.visits) == 1
    assert trace.detail.startswith("imported from")
    assert [step.how for step in trace.path] == ["import"]
    standing = read_crawl_state(tmp_path / "c" / "frontier.db")
    assert (standing.seen, standing.queued, standing.pages) == (1, 0, 1)


def test_of_two_lines_under_one_name_the_first_counts_however_often(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "d.jsonl", [{"id": 1, "text": "one"}, {"id": 1, "text": "other"}])

    for _ in range(2):
        summary = imported(tmp_path / "c", file)
        assert summary.refused == {"repeated": 1}
        assert summary.told[0].startswith(f"{file}:2 ")

    assert rows(tmp_path / "c", "SELECT count(*) FROM pages_ever") == [(1,)]


def test_a_url_is_kept_and_what_is_no_address_of_the_web_is_a_name(tmp_path: Path) -> None:
    documents = [
        {"id": "a", "url": "HTTP://Example.org:80/x#y", "text": "one"},
        {"url": "doi:10.1/2", "text": "two"},
        {"text": "three"},
        {"id": "..", "text": "four"},
    ]

    imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", documents))

    urls = [url for (url,) in rows(tmp_path / "c", "SELECT url FROM pages ORDER BY url")]
    assert "http://example.org/x" in urls
    assert "http://d.import.invalid/doi%3A10.1/2" in urls
    assert len(urls) == 4
    assert all(canonical(url) == url for url in urls)


def test_html_in_a_line_is_read_as_a_page_with_links(tmp_path: Path) -> None:
    html = PAGE.format('<a href="http://other.example/x">there</a>').replace("Wings", "Flügel")
    documents = [{"id": 5, "url": "http://a.example/", "html": html}]

    imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", documents))

    assert rows(tmp_path / "c", "SELECT title, name, links FROM pages") == [("Flügel", "5", 1)]
    assert rows(tmp_path / "c", "SELECT url, anchor FROM links") == [
        ("http://other.example/x", "there")
    ]
    standing = read_crawl_state(tmp_path / "c" / "frontier.db")
    assert standing.outcomes == {"fetched.page": 1, "refused.scope": 1}


def test_hostile_lines_are_told_and_the_others_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "d.jsonl"
    lines = [
        b'{"id": 1, "text": "good"}',
        b'{"id": 2, "text": "' + b"x" * 3000 + b'"}',
        b'{"id": 3, "text": "\xff"}',
        b'{"id": 4, "x": ' + b"[" * 900 + b"}",
        b"\x00\x01\x02",
        b'{"id": 6}',
        b'{"id": 7, "text": 7}',
        b"",
        rb'{"id": 8, "text": "half \ud800"}',
        b'{"id": 9, "text": "the last, without an end of line"}',
    ]
    file.write_bytes(b"\n".join(lines))

    summary = imported(tmp_path / "c", file, **{"limits.body_bytes": "2000"})

    assert summary.new == 3
    assert summary.refused == {"too_large": 1, "line": 5}
    assert [line.split(":")[1].split(" ")[0] for line in summary.told] == list("234567")
    assert rows(tmp_path / "c", "SELECT name FROM pages ORDER BY name") == [("1",), ("8",), ("9",)]


def test_an_import_that_is_stopped_goes_on_with_the_rest(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "d.jsonl", [{"id": n, "text": f"text {n}"} for n in range(8_000)])
    collection, _ = collection_for(tmp_path / "c")
    heard: list[ImportProgress] = []
    options = StageOptions(settings_of(collection), stopped=lambda: "SIGINT" if heard else "")

    stopped = run_stage(ImportStage([file], show=heard.append), collection, options)
    rest = imported(tmp_path / "c", file)

    assert stopped.ending == "SIGINT"
    assert heard[0].documents == stopped.documents < 8_000
    assert (stopped.new + rest.new, rest.same) == (8_000, stopped.new)


def test_only_the_first_twenty_are_told(tmp_path: Path) -> None:
    file = tmp_path / "d.jsonl"
    file.write_text("no\n" * 50)

    summary = imported(tmp_path / "c", file)

    assert summary.refused == {"line": 50}
    assert len(summary.told) == 20


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_packed_files_are_unpacked_and_a_cut_one_is_told(tmp_path: Path, packing: str) -> None:
    pack = gzip.compress if packing == "gz" else zstandard.ZstdCompressor().compress
    lines = b"".join(b'{"id": %d, "text": "number %d"}\n' % (n, n * n) for n in range(2_000))
    whole, cut = tmp_path / f"whole.jsonl.{packing}", tmp_path / f"cut.jsonl.{packing}"
    whole.write_bytes(pack(lines))
    cut.write_bytes(pack(lines)[: len(pack(lines)) // 2])

    summary = imported(tmp_path / "c", whole, cut)

    assert 2_000 <= summary.new < 4_000
    assert summary.refused.get("damaged") == 1


def test_the_name_of_the_source_can_be_given(tmp_path: Path) -> None:
    one = jsonl(tmp_path / "documents.jsonl", [{"id": 1, "text": "one"}])
    imported(tmp_path / "c", one, called="First set")
    summary = imported(tmp_path / "c", jsonl(one, [{"id": 1, "text": "two"}]), called="second")

    assert summary.new == 1
    assert sorted(rows(tmp_path / "c", "SELECT host FROM pages")) == [
        ("first-set.import.invalid",),
        ("second.import.invalid",),
    ]


@pytest.mark.parametrize("name", ["", "..", ".", "a/../b", "?x=1", "#", "ü" * 900, "a\x00b", "~x"])
def test_every_name_has_a_url_of_its_own_in_our_spelling(name: str) -> None:
    url = url_for(host_for("Files & more"), name)

    assert canonical(url) == url
    assert url.startswith("http://files-more.import.invalid/")
    assert url != url_for(host_for("Files & more"), name + "x")


# -- files and folders ----------------------------------------------------------------------------


def test_the_files_of_a_folder_are_pages_under_their_paths(tmp_path: Path) -> None:
    folder = tmp_path / "My site"
    (folder / "sub").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE.format('<a href="sub/b.txt">b</a>'))
    (folder / "sub" / "b.txt").write_text("Plain text. It has sentences.")
    (folder / "sub" / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    (folder / ".hidden").write_text("not meant")
    (folder / "round").symlink_to(folder)

    summary = imported(tmp_path / "c", folder)

    assert summary.refused == {"type": 1}
    assert rows(tmp_path / "c", "SELECT url, name, media_type FROM pages ORDER BY url") == [
        ("http://my-site.import.invalid/index.html", "index.html", "text/html"),
        ("http://my-site.import.invalid/sub/b.txt", "sub/b.txt", "text/plain"),
    ]
    joined = "SELECT count(*) FROM links JOIN pages ON target = pages.id"
    assert rows(tmp_path / "c", joined) == [(1,)]


def test_a_page_that_does_not_want_to_be_kept_is_not(tmp_path: Path) -> None:
    page = tmp_path / "p.html"
    page.write_text('<html><meta name="robots" content="noindex"><p>Secret.</html>')

    summary = imported(tmp_path / "c", page)

    assert summary.refused == {"noindex": 1}
    assert rows(tmp_path / "c", "SELECT count(*) FROM pages") == [(0,)]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    broken = tmp_path / "a.jsonl.gz"
    broken.write_bytes(b"\x1f\x8b\x08" + bytes(100))
    good = jsonl(tmp_path / "b.jsonl", [{"id": 1, "text": "good"}])

    summary = imported(tmp_path / "c", broken, good)

    assert (summary.new, summary.refused) == (1, {"damaged": 1})


# -- archives -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
def test_pages_of_another_crawler_keep_their_moments(tmp_path: Path, name: str) -> None:
    first = record(b"response", b"http://a.example/", answer(PAGE.format("one")))
    second = answer(PAGE.format("two"))
    records = [first, record(b"response", b"http://a.example/", second, b"2021-01-01T00:00:00Z")]
    file = tmp_path / name
    file.write_bytes(b"".join(map(gzip.compress, records) if name.endswith("gz") else records))

    summary = imported(tmp_path / "c", file)

    assert (summary.new, summary.changed) == (1, 1)
    assert rows(tmp_path / "c", "SELECT year(fetched_at), name FROM pages_ever ORDER BY 1") == [
        (2020, None),
        (2021, None),
    ]
    assert imported(tmp_path / "c", file).refused == {"older": 1}
    assert rows(tmp_path / "c", "SELECT count(*) FROM pages_ever") == [(2,)]
    assert_archive_is_sound(tmp_path / "c" / "archive")


def test_a_wacz_file_is_read_through(tmp_path: Path) -> None:
    inner = gzip.compress(record(b"response", b"http://a.example/", answer(PAGE)))
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as packed:
        packed.writestr("archive/data.warc.gz", inner)
        packed.writestr("datapackage.json", "{}")

    assert imported(tmp_path / "c", tmp_path / "a.wacz").new == 1


def test_an_arc_file_is_read_and_damaged_records_are_told(tmp_path: Path) -> None:
    block = b"HTTP/1.0 200 OK\nContent-Type: text/html\n\n" + PAGE.encode()
    head = b"http://a.example/with space 10.0.0.1 20140216050221 text/html %d\n"
    file = tmp_path / "a.arc"
    file.write_bytes(
        b"filedesc://a.arc 127.0.0.1 20140216050221 text/plain 4\n1 0\n\n"
        b"http://a.example/bad 10.0.0.1 20140216050221 text/html -1\n\n"
        + head % len(block)
        + block
        + b"\n"
    )

    summary = imported(tmp_path / "c", file)

    assert (summary.new, summary.refused) == (1, {"damaged": 1})
    assert rows(tmp_path / "c", "SELECT url, year(fetched_at) FROM pages") == [
        ("http://a.example/with%20space", 2014)
    ]


def test_an_archive_of_ours_comes_back_with_names_and_texts(tmp_path: Path) -> None:
    documents = [{"id": f"n{n}", "title": f"T{n}", "text": f"text {n}"} for n in range(5)]
    imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", documents))

    summary = imported(tmp_path / "back", tmp_path / "c" / "archive")

    assert (summary.new, summary.refused) == (5, {"index": 1})
    query = "SELECT id, url, name, title, digest FROM pages ORDER BY id"
    assert rows(tmp_path / "back", query) == rows(tmp_path / "c", query)


def test_chunk_marks_are_removed_and_bodies_without_them_stay() -> None:
    assert without_chunks(b"4\r\nWiki\r\n5;x=y\r\npedia\r\n0\r\n\r\n") == b"Wikipedia"
    assert without_chunks(b"<html>no marks</html>") == b"<html>no marks</html>"
    assert without_chunks(b"ffffffff\r\nshort") == b"ffffffff\r\nshort"


def test_records_that_are_no_pages_are_told(tmp_path: Path) -> None:
    file = tmp_path / "a.warc"
    blocks = [
        (b"response", b"http://a.example/gone", b"HTTP/1.1 404 Not Found\r\n\r\n"),
        (b"response", b"http://a.example/moved", b"HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n"),
        (b"response", b"http://a.example/robots.txt", b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *"),
        (b"response", b"dns:a.example", b"10.0.0.1"),
        (b"response", b"http://a.example/odd", b"no HTTP"),
        (b"revisit", b"http://a.example/copy", b"HTTP/1.1 200 OK\r\n\r\n"),
        (b"request", b"http://a.example/", b"GET / HTTP/1.1\r\n\r\n"),
        (b"response", b"http://a.example/empty", b"HTTP/1.1 200 OK\r\n\r\n"),
    ]
    records = b"".join(record(*block) for block in blocks)
    file.write_bytes(records + b"WARC/1.0\r\nWARC-Type: response\r\n\r\n")

    summary = imported(tmp_path / "c", file)

    assert (summary.new, summary.redirects) == (0, 1)
    assert summary.refused == {
        "http_404": 1,
        "robots_txt": 1,
        "url": 1,
        "headers": 1,
        "revisit": 1,
        "empty": 1,
        "damaged": 1,
    }


HOSTILE = st.one_of(
    st.binary(max_size=300),
    st.sampled_from(
        [
            b"WARC/1.0\r\n",
            b"WARC-Type: response\r\n",
            b"WARC-Type: resource\r\n",
            b"WARC-Target-URI: http://a.example/\r\n",
            b"WARC-Date: 99999-01-01\r\n",
            b"Content-Length: 40\r\n",
            b"Content-Length: 99999999999999999999\r\n",
            b"\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n",
            b"http://a.example/ 10.0.0.1 20140216050221 text/html 30\n",
        ]
    ),
)


@settings(max_examples=200)
@given(st.lists(HOSTILE, max_size=12).map(b"".join))
def test_no_bytes_stop_a_reader_of_archives(rest: bytes) -> None:
    origin = ImportOrigin("file", "files.import.invalid", 1000)
    for start in (b"WARC/1.0\r\n", b"filedesc:x\n"):
        for taken in read_archive(Input(io.BufferedReader(io.BytesIO(start + rest)), 0), origin):
            assert isinstance(taken, Arrival | RefusedDocument)


def test_links_that_are_not_to_be_followed_have_outcomes_as_in_a_crawl(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    links = "".join(f'<a href="/{name}" rel="ugc nofollow">{name}</a>' for name in "bcd")
    shy = PAGE.replace("<title>", "<meta name=robots content=nofollow><title>")
    one = {"url": "http://a.example/", "html": PAGE.format(links)}
    two = {"url": "http://a.example/b", "html": PAGE.format('<a href="/c">follow me</a>')}
    three = {"url": "http://a.example/x", "html": shy.format('<a href="/e">e</a>')}
    Collection.create(folder, '[presence]\nallow = ["a.example"]\n')

    imported(folder, jsonl(tmp_path / "d.jsonl", [one]))
    first = read_crawl_state(folder / "frontier.db")
    imported(folder, jsonl(tmp_path / "e.jsonl", [two, three, one]))
    second = read_crawl_state(folder / "frontier.db")

    assert first.outcomes == {"fetched.page": 1, "refused.nofollow": 3}
    # /b has come, /c waits since a link leads there that may be followed; /d and /e stay.
    assert second.outcomes == {"fetched.page": 3, "refused.nofollow": 2}
    assert (second.seen, second.queued) == (6, 1)


# -- together with a crawl ------------------------------------------------------------------------


def test_what_waited_to_be_fetched_is_there_once_it_is_imported(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    one = {"url": "http://a.example/", "html": PAGE.format('<a href="/next">n</a>')}
    two = {"url": "http://a.example/next", "html": PAGE.format("next")}
    imported(folder, jsonl(tmp_path / "d.jsonl", [one]))
    collection = Collection.open(folder)
    allowing = settings_of(collection, **{"presence.allow": "a.example"})
    with open_frontier(collection, allowing) as frontier:
        assert frontier.waiting == 1

    imported(folder, jsonl(tmp_path / "e.jsonl", [two]))

    with open_frontier(collection, allowing) as frontier:
        assert frontier.waiting == 0
    standing = read_crawl_state(collection.frontier)
    assert standing.outcomes == {"fetched.page": 2}
    assert (standing.seen, standing.queued) == (2, 0)


def test_nobody_is_asked_again_for_names_that_no_server_has(tmp_path: Path) -> None:
    documents = [{"id": 1, "text": "ours"}, {"url": "http://a.example/", "text": "theirs"}]
    imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", documents))
    collection = Collection.open(tmp_path / "c")
    resting = settings_of(collection, **{"again.rest": "0s"})

    with open_frontier(collection, resting, again=True) as frontier:
        assert frontier.plan is not None
        assert frontier.plan.due == 1
        (lease,) = frontier.lease(1, 10)

    assert [errand.visit.url for errand in lease.errands] == ["http://a.example/"]


def test_the_moment_of_an_import_is_that_of_its_pages(tmp_path: Path) -> None:
    began = time()
    imported(tmp_path / "c", jsonl(tmp_path / "d.jsonl", [{"id": 1, "text": "now"}]))

    (moment,) = rows(tmp_path / "c", "SELECT epoch(fetched_at) FROM pages")
    assert began - 1 <= moment[0] <= time() + 1
