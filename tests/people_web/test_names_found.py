"""The finder on the pages of a made university; bench/people has the figures of a larger one."""

from functools import cache

import pytest
from bench.people_figures.made_names import names_of_web, recall_by_culture, unknown_surnames
from bench.people_figures.name_counts import PageNames, summed
from bench.people_figures.page_texts import made_texts

from auslese.analyse.people.name_finder import shipped_finder
from tests.people_web.university_web import Place, UniversityWeb

PEOPLE = 240
# Floors below what was measured (0.93 and 0.97 or more).
LEAST_PRECISION, LEAST_RECALL, LEAST_OF_CULTURE = 0.90, 0.92, 0.70
STRICT_PRECISION, STRICT_RECALL = 0.95, 0.50


@cache
def university() -> UniversityWeb:
    return UniversityWeb(7, PEOPLE)


@cache
def found(mode: str) -> dict[Place, PageNames]:
    return names_of_web(shipped_finder(mode).find, university(), made_texts(university()))


@pytest.mark.parametrize(
    ("mode", "precision", "recall"),
    [
        ("usual", LEAST_PRECISION, LEAST_RECALL),
        ("strict", STRICT_PRECISION, STRICT_RECALL),
    ],
)
def test_names_of_people_are_found_and_little_else(
    mode: str, precision: float, recall: float
) -> None:
    counts = summed(page.counts for page in found(mode).values())

    assert counts.precision >= precision
    assert counts.recall >= recall


def test_names_of_every_culture_and_surnames_that_no_list_has_are_found() -> None:
    strange = unknown_surnames(university().people)
    shares = recall_by_culture(university(), found("usual"), strange)

    assert len(strange) > PEOPLE / 2
    assert {name: share for name, share in shares.items() if share < LEAST_OF_CULTURE} == {}
    assert shares["unknown"] >= LEAST_RECALL
