"""Every page is in one group of copies, whatever happens meanwhile."""

from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.analyse.duplicates.plain import plain_similarity
from tests.archived_collection import EMPTY, NOON, Fetched, add_pages, archived_collection
from tests.duplicate_run import (
    Written,
    changed,
    chunked,
    files_of,
    find,
    firsts,
    page,
    prose,
    table,
    table_at_once,
    web,
    write_down,
    written_collection,
)
from tests.linked_collection import Cite, add_cites
from tests.reading_run import read, rows

from auslese.analyse.duplicates.sketch_index import SketchIndex, SketchIndexPlan
from auslese.recipes.duplicates import duplicate_stage as duplicates
from auslese.recipes.duplicates.copy_report import duplicate_counts
from auslese.recipes.duplicates.stale_copies import stale_words
from auslese.recipes.settings.analysis_settings import DuplicatesSection
from auslese.records.url import Url, host_of, key_of
from auslese.store.collection import Collection
from auslese.store.sketch_folder import SketchFolder
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import connect

pytestmark = pytest.mark.slow

A, B, C, D = (f"http://{name}.example/page" for name in "abcd")
FIRST, SECOND = prose(1), prose(2)


def collection_of(path: Path, *pages: Fetched) -> Collection:
    collection = archived_collection(path, pages)
    read(collection)
    return collection


def counts_of(collection: Collection) -> dict[str, Any]:
    with connect(collection) as tables:
        return duplicate_counts(collection, tables)


def set_gone(collection: Collection, url: str) -> None:
    """Note that a visit an hour later found nothing."""
    empty = {field.name: EMPTY.get(str(field.type), 0) for field in TABLES["outcomes"].schema}
    known = {"id": key_of(Url(url)), "url": url, "host": host_of(Url(url)), "kind": "failed"}
    ended = {"reason": "status", "status": 404, "ended_at": NOON + timedelta(hours=1)}
    row = empty | known | ended
    columns = {name: [value] for name, value in row.items()}
    number = max(numbers_of(collection.tables, "outcomes"), default=0) + 1
    write_segment(collection.tables, "outcomes", number, [to_ipc("outcomes", columns)])


# -- groups ---------------------------------------------------------------------------------------


def test_every_page_has_a_row_that_says_whose_copy_it_is(tmp_path: Path) -> None:
    collection = collection_of(
        tmp_path / "c",
        page(A, FIRST),
        page(f"{B}/long", FIRST),
        page(f"{C}/longer", changed(FIRST, 4)),
        page(D, SECOND),
    )

    summary = find(collection)

    texts = dict(rows(collection, "SELECT url, text FROM documents"))
    similarity = round(plain_similarity(texts[A], texts[f"{C}/longer"], 5), 4)
    assert 0.8 < similarity < 1.0
    assert table(collection) == {
        A: ("first", A, 3, 1.0, "shortest"),
        f"{B}/long": ("exact", A, 3, 1.0, "shortest"),
        f"{C}/longer": ("near", A, 3, similarity, "shortest"),
        D: ("alone", D, 1, 1.0, ""),
    }
    counted = (summary.pages, summary.groups, summary.exact, summary.near, summary.alone)
    assert counted == (4, 1, 1, 1, 1)
    assert (summary.sketched, summary.ending, summary.renewed) == (4, "finished", True)


def test_a_copy_that_the_crawl_found_is_in_the_group_without_a_document(tmp_path: Path) -> None:
    short = "http://d.example/"
    collection = collection_of(
        tmp_path / "c", page(A, FIRST), page(A, FIRST)._replace(url=short, copy_of=A)
    )

    find(collection)

    assert rows(collection, "SELECT url FROM documents") == [(A,)]
    assert table(collection) == {
        A: ("exact", short, 2, 1.0, "shortest"),
        short: ("first", short, 2, 1.0, "shortest"),
    }
    ((prints,),) = rows(collection, "SELECT count(DISTINCT fingerprint) FROM duplicates")
    assert prints == 1


def test_copies_of_what_nobody_can_read_are_copies(tmp_path: Path) -> None:
    packed = b"PK\x03\x04" + bytes(range(256))
    collection = collection_of(
        tmp_path / "c",
        Fetched(A, packed, "application/zip"),
        Fetched(B, packed, "application/zip", copy_of=A),
        Fetched(C, packed[::-1], "application/zip"),
    )

    find(collection)

    assert [row[0] for row in table(collection).values()] == ["first", "exact", "alone"]
    assert rows(collection, "SELECT DISTINCT fingerprint, shingles FROM duplicates") == [("", 0)]


def test_pages_without_main_text_are_copies_only_if_all_that_is_seen_is_the_same(
    tmp_path: Path,
) -> None:
    menu = "\n".join(FIRST.split()[:60])
    pages = [
        Written(A, "", menu),
        Written(B, "", menu.replace("\n", " ")),
        Written(C, "", menu[5:]),
    ]
    titled = Written(D, "", menu, title="Another")
    main = Written("http://e.example/", menu)
    collection = written_collection(tmp_path / "c", [[*pages, titled, main]])

    find(collection)

    relations = {url: row[0] for url, row in table(collection).items()}
    assert sorted([relations.pop(A), relations.pop(B)]) == ["exact", "first"]
    assert set(relations.values()) == {"alone"}


def test_empty_one_word_huge_and_binary_pages_are_taken_as_they_are(tmp_path: Path) -> None:
    huge = " ".join(f"w{number}" for number in range(70_000))
    bodies = {
        "empty": b"",
        "blank": b"<title></title><p> </p>",
        "word": b"<title>a</title><p>Hello</p>",
        "word2": b"<title>a</title><p>Hello</p><!-- same -->",
        "huge": f"<title>h</title><p>{huge}</p>".encode(),
        "huge2": f"<title>i</title><p>{huge} and a little more than that</p>".encode(),
        "signs": b"<title></title><p>!!! ??? ...</p>",
        "binary": bytes(range(256)) * 40,
        "surrogate": b"<p>half \\ud800 a letter &#xD800; and</p>",
    }
    collection = collection_of(
        tmp_path / "c",
        *(Fetched(f"http://a.example/{name}", body) for name, body in bodies.items()),
    )

    summary = find(collection)

    found = {url.rpartition("/")[2]: row[:2] for url, row in table(collection).items()}
    assert summary.pages == len(bodies)
    assert found["word2"] == ("exact", "http://a.example/word")
    assert found["huge2"] == ("near", "http://a.example/huge")
    assert {found[name][0] for name in ("empty", "blank", "signs", "binary")} == {"alone"}


def test_only_white_space_does_not_make_another_text(tmp_path: Path) -> None:
    spread = page(B, FIRST.replace(" ", " \n  "))
    capitals = page(f"{C}/longer", FIRST.upper())
    collection = collection_of(tmp_path / "c", page(A, FIRST), spread, capitals)

    find(collection)

    told = table(collection)
    assert {told[A][0], told[B][0]} == {"first", "exact"}
    assert told[f"{C}/longer"][::3] == ("near", 1.0)


# -- who is first ---------------------------------------------------------------------------------


def test_the_page_that_its_copies_name_as_canonical_stands_for_them(tmp_path: Path) -> None:
    original = "http://original.example/a/long/way/down"
    collection = collection_of(
        tmp_path / "c", page(A, changed(FIRST, 3), canonical=original), page(original, FIRST)
    )

    find(collection)

    assert table(collection)[A][:2] == ("near", original)
    assert table(collection)[original][4] == "canonical"


def test_a_page_that_is_gone_does_not_stand_for_one_that_is_there(tmp_path: Path) -> None:
    longer = f"{B}/longer"
    collection = collection_of(tmp_path / "c", page(A, FIRST), page(longer, FIRST))
    find(collection)
    before = firsts(collection)

    set_gone(collection, A)
    summary = find(collection)

    assert before == {A: A, longer: A}
    assert firsts(collection) == {A: longer, longer: longer}
    assert table(collection)[A][4] == "present"
    assert (summary.renewed, summary.sketched) == (True, 0)


# -- once, and anew -------------------------------------------------------------------------------


def test_the_page_that_more_other_sites_link_to_stands_for_its_copies(tmp_path: Path) -> None:
    known, citing, other = f"{B}/known/by/many", "http://x.example/", "http://y.example/"
    own = [f"http://a.example/menu{number}" for number in range(3)]
    others = [page(url, prose(50 + at)) for at, url in enumerate([citing, other, *own])]
    collection = collection_of(tmp_path / "c", page(A, FIRST), page(known, FIRST), *others)
    find(collection)
    before = firsts(collection)[known]

    # However many pages of its own site link to it, one other site says more. A link that its page
    # does not vouch for, and a relation of machines are no voices; two links of a site are one.
    add_cites(collection, [Cite(url, A) for url in own])
    add_cites(collection, [Cite(other, A, rel="ugc nofollow"), Cite(other, A, rel="canonical")])
    add_cites(collection, [Cite(citing, known), Cite(citing, known, "again"), Cite(citing, known)])
    summary = find(collection)

    assert (before, summary.renewed) == (A, True)
    assert firsts(collection)[A] == known
    assert table(collection)[known][4] == "linked"


def test_the_page_of_a_site_that_its_own_pages_link_to_stands_before_a_shorter_url(
    tmp_path: Path,
) -> None:
    linked, short = "http://a.example/guide/start.html", "http://a.example/s"
    own = [f"http://a.example/menu{number}" for number in range(3)]
    others = [page(url, prose(60 + at)) for at, url in enumerate(own)]
    collection = collection_of(tmp_path / "c", page(short, FIRST), page(linked, FIRST), *others)
    add_cites(collection, [Cite(own[0], short), *(Cite(url, linked) for url in own)])

    find(collection)

    assert firsts(collection)[short] == linked
    assert table(collection)[linked][4] == "linked"


def test_a_page_that_is_gone_vouches_for_none(tmp_path: Path) -> None:
    known, citing = f"{B}/known/by/many", "http://x.example/"
    pages = page(A, FIRST), page(known, FIRST), page(citing, prose(50))
    collection = collection_of(tmp_path / "c", *pages)
    add_cites(collection, [Cite(citing, known)])
    find(collection)
    before = firsts(collection)[A]

    set_gone(collection, citing)
    find(collection)

    assert (before, firsts(collection)[A]) == (known, A)


def test_what_is_up_to_date_is_left_alone(tmp_path: Path) -> None:
    collection = written_collection(tmp_path / "c", [web(12)])
    find(collection)
    before = {path: path.stat().st_mtime_ns for path in files_of(collection)}

    summary = find(collection)

    assert (summary.renewed, summary.sketched, summary.pages) == (False, 0, 14)
    assert {path: path.stat().st_mtime_ns for path in files_of(collection)} == before
    assert stale_words(collection, DuplicatesSection()) == []


def test_page_after_page_gives_the_same_groups_as_all_at_once(tmp_path: Path) -> None:
    pages = web(40)
    collection = Collection.create(tmp_path / "c")
    sketched = []

    for chunk in chunked(pages, 9):
        write_down(collection, chunk)
        sketched.append(find(collection).sketched)

    assert sum(sketched) == 40
    assert all(0 < number <= 9 for number in sketched)
    assert table(collection) == table_at_once(tmp_path, pages)
    assert len(set(firsts(collection).values())) < 20


@given(st.lists(st.integers(0, 15), min_size=1, max_size=12), st.integers(1, 5))
@settings(max_examples=6, deadline=None)
def test_the_order_in_which_pages_come_does_not_count(numbers: list[int], size: int) -> None:
    pages = [Written(f"http://a.example/{at}", "") for at in range(len(numbers))]
    texts = [changed(prose(number // 4), 1 + number % 4, number) for number in numbers]
    pages = [page._replace(text=text) for page, text in zip(pages, texts, strict=True)]

    with TemporaryDirectory() as name:
        one = written_collection(Path(name) / "one", chunked(pages, size))
        other = written_collection(Path(name) / "other", chunked(pages[::-1], size))
        find(one)
        find(other)
        assert table(one) == table(other)


def test_a_page_that_changed_leaves_its_group(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", page(A, FIRST), page(B, FIRST), page(C, SECOND))
    find(collection)
    before = firsts(collection)

    add_pages(collection, [page(A, changed(SECOND, 2), after=timedelta(hours=1))])
    read(collection)
    summary = find(collection)

    assert before[A] == before[B] != before[C]
    after = firsts(collection)
    assert after[A] == after[C] != after[B]
    assert summary.sketched == 1


def test_a_copy_is_not_left_out_for_a_first_page_that_says_something_else_now(
    tmp_path: Path,
) -> None:
    pages = [page(A, FIRST), page(f"{B}/longer", FIRST, title=A)]
    collection = collection_of(tmp_path / "c", *pages)
    find(collection)
    before = rows(collection, "SELECT url FROM firsts")

    add_pages(collection, [page(A, SECOND, after=timedelta(hours=1))])
    read(collection)

    assert before == [(A,)]
    texts = rows(collection, "SELECT text FROM first_documents ORDER BY text")
    assert texts == sorted([(FIRST,), (SECOND,)])


def test_a_copy_that_nobody_read_is_none_of_what_its_original_says_now(tmp_path: Path) -> None:
    collection = collection_of(
        tmp_path / "c", page(A, FIRST), page(A, FIRST)._replace(url=B, copy_of=A)
    )

    add_pages(collection, [page(A, SECOND, after=timedelta(hours=1))])
    find(collection)

    assert firsts(collection) == {A: A, B: B}


def test_documents_that_were_read_anew_are_looked_through_anew(tmp_path: Path) -> None:
    pages = [page(each.url, each.text) for each in web(12) if not each.copy_of]
    collection = collection_of(tmp_path / "c", *pages)
    find(collection)
    before = table(collection)
    read(collection, again=True)

    assert stale_words(collection, DuplicatesSection()) == [
        "12 texts not compared with the others yet"
    ]
    assert find(collection).sketched == 12
    assert table(collection) == before
    names = {path.name for path in (collection.path / "sketches" / "imprints").iterdir()}
    assert names == {f"{number:06}" for number in numbers_of(collection.tables, "documents")}


def test_other_settings_make_the_groups_anew(tmp_path: Path) -> None:
    collection = collection_of(tmp_path / "c", page(A, FIRST), page(B, changed(FIRST, 30)))
    find(collection)
    strict = firsts(collection)
    loose = DuplicatesSection(threshold=0.4)

    assert (
        stale_words(collection, loose)[0] == "the settings of [duplicates] are others than before"
    )
    summary = find(collection, loose)

    assert strict == {A: A, B: B}
    assert len(set(firsts(collection).values())) == 1
    assert summary.sketched == 2
    assert counts_of(collection)["stale"]
    find(collection)
    assert firsts(collection) == strict


def test_texts_that_nobody_has_any_more_are_taken_out_of_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duplicates, "FEW_TEXTS", 1)
    collection = collection_of(tmp_path / "c", page(A, FIRST), page(B, FIRST))
    find(collection)
    for hour in range(1, 5):
        more = [page(url, prose(hour), after=timedelta(hours=hour)) for url in (A, B)]
        add_pages(collection, more)
        read(collection)
        find(collection)

    with SketchIndex.open(
        SketchFolder(collection.path).index, SketchIndexPlan(0.8, 0.99, 5)
    ) as index:
        assert len(index) <= 3
    assert len(set(firsts(collection).values())) == 1


def test_a_collection_without_pages_has_no_groups(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")

    summary = find(collection)

    assert (summary.pages, summary.renewed, summary.ending) == (0, False, "finished")
    assert counts_of(collection)["pages"] == 0
