"""Hosts and folders whose pages pair off are named, at the highest place that is true."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.duplicates.mirrors import (
    LEAST_TEXTS,
    MOST_WITHIN,
    Mirror,
    MirrorPage,
    find_mirrors,
)
from auslese.analyse.duplicates.originals import MirrorSideFacts, original_of
from auslese.analyse.duplicates.url_pairs import MirrorSide, MirrorSides, url_difference

A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"
NAMES = [f"p{number}.html" for number in range(10)]


class Web:
    """Pages, and which are copies of each other."""

    def __init__(self) -> None:
        self.pages: list[MirrorPage] = []
        self._groups = 0

    def copies(self, *urls: str, similarity: float = 1.0, fingerprint: str = "") -> None:
        self._groups += 1
        self.pages += [MirrorPage(url, self._groups, similarity, fingerprint) for url in urls]

    def alone(self, *urls: str) -> None:
        for url in urls:
            self.copies(url)

    def mirrors(self) -> list[Mirror]:
        return find_mirrors(lambda: iter(self.pages))

    def named(self) -> list[tuple[str, str]]:
        return [(str(mirror.a), str(mirror.b)) for mirror in self.mirrors()]


def test_two_hosts_with_the_same_pages_are_mirrors() -> None:
    web = Web()
    for name in NAMES:
        web.copies(f"{A}x/{name}", f"{B}x/{name}", fingerprint="f")
    web.alone(f"{B}new")

    (mirror,) = web.mirrors()

    assert (mirror.a, mirror.b) == (MirrorSide(A), MirrorSide(B))
    assert (mirror.paired, mirror.a_texts, mirror.b_texts) == (10, 10, 11)
    assert (mirror.exact, mirror.similarity, mirror.same_path) == (10, 1.0, 1.0)
    assert mirror.examples[0] == (f"{A}x/p0.html", f"{B}x/p0.html")


def test_of_hosts_that_share_a_folder_the_folder_is_named() -> None:
    web = Web()
    for name in NAMES:
        web.copies(f"{A}docs/de/{name}", f"{B}docs/de/{name}")
        web.alone(f"{A}news/{name}", f"{B}shop/{name}")

    assert web.named() == [(f"{A}docs/", f"{B}docs/")]


def test_a_folder_may_have_another_name_on_the_mirror() -> None:
    web = Web()
    for name in NAMES:
        web.copies(f"{A}manual/{name}", f"{B}old/2019/manual/{name}")
        web.alone(f"{A}news/{name}", f"{B}shop/{name}")

    assert web.named() == [(f"{A}manual/", f"{B}old/2019/manual/")]


def test_versions_on_one_host_are_mirrors() -> None:
    web = Web()
    for name in NAMES:
        web.copies(f"{A}docs/1.0/{name}", f"{A}docs/1.1/{name}")

    assert web.named() == [(f"{A}docs/1.0/", f"{A}docs/1.1/")]


def test_pages_that_are_the_same_everywhere_make_no_mirror() -> None:
    web = Web()
    web.copies(*(f"{host}missing/{n}" for host in (A, B, C) for n in range(100)))
    web.copies(*(f"{host}empty/{n}" for host in (A, B, C) for n in range(100)))
    for host in (A, B, C):
        web.alone(*(host + name for name in NAMES))

    assert web.named() == []


def test_error_pages_do_not_hide_a_mirror() -> None:
    web = Web()
    web.copies(*(f"{host}missing/{n}" for host in (A, B) for n in range(100)))
    for name in NAMES:
        web.copies(A + name, B + name)

    assert web.named() == [(A, B)]


def test_the_same_texts_under_other_names_are_no_mirror() -> None:
    web = Web()
    for number, name in enumerate(NAMES):
        web.copies(A + name, f"{B}{number}/text")

    assert web.named() == []


def test_a_few_common_pages_make_no_mirror() -> None:
    web = Web()
    for name in NAMES[: LEAST_TEXTS - 1]:
        web.copies(A + name, B + name)

    assert web.named() == []


def test_less_than_the_better_part_is_no_mirror() -> None:
    web = Web()
    for name in NAMES[:5]:
        web.copies(A + name, B + name)
    web.alone(*(f"{host}{n}" for host in (A, B) for n in range(5)))

    assert web.named() == []


def test_a_host_of_whose_folders_too_many_have_pages_of_it_has_no_invented_mirrors() -> None:
    web = Web()
    folders = [f"{A}z{number}/" for number in range(MOST_WITHIN + 10)]
    for name in NAMES[:LEAST_TEXTS]:
        web.copies(A + name, *(folder + name for folder in folders))
    web.alone(*(f"{folder}own{number}" for folder in folders for number in range(8)))

    assert [each for each in web.named() if each[1] == A] == []


def test_a_print_version_in_its_folder_comes_out_as_what_it_is() -> None:
    web = Web()
    for name in NAMES:
        web.copies(f"{A}print/{name}", A + name)

    (mirror,) = web.mirrors()

    assert (str(mirror.a), str(mirror.b)) == (f"{A}print/", A)
    assert (mirror.a_texts, mirror.b_texts, mirror.is_print) == (10, 10, True)
    assert original_of(mirror, MirrorSideFacts(), MirrorSideFacts()) == (
        mirror.b,
        mirror.a,
        "print",
    )


def test_a_print_version_by_parameter_or_ending_comes_out_too() -> None:
    web = Web()
    for number in range(8):
        web.copies(f"{A}s/{number}?print=1", f"{A}s/{number}")
        web.copies(f"{B}show?id={number}&print=1", f"{B}show?id={number}")
        web.copies(f"{C}{number}/drucken", f"{C}{number}/")

    assert sorted(web.named()) == [
        (f"{A}*?print=1", A),
        (f"{B}*?print=1", B),
        (f"{C}*drucken", C),
    ]


def test_a_word_that_only_contains_print_is_no_print_version() -> None:
    web = Web()
    for name in NAMES:
        web.copies(f"{A}sprinter/{name}", f"{A}blueprint/{name}")

    assert [mirror.is_print for mirror in web.mirrors()] == [False]


def test_one_text_on_ten_thousand_hosts_makes_no_squares() -> None:
    web = Web()
    hosts = [f"http://h{number:04}.example/" for number in range(10_000)]
    for number in range(LEAST_TEXTS):
        web.copies(*(f"{host}{number}" for host in hosts))

    mirrors = web.mirrors()

    assert len(mirrors) < 2 * len(hosts)
    assert {host for mirror in mirrors for host in (str(mirror.a), str(mirror.b))} == set(hosts)


def test_rare_sides_are_forgotten_before_memory_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    monkeypatch.setattr("auslese.analyse.duplicates.mirrors.MOST_SIDES", 100)
    web = Web()
    for number in range(300):
        web.copies(f"{C}{number}/index", f"{C}x{number}/index")
        web.copies(f"{A}{number}.html", f"{B}{number}.html")

    assert web.named() == [(A, B)]


# -- the original ----------------------------------------------------------------------------------

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_the_original_is_told_by_the_strongest_ground_that_differs() -> None:
    mirror = Mirror(MirrorSide(A), MirrorSide(B), paired=5, a_texts=5, b_texts=5)
    early, late = MirrorSideFacts(met=NOON), MirrorSideFacts(met=NOON + timedelta(hours=1))

    def told(a: MirrorSideFacts, b: MirrorSideFacts) -> tuple[str, str]:
        found = original_of(mirror, a, b)
        return str(found.original), str(found.reason)

    assert told(late._replace(canonical=1, links=3), early._replace(links=9)) == (A, "canonical")
    assert told(late._replace(links=3), early._replace(links=9)) == (B, "links")
    assert told(late, early) == (B, "earlier")
    assert told(early, early) == (A, "shorter")
    mirror.b_texts = 6
    assert told(early, late) == (B, "pages")


# -- how two URLs differ ---------------------------------------------------------------------------

segments = st.lists(st.sampled_from(["x", "y", "print", "a.html", ""]), max_size=4)
urls = st.builds(
    lambda host, path, query: host + "/".join(path) + query,
    st.sampled_from([A, B, "https://a.example/"]),
    segments,
    st.sampled_from(["", "?print=1", "?a=1&print=1", "?a=1"]),
)


@given(urls, urls)
def test_sides_and_rest_put_together_give_both_urls(one: str, other: str) -> None:
    found = url_difference(one, other)

    if found and not (found.sides.a.ending or found.sides.b.ending):
        assert {side.prefix + found.rest for side in found.sides} == {one, other}
    if found:
        assert found.sides.a != found.sides.b
        assert any(found.sides.a.holds(url) for url in (one, other))


@given(urls, urls)
def test_the_order_of_two_urls_does_not_count(one: str, other: str) -> None:
    assert url_difference(one, other) == url_difference(other, one)


@given(
    st.lists(st.lists(urls, min_size=1, max_size=5, unique=True), max_size=12),
    st.randoms(use_true_random=False),
)
def test_the_order_of_groups_and_pages_does_not_count(
    groups: list[list[str]], dice: random.Random
) -> None:

    web, mixed = Web(), Web()
    for group in groups:
        web.copies(*group)
    dice.shuffle(groups)
    for group in groups:
        dice.shuffle(group)
        mixed.copies(*group)

    def counted(mirrors: list[Mirror]) -> Iterator[tuple[MirrorSides, int, int, int]]:
        return ((MirrorSides(m.a, m.b), m.paired, m.a_texts, m.b_texts) for m in mirrors)

    assert list(counted(web.mirrors())) == list(counted(mixed.mirrors()))
