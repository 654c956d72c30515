"""Two editions of a manual are grouped as alike as they are; measured if the packages are there.

bench/duplicates_manuals fetches them, and measures all languages.
"""

import pytest
from bench.copies import manuals

LANGUAGES = frozenset({"de", "ja"})
RECALL = 0.99


@pytest.mark.skipif(not manuals.are_there(), reason="bench/duplicates_manuals was never run")
def test_pages_of_two_editions_are_grouped_as_alike_as_they_are() -> None:
    guides = manuals.read_guides(LANGUAGES)

    figures = manuals.measure(guides)

    assert len(guides.pairs) > 100
    assert figures.recall >= RECALL
    assert figures.wrong == []
    assert all(not each.is_grouped for each in figures.judged if each.similarity == 0)
    (mirror,) = figures.mirrors
    assert [str(mirror.a), str(mirror.b)] == [
        f"{manuals.HOST}{package}/" for package in manuals.PACKAGES
    ]
