"""What stands beside the hits: key words, relatives, a better spelling, similar pages, hubs."""

import re
import shutil
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.archived_collection import NOON
from tests.linked_collection import Cite, add_cites, add_rows, page_row
from tests.running import run_python
from tests.stage_runs import make_graph, make_index
from tests.topic_collection import add_pages, add_topics, topic_collection, topic_text, topic_url

from auslese.analyse.language.recogniser import SHIPPED
from auslese.recipes.searching.index_stage import (
    IndexSummary,
    check_index,
)
from auslese.recipes.searching.searcher import Searcher
from auslese.records.answer import SearchQuery
from auslese.records.errors import NotFoundError
from auslese.records.query import QueryNote, QueryNoteReason
from auslese.records.url import Url, key_of
from auslese.search.index.index_generation import current_generation
from auslese.store.collection import Collection
from auslese.system.seals.damaged_file import DamagedFileError

PAGES = 12
LATER = timedelta(days=1)
HOSTILE = "<script>alert(1)</script>\u202e\x1b[31m"


def index(collection: Collection) -> IndexSummary:
    return make_index(collection)


def cites() -> list[Cite]:
    """Two lists call the pages about bees "Imkerei"; others call these lists "Landleben"."""
    lists = [topic_url("organ", number) for number in (0, 1)]
    bees = [topic_url("bees", number) for number in range(4)]
    named = [Cite(source, bee, "Imkerei") for source in lists for bee in bees]
    above = [Cite(topic_url("wine", 0), each, "Landleben") for each in lists]
    return [*named, *above, Cite(lists[0], bees[0], HOSTILE)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    collection = topic_collection(tmp_path_factory.mktemp("beside") / "c", PAGES)
    add_cites(collection, cites())
    make_graph(collection)
    index(collection)
    return collection


@pytest.fixture
def copied(made: Collection, tmp_path: Path) -> Collection:
    shutil.copytree(made.path, tmp_path / "c")
    return Collection.open(tmp_path / "c")


def words_for(collection: Collection, text: str) -> set[str]:
    return {each.word for each in Searcher(collection).answer(SearchQuery(text)).words}


# -- an answer ------------------------------------------------------------------------------------


def test_the_key_words_of_an_answer_are_of_its_topic_and_not_of_the_question(
    made: Collection,
) -> None:
    words = words_for(made, "Gletscher")

    assert words & {"Moräne", "Firn", "Schmelze", "Bohrkern"}
    assert not words & {"Gletscher", "Riesling", "honey", "und", "the"}


def test_relatives_are_the_names_of_the_hits_and_of_the_pages_that_cite_them(
    made: Collection,
) -> None:
    related = {each.name: each for each in Searcher(made).answer(SearchQuery("honey")).related}

    assert {"Imkerei", "Landleben"} <= set(related)
    assert related["Imkerei"].score > related["Landleben"].score
    assert set(related["Imkerei"].urls) <= {topic_url("bees", number) for number in range(4)}


def test_a_name_that_was_asked_for_is_no_relative(made: Collection) -> None:
    related = Searcher(made).answer(SearchQuery("imkerei honey")).related

    assert related
    assert "Imkerei" not in {each.name for each in related}


def test_a_hostile_name_names_nothing_and_breaks_nothing(made: Collection) -> None:
    answer = Searcher(made).answer(SearchQuery("honey", most=30)).as_json()

    assert answer["related"]
    assert not any("<script>" in each["name"] for each in answer["related"])


def test_a_word_that_nobody_has_brings_a_better_spelling(made: Collection) -> None:
    searcher = Searcher(made)

    assert searcher.answer(SearchQuery("Gletcsher")).suggestion.lower() == "gletscher"
    assert searcher.answer(SearchQuery("Gletscher")).suggestion == ""


def test_who_wants_nothing_beside_gets_nothing_beside(made: Collection) -> None:
    answer = Searcher(made).answer(SearchQuery("honey", beside=False))

    assert (answer.words, answer.related, answer.suggestion) == ((), (), "")


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=40))
def test_every_text_is_answered_with_what_stands_beside(made: Collection, text: str) -> None:
    answer = Searcher(made).answer(SearchQuery(text))

    assert all(each.word and each.hits > 0 for each in answer.words)
    assert all(each.name and each.urls for each in answer.related)


def test_without_a_link_graph_there_are_key_words_and_no_relatives(tmp_path: Path) -> None:
    collection = topic_collection(tmp_path / "c", PAGES)
    index(collection)
    searcher = Searcher(collection)

    answer = searcher.answer(SearchQuery("honey"))

    assert answer.words
    assert answer.related == ()
    with pytest.raises(NotFoundError):
        searcher.hubs(SearchQuery("honey"), 5)


def test_a_graph_that_is_made_while_questions_are_asked_is_noticed(tmp_path: Path) -> None:
    collection = topic_collection(tmp_path / "c", PAGES)
    index(collection)
    searcher = Searcher(collection)
    assert searcher.answer(SearchQuery("honey")).related == ()

    add_cites(collection, cites())
    make_graph(collection)

    assert "Imkerei" in {each.name for each in searcher.answer(SearchQuery("honey")).related}


# -- similar pages and hubs -----------------------------------------------------------------------


def test_similar_pages_come_with_their_grounds(made: Collection) -> None:
    found = Searcher(made).similar(key_of(Url(topic_url("bees", 0))), 10)

    assert {each.url.split(".")[0] for each in found} == {"http://bees"}
    cited = next(each for each in found if each.url == topic_url("bees", 1))
    assert (cited.together, cited.by_links > 0, cited.by_words > 0) == (2, True, True)
    assert cited.words
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


def test_a_page_that_nobody_knows_has_no_similar_ones(made: Collection) -> None:
    assert Searcher(made).similar(12345, 5) == []


def test_hubs_and_authorities_of_a_question_come_with_titles(tmp_path: Path) -> None:
    collection = topic_collection(tmp_path / "c", PAGES)
    hubs = [f"http://hub.example/{number}" for number in (0, 1)]
    add_pages(collection, [(hub, topic_text("bees", at + 50), "en") for at, hub in enumerate(hubs)])
    bees = [topic_url("bees", number) for number in range(4)]
    add_cites(collection, [Cite(hub, bee, "Imkerei") for hub in hubs for bee in bees])
    make_graph(collection)
    index(collection)

    found = Searcher(collection).hubs(SearchQuery("honey"), 5)

    assert {page["url"] for page in found["hubs"]} == set(hubs)
    best = found["authorities"][0]
    assert best["title"].startswith("About http://bees.example/")
    assert (best["description"], best["inlinks"], best["linking_hosts"]) == ("Imkerei", 2, 1)
    assert set(best["linked_by"]) == set(hubs)


# -- an index that changes ------------------------------------------------------------------------


def test_key_words_follow_pages_that_come_change_and_go(copied: Collection) -> None:
    searcher = Searcher(copied)
    searcher.answer(SearchQuery("honey"))
    told = f"{'Zeppelin Luftschiff Hangar ' * 3} honey"
    new = [(f"http://new.example/{n}", told, "de") for n in range(4)]
    changed = [(topic_url("bees", n), told, "de") for n in range(4)]
    gone = [topic_url("glacier", n) for n in range(PAGES)]

    add_pages(copied, new + changed, LATER)
    moment = {"fetched_at": NOON + LATER, "gone_at": NOON + LATER}
    add_rows(copied, "pages", [page_row(url) | moment for url in gone])
    summary = index(copied)

    assert (summary.added, summary.changed, summary.removed) == (4, 4, PAGES)
    assert {"Zeppelin", "Hangar"} <= {
        each.word for each in searcher.answer(SearchQuery("luftschiff")).words
    }
    assert searcher.answer(SearchQuery("Moräne")).total == 0
    assert check_index(copied) == []


def test_an_index_that_does_not_change_keeps_its_arrays(copied: Collection) -> None:
    before = current_generation(copied.index)

    summary = index(copied)

    after = current_generation(copied.index)
    assert before is not None
    assert after is not None
    assert summary.added + summary.changed + summary.removed == 0
    assert (after.note["keys"], after.note["spelling"]) == (
        before.note["keys"],
        before.note["spelling"],
    )


def test_spelling_is_learnt_again_when_many_pages_have_changed(copied: Collection) -> None:
    add_pages(copied, [("http://new.example/1", "einzelnes", "de")], LATER)
    index(copied)
    few = current_generation(copied.index)
    told = [(f"http://new.example/{n}", "Zeppelin am Himmel", "de") for n in range(9)]
    add_pages(copied, told, 2 * LATER)
    index(copied)
    many = current_generation(copied.index)

    assert few is not None
    assert many is not None
    assert (few.note["spelling"], few.note["unlearnt"]) == ("spelling-000001", 1)
    assert many.note["unlearnt"] == 0
    assert Searcher(copied).answer(SearchQuery("Zepelin")).suggestion.lower() == "zeppelin"


def test_damaged_arrays_are_told_and_made_anew(copied: Collection) -> None:
    there = current_generation(copied.index)
    assert there is not None
    (rows,) = there.folder.glob("keys-*/rows.npy")
    rows.write_bytes(rows.read_bytes()[:-7])

    problems = check_index(copied)
    with pytest.raises(DamagedFileError, match=re.escape(str(rows))):
        Searcher(copied).answer(SearchQuery("honey"))
    index(copied)

    assert "damaged" in problems[0]
    assert check_index(copied) == []
    assert words_for(copied, "honey")


@pytest.mark.parametrize("array", ["rows", "terms", "counts", "letters", "starts", "ids"])
def test_a_question_is_refused_rather_than_answered_from_damaged_arrays(
    copied: Collection, array: str
) -> None:
    there = current_generation(copied.index)
    assert there is not None
    (file,) = there.folder.glob(f"keys-*/{array}.npy")
    whole = np.load(file)
    np.save(file, np.full_like(whole, 77))

    with pytest.raises(DamagedFileError, match=re.escape(str(file))):
        Searcher(copied).answer(SearchQuery("honey"))

    assert check_index(copied) != []


DYING = """
import os, shutil, sys
from pathlib import Path
from auslese.recipes.searching.index_shards import term_maker
from auslese.recipes.searching.index_stage import IndexStage
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.store.collection import Collection

source, aside = Path(sys.argv[1]), Path(sys.argv[2])
term_maker()
sync = os.fsync

def run(place, number):
    calls = []
    def dying(file):
        calls.append(file)
        if len(calls) == number:
            os.kill(os.getpid(), 9)
        sync(file)
    os.fsync = dying
    run_stage(IndexStage(), Collection.open(place), StageOptions())
    os._exit(0)

for number in range(1, 200):
    place = aside / str(number)
    shutil.copytree(source, place)
    child = os.fork()
    if not child:
        try:
            run(place, number)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
sys.exit(2)
"""


@pytest.mark.slow
def test_whoever_is_killed_while_indexing_leaves_an_index_that_answers_and_goes_on(
    copied: Collection, tmp_path: Path
) -> None:
    add_topics(copied, range(PAGES, PAGES + 3), LATER)

    done = run_python(DYING, copied.path, tmp_path / "killed")

    assert done.returncode == 0
    places = sorted((tmp_path / "killed").iterdir(), key=lambda place: int(place.name))
    assert len(places) > 10
    for place in places:
        collection = Collection.open(place)
        assert words_for(collection, "honey")
        index(collection)
        there = current_generation(collection.index)
        assert there is not None
        assert check_index(collection) == []
        folders = sorted(each.name for each in there.folder.iterdir() if each.is_dir())
        assert folders == [there.note["keys"], there.note["spelling"]]
        ids = np.load(there.folder / there.note["keys"] / "ids.npy")
        assert len(ids) == 4 * (PAGES + 3) == there.note["pages"]


def test_what_nobody_has_is_answered_as_it_was_probably_meant(made: Collection) -> None:
    searcher = Searcher(made)
    right, wrong = (searcher.answer(SearchQuery(each)) for each in ("Gletscher", "Gletcsher"))

    assert [hit.url for hit in wrong.hits] == [hit.url for hit in right.hits] != []
    assert (wrong.understood.lower(), wrong.suggestion.lower()) == ("gletscher", "gletscher")
    assert wrong.notes == (QueryNote(QueryNoteReason.CORRECTED, "Gletcsher"),)


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the shipped model is not there")
def test_a_usual_word_that_no_page_has_is_no_error_and_is_named(made: Collection) -> None:
    answer = Searcher(made).answer(SearchQuery("heart"))

    assert (answer.total, answer.suggestion) == (0, "")
    assert answer.notes == (QueryNote(QueryNoteReason.NOT_FOUND, "heart"),)
