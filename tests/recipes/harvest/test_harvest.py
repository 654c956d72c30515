"""Pictures of a small web are fetched politely, measured and recorded with all around them."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.picture_web import PICTURES, PictureWeb, crawled_pictures, serving_pictures, settings_for
from tests.reading_run import rows

from auslese.analyse.focus.focus_model import FocusModel, train_focus
from auslese.extract.pictures.picture_look import PictureBounds
from auslese.recipes.harvest.harvest_run import HarvestContext, HarvestSummary, run_harvest
from auslese.recipes.harvest.look_shards import (
    LOOK_SHARDS,
    LookJob,
    LookTask,
    answers_in,
    pack,
    tasks_in,
)
from auslese.recipes.harvest.picture_files import file_of
from auslese.recipes.harvest.text_scores import TextScorer
from auslese.recipes.stages.stage import StageOptions
from auslese.store.collection import Collection
from auslese.store.lookups.picture_lookups import harvest_records
from auslese.store.tables.sql_views import connect
from auslese.system.process_pool import forked_pool

GOOD = ("A healthy kitten plays with other cats all day.", "Is the kitten a healthy cat?")
PLAIN = ("The dog goes out with a printed page of the web.", "Other words about dogs and cars.")


@cache
def model() -> FocusModel:
    """A small model of kittens."""
    return train_focus(GOOD, PLAIN)


class Harvested:
    """A collection after its first harvest, and the web it came from."""

    def __init__(self, collection: Collection, web: PictureWeb, summary: HarvestSummary) -> None:
        self.collection, self.web, self.summary = collection, web, summary

    def outcomes(self) -> dict[str, str]:
        """The outcome of each picture on the first page, by its alt text or title."""
        query = "SELECT coalesce(nullif(alt, ''), title), outcome FROM harvest ORDER BY number"
        return dict(rows(self.collection, query))

    def record(self, alt: str) -> dict[str, Any]:
        """The record of a kept picture."""
        with connect(self.collection) as tables:
            return next(
                each for each in harvest_records(tables) if alt in (each["alt"], each["title"])
            )


def harvest(collection: Collection, **given: object) -> HarvestSummary:
    """Harvest with the stand-in for a model."""
    options = StageOptions(settings_for(collection, **given), workers=1)
    return run_harvest(collection, options, HarvestContext(TextScorer(model(), "kittens")))


@pytest.fixture(scope="module")
def harvested(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harvested]:
    with serving_pictures() as web:
        collection = crawled_pictures(tmp_path_factory.mktemp("harvest") / "c", web)
        web.asked.clear()
        summary = harvest(collection)
        yield Harvested(collection, web, summary)


def test_every_picture_has_a_typed_outcome_and_none_stops_the_others(harvested: Harvested) -> None:
    assert harvested.outcomes() == {
        "Is the kitten healthy?": "kept",
        "The same kitten": "kept",
        "printed": "kept",
        "of the web": "kept",
        "lies about its type": "kept",
        "a page": "not_picture",
        "small": "too_small",
        "small as stated": "stated_small",
        "bomb": "too_large",
        "it moves": "animated",
        "cut off": "broken",
        "a drawing": "type",
        "reserved by its header": "optout",
        "secret": "robots",
        "gone": "http_404",
        "moved": "kept",
        "in a private network": "address",
        "The kitten once more": "kept",
        "do not take it": "optout",
    }
    assert (harvested.summary.kept, harvested.summary.unread) == (7, 0)


def test_what_is_not_wanted_is_not_asked_for(harvested: Harvested) -> None:
    asked = harvested.web.asked

    assert "/private/secret.jpg" not in asked
    assert "/img/unseen.jpg" not in asked  # its page says noai
    assert "/img/unnamed.jpg" not in asked  # it has neither alt text nor title
    assert asked.count("/img/healthy-kitten-2.jpg") == 1
    assert asked[0] == "/robots.txt"


def test_the_same_picture_on_another_page_adds_a_record(harvested: Harvested) -> None:
    found = rows(
        harvested.collection,
        "SELECT page_url, alt FROM harvest WHERE url LIKE '%kitten-2.jpg' ORDER BY number",
    )

    assert found == [
        (harvested.web.url("/"), "Is the kitten healthy?"),
        (harvested.web.url("/second"), "The kitten once more"),
    ]


def test_a_record_has_all_that_stands_around_the_picture(harvested: Harvested) -> None:
    record = harvested.record("Is the kitten healthy?")

    assert (record["width"], record["height"], record["media_type"]) == (640, 480, "image/jpeg")
    assert record["guess"] == "a localhost img healthy kitten"
    attributes = {each["name"]: each["value"] for each in record["attributes"]}
    assert attributes == {
        "class": "wide", "style": "border: 0", "data-id": "77", "width": "640", "height": "480",
    }  # fmt: skip
    assert record["parents"][0] == {
        "text": "Checklist of a healthy kitten. CC BY", "length": 36, "distance": 0.0,
    }  # fmt: skip
    assert record["parents"][1]["text"].startswith("Everything about cats")
    assert [each["distance"] for each in record["parents"]][:3] == [0.0, 500.0, 1000.0]
    assert record["siblings"][0]["text"] == "Checklist of a healthy kitten. CC BY"
    assert record["licences"][0] == "https://creativecommons.org/licenses/by/4.0/"


def test_texts_are_scored_title_and_surroundings_too(harvested: Harvested) -> None:
    record, copy = harvested.record("Is the kitten healthy?"), harvested.record("The same kitten")
    score = record["alt_score"]
    (perplexity,) = model().language_model.perplexities([record["alt"]], fragments=True)

    assert score["length"] == 22
    assert score["perplexity"] == pytest.approx(perplexity)
    assert score["keyword"] == pytest.approx(model().keywords.score(record["alt"]))
    assert score["keyword"] > 0
    expected = perplexity * (1 - 3 * score["keyword"])
    assert score["weighted"] == pytest.approx(expected if expected >= 0 else 1.0)
    assert record["title_score"] is None
    assert copy["title_score"]["keyword"] > 0
    assert copy["alt_score"] is None
    for name in ("parent", "sibling"):
        assert len(record[f"{name}_scores"]) == len(record[f"{name}s"])
    assert record["model"] == "kittens"


def test_a_type_is_told_by_the_first_bytes_and_colours_are_noted(harvested: Harvested) -> None:
    assert harvested.record("lies about its type")["media_type"] == "image/jpeg"
    assert harvested.record("of the web")["media_type"] == "image/webp"
    found = rows(
        harvested.collection,
        "SELECT declared_type, mode FROM pictures WHERE url LIKE '%lies%' OR url LIKE '%cmyk%'"
        " ORDER BY url",
    )
    assert found == [("image/jpeg", "CMYK"), ("image/png", "RGB")]


def test_pictures_that_look_alike_are_known_and_licences_of_json_kept(harvested: Harvested) -> None:
    first, copy = harvested.record("Is the kitten healthy?"), harvested.record("The same kitten")

    assert copy["looks_like"] == first["image"] == first["looks_like"]
    assert harvested.record("printed")["looks_like"] == harvested.record("printed")["image"]
    assert harvested.record("printed")["licences"] == [
        "https://creativecommons.org/publicdomain/zero/1.0/",
        "https://creativecommons.org/licenses/by/4.0/",
    ]


def test_files_come_out_of_the_archive_as_they_came(harvested: Harvested) -> None:
    _, body = PICTURES["/img/cmyk.jpg"][:2]

    assert file_of(harvested.collection, harvested.record("printed")) == body
    behind_redirect = harvested.record("moved")
    assert behind_redirect["digest"] == harvested.record("Is the kitten healthy?")["digest"]


def test_another_harvest_asks_nobody_and_other_bounds_look_again(harvested: Harvested) -> None:
    before = len(harvested.web.asked)

    again = harvest(harvested.collection)
    assert len(harvested.web.asked) == before
    assert (again.fetched, again.looked_at, again.kept) == (0, 0, harvested.summary.kept)

    other = harvest(harvested.collection, **{"harvest.animated": "true"})
    assert other.looked_at == harvested.summary.looked_at
    assert other.kept == harvested.summary.kept + 1
    assert harvest(harvested.collection).kept == harvested.summary.kept


def test_without_a_model_all_is_recorded_but_the_scores(harvested: Harvested) -> None:
    collection = harvested.collection
    options = StageOptions(settings_for(collection), workers=1)

    summary = run_harvest(collection, options, HarvestContext(TextScorer(), fetch=False))

    assert summary.kept == harvested.summary.kept
    assert not summary.is_scored
    scored = rows(collection, "SELECT count(alt_score), count(parent_scores) FROM harvest")
    assert scored == [(0, 0)]
    harvest(collection)


def test_a_collection_without_pictures_is_told_so(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    options = StageOptions(settings_for(collection), workers=1)

    summary = run_harvest(collection, options, HarvestContext(TextScorer(), fetch=False))

    assert (summary.records, summary.ending) == (0, "finished")


def _look_or_die(job: LookJob, batch: bytes) -> bytes:
    """Look at a batch, unless it has the file that kills its decoder."""
    if any(task.offset == 0 for task in tasks_in(batch)):
        os.kill(os.getpid(), signal.SIGKILL)
    return LOOK_SHARDS.work(job, batch)


def test_a_file_that_kills_its_decoder_costs_itself_alone(harvested: Harvested) -> None:
    record = harvested.record("printed")
    good = LookTask(record["segment"], record["record_offset"], record["record_length"])
    deadly = good._replace(offset=0)
    job = LookJob(str(harvested.collection.path / record["archive"]), PictureBounds())
    with forked_pool(replace(LOOK_SHARDS, work=_look_or_die), job, 1) as pool:
        (answer,) = pool.answers([pack([good, deadly, good])])

    assert [each.look.problem for each in answers_in(answer)] == ["", "crashed", ""]
