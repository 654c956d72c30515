"""Harvested pictures in the forms that others read."""

import json
import os
import re
import shutil
import signal
import tarfile
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest
from PIL import Image
from tests.picture_web import PICTURES, crawled_pictures, serving_pictures
from tests.recipes.harvest.test_harvest import harvest

from auslese.export.datasets.croissant_terms import CONTEXT
from auslese.export.pictures.mirror_form import mirror_path
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.images_export import to_folder, to_stream
from auslese.recipes.harvest.page_parts import (
    PARTS_SHARDS,
    OrderedParts,
    PartsJob,
    parts_of_pages,
)
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.picture_lookups import page_refs
from auslese.store.tables.sql_views import connect
from auslese.system.process_pool import ProcessPool, forked_pool
from auslese.system.shard_function import ShardFunction

KITTEN = PICTURES["/img/healthy-kitten-2.jpg"][1]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    with serving_pictures() as web:
        made = crawled_pictures(tmp_path_factory.mktemp("export") / "kittens", web)
        harvest(made)
    return made


def exported(collection: Collection, folder: Path, form: str, **more: Any) -> dict[str, object]:
    return to_folder(collection, folder, ExportOptions(form=form, **more)).as_json()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_files_by_content_and_a_line_for_each_record(
    collection: Collection, tmp_path: Path
) -> None:
    summary = exported(collection, tmp_path, "jsonl")
    records = lines_of(tmp_path / "captions.jsonl")

    assert (summary["pictures"], summary["records"], summary["missing"]) == (6, 7, 0)
    assert len(records) == 7
    kitten = next(each for each in records if each["alt"] == "Is the kitten healthy?")
    assert (tmp_path / kitten["file_name"]).read_bytes() == KITTEN
    assert kitten["attributes"]["data-id"] == "77"
    assert "segment" not in kitten
    assert not list(tmp_path.rglob("*.tmp"))


def test_the_folders_of_the_seed(collection: Collection, tmp_path: Path) -> None:
    exported(collection, tmp_path, "mirror")
    (log,) = tmp_path.rglob("log.tsv")
    head, *lines = [line.split("\t") for line in log.read_text().splitlines()]
    first = dict(zip(head, lines[0], strict=True))

    assert head[:11] == [
        "alt-pure", "alt-weighted", "title-pure", "title-weighted", "guess-pure", "guess-weighted",
        "image", "info", "alt", "title", "guess",
    ]  # fmt: skip
    assert head[11:13] == ["parent-0-pure", "parent-0-weighted"]
    assert len(head) == 11 + 2 * 2 * 5
    assert log.parent.parent.name == "kittens"
    assert (log.parent / first["image"]).read_bytes() == KITTEN
    assert first["image"].endswith("/img/healthy-kitten-2.jpg")
    assert first["image"].startswith("mirror/a.localhost_")
    info = ElementTree.parse(log.parent / first["info"]).getroot()
    one, two = info.findall("embedding")
    assert [each.findtext("alt") for each in (one, two)] == [
        "Is the kitten healthy?", "The kitten once more",
    ]  # fmt: skip
    assert one.findtext("width-real") == "640"
    assert one.findtext("parent-1-perplexity-weighted-distance") == "500.0"
    assert one.findtext("alt-keywordscore")
    assert one.findtext("data-id") == "77"
    assert first["alt-weighted"] == one.findtext("alt-perplexity-weighted")


def test_names_of_urls_lead_nowhere_else() -> None:
    path = partial(mirror_path, ending="jpg")

    assert str(path("http://a.example/x/%2e%2e/y.jpg?size=2")).startswith("a.example/x/%2e%2e/y-")
    assert str(path("http://a.example:81/")) == "a.example_81/index.jpg"
    assert ".." not in str(path("http://a.example/../..//.."))
    long = path(f"http://a.example/{'x' * 3_000}.jpg")
    assert len(long.name) < 200
    assert long.suffix == ".jpg"


def test_tar_files_of_webdataset(collection: Collection, tmp_path: Path) -> None:
    exported(collection, tmp_path, "webdataset")
    with tarfile.open(tmp_path / "images-000000.tar") as shard:
        names = shard.getnames()
        read = {name: shard.extractfile(name) for name in names[:3]}
        bodies = {name: file.read() for name, file in read.items() if file}

    assert len(names) == 6 * 3
    assert names[:3] == ["000000000.jpg", "000000000.txt", "000000000.json"]
    assert bodies["000000000.jpg"] == KITTEN
    assert bodies["000000000.txt"] == b"Is the kitten healthy?"
    assert len(json.loads(bodies["000000000.json"])["records"]) == 2


def test_texts_and_pictures_in_reading_order(collection: Collection, tmp_path: Path) -> None:
    exported(collection, tmp_path, "interleaved")
    first, second = lines_of(tmp_path / "interleaved.jsonl")

    assert first["texts"][:4] == [
        "Everything about cats and their health, from the first day on.",
        None,
        "Checklist of a healthy kitten. CC BY",
        None,
    ]
    assert (tmp_path / first["images"][1]).read_bytes() == KITTEN
    assert second["texts"] == ["Other words about dogs.", None]
    assert second["images"] == [None, first["images"][1]]
    assert all((text is None) != (url is None) for text, url in zip(first["texts"],
               first["image_urls"], strict=True))  # fmt: skip


def test_a_page_that_cannot_be_read_again_is_counted_and_named(
    collection: Collection, tmp_path: Path
) -> None:
    damaged = Collection(shutil.copytree(collection.path, tmp_path / "damaged"))
    with connect(damaged) as tables:
        (second,) = tables.execute(
            "SELECT url, segment, record_offset, record_length FROM pages WHERE url LIKE '%/second'"
        ).fetchall()
    with (damaged.archive / second[1]).open("r+b") as archive:
        archive.seek(second[2])
        archive.write(bytes(second[3]))

    summary = to_folder(damaged, tmp_path / "out", ExportOptions(form="interleaved"))
    (first,) = lines_of(tmp_path / "out" / "interleaved.jsonl")

    assert first["url"].endswith("/")
    assert (summary.pictures, summary.unread) == (6, 1)
    assert summary.as_json()["unread_pages"] == [
        {"url": second[0], "problem": summary.unread_pages[0].problem}
    ]
    assert summary.unread_pages[0].problem.startswith("broken: ")
    words = summary.in_words(ExportOptions())
    assert f"1 page could not be read\n{second[0]}: broken" in words


def _read_or_die(job: PartsJob, batch: bytes) -> bytes:
    """Read a batch, unless it has the second page, as a page that its parser dies of."""
    if b"/second" in batch:
        os.kill(os.getpid(), signal.SIGKILL)
    return PARTS_SHARDS.work(job, batch)


def test_a_page_that_kills_its_process_costs_itself_alone(collection: Collection) -> None:
    def deadly(function: ShardFunction[Any, Any], job: Any, most: int) -> ProcessPool:
        return forked_pool(replace(function, work=_read_or_die), job, most)

    with connect(collection) as tables:
        keys = [row[0] for row in tables.execute("SELECT id FROM pages").fetchall()]
        pages = page_refs(tables, keys)
    found = {page.url: read for page, read in parts_of_pages(collection, pages, deadly)}

    assert len(found) == 3
    dead = next(url for url in found if url.endswith("/second"))
    assert found.pop(dead) == OrderedParts((), "crashed")
    assert all(read.parts and not read.problem for read in found.values())


def test_a_data_set_that_says_what_it_is(collection: Collection, tmp_path: Path) -> None:
    exported(collection, tmp_path, "hf")
    records = pq.read_table(tmp_path / "train" / "metadata.parquet").to_pylist()
    readme = (tmp_path / "README.md").read_text()

    with Image.open(tmp_path / "train" / records[0]["file_name"]) as picture:
        assert picture.size == (640, 480)
    assert len(records) == 7
    assert readme.startswith("---\n")
    assert "| a.localhost | 7 |" in readme
    assert "6 pictures with 7 records" in readme


def test_the_table_of_a_data_set_leaves_loaders_nothing_to_guess(
    collection: Collection, tmp_path: Path
) -> None:
    """What `datasets` 5.2 stumbled over: see docs/methods/pictures.md."""
    exported(collection, tmp_path, "hf")
    schema = pq.read_schema(tmp_path / "train" / "metadata.parquet")

    assert "image" not in schema.names  # that is the picture itself, to whoever loads it
    assert {"file_name", "image_key", "alt", "url"} <= set(schema.names)
    assert not {"archive", "segment", "record_offset"} & set(schema.names)
    # Null in every row of a small set, and yet of a type.
    assert str(schema.field("title_score").type).startswith("struct<length: int32")
    assert str(schema.field("attributes").type).startswith("list<")


def test_croissant_keeps_the_rules_that_its_readers_check(
    collection: Collection, tmp_path: Path
) -> None:
    """Those of mlcroissant 1.1.1, which found no issue and gave all pictures with their texts."""
    exported(collection, tmp_path, "hf")
    about = json.loads((tmp_path / "croissant.json").read_text())
    metadata, pictures = about["distribution"]
    fields = {each["name"]: each for each in about["recordSet"][0]["field"]}
    columns = pq.read_schema(tmp_path / metadata["contentUrl"]).names

    assert about["@type"] == "sc:Dataset"
    assert about["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert "https://creativecommons.org/licenses/by/4.0/" in about["license"]
    assert all(about[name] for name in ("name", "description", "citeAs", "isBasedOn"))
    assert re.fullmatch(r"\d+\.\d+\.\d+", about["version"])
    assert date.fromisoformat(about["datePublished"]) <= datetime.now(UTC).date()
    body = (tmp_path / metadata["contentUrl"]).read_bytes()
    assert metadata["sha256"] == sha256(body).hexdigest()
    assert pictures["encodingFormat"] == ["image/jpeg", "image/png", "image/webp"]
    for name, field in fields.items():
        assert field["@id"] == f"records/{name}"
        assert field["dataType"] in {"sc:Text", "sc:URL", "sc:Integer", "sc:ImageObject"}
        source = field["source"]
        if "fileObject" in source:
            assert source["fileObject"] == {"@id": metadata["@id"]}
            assert source["extract"]["column"] in columns
        else:
            assert source["fileSet"] == {"@id": pictures["@id"]}
            assert source["extract"] == {"fileProperty": "content"}


def test_croissant_leads_from_a_record_to_its_picture(
    collection: Collection, tmp_path: Path
) -> None:
    exported(collection, tmp_path, "hf")
    about = json.loads((tmp_path / "croissant.json").read_text())
    metadata, pictures = about["distribution"]
    (joined,) = (each for each in about["recordSet"][0]["field"] if each["name"] == "file")
    names = pq.read_table(tmp_path / metadata["contentUrl"])["file_name"].to_pylist()
    files = {path.name for path in tmp_path.glob(pictures["includes"])}
    pattern = re.compile(joined["source"]["transform"]["regex"])

    assert joined["references"]["extract"] == {"fileProperty": "filename"}
    assert len(files) == 5  # one picture has two addresses
    found = [pattern.match(name) for name in names]
    assert {each[1] for each in found if each} == files
    again = pattern.match(names[0].rpartition("/")[2])
    assert again  # readers use it a second time on what it gave
    assert again[1] in files


def test_the_context_of_croissant_is_that_of_its_specification() -> None:
    """Readers warn of any other; format 1.0 and its extension for responsible AI."""
    plain = (
        "citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty",
        "fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField",
        "path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate",
        "separator", "source", "subField", "transform",
    )  # fmt: skip

    assert {name: f"cr:{name}" for name in plain} | {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "data": {"@id": "cr:data", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "dct": "http://purl.org/dc/terms/",
        "examples": {"@id": "cr:examples", "@type": "@json"},
        "rai": "http://mlcommons.org/croissant/RAI/",
        "sc": "https://schema.org/",
    } == CONTEXT


def test_the_card_tells_how_annotators_agree(collection: Collection, tmp_path: Path) -> None:
    file = tmp_path / "agreement.json"
    kappa = {"value": 0.65, "low": 0.5, "high": 0.8, "confidence": 0.95}
    found = {"items": 6, "round": {"created_at": 1.5e9}, "x": ["y"]}
    found["phases"] = {"picture": {"figures": {"kappa": kappa, "alpha": {"value": None}}}}
    file.write_text(json.dumps(found))
    exported(collection, tmp_path / "out", "hf", agreement=file)
    about = json.loads((tmp_path / "out" / "croissant.json").read_text())

    card = (tmp_path / "out" / "README.md").read_text()
    assert card.endswith(
        "| measure | value |\n|---|---|\n| items | 6 |\n| picture.kappa | 0.65 |\n"
        "| picture.kappa low | 0.5 |\n| picture.kappa high | 0.8 |\n"
    )
    assert {"@type": "PropertyValue", "name": "items", "value": 6} in about["variableMeasured"]
    file.write_text("none")
    with pytest.raises(SettingsError, match="no figures"):
        exported(collection, tmp_path / "out", "hf", agreement=file)


def test_a_list_of_items_for_annotators(collection: Collection, tmp_path: Path) -> None:
    exported(collection, tmp_path, "annotation", best=3)
    items = lines_of(tmp_path / "items.jsonl")

    assert [set(item) for item in items] == [{"id", "image", "text", "page", "index"}] * 3
    assert all((tmp_path / item["image"]).is_file() for item in items)


def test_the_best_of_the_ranking_and_pages_by_condition(
    collection: Collection, tmp_path: Path
) -> None:
    best = exported(collection, tmp_path / "best", "jsonl", best=2)
    none = exported(collection, tmp_path / "none", "jsonl", where="host:b.localhost")
    lines: list[bytes] = []
    to_stream(collection, lines.append, ExportOptions(where="host:a.localhost", best=1))

    assert best["pictures"] == 2
    assert none["pictures"] == 0
    assert {json.loads(line)["url"] for line in lines} == {json.loads(lines[0])["url"]}
    with pytest.raises(SettingsError, match="--to"):
        to_stream(collection, lines.append, ExportOptions(form="hf"))


def test_without_a_harvest_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="nothing is harvested"):
        exported(Collection.create(tmp_path / "c"), tmp_path / "out", "jsonl")
