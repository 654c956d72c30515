"""What leaves the house comes back as it was: pages, texts, links."""

from pathlib import Path
from typing import Any

import pytest
from tests.import_run import imported, packed_records, record, rows, settings_of

from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.export_run import export_to_place, place_for
from auslese.recipes.stages.analyses import analyse_collection
from auslese.recipes.stages.stage import StageOptions
from auslese.store.collection import Collection

PAGES = "SELECT url, epoch_ms(fetched_at), media_type, title, copy_of FROM pages ORDER BY url"
DIGESTS = "SELECT url, digest, bytes FROM pages ORDER BY url"
LINKS = "SELECT source, target, anchor FROM links ORDER BY ALL"
TEXTS = (
    "SELECT url, epoch_ms(fetched_at), title, author, date, modified, description, keywords,"
    " site_name, page_type, text, paragraphs, rest FROM documents WHERE text <> '' ORDER BY url"
)
BODY = """<html><head><title>{title} - A site</title><meta name="author" content="A. Writer">
<meta name="description" content="About {title}"><meta name="keywords" content="a, b"></head>
<body><div id="nav"><a href="/">Home</a> <a href="/imprint?x=1">Imprint</a></div><h1>{title}</h1>
<p>All that is known about {title} stands here, and it is a long sentence with a comma. There is a
second one, which is about {title} too.</p><ul><li>First item of it</li><li>Second &amp; last</li>
</ul><p>More of {title} is told <a href="{link}">elsewhere</a>, and then this page ends at last.</p>
</body></html>"""
NAMES = {
    "http://a.example/": "Flügel",
    "http://a.example/imprint?x=1": "Imprint",
    "http://a.example/dir/": "Tiere &amp; mehr",
    "http://a.example/dir/ä.html": "“Zitat”",
    "https://b.example:8443/x": "Other",
}


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection with pages of two hosts, a copy, a changed page and a redirect."""
    folder = tmp_path_factory.mktemp("old")
    header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=%b\r\n\r\n"
    moved = b"HTTP/1.1 301 Moved\r\nLocation: /dir/\r\nContent-Length: 0\r\n\r\n"
    records = [record(b"response", b"http://a.example/dir", moved)]
    urls = list(NAMES)
    for day, (url, title) in enumerate(NAMES.items(), 1):
        charset = "cp1252" if "dir" in url else "utf-8"
        body = BODY.format(title=title, link=urls[day % len(urls)]).encode(charset)
        moment = b"2020-01-0%dT10:00:00.%d25Z" % (day, day)
        block = header % charset.encode() + body
        records.append(record(b"response", url.encode(), block, moment))
        if day == 1:
            records.append(
                record(b"response", url.encode(), block + b"<p>old", b"2019-01-01T00:00:00Z")
            )
            records.append(
                record(b"response", b"http://a.example/same", block, b"2020-02-02T00:00:00Z")
            )
    imported(folder / "c", packed_records(folder / "a.warc.gz", *records))
    read(folder / "c")
    return folder / "c"


def read(folder: Path) -> None:
    collection = Collection.open(folder)
    analyse_collection(collection, ("reading",), StageOptions(settings_of(collection), 1))


def exported(folder: Path, target: Path, name: str, form: str = "") -> Path:
    place = place_for(name, form, str(target), force=False, checksums=False)
    export_to_place(Collection.open(folder), name, place, ExportOptions(form=form))
    return target


def both(old: Path, new: Path, query: str) -> tuple[Any, Any]:
    return rows(new, query), rows(old, query)


@pytest.mark.parametrize(
    ("name", "form", "ending"),
    [
        ("jsonl", "jsonl", "d.jsonl"),
        ("csv", "csv", "d.csv"),
        ("parquet", "parquet", "d.parquet"),
        ("xml", "auslese", "d.xml"),
    ],
    ids=["jsonl", "csv", "parquet", "xml"],
)
def test_texts_come_back_to_the_letter(
    old: Path, tmp_path: Path, name: str, form: str, ending: str
) -> None:
    file = exported(old, tmp_path / ending, name, form)

    summary = imported(tmp_path / "new", file)
    read(tmp_path / "new")

    assert (summary.new, summary.refused) == (5, {}), summary.told  # a copy has no document
    new_rows, old_rows = both(old, tmp_path / "new", TEXTS)
    assert new_rows == old_rows
    assert len(new_rows) == 5


@pytest.mark.parametrize(
    ("name", "form", "target"),
    [
        ("warc", "all", "a.warc.gz"),
        ("warc", "all", "folder/"),
        ("warc", "last", "a.warc.gz"),
        ("wacz", "plain", "a.wacz"),
    ],
    ids=["warc", "warcs", "warc of the last captures", "wacz"],
)
def test_pages_come_back_byte_for_byte(
    old: Path, tmp_path: Path, name: str, form: str, target: str
) -> None:
    exported(old, Path(f"{tmp_path}/{target}"), name, form)

    summary = imported(tmp_path / "new", tmp_path / target)

    assert set(summary.refused) <= {"index"}
    for query in (PAGES, DIGESTS, LINKS):
        new_rows, old_rows = both(old, tmp_path / "new", query)
        assert new_rows == old_rows
    if form == "all":
        assert summary.redirects == 1


def test_a_mirror_comes_back_under_its_urls_with_its_links(old: Path, tmp_path: Path) -> None:
    exported(old, tmp_path / "mirror", "mirror")

    summary = imported(tmp_path / "new", tmp_path / "mirror")
    read(tmp_path / "new")

    assert summary.refused == {}
    for query in (PAGES.replace(", copy_of", ""), LINKS, TEXTS):
        new_rows, old_rows = both(old, tmp_path / "new", query)
        assert new_rows == old_rows


def test_a_mirror_leads_to_no_file_outside(tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    (tmp_path / "secret.html").write_text("<title>secret</title>")
    (mirror / "good.html").write_text('<title>good</title><a href="good.html#x">me</a>')
    lines = [
        f'{{"file": "{file}", "url": "http://a.example/{n}", "media_type": "text/html"}}'
        for n, file in enumerate(["../secret.html", str(tmp_path / "secret.html"), "good.html"])
    ]
    lines += ['{"file": "missing.html", "url": "http://a.example/m"}', '{"file": 7}', "{"]
    lines += ['{"file": "good.html", "url": "no address"}']
    text = '{"format": "auslese-mirror-1", "files": [\n' + ",\n".join(lines) + "\n]}\n"
    (mirror / "index.json").write_text(text)

    summary = imported(tmp_path / "c", mirror)

    assert summary.refused == {"link": 2, "unreadable": 1, "url": 1}
    assert rows(tmp_path / "c", "SELECT url, title FROM pages") == [("http://a.example/2", "good")]
    assert rows(tmp_path / "c", "SELECT url FROM links") == [("http://a.example/2",)]
