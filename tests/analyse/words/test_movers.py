"""Movers: none where nothing moved, those that were planted where something did."""

from collections.abc import Sequence

import numpy as np

from auslese.analyse.words.movers import MoverThresholds, PartWordUse, WordMoves, compare_word_use
from auslese.analyse.words.significance import PartSize, WordUse, chance_of, false_discovery
from auslese.analyse.words.word_counting import SiteText, WordTally

KINDS = 3_000
NO_LIMITS = MoverThresholds(ratio=0.0, pages=0, sites=1)


def bursty_pages(seed: int, number: int, planted: float = 0.0) -> list[SiteText]:
    """Pages as people write them: Zipf's words, a few of which a page repeats again and again.

    A share of them is about something new.
    """
    random = np.random.default_rng(seed)
    shares = 1 / (10 + np.arange(KINDS))
    shares /= shares.sum()
    pages = []
    for at in range(number):
        length = int(random.lognormal(4.5, 0.6)) + 10
        words = [f"w{code}" for code in random.choice(KINDS, length, p=shares)]
        for code in random.choice(KINDS, 4, p=shares):  # what the page is about
            words += [f"w{code}"] * int(random.geometric(0.15))
        if random.random() < planted:
            words += ["comet"] * int(random.geometric(0.3)) + ["orbit"]
        pages.append(SiteText(f"s{at % 8}.example", " ".join(words)))
    return pages


def parts_of(*sides: Sequence[SiteText]) -> tuple[list[str], tuple[PartWordUse, PartWordUse]]:
    """Count both sides, without a store."""
    tallied = []
    for side in sides:
        (batch,) = WordTally().batches(side)
        tallied.append(batch)
    words = sorted({word for batch in tallied for word in batch.words})
    numbers = {word: number for number, word in enumerate(words)}
    parts = []
    for batch in tallied:
        place = np.array([numbers[word] for word in batch.words])[batch.columns["word"]]
        sums = {
            name: np.bincount(place, batch.columns[name], len(words)).astype(np.int64)
            for name in ("times", "pages", "squares", "weighted")
        }
        sites = np.bincount(place, minlength=len(words))
        sizes = np.array([each[1:] for each in batch.of_site])
        size = PartSize(*sizes.sum(axis=0).tolist())
        parts.append(PartWordUse(WordUse(**sums), sites, size, len(batch.sites)))
    this, that = parts
    return words, (this, that)


def moved(words: list[str], moves: WordMoves) -> tuple[list[str], list[str]]:
    return [words[at] for at in moves.rising(50)], [words[at] for at in moves.falling(50)]


def test_two_halves_of_the_same_text_have_no_movers_though_plain_g2_finds_many() -> None:
    false, plain = 0, 0
    for seed in range(8):
        pages = bursty_pages(seed, 600)
        _, parts = parts_of(pages[:300], pages[300:])
        moves = compare_word_use(*parts, NO_LIMITS)
        false += int(moves.is_moving.sum())
        plain += int((false_discovery(chance_of(moves.g2_plain)) < 0.05).sum())

    assert false <= 2  # one run in twenty may have some
    assert plain > 50


def test_chances_come_true_where_nothing_moved() -> None:
    pages = bursty_pages(11, 1_000)
    _, parts = parts_of(pages[:300], pages[300:])

    moves = compare_word_use(*parts, NO_LIMITS)

    assert (moves.chance[moves.is_tested] < 0.05).mean() < 0.06


def test_planted_words_are_found_on_their_side() -> None:
    words, (this, that) = parts_of(bursty_pages(1, 400, planted=0.1), bursty_pages(2, 400))

    assert moved(words, compare_word_use(this, that)) == (["comet", "orbit"], [])
    assert moved(words, compare_word_use(that, this)) == ([], ["comet", "orbit"])


def test_one_long_page_moves_nothing() -> None:
    pages = bursty_pages(3, 400)
    loud = [*pages[:200], SiteText("s1.example", "shout " * 5_000)]

    words, parts = parts_of(loud, pages[200:])

    assert "shout" not in moved(words, compare_word_use(*parts))[0]


def test_a_word_of_one_site_among_many_is_no_topic_unless_asked_for() -> None:
    pages = bursty_pages(4, 400)
    branded = [
        SiteText(each.site, f"{each.text} acme") if each.site == "s1.example" else each
        for each in pages[:200]
    ]
    words, parts = parts_of(branded, pages[200:])

    assert "acme" not in moved(words, compare_word_use(*parts))[0]
    assert "acme" in moved(words, compare_word_use(*parts, MoverThresholds(sites=1)))[0]


def test_ratios_of_rare_words_are_drawn_towards_one() -> None:
    words, parts = parts_of(
        [
            SiteText("a", "rare often often"),
            *[SiteText("a", "often filler")] * 1,
            SiteText("a", "often b c"),
        ],
        [SiteText("a", "filler b c d e f")],
    )

    moves = compare_word_use(*parts, NO_LIMITS)

    assert abs(moves.ratio[words.index("rare")]) < 1
    assert not moves.is_moving.any()
