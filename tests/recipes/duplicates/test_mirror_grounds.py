"""Why a side of a mirror is the original: what its pages and the links of others say."""

import re
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.archived_collection import EMPTY, NOON
from tests.duplicate_run import Written, find, prose, written_collection

from auslese.analyse.duplicates.url_pairs import MirrorSide
from auslese.recipes.duplicates.mirror_report import deny_rule, mirrors_of
from auslese.records.url import Url, host_of, key_of
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import to_ipc, write_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of

A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"


def add_rows(collection: Collection, name: str, rows: Iterable[dict[str, Any]]) -> None:
    empty = {field.name: EMPTY.get(str(field.type)) for field in TABLES[name].schema}
    whole = [empty | row for row in rows]
    columns = {column: [row[column] for row in whole] for column in empty}
    number = max(numbers_of(collection.tables, name), default=0) + 1
    write_segment(collection.tables, name, number, [to_ipc(name, columns)])


def name_canonical(collection: Collection, names: dict[str, str]) -> None:
    """Let pages be fetched once more, and name other pages."""
    rows = [
        {
            "id": key_of(Url(url)),
            "url": url,
            "host": host_of(Url(url)),
            "fetched_at": NOON + timedelta(days=1),
            "canonical": canonical,
        }
        for url, canonical in names.items()
    ]
    add_rows(collection, "pages", rows)


def link(collection: Collection, links: Iterable[tuple[str, str]]) -> None:
    rows = [
        {"source": key_of(Url(source)), "target": key_of(Url(target)), "url": target}
        for source, target in links
    ]
    add_rows(collection, "links", rows)


def told(collection: Collection) -> dict[str, Any]:
    (found,) = mirrors_of(collection)
    return found.as_json()


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    """Two hosts with the same pages, and a third that says something else."""
    pages = [Written(f"{host}{n}", prose(n)) for n in range(5) for host in (A, B)]
    made = written_collection(tmp_path / "c", [[*pages, Written(C, prose(99))]])
    find(made)
    return made


def test_without_any_ground_the_name_decides(collection: Collection) -> None:
    found = told(collection)

    assert (found["original"], found["reason"]) == (A, "shorter")


def test_links_from_elsewhere_decide_and_own_links_do_not(collection: Collection) -> None:
    link(collection, [(C, f"{B}1"), (f"{A}1", f"{A}2"), (f"{A}1", f"{A}3"), (f"{B}1", f"{A}2")])

    found = told(collection)

    assert (found["original"], found["reason"], found["links"]) == (B, "links", [1, 0])


def test_canonical_names_decide_before_links(collection: Collection) -> None:
    link(collection, [(C, f"{A}1"), (C, f"{A}2")])
    name_canonical(collection, {f"{A}1": f"{B}1", f"{A}2": f"{A}2", f"{B}3": f"{B}3"})

    found = told(collection)

    assert (found["original"], found["reason"]) == (B, "canonical")
    assert (found["canonical"], found["links"]) == ([1, 0], [0, 2])


def test_pages_of_a_folder_that_name_those_around_it_make_it_the_copy(tmp_path: Path) -> None:
    pages = [Written(f"{A}{folder}{n}", prose(n)) for n in range(5) for folder in ("", "new/")]
    made = written_collection(tmp_path / "c", [pages])
    find(made)
    name_canonical(made, {f"{A}new/1": f"{A}1", f"{A}2": f"{A}2", f"{A}new/3": f"{A}new/3"})

    found = told(made)

    assert (found["original"], found["copy"], found["reason"]) == (A, f"{A}new/", "canonical")
    assert (found["canonical"], found["deny"]) == ([1, 0], "a.example/new/")


def test_there_is_no_rule_that_would_lose_other_pages(tmp_path: Path) -> None:
    pages = [Written(f"{host}{n}", prose(n)) for n in range(5) for host in (A, f"{B}old/")]
    pages += [Written(f"{A}more/{n}", prose(50 + n)) for n in range(20)]
    made = written_collection(tmp_path / "c", [[*pages, Written(C, prose(99))]])
    find(made)
    link(made, [(C, f"{B}old/1")])

    found = told(made)

    assert (found["original"], found["copy"], found["deny"]) == (f"{B}old/", A, "")


@pytest.mark.parametrize("ending", ["?print=1", "?print=1&a=2", "?b&a=2"])
@pytest.mark.parametrize(
    "query", ["print=1", "a=2&print=1", "print=1&xa=2", "x=1&print=1&b&a=2", "print=11&b=&a=2", ""]
)
def test_the_rule_against_a_side_hits_what_is_of_this_side_and_nothing_else(
    ending: str, query: str
) -> None:
    side, url = MirrorSide(A, ending), f"{A}n/1" + f"?{query}" * bool(query)

    rule = deny_rule(side, MirrorSide(A))

    assert (re.search(rule.removeprefix("re:"), url) is not None) == side.holds(url)
