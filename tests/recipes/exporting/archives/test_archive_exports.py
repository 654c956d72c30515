"""What was archived leaves as it was archived: WARC, CDXJ and WACZ."""

import gzip
import io
import json
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.web_archive import (
    ANSWERS,
    CLOSED,
    COPY,
    MOVED,
    OTHER,
    PICTURE,
    RESERVED,
    ROBOTS,
    SAME,
    SECOND,
    START,
    STYLE,
    UNWANTED,
    archived_web,
)
from warcio.archiveiterator import ArchiveIterator

from auslese.recipes.exporting.archives import cdxj_export, wacz_export, warc_export
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.format_list import FORMATS
from auslese.records.rights import RightsProfile, Use
from auslese.store.archive.segment_captures import segments_in
from auslese.store.collection import Collection
from auslese.system.seals.damaged_file import DamagedFileError

ARCHIVE_FORMATS = ("warc", "cdxj", "wacz", "mirror")
ALL_URLS = {ROBOTS, START, SECOND, MOVED, COPY, OTHER, STYLE, PICTURE}


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return archived_web(tmp_path_factory.mktemp("archive") / "web")


def options(**wanted: Any) -> ExportOptions:
    return ExportOptions(**{"use": Use.SEARCH, "form": "all"} | wanted)


def records_of(archive: bytes) -> list[tuple[str, str, str, bytes]]:
    """Type, URL, moment and body of all records; digests are checked."""
    found = []
    stream = io.BytesIO(archive)
    for record in ArchiveIterator(stream, check_digests="raise"):
        body = record.content_stream().read()
        assert record.digest_checker.passed is not False
        headers = record.rec_headers
        url = headers.get_header("WARC-Target-URI") or ""
        found.append((record.rec_type, url, headers.get_header("WARC-Date"), body))
    return found


def warc(collection: Collection, **wanted: Any) -> bytes:
    out = io.BytesIO()
    warc_export.to_stream(collection, out.write, options(**wanted))
    return out.getvalue()


def urls_in(archive: bytes, *kinds: str) -> list[str]:
    return [
        url for kind, url, *_ in records_of(archive) if kind in (kinds or ("response", "revisit"))
    ]


def test_all_that_was_archived_leaves_byte_for_byte(collection: Collection) -> None:
    exported = warc(collection, profile=RightsProfile.INTERNAL)

    segments = b"".join(path.read_bytes() for path in segments_in(collection.archive))
    assert len(segments_in(collection.archive)) > 1
    assert exported.endswith(segments)
    own = exported.removesuffix(segments)
    ((kind, _, _, says),) = records_of(own)
    assert kind == "warcinfo"
    assert b"isPartOf: web" in says
    assert b"all that was archived" in says


def test_where_every_page_may_leave_all_bytes_do(tmp_path: Path) -> None:
    free = [each for each in ANSWERS if not each.optouts and not each.directives]
    collection = archived_web(
        tmp_path / "web", tuple(each for each in free if each.outcome != "noindex")
    )

    segments = b"".join(path.read_bytes() for path in segments_in(collection.archive))
    assert warc(collection).endswith(segments)
    assert set(urls_in(warc(collection, form="last"))) == ALL_URLS


def test_a_page_that_was_reserved_does_not_leave(collection: Collection) -> None:
    out = io.BytesIO()
    summary = warc_export.to_stream(collection, out.write, options(use=Use.AI_TRAIN))

    urls = urls_in(out.getvalue())
    assert set(urls) == ALL_URLS
    assert urls.count(OTHER) == 2
    assert sum(summary.left_out.values()) == 2
    assert RESERVED in urls_in(warc(collection))  # it reserves other uses
    assert CLOSED not in urls_in(warc(collection))  # whoever gets the file has a copy


def test_what_was_not_to_be_indexed_leaves_for_ourselves_alone(collection: Collection) -> None:
    assert UNWANTED not in urls_in(warc(collection))
    assert UNWANTED in urls_in(warc(collection, profile=RightsProfile.INTERNAL))


def test_requests_and_what_a_browser_showed_leave_with_their_answers(
    collection: Collection,
) -> None:
    archive = warc(collection, where="host:b.example")

    assert urls_in(archive, "request") == urls_in(archive)
    assert urls_in(archive, "conversion") == [OTHER]


def test_pages_that_fit_leave_with_what_belongs_to_them(collection: Collection) -> None:
    archive = warc(collection, where=f'url:"{SECOND}"')

    assert set(urls_in(archive)) == {SECOND, MOVED, ROBOTS, STYLE, PICTURE}


def test_a_revisit_leaves_with_its_body_if_that_stays_here(collection: Collection) -> None:
    out = io.BytesIO()
    summary = warc_export.to_stream(collection, out.write, options(where="host:b.example"))

    assert summary.filled == 1
    bodies = [
        body
        for kind, url, _, body in records_of(out.getvalue())
        if (kind, url) == ("response", COPY)
    ]
    assert bodies == [SAME]


def test_a_revisit_stays_one_if_what_it_points_to_leaves_too(collection: Collection) -> None:
    assert COPY in urls_in(warc(collection), "revisit")


def test_of_each_page_the_last_answer_that_had_it(collection: Collection) -> None:
    archive = warc(collection, form="last")

    found = [
        (url, moment[:10]) for kind, url, moment, _ in records_of(archive) if kind == "response"
    ]
    assert (OTHER, "2026-05-02") in found
    assert (OTHER, "2026-05-01") not in found
    assert (START, "2026-05-01") in found
    assert len(urls_in(archive)) == len(set(urls_in(archive)))


def index_leads_to_its_records(lines: bytes, folder: Path) -> list[str]:
    """The URLs of an index, in its order, each read where its line leads."""
    urls = []
    assert lines.splitlines() == sorted(lines.splitlines())
    for line in lines.splitlines():
        entry = json.loads(line.split(b" ", 2)[2])
        with (folder / entry["filename"]).open("rb") as file:
            file.seek(int(entry["offset"]))
            member = file.read(int(entry["length"]))
        (record,) = ArchiveIterator(io.BytesIO(member))
        assert record.rec_headers.get_header("WARC-Target-URI") == entry["url"]
        assert record.rec_headers.get_header("WARC-Payload-Digest") == entry["digest"]
        assert (record.rec_type == "revisit") == (entry["mime"] == "warc/revisit")
        urls.append(entry["url"])
    return urls


@pytest.mark.parametrize(
    ("size", "where"), [(None, ""), (9_000, ""), (2_000, "host:b.example"), (10, "")]
)
def test_files_of_a_size_with_an_index_of_all(
    collection: Collection, tmp_path: Path, size: int | None, where: str
) -> None:
    summary = warc_export.to_folder(collection, tmp_path, options(size=size, where=where))

    files = sorted(tmp_path.glob("*.warc.gz"))
    assert summary.files == len(files) + 1
    assert summary.bytes == sum(file.stat().st_size for file in files)
    urls = [url for file in files for url in urls_in(file.read_bytes())]
    assert sorted(urls) == sorted(urls_in(warc(collection, where=where)))
    assert sorted(urls) == sorted(
        index_leads_to_its_records((tmp_path / "index.cdxj").read_bytes(), tmp_path)
    )
    if size == 9_000:
        assert max(file.stat().st_size for file in files) <= size
    if size == 10:
        assert len(files) >= len(urls)
    assert [records_of(file.read_bytes())[0][0] for file in files] == ["warcinfo"] * len(files)


def test_an_index_leads_into_the_archive_of_the_collection(collection: Collection) -> None:
    out = io.BytesIO()
    summary = cdxj_export.to_stream(collection, out.write, options())

    urls = index_leads_to_its_records(out.getvalue(), collection.archive)
    assert set(urls) == {*ALL_URLS, RESERVED}
    assert summary.captures == len(urls)


def test_addresses_alone_leave_as_an_index_alone(collection: Collection) -> None:
    addresses = options(profile=RightsProfile.URLS_ONLY)
    out = io.BytesIO()
    cdxj_export.to_stream(collection, out.write, addresses)

    urls = set(index_leads_to_its_records(out.getvalue(), collection.archive))
    assert {RESERVED, CLOSED} < urls
    assert UNWANTED not in urls
    listed = {name for name in ARCHIVE_FORMATS if FORMATS[name].allows(addresses.profile)}
    assert listed == {"cdxj"}


def test_a_segment_that_still_grows_leaves_as_far_as_it_is_whole(tmp_path: Path) -> None:
    collection = archived_web(tmp_path / "web")
    last = segments_in(collection.archive)[-1]
    index = last.with_name(last.name.replace(".warc.gz", ".cdxj"))
    index.rename(index.with_name(index.name + ".open"))
    whole = urls_in(warc(collection))
    last.write_bytes(last.read_bytes()[:-1])  # of the last request

    assert urls_in(warc(collection)) == whole
    with index.with_name(index.name + ".open").open("ab") as file:
        file.write(b'com,half)/ 2026 {"url":')
    assert urls_in(warc(collection)) == whole


def test_nothing_that_fits_is_an_archive_without_pages(collection: Collection) -> None:
    out, chosen = io.BytesIO(), options(where="host:z.example")
    summary = warc_export.to_stream(collection, out.write, chosen)

    assert [kind for kind, *_ in records_of(out.getvalue())] == ["warcinfo"]
    assert summary.in_words(chosen).startswith("no page fits")


def test_a_segment_that_was_cut_is_told_in_one_sentence(tmp_path: Path) -> None:
    collection = archived_web(tmp_path / "web")
    segment = segments_in(collection.archive)[0]
    segment.write_bytes(segment.read_bytes()[:3000])

    with pytest.raises(DamagedFileError, match=f"{segment.name} is damaged"):
        warc(collection, where="host:a.example")


@pytest.fixture(scope="module")
def package(collection: Collection) -> zipfile.ZipFile:
    out = io.BytesIO()
    summary = wacz_export.to_stream(collection, out.write, options(form="plain"))
    assert summary.bytes == len(out.getvalue())
    return zipfile.ZipFile(out)


def test_a_package_is_as_its_description_says(package: zipfile.ZipFile) -> None:
    assert package.testzip() is None
    described = package.read("datapackage.json")
    told = json.loads(described)
    assert told["profile"] == "data-package"
    assert told["wacz_version"] == "1.1.1"
    assert told["mainPageUrl"] == START
    assert {each["path"] for each in told["resources"]} == {
        name for name in package.namelist() if not name.startswith("datapackage")
    }
    for each in told["resources"]:
        data = package.read(each["path"])
        assert each["hash"] == f"sha256:{sha256(data).hexdigest()}"
        assert each["bytes"] == len(data)
    seal = json.loads(package.read("datapackage-digest.json"))
    assert seal == {
        "path": "datapackage.json",
        "hash": f"sha256:{sha256(described).hexdigest()}",
    }
    archives = [each for each in package.infolist() if each.filename.startswith("archive/")]
    assert [each.compress_type for each in archives] == [zipfile.ZIP_STORED]


def test_pages_of_a_package_are_listed_with_title_and_moment(package: zipfile.ZipFile) -> None:
    head, *pages = map(json.loads, package.read("pages/pages.jsonl").splitlines())

    assert (head["format"], head["hasText"]) == ("json-pages-1.0", False)
    assert next(page["url"] for page in pages) == START
    assert {page["url"] for page in pages} == {START, SECOND, COPY, OTHER, RESERVED}
    told = {page["url"]: (page["ts"], page["title"]) for page in pages}
    assert told[OTHER] == ("2026-05-02T12:00:00Z", "Other, changed")


def test_a_package_is_looked_up_block_by_block(package: zipfile.ZipFile, tmp_path: Path) -> None:
    packed = package.read("indexes/index.cdx.gz")
    head, *blocks = package.read("indexes/index.idx").splitlines()
    assert head.startswith(b'!meta 0 {"format": "cdxj-gzip-1.0"')
    for line in blocks:
        told = json.loads(line[line.index(b" {") :])
        block = packed[told["offset"] : told["offset"] + told["length"]]
        assert told["digest"] == f"sha256:{sha256(block).hexdigest()}"
        assert gzip.decompress(block).startswith(line[: line.index(b" {")])
    (archive,) = [name for name in package.namelist() if name.startswith("archive/")]
    (tmp_path / archive.rpartition("/")[2]).write_bytes(package.read(archive))

    assert set(index_leads_to_its_records(gzip.decompress(packed), tmp_path)) == {
        *ALL_URLS,
        RESERVED,
    }


def test_a_package_with_texts_has_them(collection: Collection) -> None:
    out = io.BytesIO()
    wacz_export.to_stream(collection, out.write, options(form="text"))

    head = zipfile.ZipFile(out).read("pages/pages.jsonl").splitlines()[0]
    assert json.loads(head)["hasText"] is True
