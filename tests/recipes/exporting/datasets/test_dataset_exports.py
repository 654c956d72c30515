"""Pages as data sets and test collections, read back by those who read them."""

import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import datasets
import mlcroissant
import polars
import pytest
import rdflib
from click.testing import CliRunner, Result
from huggingface_hub import DatasetCard
from tests.exported_collection import FAR, RESERVED, exported_collection
from tests.named_people import HOME, LADY, STAFF, TALK, TEXTS

from auslese.cli.analysing.export_command import command
from auslese.export.datasets.crate_metadata import crate_id
from auslese.recipes.exporting.datasets.text_shards import TextShards
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.page_source import page_source
from auslese.records.errors import SettingsError
from auslese.records.rights import Use
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection

LEAVING = {HOME, STAFF, TALK, LADY}
OF_READERS = "ignore:(ConjunctiveGraph|Dataset.default_context) is deprecated:DeprecationWarning"
"""What rdflib says of its own JSON-LD reader."""


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return exported_collection(tmp_path_factory.mktemp("exported") / "ice")


@pytest.fixture(scope="module")
def hub(collection: Collection, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hub") / "hf"
    export(collection, "hf", "--to", f"{folder}/")
    return folder


def export(collection: Collection, *arguments: str) -> Result:
    result = CliRunner().invoke(command, [str(collection.path), *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result


def ids_of(urls: set[str]) -> set[str]:
    return {str(key_of(Url(url))) for url in urls}


# -- Hugging Face ---------------------------------------------------------------------------------


def test_the_loader_of_the_hub_gives_the_pages_that_may_leave(hub: Path, tmp_path: Path) -> None:
    found = datasets.load_dataset(str(hub), cache_dir=str(tmp_path), split="train")
    rows = {row["url"]: row for row in found}

    assert rows.keys() == LEAVING
    assert {row["id"] for row in rows.values()} == ids_of(LEAVING)
    assert all(rows[url]["text"] == TEXTS[url][1] for url in LEAVING)
    assert rows[TALK]["copy_of"] == rows[HOME]["id"]
    assert rows[HOME]["copy_of"] == ""
    assert str(found.features["fetched_at"].dtype) == "timestamp[ms, tz=UTC]"


def test_the_card_says_what_the_hub_asks_for(hub: Path) -> None:
    card = DatasetCard.load(hub / "README.md")

    assert card.data.language == ["en"]
    assert card.data.license == "other"
    assert card.data.size_categories == ["n<1K"]
    assert card.data.pretty_name == "ice"
    assert card.data.to_dict()["dataset_info"]["splits"][0]["num_examples"] == len(LEAVING)
    assert "Pages about ice, made for tests." in card.text
    assert "The selection as such: CC-BY-4.0." in card.text
    assert "| ai-train reserved | 1 |" in card.text
    assert RESERVED not in card.text


def test_many_pages_are_several_files_that_are_read_as_one(
    collection: Collection, tmp_path: Path
) -> None:
    with page_source(collection, ExportOptions(use=Use.AI_TRAIN)) as source:
        facts = TextShards(source, limit=60).write(tmp_path)

    files = sorted((tmp_path / "data").iterdir())
    assert [file.name for file in files] == [f"train-0000{n}.parquet" for n in range(len(files))]
    assert len(files) > 1
    assert [each.sha256 for each in facts.shards] == [
        sha256(file.read_bytes()).hexdigest() for file in files
    ]
    assert sum(each.rows for each in facts.shards) == len(LEAVING) == facts.pages


def test_nothing_that_fits_is_a_table_without_rows(collection: Collection, tmp_path: Path) -> None:
    result = export(collection, "hf", "--to", f"{tmp_path}/none", "--where", "host:no.example")
    found = polars.read_parquet(tmp_path / "none" / "data" / "train-00000.parquet")

    assert "no page fits" in result.stderr
    assert (len(found), "text" in found.columns) == (0, True)


@pytest.mark.parametrize("name", ["hf", "croissant"])
def test_a_data_set_does_not_go_to_stdout(collection: Collection, name: str) -> None:
    with pytest.raises(SettingsError, match="several files"):
        export(collection, name)


# -- Croissant ------------------------------------------------------------------------------------


@pytest.mark.filterwarnings(OF_READERS, "ignore:The inplace keyword:DeprecationWarning")
def test_croissant_is_sound_and_gives_the_rows(collection: Collection, tmp_path: Path) -> None:
    export(collection, "croissant", "--to", str(tmp_path / "c"))
    found = mlcroissant.Dataset(str(tmp_path / "c" / "croissant.json"))
    rows: list[dict[str, Any]] = list(found.records("pages"))

    assert not found.metadata.ctx.issues.errors
    assert not found.metadata.ctx.issues.warnings
    assert {row["pages/url"].decode() for row in rows} == LEAVING
    assert {row["pages/id"].decode() for row in rows} == ids_of(LEAVING)
    (file,) = [each for each in found.metadata.distribution if hasattr(each, "sha256")]
    assert file.sha256 == sha256((tmp_path / "c" / file.content_url).read_bytes()).hexdigest()
    assert "10.5281/zenodo.1234567" in found.metadata.cite_as


# -- TREC -----------------------------------------------------------------------------------------


def test_ratings_are_told_of_documents_that_leave_alone(
    collection: Collection, tmp_path: Path
) -> None:
    export(collection, "trec", "--to", f"{tmp_path}/t/", "--use", "ai-train")
    text = (tmp_path / "t" / "documents.trec").read_text()

    assert text.count("<DOC>") == len(LEAVING)
    assert RESERVED not in text
    home = key_of(Url(HOME))
    assert (tmp_path / "t" / "qrels.txt").read_text() == f"1 0 {home} 3\n"
    assert (tmp_path / "t" / "qrels-urls.txt").read_text() == f"1 0 {HOME} 3\n"
    assert (tmp_path / "t" / "topics.tsv").read_text() == "1\tice\n"
    assert "when it is about ice" in (tmp_path / "t" / "topics.txt").read_text()


def test_documents_of_trec_are_lines_of_json_too(collection: Collection) -> None:
    lines = export(collection, "trec", "--form", "json").stdout.splitlines()

    # Its owner reserves training, not search, which a test collection is for.
    assert {json.loads(line)["id"] for line in lines} == ids_of({*LEAVING, RESERVED})


# -- search engines -------------------------------------------------------------------------------


def test_bulk_files_come_with_their_mapping(collection: Collection, tmp_path: Path) -> None:
    export(collection, "opensearch", "--to", f"{tmp_path}/o/")
    names = sorted(file.name for file in (tmp_path / "o").iterdir())
    text = (tmp_path / "o" / names[1]).read_text()
    lines = [json.loads(line) for line in text.splitlines()]

    assert names == ["SHA256SUMS", "bulk-00001.ndjson", "mapping.json"]
    assert {line["index"]["_id"] for line in lines[::2]} == ids_of({*LEAVING, RESERVED})
    assert {line["url"] for line in lines[1::2]} == {*LEAVING, RESERVED}


# -- RO-Crate -------------------------------------------------------------------------------------


def crate_of(folder: Path) -> dict[str, dict[str, Any]]:
    """The entities of a crate by their names."""
    told = json.loads((folder / "ro-crate-metadata.json").read_text())
    assert told["@context"] == "https://w3id.org/ro/crate/1.1/context"
    entities = {entity["@id"]: entity for entity in told["@graph"]}
    assert len(entities) == len(told["@graph"])
    return entities


def references_in(value: object) -> Iterator[str]:
    """The entities that a value names."""
    if isinstance(value, dict):
        yield from [value["@id"]] if value.keys() == {"@id"} else ()
        for each in value.values():
            yield from references_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from references_in(each)


def test_a_crate_describes_every_file_of_a_folder(
    collection: Collection, hub: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(hub, tmp_path / "hf"))
    (folder / "a b").mkdir()
    (folder / "a b" / "ü#1.txt").write_text("x")
    (folder / "elsewhere").symlink_to(tmp_path)
    export(collection, "rocrate", "--to", str(folder))
    export(collection, "rocrate", "--to", str(folder))  # again: its own description stays out
    entities = crate_of(folder)

    files = [each for each in folder.rglob("*") if each.is_file() and "elsewhere" not in each.parts]
    described = {crate_id(each.relative_to(folder).as_posix()): each for each in files}
    del described["ro-crate-metadata.json"]
    told = {name: each for name, each in entities.items() if each["@type"] == "File"}
    assert told.keys() == described.keys()
    for name, path in described.items():
        assert told[name]["sha256"] == sha256(path.read_bytes()).hexdigest()
        assert told[name]["contentSize"] == str(path.stat().st_size)
    assert entities["ro-crate-metadata.json"]["about"] == {"@id": "./"}
    root = entities["./"]
    assert {"name", "description", "datePublished", "license", "hasPart"} <= root.keys()
    known = {*entities, "https://w3id.org/ro/crate/1.1"}
    assert set(references_in(list(entities.values()))) <= known


@pytest.mark.filterwarnings(OF_READERS)
def test_a_crate_is_linked_data(collection: Collection, hub: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(hub, tmp_path / "hf"))
    export(collection, "rocrate", "--to", str(folder))
    told = json.loads((folder / "ro-crate-metadata.json").read_text())
    terms = {"@vocab": "http://schema.org/", "File": "http://schema.org/MediaObject"}
    graph = rdflib.Graph().parse(
        data=json.dumps(told | {"@context": terms}),
        format="json-ld",
        publicID="https://crate.example/",
    )

    schema = rdflib.Namespace("http://schema.org/")
    parts = set(graph.objects(rdflib.URIRef("https://crate.example/"), schema.hasPart))
    assert rdflib.URIRef("https://crate.example/README.md") in parts
    assert len(set(graph.subjects(rdflib.RDF.type, schema.MediaObject))) == 4


def test_a_crate_of_the_collection_itself_says_what_lies_in_it(collection: Collection) -> None:
    told = json.loads(export(collection, "rocrate").stdout)
    entities = {entity["@id"]: entity for entity in told["@graph"]}

    assert entities["./"]["name"] == "Ice & Hives"
    assert {"@id": "auslese.toml"} in entities["./"]["hasPart"]
    assert entities["tables/pages/000001.parquet"]["encodingFormat"].endswith("parquet")
    assert not any("sha256" in entity for entity in entities.values())


def test_a_folder_with_nothing_to_describe_gets_no_crate(
    collection: Collection, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError, match="has no files to describe"):
        export(collection, "rocrate", "--to", str(tmp_path))

    assert not list(tmp_path.iterdir())


def test_what_is_far_is_in_no_data_set(hub: Path) -> None:
    assert FAR not in (hub / "croissant.json").read_text()
