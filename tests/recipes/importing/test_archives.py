"""Archives of other crawlers come in with all their pages, wherever the bodies lie."""

import base64
import gzip
import hashlib
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.import_run import PAGE, answer, imported, jsonl, packed_records, record, rows
from tests.warc_check import assert_archive_is_sound

from auslese.crawl.frontier.embedded.ledger import read_crawl_state, trace_url
from auslese.crawl.worker.receiver import Arrival
from auslese.recipes.importing.archive_captures import ArchiveCaptures
from auslese.recipes.importing.archive_heads import digest_named
from auslese.recipes.importing.archive_parts import archive_parts
from auslese.recipes.importing.input_files import BROKEN
from auslese.recipes.importing.json_documents import ImportOrigin, RefusedDocument
from auslese.records.url import Url

DAYS = [b"2020-01-0%dT10:00:00Z" % day for day in range(1, 9)]
WARCS = Path(__file__).parents[4] / "shared" / "data" / "warc"
SAME = "SELECT url, digest, epoch_ms(fetched_at), copy_of, title FROM pages ORDER BY url"
IDENTICAL = b"http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
UNMODIFIED = b"http://netpreserve.org/warc/1.1/revisit/server-not-modified"
HEADER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
NOT_MODIFIED = b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"


def told(kind: bytes, url: bytes, block: bytes, moment: bytes, **fields: bytes) -> bytes:
    """A record with further fields: `refers_to_date` is WARC-Refers-To-Date."""
    plain = record(kind, url, block, moment)
    lines = b"".join(
        b"WARC-%b: %b\r\n" % (name.replace("_", "-").encode(), value)
        for name, value in fields.items()
    )
    return plain.replace(b"WARC-Type", lines + b"WARC-Type", 1)


def digest(body: str) -> bytes:
    return b"sha1:" + base64.b32encode(hashlib.sha1(body.encode()).digest())


def test_our_own_archive_gives_the_same_collection_again(tmp_path: Path) -> None:
    one, two = PAGE.format("one"), PAGE.format("two")
    moved = b"HTTP/1.1 301 Moved\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n"
    source = packed_records(
        tmp_path / "s.warc.gz",
        record(b"response", b"http://a.example/a", answer(one), DAYS[0]),
        record(b"response", b"http://a.example/b", answer(one), DAYS[1]),
        record(b"response", b"http://a.example/c", answer(one + "  \n"), DAYS[2]),
        record(b"response", b"http://a.example/a", answer(two), DAYS[3]),
        record(b"response", b"http://b.example/d", answer(two), DAYS[4]),
        record(b"response", b"http://a.example/old", moved, DAYS[4]),
        record(b"response", b"http://b.example/e", answer(PAGE.format("e")), DAYS[5]),
        record(b"response", b"http://b.example/e", b"HTTP/1.1 410 Gone\r\n\r\nno", DAYS[6]),
    )
    lines = jsonl(tmp_path / "d.jsonl", [{"id": n, "text": "the same"} for n in range(3)])
    old = imported(tmp_path / "old", source, lines)

    new = imported(tmp_path / "new", *sorted((tmp_path / "old" / "archive").glob("*.warc.gz")))
    again = imported(tmp_path / "new", *sorted((tmp_path / "old" / "archive").glob("*.warc.gz")))

    assert (old.new, old.changed, old.redirects, old.gone) == (8, 1, 1, 1)
    assert (new.new, new.changed, new.redirects, new.gone, new.refused) == (8, 1, 1, 1, {})
    assert rows(tmp_path / "new", SAME) == rows(tmp_path / "old", SAME)
    assert [copy for *_, copy, _ in rows(tmp_path / "old", SAME)].count(None) < 8
    ever = SAME.replace("FROM pages", "FROM pages_ever").replace("url,", "url, name,", 1)
    assert sorted(map(str, rows(tmp_path / "new", ever))) == sorted(
        map(str, rows(tmp_path / "old", ever))
    )
    assert (again.new, again.changed, again.redirects, again.gone) == (0, 0, 0, 0)
    assert_archive_is_sound(tmp_path / "new" / "archive")


@pytest.mark.parametrize("points_by", ["date", "digest", "id"])
@pytest.mark.parametrize("first_comes", ["before", "behind", "elsewhere", "in the collection"])
def test_a_revisit_has_the_body_that_it_points_to(
    tmp_path: Path, points_by: str, first_comes: str
) -> None:
    body = PAGE.format("the body")
    own = {"Record_ID": b"<urn:uuid:1>", "Payload_Digest": digest(body)}
    first = told(b"response", b"http://a.example/", HEADER + body.encode(), DAYS[0], **own)
    points = {
        "date": {"Refers_To_Target_URI": b"http://a.example/", "Refers_To_Date": DAYS[0]},
        "digest": {"Payload_Digest": digest(body)},
        "id": {"Refers_To": b"<urn:uuid:1>"},
    }[points_by]
    again = told(b"revisit", b"http://a.example/copy", HEADER, DAYS[1], Profile=IDENTICAL, **points)
    if first_comes == "before":
        files = [packed_records(tmp_path / "a.warc.gz", first, again)]
    elif first_comes == "behind":
        files = [packed_records(tmp_path / "a.warc.gz", again, first)]
    else:
        files = [
            packed_records(tmp_path / "a.warc.gz", again),
            packed_records(tmp_path / "b.warc.gz", first),
        ]
    if first_comes == "in the collection":
        imported(tmp_path / "c", files.pop())

    summary = imported(tmp_path / "c", *files)

    is_lost = first_comes == "in the collection" and points_by == "id"  # ours have ids of our own
    assert summary.refused == ({"revisit": 1} if is_lost else {})
    if not is_lost:
        pages = rows(tmp_path / "c", "SELECT url, title, copy_of IS NULL FROM pages ORDER BY url")
        assert pages == [
            ("http://a.example/", "Wings", True),
            ("http://a.example/copy", "Wings", False),
        ]


def test_a_page_that_the_server_calls_unchanged_is_as_it_was(tmp_path: Path) -> None:
    block = HEADER + PAGE.encode()
    points = {"Refers_To_Target_URI": b"http://a.example/", "Refers_To_Date": DAYS[0]}
    unmodified = told(
        b"revisit", b"http://a.example/", NOT_MODIFIED, DAYS[1], Profile=UNMODIFIED, **points
    )
    first = record(b"response", b"http://a.example/", block, DAYS[0])

    summary = imported(tmp_path / "c", packed_records(tmp_path / "a.warc.gz", first, unmodified))

    assert (summary.new, summary.same, summary.refused) == (1, 1, {})


def test_a_revisit_whose_body_is_nowhere_says_so(tmp_path: Path) -> None:
    lost = told(b"revisit", b"http://a.example/", HEADER, DAYS[0], Payload_Digest=digest("no"))
    itself = told(b"revisit", b"http://b.example/", HEADER, DAYS[0], Record_ID=b"<x:1>")
    itself = itself.replace(b"WARC-Type", b"WARC-Refers-To: <x:1>\r\nWARC-Type", 1)

    summary = imported(tmp_path / "c", packed_records(tmp_path / "a.warc.gz", lost, itself))

    assert summary.refused == {"revisit": 2}
    assert "in none of these files" in summary.told[0]


def test_of_several_captures_the_last_counts_in_whatever_file_it_is(tmp_path: Path) -> None:
    late = record(b"response", b"http://a.example/", answer(PAGE.format("late")), DAYS[2])
    early = record(b"response", b"http://a.example/", answer(PAGE.format("early")), DAYS[0])
    between = record(b"response", b"http://a.example/", answer(PAGE.format("between")), DAYS[1])

    summary = imported(
        tmp_path / "c",
        packed_records(tmp_path / "a.warc.gz", late, early),
        packed_records(tmp_path / "b.warc.gz", between),
    )

    assert (summary.new, summary.changed, summary.refused) == (1, 2, {})
    assert rows(tmp_path / "c", "SELECT day(fetched_at) FROM pages") == [(3,)]
    assert rows(tmp_path / "c", "SELECT count(*) FROM pages_ever") == [(3,)]


def test_a_redirect_is_an_outcome_and_its_target_a_url_to_know(tmp_path: Path) -> None:
    moved = b"HTTP/2 302\r\nlocation: ../there\r\n\r\n"
    file = packed_records(
        tmp_path / "a.warc.gz",
        record(b"response", b"http://a.example/x/here", moved, DAYS[0]),
        record(
            b"response", b"http://a.example/odd", b"HTTP/1.1 301 x\r\nLocation: http://[\r\n\r\n"
        ),
    )

    summary = imported(tmp_path / "c", file)
    again = imported(tmp_path / "c", file)

    assert (summary.redirects, summary.new, summary.refused) == (2, 0, {})
    assert (again.redirects, again.same) == (0, 2)
    trace = trace_url(tmp_path / "c" / "frontier.db", Url("http://a.example/x/here"))
    assert (trace.reason, trace.detail) == ("redirect", "http://a.example/there")
    assert read_crawl_state(tmp_path / "c" / "frontier.db").outcomes == {
        "fetched.redirect": 2,
        "refused.scope": 1,
    }


def test_a_page_that_became_a_redirect_is_gone_and_an_older_capture_does_not_bring_it_back(
    tmp_path: Path,
) -> None:
    page = record(b"response", b"http://a.example/", answer(PAGE), DAYS[0])
    moved = b"HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n"
    redirect = record(b"response", b"http://a.example/", moved, DAYS[1])

    first = imported(tmp_path / "c", packed_records(tmp_path / "a.warc.gz", page, redirect))
    again = imported(tmp_path / "c", packed_records(tmp_path / "b.warc.gz", page))

    assert (first.new, first.redirects) == (1, 1)
    assert again.refused == {"older": 1}


# -- habits of other crawlers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"Transfer-Encoding: chunked", b"3\r\nabc\r\n0\r\n\r\n"),
        (b"Transfer-Encoding: chunked", b"<p>abc"),
        (b"Content-Length: 99999", b"<p>abc"),
        (b"Content-Encoding: gzip", gzip.compress(b"<p>abc")),
        (b"Content-Encoding: gzip", b"<p>abc"),
        (b"Content-Encoding: br", b"<p>abc"),
    ],
    ids=["chunks", "no chunks", "wrong length", "gzip", "no gzip", "no brotli"],
)
def test_bodies_are_taken_as_crawlers_leave_them(
    tmp_path: Path, header: bytes, body: bytes
) -> None:
    block = b"HTTP/2 200\r\nContent-Type: text/html\r\n%b\r\n\r\n%b" % (header, body)
    file = packed_records(
        tmp_path / "a.warc.gz", record(b"response", b"<http://a.example/>", block)
    )

    assert imported(tmp_path / "c", file).new == 1
    size = rows(tmp_path / "c", "SELECT bytes FROM pages")
    assert size in ([(3,)], [(6,)])
    assert imported(tmp_path / "d", *(tmp_path / "c" / "archive").glob("*.gz")).new == 1
    assert_archive_is_sound(tmp_path / "c" / "archive")


def test_what_a_crawler_says_of_itself_is_passed_over(tmp_path: Path) -> None:
    file = packed_records(
        tmp_path / "a.warc.gz",
        record(b"warcinfo", b"", b"software: x"),
        record(b"resource", b"metadata://gnu.org/software/wget/warc/wget.log", b"log"),
        record(b"resource", b"urn:pageinfo:http://a.example/", b"{}"),
        record(b"response", b"http://a.example/", answer(PAGE)),
    )

    summary = imported(tmp_path / "c", file)

    assert (summary.documents, summary.new) == (1, 1)


def test_an_archive_packed_as_a_whole_is_read_from_its_front(tmp_path: Path) -> None:
    first = record(b"response", b"http://a.example/", answer(PAGE))
    again = told(b"revisit", b"http://a.example/b", HEADER, DAYS[1], Payload_Digest=digest(PAGE))
    (tmp_path / "a.warc.gz").write_bytes(gzip.compress(first + again))

    summary = imported(tmp_path / "c", tmp_path / "a.warc.gz")

    assert (summary.new, summary.refused) == (1, {"revisit": 1})
    assert "unpack it first" in summary.told[0]


def test_an_arc_file_of_the_second_version_is_read(tmp_path: Path) -> None:
    block = b"HTTP/1.0 200 OK\nContent-Type: text/html\n\n" + PAGE.encode()
    head = b"http://a.example/ 10.0.0.1 20140216050221 text/html 200 abc - 123 a.arc %d\n"
    (tmp_path / "a.arc").write_bytes(
        b"filedesc://a.arc 127.0.0.1 20140216050221 text/plain 4\n2 0\n\n"
        + head % len(block)
        + block
        + b"\n"
    )

    assert imported(tmp_path / "c", tmp_path / "a.arc").new == 1
    assert rows(tmp_path / "c", "SELECT url, year(fetched_at) FROM pages") == [
        ("http://a.example/", 2014)
    ]


def test_a_page_that_a_browser_rendered_comes_back_as_it_was_seen(tmp_path: Path) -> None:
    block = HEADER + b"<html><title>plain</title></html>"
    shown = b"\xef\xbb\xbf<html><title>rendered</title><body>seen</body></html>"
    page = told(b"response", b"http://a.example/", block, DAYS[0], Record_ID=b"<urn:uuid:7>")
    form = told(b"conversion", b"http://a.example/", shown, DAYS[0], Refers_To=b"<urn:uuid:7>")
    form = form.replace(
        b"Content-Length", b"Content-Type: text/html;charset=utf-8\r\nContent-Length"
    )

    imported(tmp_path / "c", packed_records(tmp_path / "a.warc.gz", page, form))
    back = imported(tmp_path / "d", *(tmp_path / "c" / "archive").glob("*.gz"))

    assert back.new == 1
    for folder in ("c", "d"):
        (row,) = rows(tmp_path / folder, "SELECT title, digest FROM pages")
        assert row == ("rendered", hashlib.sha1(shown).hexdigest())


# -- WACZ -----------------------------------------------------------------------------------------


def wacz(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


@pytest.mark.parametrize("is_zip64", [False, True])
def test_pages_of_a_wacz_file_are_found_across_its_archives(tmp_path: Path, is_zip64: bool) -> None:
    first = gzip.compress(record(b"response", b"http://a.example/", answer(PAGE), DAYS[0]))
    points = {"Refers_To_Target_URI": b"http://a.example/", "Refers_To_Date": DAYS[0]}
    again = gzip.compress(told(b"revisit", b"http://a.example/b", HEADER, DAYS[1], **points))
    with zipfile.ZipFile(tmp_path / "a.wacz", "w") as file:
        for name, content in (("archive/b.warc.gz", again), ("archive/data.warc.gz", first)):
            with file.open(name, "w", force_zip64=is_zip64) as member:
                member.write(content)
    outer = wacz(tmp_path / "all.wacz", {"a.wacz": (tmp_path / "a.wacz").read_bytes()})

    assert imported(tmp_path / "c", tmp_path / "a.wacz").new == 2
    assert imported(tmp_path / "d", outer).new == 2  # a WACZ file of WACZ files


def test_a_packed_wacz_file_is_read_from_its_front(tmp_path: Path) -> None:
    first = record(b"response", b"http://a.example/", answer(PAGE), DAYS[0])
    file = wacz(tmp_path / "a.wacz", {"archive/data.warc": first}, zipfile.ZIP_DEFLATED)

    assert imported(tmp_path / "c", file).new == 1


def test_archives_that_lie_over_each_other_are_not_read_again_and_again(tmp_path: Path) -> None:
    page = record(b"response", b"http://a.example/", answer(PAGE), DAYS[0])
    whole = wacz(tmp_path / "a.wacz", {f"archive/{n}.warc": page for n in range(3)}).read_bytes()
    data = bytearray(whole)
    place = data.find(b"PK\x01\x02")
    for size in (20, 24):  # the first says that it reaches to the end of the file
        data[place + size : place + size + 4] = len(whole).to_bytes(4, "little")
    (tmp_path / "a.wacz").write_bytes(data)

    summary = imported(tmp_path / "c", tmp_path / "a.wacz")

    assert summary.new <= 1


# -- damage ---------------------------------------------------------------------------------------


def test_behind_a_damaged_record_the_next_one_is_found(tmp_path: Path) -> None:
    pages = [
        gzip.compress(record(b"response", b"http://a.example/%d" % n, answer(f"{PAGE}{n}")))
        for n in range(4)
    ]
    broken = bytearray(pages[1])
    broken[len(broken) // 2] ^= 0xFF
    whole = pages[0] + bytes(broken) + pages[2] + pages[3][:-9]
    (tmp_path / "a.warc.gz").write_bytes(whole)

    summary = imported(tmp_path / "c", tmp_path / "a.warc.gz")

    assert summary.new == 2
    assert set(summary.refused) == {"damaged"}
    assert rows(tmp_path / "c", "SELECT url FROM pages ORDER BY url") == [
        ("http://a.example/0",),
        ("http://a.example/2",),
    ]


def test_a_record_that_unpacks_to_far_more_than_it_says_costs_no_memory(tmp_path: Path) -> None:
    page = record(b"response", b"http://a.example/", answer(PAGE))
    bomb = gzip.compress(page + bytes(80_000_000), 1)
    (tmp_path / "a.warc.gz").write_bytes(bomb)

    summary = imported(tmp_path / "c", tmp_path / "a.warc.gz")

    assert (summary.new, summary.refused) == (1, {"damaged": 1})


def mutated(data: bytes, changes: list[tuple[int, int]], cut: int) -> bytes:
    changed = bytearray(data)
    for place, value in changes:
        changed[place % len(changed)] = value
    return bytes(changed[: len(changed) - cut % len(changed)])


CHANGES = st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(0, 255)), max_size=6)


@pytest.mark.parametrize("form", ["plain", "packed", "wacz"])
@settings(max_examples=60, deadline=None)
@given(changes=CHANGES, cut=st.one_of(st.just(0), st.integers(0, 1 << 16)))
def test_no_damage_stops_the_others(
    tmp_path_factory: pytest.TempPathFactory, form: str, changes: list[tuple[int, int]], cut: int
) -> None:
    folder = tmp_path_factory.getbasetemp()
    points = {"Refers_To_Target_URI": b"http://a.example/", "Refers_To_Date": DAYS[0]}
    records = [
        told(b"revisit", b"http://a.example/b", HEADER, DAYS[1], **points),
        record(b"response", b"http://a.example/", answer(PAGE), DAYS[0]),
    ]
    members = records if form == "plain" else list(map(gzip.compress, records))
    data = b"".join(members)
    path = folder / ("a.wacz" if form == "wacz" else "a.warc")
    if form == "wacz":
        data = wacz(path, {"archive/a.warc.gz": data}).read_bytes()
    path.write_bytes(mutated(data, changes, cut))
    captures = ArchiveCaptures(folder, ImportOrigin("", "", 10_000))

    try:
        parts = archive_parts(path, "a")
    except BROKEN:
        return
    for part in parts:
        captures.scan(part, lambda: False)
    taken = list(captures.documents())

    assert all(isinstance(each, Arrival | RefusedDocument) for each in taken)
    if not changes and not cut:
        assert sum(isinstance(each, Arrival) for each in taken) == 2


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", 24),
        ("3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", 24),
        ("SHA-1:da39a3ee5e6b4b0d3255bfef95601890afd80709", 24),
        ("sha256:" + "0" * 64, 38),
        ("sha1:xyz", 0),
        ("", 0),
        ("md5:" + "A" * 26, 19),
    ],
)
def test_digests_are_known_in_every_spelling(text: str, length: int) -> None:
    assert len(digest_named(text)) == length


@pytest.mark.skipif(not WARCS.exists(), reason="the samples are not there")
@pytest.mark.parametrize(
    ("name", "new", "refused"),
    [
        ("example.warc.gz", 1, set()),
        ("example.warc", 1, set()),
        ("example.arc", 1, set()),
        ("example-space-in-url.arc", 1, set()),
        ("bad.arc", 0, {"damaged", "headers"}),
        ("example-bad-non-chunked.warc.gz", 1, {"revisit"}),
        ("example-bad.warc.gz.bad", 1, {"revisit"}),
        ("example-resource.warc.gz", 1, set()),
        ("example-wget-bad-target-uri.warc.gz", 1, set()),
        ("stormcrawler-unparsable-date.warc.gz", 0, {"robots_txt"}),
    ],
)
def test_samples_of_others_are_read(tmp_path: Path, name: str, new: int, refused: set[str]) -> None:
    summary = imported(tmp_path / "c", WARCS / name)

    print(name, summary)
    assert (summary.new, set(summary.refused)) == (new, refused), summary.told
