"""Rows of pages that are made again have the scores that a focused crawl gave them."""

import json
from pathlib import Path
from shutil import copytree, rmtree

import pyarrow.parquet as pq
import pytest
from tests.focused_collection import crawl, focused_collection
from tests.promises.test_damage_promises import said
from tests.two_topics import two_topics

from auslese.recipes.settings.settings_edit import write_setting
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

PAGES = 8  # of each of two crawls, so that there are two segments


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with two_topics() as web:
        collection = focused_collection(tmp_path_factory.mktemp("focus-again") / "c", web.url())
        crawl(collection, "links", PAGES)
        crawl(collection, "links", PAGES)
    return collection.path


def scores_of(folder: Path) -> list[tuple[str, float | None, str | None]]:
    with connect(Collection(folder)) as tables:
        query = "SELECT url, focus_score, focus_by FROM pages ORDER BY url"
        return tables.execute(query).fetchall()


def wipe(path: Path) -> None:
    """Leave nothing that can be read."""
    path.write_bytes(bytes(path.stat().st_size))


def spoil_addresses(path: Path) -> None:
    """Spoil one column alone."""
    group = pq.read_metadata(path).row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    (url,) = (each for each in columns if each.path_in_schema == "url")
    damaged = bytearray(path.read_bytes())
    damaged[url.data_page_offset + url.total_compressed_size // 2] ^= 4
    path.write_bytes(damaged)


@pytest.mark.parametrize("segments", ["000002", "00000?"])
def test_scores_are_made_again_by_the_model_that_made_them(
    crawled: Path, tmp_path: Path, segments: str
) -> None:
    folder = Path(copytree(crawled, tmp_path / "c"))
    before = scores_of(folder)
    assert all(by for _, _, by in before)
    if segments == "00000?":  # then no row says by what: the settings do
        write_setting(folder / "auslese.toml", "focus.mode", "links")
    for path in folder.glob(f"tables/pages/{segments}.parquet"):
        wipe(path)

    repaired = said("check", folder, "--repair", "--json")

    assert repaired.code == 0, repaired
    assert json.loads(repaired.out)["unscored"] == 0
    assert scores_of(folder) == [
        (url, pytest.approx(score, abs=1e-9) if score else None, by) for url, score, by in before
    ]


def test_scores_that_can_still_be_read_are_kept(crawled: Path, tmp_path: Path) -> None:
    folder = Path(copytree(crawled, tmp_path / "c"))
    before = scores_of(folder)
    rmtree(folder / "models/focus")
    spoil_addresses(folder / "tables/pages/000002.parquet")

    assert said("check", folder, "--repair").code == 0
    assert scores_of(folder) == before


def test_without_the_model_the_report_says_how_many_have_no_score(
    crawled: Path, tmp_path: Path
) -> None:
    folder = Path(copytree(crawled, tmp_path / "c"))
    rmtree(folder / "models/focus")
    second = folder / "tables/pages/000002.parquet"
    wipe(second)

    repaired = said("check", folder, "--repair")

    after = scores_of(folder)
    assert len(after) == 2 * PAGES
    unscored = sum(by is None for _, _, by in after)
    assert 0 < unscored <= PAGES + 1
    assert f"{unscored} pages rebuilt without focus_score" in repaired.out
