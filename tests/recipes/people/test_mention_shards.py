"""Names of whole pages as processes find them, however many there are."""

from datetime import UTC, datetime
from itertools import islice, product

import pytest

from auslese.analyse.people.name_finder import shipped_finder
from auslese.recipes.people.mention_shards import (
    MOST_LETTERS,
    DocumentWithNames,
    ReadyFinder,
    find_batch,
    letters_with_names,
    names_of_pages,
    packed_pages,
)

NAMES = 100_000
GIVEN = ("Anna", "Hans", "Eva", "Paul", "Heidi", "Klaus")
SYLLABLES = ("ba", "ko", "mer", "lin", "tor", "sen", "wal", "rich", "ger", "hof", "bach", "stein")


def document(text: str = "", rest: str = "") -> DocumentWithNames:
    return DocumentWithNames(
        1, "http://uni.example/list", datetime.now(UTC), "", "", text, [], rest, ""
    )


def names_on(page: DocumentWithNames) -> dict[str, str]:
    """Each name with what stands in the text at the place that is told."""
    (found,) = names_of_pages(find_batch(ReadyFinder(shipped_finder(), 0.5), packed_pages([page])))
    return {row["name"]: page.text[row["start"] : row["end"]] for row in found.rows if row["name"]}


@pytest.mark.slow
def test_of_a_list_of_a_hundred_thousand_names_none_is_lost() -> None:
    families = ("".join(some).capitalize() for some in product(SYLLABLES, repeat=4))
    names = [f"{given} {family}" for given, family in islice(product(GIVEN, families), NAMES)]

    found = names_on(document("\n".join(names)))

    assert len(set(names)) == NAMES
    assert found == dict(zip(names, names, strict=True))


def test_what_is_beside_a_long_text_is_searched_too() -> None:
    long = document("nobody is here " * (MOST_LETTERS // 15 + 1), "Anna Koch")

    assert list(names_on(long)) == ["Anna Koch"]
    assert letters_with_names(long) > MOST_LETTERS
