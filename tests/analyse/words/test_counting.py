"""Words are counted as they are read, whatever pages are made of."""

from collections import Counter
from unicodedata import normalize

from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.words import word_counting as counting
from auslese.analyse.words.word_counting import SiteText, WordCountOptions, WordTally
from auslese.text.words import words_of


def counted(texts: list[SiteText], spelling: WordCountOptions | None = None) -> Counter[str]:
    found: Counter[str] = Counter()
    for batch in WordTally(spelling).batches(texts):
        for word, times in zip(batch.columns["word"], batch.columns["times"], strict=True):
            found[batch.words[word]] += int(times)
    return found


LINES = st.text(st.characters(exclude_characters="\u00ad", exclude_categories=["Cs"]), max_size=60)


@given(st.lists(LINES, max_size=8))
def test_every_word_of_any_text_is_counted(texts: list[str]) -> None:
    composed = [normalize("NFC", text) for text in texts]
    found = counted(
        [SiteText(f"site{at}", text) for at, text in enumerate(composed)],
        WordCountOptions(keeps_case=True, keeps_numbers=True),
    )

    lines = [line for text in composed for line in dict.fromkeys(text.split("\n"))]
    assert found == Counter(word for line in lines for word in words_of(line))


def test_small_letters_are_the_same_word_unless_capitals_are_kept() -> None:
    texts = [SiteText("a", "Wald wald WALD")]

    assert counted(texts) == {"wald": 3}
    assert counted(texts, WordCountOptions(keeps_case=True)) == {"Wald": 1, "wald": 1, "WALD": 1}


def test_numbers_count_only_if_asked_for_and_long_rows_of_letters_never() -> None:
    texts = [SiteText("a", f"3D 17 {'x' * 100} 2026")]

    tally = WordTally()
    list(tally.batches(texts))
    assert counted(texts) == {"3d": 1}
    assert counted(texts, WordCountOptions(keeps_numbers=True)) == {"3d": 1, "17": 1, "2026": 1}
    assert (tally.left_out.numbers, tally.left_out.long_words) == (2, 1)


def test_a_paragraph_that_stands_on_many_pages_of_a_site_counts_once() -> None:
    pages = [SiteText("a", f"Imprint and privacy\nNews number{at}") for at in range(5)]

    assert counted(pages)["imprint"] == 1
    assert counted([*pages, SiteText("b", "Imprint and privacy")])["imprint"] == 2
    assert counted(pages)["news"] == 5


def test_sums_do_not_depend_on_where_batches_end() -> None:
    texts = [SiteText(f"s{at % 3}", f"one two two word{at} word{at % 7}") for at in range(60)]
    (whole,) = WordTally().batches(texts)

    first = WordTally()
    parts = [*first.batches(texts[:20]), *first.batches(texts[20:])]

    def sums(name: str, batches: list[counting.WordBatch]) -> Counter[str]:
        found: Counter[str] = Counter()
        for batch in batches:
            for word, value in zip(batch.columns["word"], batch.columns[name], strict=True):
                found[batch.words[word]] += int(value)
        return found

    for name in ("times", "pages", "squares", "weighted"):
        assert sums(name, [whole]) == sums(name, parts)


def test_where_a_word_was_met_first_is_exact() -> None:
    (batch,) = WordTally().batches([SiteText("a", "red green red"), SiteText("a", "blue green")])

    first = dict(zip(batch.columns["word"].tolist(), batch.columns["first"].tolist(), strict=True))
    assert {batch.words[word]: at for word, at in first.items()} == {
        "red": 0,
        "green": 1,
        "blue": 3,
    }
