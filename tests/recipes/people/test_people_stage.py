"""Names on pages become persons, each with the page about them first."""

import os
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from tests.archived_collection import NOON
from tests.people_collection import (
    HOME,
    I_PAGE,
    NEWS,
    OTHER,
    PAPERS,
    ROOT,
    SITE,
    STAFF,
    add_texts,
    find_people,
    people_collection,
    why_stale,
)
from tests.reading_run import rows

from auslese.recipes.people.people_changes import forget, join, restore, split
from auslese.recipes.people.people_making import EVER, make_people
from auslese.recipes.settings.people_settings import PeopleSection
from auslese.records.people_edits import OptOutKind
from auslese.records.person import MarkedPerson
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.people_lookups import (
    KnownPerson,
    PeopleQuestion,
    hidden_people,
    pages_of_person,
    people_named,
)
from auslese.store.people_book import PeopleBook
from auslese.store.tables.segment_files import segment_path
from auslese.store.tables.sql_views import connect

NAMES = "SELECT name FROM people ORDER BY name"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = people_collection(tmp_path_factory.mktemp("people") / "c")
    find_people(made)
    return made.path


@pytest.fixture
def collection(template: Path, tmp_path: Path) -> Collection:
    return Collection(copytree(template, tmp_path / "c"))


def named(collection: Collection, name: str, site: str = SITE) -> list[KnownPerson]:
    with connect(collection) as tables:
        hidden = hidden_people(tables, PeopleBook(collection.path).opt_outs)
        return people_named(tables, PeopleQuestion(name, site), hidden)


def pages_of(collection: Collection, name: str) -> list[str]:
    (person,) = named(collection, name)
    with connect(collection) as tables:
        return [page.url for page in pages_of_person(tables, person.person)]


def names(collection: Collection, table: str = "people") -> list[str]:
    found = rows(collection, f"SELECT DISTINCT name FROM {table} WHERE name <> '' ORDER BY name")
    return [name for (name,) in found]


# -- what is found --------------------------------------------------------------------------------


def test_the_page_about_a_person_comes_first(collection: Collection) -> None:
    (hans,) = named(collection, "Hans Müller")

    assert (hans.name, hans.best_url, hans.is_home) == ("Hans Müller", HOME, True)
    assert hans.emails == ("hans.mueller@uni.example",)
    assert hans.titles.startswith("Prof.")
    assert set(pages_of(collection, "Hans Müller")) == {HOME, STAFF, NEWS, PAPERS}


def test_forms_of_one_name_are_one_person_and_sites_tell_people_apart(
    collection: Collection,
) -> None:
    assert {form.name for form in named(collection, "Hans Müller")[0].forms} == {
        "Hans Müller",
        "H. Müller",
    }
    assert [each.best_url for each in named(collection, "Hans Müller", "museum.example")] == [OTHER]


def test_a_page_without_the_name_is_found_by_links_that_have_it(collection: Collection) -> None:
    (peter,) = named(collection, "Peter Weber")

    assert peter.best_url == I_PAGE
    assert peter.is_home is False or peter.best_score > 0
    assert pages_of(collection, "Peter Weber") == [I_PAGE, STAFF]


def test_every_page_has_a_row_also_without_a_name(collection: Collection) -> None:
    assert rows(collection, "SELECT count(DISTINCT id) FROM mentions") == [(6,)]
    assert rows(collection, f"SELECT name FROM mentions WHERE url = '{I_PAGE}'") == [("",)]


def test_parts_of_a_score_sum_to_it_and_places_follow_it(collection: Collection) -> None:
    found = rows(
        collection,
        "SELECT person, place, score, list_sum(list_transform(evidence, lambda part: part.worth))"
        " FROM person_pages ORDER BY person, place",
    )

    assert all(score == pytest.approx(parts, abs=1e-6) for _, _, score, parts in found)
    for person in {row[0] for row in found}:
        scores = [row[2] for row in found if row[0] == person]
        assert scores == sorted(scores, reverse=True)
        assert [row[1] for row in found if row[0] == person] == list(range(1, len(scores) + 1))


def test_measures_by_counts_are_those_of_the_seed(collection: Collection) -> None:
    query = (
        "SELECT tf_idf, person_pages.count FROM person_pages JOIN people USING (person)"
        f" WHERE name = 'Anna Schmidt' AND url = '{STAFF}'"
    )

    ((worth, count),) = rows(collection, query)

    assert count == 1
    assert worth == pytest.approx(1.0)  # log2(6 pages / 3 with the name)


def test_a_page_that_was_searched_is_not_searched_again(collection: Collection) -> None:
    assert why_stale(collection) == []
    again = find_people(collection)

    assert (again.pages, again.people) == (0, 0)


def test_new_pages_alone_are_searched_and_persons_are_made_of_all(collection: Collection) -> None:
    add_texts(collection, {f"{ROOT}/new": ("Neu", "Neu ist hier auch Anna Schmidt.")})

    assert why_stale(collection) == ["1 text not searched for names yet, or by another finder"]
    assert find_people(collection).pages == 1
    assert f"{ROOT}/new" in pages_of(collection, "Anna Schmidt")


def test_another_finder_searches_all_pages(collection: Collection) -> None:
    assert why_stale(collection, finder="strict")
    assert find_people(collection, finder="strict").pages == 6


def test_one_word_without_a_title_is_nobody(collection: Collection) -> None:
    people: list[dict[str, Any]] = [{"name": "Gtk", "source": "author"}]
    marked = [MarkedPerson(**person)._asdict() for person in people]
    add_texts(collection, {f"{ROOT}/gtk": ("Gtk", "Gtk draws windows.")}, people=marked)
    find_people(collection)

    assert "Gtk" in names(collection, "mentions")
    assert "Gtk" not in names(collection)


def test_an_empty_collection_has_nobody(tmp_path: Path) -> None:
    empty = Collection.create(tmp_path / "empty")

    assert why_stale(empty) == []
    assert find_people(empty).people == 0


# -- stopped and killed ---------------------------------------------------------------------------


def test_whoever_stops_it_leaves_what_was_there(collection: Collection) -> None:
    before = rows(collection, "SELECT * FROM people ORDER BY person")

    stopped = find_people(collection, again=True, stopped=lambda: "stopped")

    assert stopped.ending == "stopped"
    assert rows(collection, "SELECT * FROM people ORDER BY person") == before


def test_a_kill_between_the_tables_is_made_good(collection: Collection) -> None:
    before = rows(collection, "SELECT * FROM people ORDER BY person")
    segment_path(collection.tables, "people", 1).unlink()

    assert why_stale(collection)
    find_people(collection)

    assert rows(collection, "SELECT * FROM people ORDER BY person") == before


class _KilledAt:
    """Nobody wants to stop it, but it is killed when that is asked for the n-th time."""

    def __init__(self, number: int) -> None:
        self._left = number

    def __call__(self) -> str:
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)
        return ""


@pytest.mark.slow
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    made = people_collection(tmp_path / "killed")
    for number in range(3):
        add_texts(made, {f"{ROOT}/more/{number}": ("Mehr", f"Hier ist Anna Schmidt {number}.")})
    child = os.fork()
    if not child:
        find_people(made, stopped=_KilledAt(2))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL

    find_people(made)

    assert rows(made, "SELECT count(*), count(DISTINCT id) FROM documents") == [(9, 9)]
    assert rows(made, "SELECT count(DISTINCT id) FROM mentions") == [(9,)]
    assert len(pages_of(made, "Anna Schmidt")) == 6


# -- what people say ------------------------------------------------------------------------------


def test_whoever_asks_is_hidden_at_once_and_leaves_the_tables_at_the_next_run(
    collection: Collection,
) -> None:
    forget(collection, OptOutKind.NAME, "Müller, Hans", "asked by mail")

    assert named(collection, "Hans Müller") == []
    assert "Hans Müller" in names(collection)

    assert why_stale(collection)
    assert find_people(collection).hidden == 2
    assert "Hans Müller" not in names(collection)
    assert not {"Hans Müller", "H. Müller"} & set(names(collection, "mentions"))
    assert why_stale(collection) == []


def test_a_kill_before_names_are_taken_out_is_made_good(collection: Collection) -> None:
    forget(collection, "name", "Hans Müller")
    make_people(collection, PeopleSection(), EVER, lambda done, of: None)

    assert "Hans Müller" in names(collection, "mentions")
    assert why_stale(collection)
    find_people(collection)
    assert "Hans Müller" not in names(collection, "mentions")
    assert why_stale(collection) == []


def test_a_name_that_links_alone_have_is_hidden_as_well(collection: Collection) -> None:
    forget(collection, "name", "Peter Weber")
    find_people(collection)

    assert rows(collection, f"SELECT 1 FROM person_pages WHERE url = '{I_PAGE}'") == []
    assert why_stale(collection) == []


def test_whoever_takes_the_wish_back_is_found_again(collection: Collection) -> None:
    before = rows(collection, "SELECT * FROM people ORDER BY person")
    wish = forget(collection, OptOutKind.NAME, "Hans Müller").wish
    find_people(collection)

    restore(collection, wish.number)
    find_people(collection)

    assert rows(collection, "SELECT * FROM people ORDER BY person") == before


def test_a_mail_address_hides_whoever_has_it_under_all_names(collection: Collection) -> None:
    done = forget(collection, "mail", "Hans.Mueller@uni.example")

    assert (done.people, done.wish.names) == (2, ("Hans Müller",))
    assert named(collection, "Müller") == []


def test_nobody_is_known_by_a_page_that_is_hidden(collection: Collection) -> None:
    forget(collection, "page", STAFF)

    assert named(collection, "Maria Fischer") == []  # who is named nowhere else
    find_people(collection)
    assert STAFF not in pages_of(collection, "Anna Schmidt")


def test_the_next_page_stands_for_a_person_whose_best_page_is_hidden(
    collection: Collection,
) -> None:
    forget(collection, "page", HOME)

    (hans,) = named(collection, "Hans Müller")

    assert hans.best_url != HOME


def test_nobody_of_a_hidden_site_is_shown(collection: Collection) -> None:
    assert forget(collection, "site", "www.uni.example").people > 2
    find_people(collection)

    assert rows(collection, "SELECT DISTINCT site FROM people") == [("museum.example",)]


def test_a_join_survives_another_run(collection: Collection) -> None:
    join(collection, ["Anna Schmidt", "Maria Fischer"])
    find_people(collection)
    find_people(collection, again=True)

    (anna,) = named(collection, "Anna Schmidt")
    assert anna.edited == "join"
    assert {"Anna Schmidt", "Maria Fischer"} <= {form.name for form in anna.forms}


def test_a_split_survives_another_run(collection: Collection) -> None:
    split(collection, "Hans Müller", [], [NEWS])
    find_people(collection)
    find_people(collection, again=True)

    found = named(collection, "Hans Müller")
    assert len(found) == 2
    assert {person.best_url for person in found} == {HOME, NEWS}
    assert len({person.person for person in found}) == 2


def test_a_join_that_is_taken_back_counts_no_more(collection: Collection) -> None:
    edit = join(collection, ["Anna Schmidt", "Maria Fischer"])
    find_people(collection)
    restore(collection, edit.number)
    find_people(collection)

    assert [each.edited for each in named(collection, "Anna Schmidt")] == [""]


# -- what is kept ---------------------------------------------------------------------------------


def test_names_of_pages_that_are_older_than_allowed_leave_the_tables(
    collection: Collection,
) -> None:
    days = (datetime.now(UTC) - NOON) / timedelta(days=1)
    fresh: dict[str, Any] = {"fetched_at": datetime.now(UTC).replace(microsecond=0)}
    add_texts(collection, {f"{ROOT}/new": ("Neu", "Neu ist auch Anna Schmidt.")}, **fresh)

    find_people(collection, keep_days=max(1, int(days) - 1))

    assert names(collection) == ["Anna Schmidt"]
    assert names(collection, "mentions") == ["Anna Schmidt"]
    assert why_stale(collection, keep_days=max(1, int(days) - 1)) == []


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        " ".join(["Hans"] * 200) + " Müller",
        "<b>Hans</b> <script>alert(1)</script> Müller",
        "\u202eHans Müller\u202c",
        "Ha\u0301ns Mu\u0308ller",
        "Hans Müller, " * 20_000,
        "\x00Hans Müller\ud800"[:-1],
    ],
    ids=["long", "markup", "rtl", "marks", "list", "control"],
)
def test_hostile_texts_are_taken(text: str, tmp_path: Path) -> None:
    made = Collection.create(tmp_path / "hostile")
    add_texts(made, {HOME: ("Titel", text)})

    assert find_people(made).is_finished
    assert rows(made, f"SELECT count(*) > 0 FROM mentions WHERE id = {key_of(Url(HOME))}") == [
        (True,)
    ]
