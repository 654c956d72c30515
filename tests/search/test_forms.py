"""Texts become terms, and words of a query the terms they stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.small_index import some_compounds

from auslese.search.index.term_forms import LONGEST_TERM, TermMaker, plain_words, windows_of
from auslese.text.stemming import stems

MAKER = TermMaker(some_compounds)
THAI, LAO, KHMER, BURMESE = "การเดินทาง", "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာစာ"


@pytest.mark.parametrize(
    ("language", "left", "right"),
    [
        ("de", "Komponisten", "Komponist"),
        ("de", "Häuser", "Haus"),
        ("en", "cities", "city"),
        ("fr", "universités", "université"),
        ("fr", "l'université", "universités"),
        ("it", "dell'arte", "arte"),
        ("ru", "книги", "книга"),
    ],
)
def test_forms_of_a_word_have_one_stem_in_its_language(
    language: str, left: str, right: str
) -> None:
    assert MAKER.terms(left, language).stems == MAKER.terms(right, language).stems


def test_a_word_of_no_language_is_its_own_stem() -> None:
    assert MAKER.terms("Komponisten l'arte", "").stems == "komponisten l'arte"


def test_a_word_of_a_query_stands_for_the_stem_of_each_language_in_its_pages() -> None:
    assert MAKER.query_terms("Komponisten", ("de", "en", "de")) == [
        "de:komponist",
        "en:komponisten",
        "komponisten",
        "komponist",
    ]


def test_a_stem_counts_in_pages_of_its_language_alone() -> None:
    tree, three = MAKER.terms("trees", "en").stems, MAKER.terms("tre", "nb").stems

    assert (tree, three) == ("en:tree", "nb:tre")
    assert three not in MAKER.query_terms("trees", ("en",))


@pytest.mark.parametrize(("word", "language"), [("bees", "fr"), ("bee", "fr")])
def test_a_word_of_which_rules_leave_next_to_nothing_is_its_own_stem(
    word: str, language: str
) -> None:
    assert len(stems([word], language)[0]) < 3
    assert MAKER.terms(word, language).stems == f"{language}:{word}"
    assert MAKER.query_terms(word, (language,)) == [f"{language}:{word}", word]


def test_a_word_of_two_letters_is_a_term() -> None:
    assert MAKER.terms("EU", "de").stems == "de:eu"


def test_a_word_with_a_hyphen_is_two_terms_and_one_part() -> None:
    terms = MAKER.terms("E-Mail", "de")

    assert (terms.words, terms.stems, terms.parts) == ("e-mail", "e de:mail", "email e+mail")
    assert MAKER.query_terms("E-Mail", ()) == ["e mail", "email"]


def test_compounds_have_parts_in_german_alone() -> None:
    assert MAKER.terms("Hausboote", "de").parts == "haus boot haus+boot"
    assert MAKER.terms("Hausboote", "en").parts == ""
    assert MAKER.chain_of("Hausboot", "de") == ("haus", "boot")
    assert MAKER.chain_of("Hausboot", "en") == ()


def test_a_soft_hyphen_is_no_letter() -> None:
    assert plain_words("Donau\u00addampf") == ["donaudampf"]


def test_what_is_too_long_for_a_word_is_left_out() -> None:
    assert plain_words(f"a {'x' * (LONGEST_TERM + 1)} b") == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("東京大学", ["東", "京", "大", "学"]),
        ("ก่อนไทย", ["ก่", "อ", "น", "ไ", "ท", "ย"]),
        ("ไทย2020-ok", ["ไ", "ท", "ย", "2020-ok"]),
        ("한국어 말", ["한국어", "말"]),
    ],
)
def test_where_no_blanks_stand_between_words_every_letter_is_one(
    text: str, words: list[str]
) -> None:
    assert plain_words(text) == words


@pytest.mark.parametrize("text", [THAI, LAO, KHMER, BURMESE])
def test_a_run_longer_than_any_word_is_not_left_out(text: str) -> None:
    assert len(plain_words(text * 20)) == 20 * len(plain_words(text)) > LONGEST_TERM


def test_windows_are_two_characters_or_three_letters() -> None:
    assert windows_of("東京大学") == ["東 京", "京 大", "大 学"]
    assert windows_of("ก่อนไทย") == ["ก่ อ น", "อ น ไ", "น ไ ท", "ไ ท ย"]
    assert windows_of("東京タワー") == ["東 京", "タワー"]
    assert windows_of("มา") == ["ม า"]


@pytest.mark.parametrize("word", ["", "haus", "E-Mail", "東", "한국어", "книга", "हिन्दी"])
def test_other_words_have_no_windows(word: str) -> None:
    assert windows_of(word) == []


RUNS = st.text("東京大学ไทยก่อนភាសាខ្មែရြန်ab-' ¶ß", max_size=30)


@given(st.text(max_size=60) | RUNS, st.sampled_from(["", "de", "fr", "en", "th", "zh", "xx"]))
def test_any_text_has_terms_that_are_words_without_blanks(text: str, language: str) -> None:
    terms = MAKER.terms(text, language)

    assert terms.words.split() == plain_words(text)
    assert all(terms.stems.split(" ")) or not terms.stems
    assert len(terms.stems.split()) >= len(terms.words.split())


@given(st.text(max_size=60) | RUNS)
def test_what_is_asked_for_by_a_text_stands_in_its_terms(text: str) -> None:
    stems = f" {MAKER.terms(text, '').stems} "

    assert all(f" {stem} " in stems for stem in [MAKER.term_in(text, "")])
    for word in text.split():
        letters = f" {' '.join(plain_words(word))} "
        assert all(f" {window} " in letters for window in windows_of(word))


def test_words_that_were_forgotten_are_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auslese.search.index.term_forms.MOST_KNOWN", 3)
    maker = TermMaker(some_compounds)

    told = [maker.terms(text, "de") for text in ("Hausboot eins zwei drei vier", "Hausboot")]

    assert [each.parts for each in told] == ["haus boot haus+boot"] * 2
