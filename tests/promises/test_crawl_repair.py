"""What a crawl has written is made again from what else it has written, row for row."""

import json
import shutil
from pathlib import Path

import pytest
from tests.damaged_collection import make_imported, url_of
from tests.import_run import jsonl
from tests.promises.test_damage_promises import contents_of, said, spoil

from auslese.recipes.checking.collection_repair import MADE_BY, READ
from auslese.recipes.checking.crawl_repair import CRAWL_TABLES, SITES
from auslese.store.collection import Collection
from auslese.store.tables.schemas import TABLES as TABLE_SCHEMAS
from auslese.store.tables.sql_views import connect

pytestmark = pytest.mark.slow

TABLES = ("pages_ever", "links_ever", "outcomes", "sites")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_imported(tmp_path_factory.mktemp("repair") / "c").path


def rows_of(folder: Path) -> dict[str, list[str]]:
    """All rows of all tables of a crawl."""
    with connect(Collection.open(folder)) as tables:
        return {
            name: sorted(map(str, tables.execute(f"SELECT * FROM {name}").fetchall()))
            for name in TABLES
        }


def answers_of(folder: Path) -> list[object]:
    """What a person asks a collection; tables tell moments to the millisecond."""
    questions = [("status", folder), *(("trace", folder, url_of(number)) for number in range(4))]
    answers = [json.loads(said(*words, "--json").out) for words in questions]
    return [answer | {"at": round(answer.get("at", 0), 3)} for answer in answers]


def spoil_at(path: Path, share: float) -> None:
    """Flip a bit so far behind the beginning of a file."""
    damaged = bytearray(path.read_bytes())
    damaged[int(len(damaged) * share)] ^= 4
    path.write_bytes(damaged)


def spoil_all(folder: Path, names: tuple[str, ...], share: float) -> None:
    """Damage every file of these tables, or these files."""
    for name in names:
        place = folder / name
        for path in sorted(place.glob("*.parquet")) if place.is_dir() else [place]:
            spoil_at(path, share)


@pytest.mark.parametrize(
    ("share", "damaged"),
    [
        (0.1, ("tables/pages",)),
        (0.2, ("tables/outcomes", "tables/pages", "tables/links", "tables/sites")),
        (0.9, ("frontier.db",)),
        (0.2, ("frontier.db", "tables/pages", "tables/links")),
    ],
    ids=str,
)
def test_what_a_crawl_has_written_is_made_again(
    folder: Path, tmp_path: Path, share: float, damaged: tuple[str, ...]
) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "c"))
    before = rows_of(copied), answers_of(copied)
    spoil_all(copied, damaged, share)

    repaired = said("check", copied, "--repair", "--json")

    assert repaired.code == 0, repaired
    assert json.loads(repaired.out)["lost"] == []
    assert said("check", copied).out.endswith("all is sound\n")
    assert (rows_of(copied), answers_of(copied)) == before


def test_a_page_whose_record_is_damaged_too_is_named_and_the_others_are_made_again(
    folder: Path, tmp_path: Path
) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "c"))
    before = rows_of(copied)["pages_ever"]
    spoil_all(copied, ("tables/pages",), 0.1)
    spoil(next(copied.glob("archive/*.warc.gz")))

    repaired = said("check", copied, "--repair", "--json")

    report = json.loads(repaired.out)
    after = rows_of(copied)["pages_ever"]
    (lost,) = {url for each in report["damaged"] for url in each["lost"]}
    assert repaired.code == 1
    assert [row for row in before if row not in after] == [row for row in before if lost in row]
    assert len(after) == len(before) - 1
    assert (copied / "tables/pages/000001.parquet.damaged").exists()


def test_without_outcomes_and_frontier_nothing_is_changed(folder: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "c"))
    spoil_all(copied, ("tables/outcomes", "frontier.db"), 0.5)
    before = contents_of(copied)

    repaired = said("check", copied, "--repair", "--json")

    assert repaired.code == 1
    assert len(json.loads(repaired.out)["lost"]) == 2
    assert contents_of(copied) == before


def test_a_collection_whose_frontier_was_made_again_takes_in_more(
    folder: Path, tmp_path: Path
) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "c"))
    spoil_all(copied, ("frontier.db",), 0.5)
    more = [{"url": url_of(0), "html": "<p>other now"}, {"url": url_of(99), "html": "<p>new"}]
    said("check", copied, "--repair")

    for expected in ((1, 1, 0), (0, 0, 2)):
        summary = json.loads(
            said("import", copied, jsonl(tmp_path / "more.jsonl", more), "--json").out
        )
        assert (summary["new"], summary["changed"], summary["same"]) == expected
    assert said("check", copied).out.endswith("all is sound\n")


def test_every_table_is_made_again_by_somebody() -> None:
    assert {*READ, *MADE_BY, *CRAWL_TABLES, SITES} == set(TABLE_SCHEMAS)
