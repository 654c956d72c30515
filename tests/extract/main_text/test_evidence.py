"""Evidence for many blocks at once is what one would find for each by hand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from resiliparse.parse.html import HTMLTree

from auslese.extract.html.page_sheet import BlockSheet, lay_flat
from auslese.extract.main_text.block_evidence import (
    BlockEvidence,
    BlockFigures,
    names_around,
    sums_of,
)

WEIGHTS = st.integers(-8, 8).map(lambda eighths: eighths / 8)  # sums of these are exact


def sheet_of(body: str) -> BlockSheet:
    return lay_flat(HTMLTree.parse(f"<body>{body}").body)


@given(st.lists(st.tuples(WEIGHTS, st.integers(0, 30)), max_size=30))
def test_the_names_of_all_elements_around_are_weighed_as_one_would_by_walking_up(
    drawn: list[tuple[float, int]],
) -> None:
    told = [0.0, *(weight for weight, _ in drawn)]
    parents = [0, *(around % number for number, (_, around) in enumerate(drawn, 1))]
    by_hand = []
    for place in range(len(told)):
        met, at = [told[place]], place
        while at:
            at = parents[at]
            met.append(told[at])
        by_hand.append((sum(met), min(met), max(met), len(met) - 1))

    found = names_around(np.array(told), np.array(parents))

    assert list(zip(*(column.tolist() for column in found), strict=True)) == by_hand


@given(st.lists(st.floats(0, 8, width=16), min_size=1, max_size=6), st.integers(1, 3))
def test_neighbours_beyond_the_edges_of_a_page_count_as_nothing(
    values: list[float], steps: int
) -> None:
    evidence = BlockEvidence(len(values))
    evidence.add_around(np.array(values), steps)

    edges = [0.0] * steps
    padded = [*edges, *values, *edges]
    shifts = [0, *(shift for step in range(1, steps + 1) for shift in (-step, step))]
    wanted = [padded[steps + shift :][: len(values)] for shift in shifts]
    assert evidence.columns().tolist() == wanted


def test_elements_without_text_are_counted_and_take_no_place() -> None:
    sheet = sheet_of("<ul><li>one<li><img src=a.png><li> </ul><section><p></section>")

    assert sheet.where.tags == ["body", "ul", "li"]
    assert [sheet.where.count(tag) for tag in ("li", "p", "section", "td")] == [3, 1, 1, 0]


def test_a_place_holds_the_blocks_between_its_begin_and_its_end() -> None:
    sheet = sheet_of("<div><p>aa<p>bbb</div><div><div></div><p>c</div>")
    figures = BlockFigures(sheet)

    assert sheet.where.tags == ["body", "div", "p", "p", "div", "p"]
    assert figures.within(sums_of(figures.letters)).tolist() == [[6, 5, 2, 3, 1, 1]]
    assert figures.nearby(sums_of(figures.letters), np.array([[1]])).tolist() == [[[5, 6, 4]]]
