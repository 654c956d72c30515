"""The key words of an answer: what its pages are about, and the collection is not."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.analyse.words.significance import log_likelihood
from auslese.search.answer.key_words import ExcludedWords, KeyWords
from auslese.search.index import key_terms
from auslese.search.index.index_pages import IndexPage, document_of, texts_of
from auslese.search.index.key_terms import (
    MOST_TERMS,
    NO_KEYS,
    KeyArrays,
    KeyTermMaker,
    WordCounter,
    merge_key_arrays,
)
from auslese.search.index.term_forms import TermMaker

FILLING = "Heute ist in der Stadt wieder etwas los und alle Leute freuen sich darüber sehr"
CHANCELLOR = range(6)
OTHERS = range(6, 60)
MAKER = TermMaker()


def page_of(page: int, text: str, title: str = "", language: str = "de") -> IndexPage:
    about = dict.fromkeys(IndexPage._fields, "") | {"rank": 0.0, "standing": "living"}
    numbers = dict.fromkeys(("digest", "depth", "bytes", "length", "cluster", "copies"), 0)
    told = {"id": page, "text": text, "title": title, "language": language}
    return IndexPage(**(about | numbers | told))  # type: ignore[arg-type]


def keys_of(pages: Iterable[IndexPage]) -> KeyArrays:
    maker = KeyTermMaker()
    for page in pages:
        add(maker, page)
    return maker.found()


def add(maker: KeyTermMaker, page: IndexPage) -> None:
    MAKER.prepare((text, page.language) for text in texts_of(page))
    counter = WordCounter(MAKER)
    counter.prepare()
    maker.add(document_of(page, MAKER), counter.counted(page))


def news() -> list[IndexPage]:
    chancellor = [
        page_of(page, f"{FILLING}. Der Bundeskanzler sprach im Bundestag mit Lafontaine {page}.")
        for page in CHANCELLOR
    ]
    names = ("Garten", "Regen", "Theater", "Fahrrad", "Suppe", "Hafen", "Orgel", "Wiese", "Zug")
    others = [
        page_of(page, f"{FILLING}. Von {names[page % 9]} und {names[page * 5 % 9]} {page}.")
        for page in OTHERS
    ]
    return chancellor + others


def words_of(keys: KeyArrays, ids: Iterable[int], left: ExcludedWords | None = None) -> list[str]:
    found = KeyWords(keys, log_likelihood).of_pages(ids, left or ExcludedWords(), 9)
    return [each.word for each in found]


def test_key_words_are_those_of_the_hits_in_the_spelling_most_pages_use() -> None:
    assert set(words_of(keys_of(news()), CHANCELLOR)) >= {
        "Bundestag",
        "Lafontaine",
        "Bundeskanzler",
    }


def test_words_that_were_asked_for_are_no_key_words() -> None:
    left = ExcludedWords(frozenset({"bundeskanzl"}), ("lafon",))

    words = words_of(keys_of(news()), CHANCELLOR, left)

    assert "Bundestag" in words
    assert not {"Bundeskanzler", "Lafontaine"} & set(words)


def test_stop_words_numbers_and_words_of_all_pages_are_no_key_words() -> None:
    keys = keys_of(news())

    told = {keys.words.text(at).lower() for at in range(len(keys.terms))}

    assert not told & {"der", "ist", "und", "stadt", "leute"}
    assert not any(letter.isdigit() for word in told for letter in word)


def test_a_whole_collection_has_no_key_words_against_itself() -> None:
    assert words_of(keys_of(news()), [*CHANCELLOR, *OTHERS]) == []


def test_nobody_has_key_words_for_pages_that_nobody_knows() -> None:
    assert words_of(keys_of(news()), [999]) == []
    assert words_of(NO_KEYS, [1]) == []


def test_a_word_is_spelt_as_most_pages_spell_it_where_it_stands_alone() -> None:
    texts = ["HAUS", "Haus am Rathaus", "Das Haus", "haus"]
    pages = [page_of(at, text) for at, text in enumerate(texts)]
    pages += [page_of(9 + at, "Garten") for at in range(9)]

    assert words_of(keys_of(pages), range(4))[0] == "Haus"


def test_telling_words_of_a_page_are_those_that_few_others_have() -> None:
    pages = [
        page_of(at, f"Orgel Orgel Orgel Kirche Einzelwort{'abcdefghij'[at]}") for at in range(9)
    ]
    pages += [page_of(at, "Garten Wiese") for at in range(20, 29)]

    found = KeyWords(keys_of(pages), log_likelihood).of_page(3)

    assert found[0] == ("Einzelwortd", 1)
    assert ("Orgel", 9) in found


def test_a_title_as_long_as_a_book_is_counted() -> None:
    pages = [*news(), page_of(99, "Ein Text.", title="Orgelpfeife " * 40_000)]

    assert "Orgelpfeife" in words_of(keys_of(pages), [99])


def test_pages_that_come_later_are_judged_by_all_that_were_there_before() -> None:
    """Without it a word of every page would seem rare to a run with a single page."""
    common, rare = "Stadt", "Moräne"
    maker = KeyTermMaker(lambda stem: 1000 if stem == "de:stadt" else 1, pages=1000)
    add(maker, page_of(1, f"{common} {rare}"))
    keys = maker.found()

    assert [word for word, _ in KeyWords(keys, log_likelihood).of_page(1)] == ["Moräne"]


def test_changed_pages_take_the_place_of_old_ones_and_lost_ones_go() -> None:
    old = keys_of(news())
    changed = keys_of([page_of(0, "Gletscher und Moräne"), page_of(99, "Gletscher")])
    kept = np.array([*CHANCELLOR[1:], *OTHERS[:-1]], np.int64)

    both = merge_key_arrays(old, kept, changed)

    assert both.ids.tolist() == [*range(59), 99]
    assert words_of(both, [0]) == words_of(changed, [0])
    assert [each for each in words_of(both, [1]) if each == "Lafontaine"]
    counted = both.rows[both.rows != 0]
    assert both.counts.sum() == len(counted)
    assert set(both.terms.tolist()) == set(counted.tolist())


def test_made_in_one_run_or_in_two_it_is_the_same_in_memory_of_any_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = keys_of(news())

    monkeypatch.setattr(key_terms, "MOST_SPELT", 3)
    monkeypatch.setattr(key_terms, "AT_ONCE", len(news()))
    monkeypatch.setattr(key_terms, "MOST_KNOWN", 1)
    pieces = keys_of(news())

    assert pieces.ids.tolist() == whole.ids.tolist()
    assert np.array_equal(pieces.rows, whole.rows)
    assert pieces.words.letters.tobytes() == whole.words.letters.tobytes()


def test_stems_that_share_a_place_of_the_table_are_still_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(key_terms, "PLACES", 1 << 6)

    found = KeyWords(keys_of(news()), log_likelihood).of_page(0)

    assert {word for word, _ in found} <= set(news()[0].text.replace(".", "").split())
    assert len(found) > 1


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.text(max_size=60), st.sampled_from(["de", "en", "zh", "", "xx"])), max_size=6
    )
)
def test_every_text_has_telling_words_or_none(texts: list[tuple[str, str]]) -> None:
    pages = [page_of(at, text, text[:9], language) for at, (text, language) in enumerate(texts)]

    keys = keys_of(pages)

    assert keys.rows.shape == (len(pages), MOST_TERMS)
    assert all(word for page in range(len(pages)) for word in words_of(keys, [page]))
