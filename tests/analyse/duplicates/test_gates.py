"""Copies are found at least as well as the figures of the methods page say, on known sets."""

from pathlib import Path

import pytest
from bench.copies.sets import CHECKOUT, CopySet, articles, versions

from auslese.analyse.duplicates.alike_pairs import alike_pairs
from tests.analyse.duplicates.plain import sketched

DATA = CHECKOUT.parent / "shared" / "data"
RECALL_FLOOR = 0.99


def needs(folder: str) -> pytest.MarkDecorator:
    there = (DATA / folder / "pairs.tsv.gz").is_file()
    return pytest.mark.skipif(not there, reason=f"needs the set {folder} beside the checkout")


def found_in(texts: CopySet) -> dict[tuple[int, int], float]:
    ready = sketched(texts.texts, texts.words, texts.threshold)
    return {(one, other): like for one, other, like in alike_pairs(ready, texts.threshold)}


@needs("neardup_wikiversions")
def test_versions_of_articles_are_found_and_nothing_else() -> None:
    texts = versions(Path(DATA / "neardup_wikiversions"))

    found = found_in(texts)

    assert found.keys() <= texts.wanted
    assert len(found) >= RECALL_FLOOR * len(texts.wanted)


@needs("neardup_articles")
def test_all_needles_are_found_in_the_haystack_and_nothing_else() -> None:
    texts = articles(Path(DATA / "neardup_articles"))

    assert found_in(texts).keys() == texts.wanted
