"""The languages of a page, and how much of it is in each."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.analyse.language.language_mix import (
    MOST_LETTERS,
    MOST_PARAGRAPHS,
    LanguageMix,
    LanguageMixInput,
    claim_odds,
    recognise_mixes,
    weigh_evidence,
)
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.records.language import UNKNOWN, RecognisedLanguage

GERMAN = [
    "Willkommen im Museum",
    "Das Museum ist im Winter von zehn bis achtzehn Uhr geöffnet, außer am Montag.",
    "Der Eintritt ist für Kinder frei, und auch Hunde sind willkommen.",
]
FRENCH = "Le musée est ouvert tous les jours sauf le lundi, de dix heures à dix-huit heures."
ENGLISH = "The museum is open every day except on Mondays, from ten to six o'clock."
LATIN = "Gloria in excelsis Deo et in terra pax hominibus bonae voluntatis."
NAMES = (
    "Deutsch English Français Español Italiano Português Nederlands Polski Čeština Slovenčina"
    " Magyar Română Türkçe Svenska Dansk Norsk Suomi Eesti Latviešu Lietuvių Hrvatski Slovenščina"
    " Srpski Shqip Ελληνικά Русский Українська Български Македонски עברית العربية فارسی हिन्दी ไทย"
    " 日本語 한국어 中文 Tiếng Việt Bahasa Melayu Kiswahili Yorùbá isiZulu"
)


def mix_of(*paragraphs: str, claims: tuple[str, ...] = ()) -> LanguageMix:
    (mix,) = recognise_mixes(shipped_recogniser(), [LanguageMixInput(paragraphs, claims)])
    return mix


@pytest.mark.parametrize("paragraphs", [[FRENCH, ENGLISH], [f"{FRENCH} {ENGLISH}"]])
def test_a_page_half_french_half_english_is_in_both(paragraphs: list[str]) -> None:
    mix = mix_of(*paragraphs)

    shares = dict(mix.shares)
    assert shares.keys() == {"fr", "en"}
    assert all(0.4 < share < 0.6 for share in shares.values())
    assert mix.language == "fr"
    assert 0.4 < mix.confidence < 0.6
    assert [code for code, _ in mix.alternatives[:2]] == ["fr", "en"]


def test_a_paragraph_in_two_languages_has_the_span_of_each() -> None:
    text = f"{FRENCH} {ENGLISH}"
    (paragraph,) = mix_of(text).paragraphs

    spans = [(span.language, text[span.start : span.end]) for span in paragraph.spans]
    assert spans == [("fr", FRENCH), ("en", ENGLISH)]
    assert all(span.confidence > 0.9 for span in paragraph.spans)


@pytest.mark.parametrize("menu", [[NAMES], NAMES.split()])
def test_a_menu_of_languages_is_in_none_and_the_page_in_its_own(menu: list[str]) -> None:
    mix = mix_of(*GERMAN, *menu)

    assert mix.language == "de"
    assert [paragraph.language for paragraph in mix.paragraphs[:3]] == ["de"] * 3
    assert {paragraph.language for paragraph in mix.paragraphs[3:]} == {UNKNOWN}
    assert {code for code, _ in mix.shares} == {"de", UNKNOWN}


def test_a_menu_of_languages_alone_is_unknown() -> None:
    assert mix_of(*NAMES.split()).language == UNKNOWN


def test_a_short_paragraph_is_read_in_the_light_of_its_page() -> None:
    alone = [mix_of(word).language for word in ("Kultur", "Info", "Museum")]
    on_page = mix_of(*GERMAN, "Kultur", "Info", "Museum").paragraphs[3:]

    assert set(alone) != {"de"}
    assert {paragraph.language for paragraph in on_page} == {"de"}


def test_a_sentence_in_another_language_speaks_for_itself() -> None:
    mix = mix_of(*GERMAN, LATIN, *GERMAN, ENGLISH)

    assert [paragraph.language for paragraph in mix.paragraphs] == [
        *("de", "de", "de", "la", "de", "de", "de", "en")
    ]
    assert mix.language == "de"


def test_a_claim_helps_a_word_and_never_overrules_a_sentence() -> None:
    odds = claim_odds(("da-DK", "da"))
    word = RecognisedLanguage("nb", 0.4, (("nb", 0.4), ("da", 0.3), ("sv", 0.1)), 0.0)
    sentence = RecognisedLanguage("nb", 0.99, (("nb", 0.99), ("da", 0.01)), 0.3)

    assert odds == {"da": 3.0}
    assert weigh_evidence(word, odds).language == "da"
    assert weigh_evidence(word, odds).confidence == pytest.approx(0.9 / 1.6)
    assert weigh_evidence(sentence, odds).language == "nb"
    assert mix_of(ENGLISH, claims=("de", "de-CH")).language == "en"


def test_what_is_beyond_the_alternatives_can_be_claimed_too() -> None:
    word = RecognisedLanguage("nb", 0.5, (("nb", 0.5), ("da", 0.3)), 0.0)

    assert dict(weigh_evidence(word, {"fo": 60.0}, others=10).alternatives)["fo"] == pytest.approx(
        60 * 0.02 / (0.8 + 60 * 0.02 + 0.18)
    )
    assert weigh_evidence(word, {"fo": 60.0}, others=10).language == "fo"


def test_unknown_stays_unknown_whatever_is_claimed() -> None:
    none = RecognisedLanguage(UNKNOWN, 0.9, (("de", 0.2),), 0.0)

    assert weigh_evidence(none, {"de": 60.0}) == none


def test_a_page_without_letters_has_no_language() -> None:
    assert mix_of() == LanguageMix("", 0.0, (), 0.0, (), ())
    assert mix_of("12", "", "3 + 4").language == ""
    assert [each.language for each in mix_of("12", *GERMAN, "").paragraphs] == [
        *("", "de", "de", "de", "")
    ]


def test_a_page_without_end_is_looked_at_up_to_a_bound() -> None:
    long = mix_of(*GERMAN, "und " * MOST_LETTERS, FRENCH)
    many = mix_of(*["ja"] * (MOST_PARAGRAPHS + 7))

    assert long.paragraphs[-1].language == ""
    assert len(many.paragraphs) == MOST_PARAGRAPHS + 7
    assert many.paragraphs[-1].language == ""


def test_pages_do_not_know_each_other() -> None:
    pages = [
        LanguageMixInput(GERMAN),
        LanguageMixInput(["Kultur"]),
        LanguageMixInput([FRENCH, ENGLISH]),
    ]

    together = recognise_mixes(shipped_recogniser(), pages)

    alone = [recognise_mixes(shipped_recogniser(), [page])[0] for page in pages]
    assert [mix.language for mix in together] == [mix.language for mix in alone]
    assert [mix.shares for mix in together] == [mix.shares for mix in alone]


words = st.sampled_from([*GERMAN, FRENCH, ENGLISH, LATIN, NAMES, "Info", "12", ""])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(words, st.text(max_size=80)), max_size=8))
def test_of_any_page_the_shares_sum_up_and_spans_lie_one_behind_the_other(
    paragraphs: list[str],
) -> None:
    mix = mix_of(*paragraphs)

    assert len(mix.paragraphs) == len(paragraphs)
    if mix.language:
        assert sum(share for _, share in mix.shares) == pytest.approx(1.0)
        assert 0.0 <= mix.confidence <= 1.0 + 1e-9
    for text, paragraph in zip(paragraphs, mix.paragraphs, strict=True):
        edges = [edge for span in paragraph.spans for edge in (span.start, span.end)]
        assert edges == sorted(edges)
        assert all(0 <= edge <= len(text) for edge in edges)
