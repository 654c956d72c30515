"""A walk: fair in the end, never lost, and the same again after it was saved."""

import json
from collections import Counter
from itertools import count
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from auslese.sample.random_walk import (
    DeadEnd,
    MovedPage,
    NeighbourLookup,
    Neighbours,
    Walk,
    WalkOptions,
    walk_on,
)
from auslese.sample.trail import drawn, trail_of
from tests.sample.made_webs import MadeWeb, uneven_web

PAGES = 8
names = st.integers(0, PAGES - 1).map(str)


@st.composite
def webs(draw: st.DrawFn) -> MadeWeb:
    out = {str(page): tuple(draw(st.lists(names, max_size=5))) for page in range(PAGES)}
    dead = draw(st.frozensets(names, max_size=3)) - {"0"}
    moved = draw(st.dictionaries(names, names, max_size=3))
    moved = {page: to for page, to in moved.items() if page != "0" and page not in dead}
    return MadeWeb(out, dead, moved)


def walked(web: MadeWeb, moves: int = 60, **wishes: float) -> Walk:
    walk = Walk("0", WalkOptions(**wishes))  # type: ignore[arg-type]
    walk_on(walk, web, moves)
    return walk


@given(webs(), st.integers(0, 3), st.integers(0, 99))
def test_every_edge_between_visited_pages_counts_both_ways(
    web: MadeWeb, incoming: int, seed: int
) -> None:
    walk = walked(web, incoming=incoming, seed=seed)

    visited = set(walk.visits())
    for page in visited:
        for other in visited.intersection(walk.neighbourhood(page)):
            assert page in walk.neighbourhood(other)


@given(webs(), st.integers(0, 99))
def test_no_dead_or_moved_page_and_no_page_twice_is_in_a_neighbourhood(
    web: MadeWeb, seed: int
) -> None:
    walk = walked(web, seed=seed)

    known_dead = {page for page in web.dead if page not in walk.visits()}
    for page in walk.visits():
        hood = walk.neighbourhood(page)
        assert page not in hood
        assert len(hood) == len(set(hood))
    assert not known_dead.intersection(walk.visits())
    assert not set(web.moved).intersection(walk.visits())


@given(webs(), st.integers(0, 99))
def test_without_in_links_only_what_links_lead_to_is_visited(web: MadeWeb, seed: int) -> None:
    reached = walked(web, seed=seed).visits()

    assert set(reached) <= _followable(web)


def _followable(web: MadeWeb) -> set[str]:
    """What can be reached; redirects that lead in circles lead nowhere."""
    moved = {}
    for page in web.moved:
        end, steps = page, 0
        while end in web.moved and steps <= PAGES:
            end, steps = web.moved[end], steps + 1
        if steps <= PAGES:
            moved[page] = end
    circles = set(web.moved) - set(moved)
    return MadeWeb(web.out, web.dead | circles, moved).reachable("0")


@given(webs(), st.integers(0, 99), st.integers(0, 40), st.sampled_from([0.0, 0.2]))
def test_a_walk_that_was_saved_goes_on_as_if_it_had_not_been(
    web: MadeWeb, seed: int, moves: int, restart: float
) -> None:
    whole = walked(web, seed=seed, incoming=2, restart=restart)

    half = Walk("0", WalkOptions(seed=seed, incoming=2, restart=restart))
    walk_on(half, web, moves)
    again = Walk.restored(json.loads(json.dumps(half.saved())))
    walk_on(again, web, 60)

    assert json.dumps(again.saved()) == json.dumps(whole.saved())


@given(webs(), st.integers(0, 99))
def test_a_walk_saved_while_it_waits_for_a_page_still_waits_for_it(web: MadeWeb, seed: int) -> None:
    walk = Walk("0", WalkOptions(seed=seed))
    for _ in range(5):
        if (wanted := walk.wanted) is None:
            return
        walk = Walk.restored(json.loads(json.dumps(walk.saved())))
        assert walk.wanted == wanted
        walk.hear(web.neighbours(wanted))
        walk.advance(50)


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_a_page_is_asked_for_once(seed: int) -> None:
    web = uneven_web(30, seed)
    asked: Counter[str] = Counter()

    class Counting:
        def neighbours(self, url: str) -> NeighbourLookup:
            asked[url] += 1
            return web.neighbours(url)

    walk = Walk("0", WalkOptions(seed=seed, incoming=3))
    walk_on(walk, Counting(), 500)

    assert set(asked.values()) == {1}


def test_a_neighbourhood_stays_as_it_was_at_the_first_visit() -> None:
    web = uneven_web(100, 1)
    walk = Walk("0", WalkOptions())
    walk_on(walk, web, 200)
    before = {page: walk.neighbourhood(page) for page in walk.visits()}

    walk_on(walk, web, 5_000)

    assert len(walk.visits()) > len(before)
    assert {page: walk.neighbourhood(page) for page in before} == before


def test_in_links_are_drawn_and_not_all_taken() -> None:
    web = MadeWeb({"0": ("1",), "1": (), **{str(page): ("1",) for page in range(2, 50)}})

    hoods = {r: len(walked(web, moves=2, incoming=r).neighbourhood("1")) for r in (0, 3, 10)}

    assert hoods == {0: 1, 3: pytest.approx(4, abs=1), 10: pytest.approx(11, abs=1)}


@pytest.mark.parametrize("incoming", [0, 3, 10])
def test_every_page_is_as_likely_as_any_other_and_without_correction_is_not(incoming: int) -> None:
    web = uneven_web(200, 5)
    walk = Walk("0", WalkOptions(seed=11, incoming=incoming))
    walk_on(walk, web, 260_000)
    trail = trail_of(walk, {}, burn_in=0.2)
    assert walk.visited == 200

    fair = np.bincount(drawn(trail, len(trail) // 100))
    plain = np.bincount(trail.pages[::100], minlength=200)

    assert chisquare(fair).pvalue > 0.01
    assert chisquare(plain).pvalue < 1e-6


def test_how_long_the_walk_stays_is_what_the_loops_say() -> None:
    walk = Walk("0", WalkOptions(seed=3, loops=1_000))
    walk_on(walk, uneven_web(50, 2), 100_000)

    trail = trail_of(walk, {}, burn_in=0.0)

    for degree in (2, 3, 5):
        stays = trail.stays[trail.degrees == degree]
        error = 1_000 / degree / len(stays) ** 0.5
        assert abs(stays.mean() - 1_000 / degree) < 4 * error
        assert stays.min() >= 1


def test_draws_are_spaced_in_steps_and_not_in_moves() -> None:
    walk = Walk("0", WalkOptions())
    walk_on(walk, uneven_web(50, 2), 1_000)
    trail = trail_of(walk, {}, burn_in=0.0)

    taken = drawn(trail, 10_000)

    for page in np.unique(trail.pages):
        stays = trail.stays[trail.pages == page]
        expected = 10_000 * stays.sum() / trail.stays.sum()
        assert abs((taken == page).sum() - expected) <= len(stays)
    assert len(drawn(trail.only(slice(0)), 5)) == 0


class Endless:
    """A host whose every page leads to two new ones, beside an honest page."""

    def neighbours(self, url: str) -> NeighbourLookup:
        if "trap" not in url:
            return Neighbours(("http://trap.example/0", "http://honest.example/2"))
        number = int(url.rpartition("/")[2])
        return Neighbours(
            (f"http://trap.example/{2 * number + 1}", f"http://trap.example/{2 * number + 2}")
        )


@pytest.mark.parametrize("limit", ["host_pages", "shape_pages"])
def test_a_trap_is_cut_off_told_and_left(limit: str) -> None:
    walk = Walk(
        "http://honest.example/1",
        WalkOptions(**{limit: 50}),
        lambda url: url.split("/")[2],
        lambda url: "{n}",
    )

    walk_on(walk, Endless(), 5_000)

    assert walk.moves == 5_000
    trapped = [page for page in walk.visits() if "trap" in page]
    assert len(trapped) == 50
    assert all(reason.startswith("trap: ") for reason in walk.dead_ends())
    assert "http://honest.example/2" in walk.visits()


def test_a_restart_is_counted_and_leads_out_of_a_corner() -> None:
    walk = walked(uneven_web(100, 4), moves=2_000, restart=0.1)

    assert 100 < walk.restarts < 350


@pytest.mark.parametrize("told", [DeadEnd("failed: dns"), MovedPage("0"), Neighbours(())])
def test_a_walk_that_cannot_begin_says_so(told: NeighbourLookup) -> None:
    walk = Walk("0", WalkOptions())

    walk.hear(told)
    walk.advance(10)

    assert walk.is_stuck
    assert walk.wanted is None


def test_endless_redirects_are_a_dead_end() -> None:
    walk, numbers = Walk("0", WalkOptions()), count(1)
    walk.hear(Neighbours(("first", "good")))
    heard = 0
    while walk.visited < 2 and heard < 100:
        walk.advance(100)
        if walk.wanted == "good":
            walk.hear(Neighbours(()))
        elif walk.wanted is not None:
            walk.hear(MovedPage(f"far-{next(numbers)}"))
        heard += 1

    walk.advance(100)
    while walk.wanted is not None:
        walk.hear(MovedPage(f"far-{next(numbers)}"))
        walk.advance(100)

    assert walk.moves == 100
    assert walk.dead_ends() == {"redirects": 1}


@pytest.mark.parametrize("lost", ["dead", "moved"])
def test_pages_with_many_links_to_nowhere_count_as_much_as_others(lost: str) -> None:
    chance = Random(2)
    out = {str(page): [str(chance.randrange(400)) for _ in range(5)] for page in range(400)}
    nowhere = {f"{page}-{number}": page for page in out for number in range(8) if int(page) % 2}
    for each, page in nowhere.items():
        out[page].append(each)
    moved = {} if lost == "dead" else nowhere
    web = MadeWeb(
        {page: tuple(links) for page, links in out.items()},
        frozenset(nowhere.keys() - moved),
        moved,
    )
    shares = []
    for seed in range(20):
        walk = walked(web, moves=300, seed=seed)
        trail = trail_of(walk, {})
        odd = np.array([int(name.partition("-")[0]) % 2 for name in walk.names])
        shares.append(np.average(odd[trail.pages], weights=trail.weights))

    assert np.mean(shares) == pytest.approx(0.5, abs=0.06)


def test_many_pages_that_moved_to_one_are_no_endless_redirects() -> None:
    moved = {f"old-{number}": "1" for number in range(100)}
    web = MadeWeb({"0": (*moved, "1"), "1": ()}, moved=moved)

    walk = walked(web, moves=1_000)

    assert set(walk.visits()) == {"0", "1"}
    assert not walk.dead_ends()


def test_a_redirect_to_a_page_that_was_visited_is_that_page() -> None:
    web = MadeWeb({"0": ("1", "2"), "1": ("0",), "2": ()}, moved={"2": "1"})

    walk = walked(web, moves=50)

    assert set(walk.visits()) == {"0", "1"}
    assert walk.neighbourhood("0") == ("1",)


def test_a_page_with_very_many_links_cannot_fill_the_memory() -> None:
    walk = Walk("0", WalkOptions(most_links=10))

    walk.hear(Neighbours(tuple(f"page-{number}" for number in range(1_000))))

    assert len(walk.neighbourhood("0")) == 10
    assert walk.cut == 990


def test_what_was_not_wanted_cannot_be_told() -> None:
    walk = walked(MadeWeb({"0": ("0",)}), moves=1)

    with pytest.raises(ValueError, match="did not want"):
        walk.hear(DeadEnd("failed: dns"))
