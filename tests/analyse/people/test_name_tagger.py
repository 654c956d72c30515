"""The tagger tells names in sentences; its shipped model keeps what it was learnt for."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auslese.analyse.people.name_lists import SHIPPED, shipped_names
from auslese.analyse.people.name_tagger import (
    AT_ONCE,
    CLUSTERS_FILE,
    NETWORK_FILE,
    STRICT,
    NameTagger,
    shipped_tagger,
)
from auslese.analyse.people.name_tokens import GAP, LONGEST_SENTENCE, row_of, token_row
from auslese.analyse.people.tagger_decoding import allowed_steps, probable_spans
from auslese.analyse.people.tagger_features import WordClusters, WordFeatures, word_shape
from auslese.analyse.people.tagger_network import TaggerNetwork, quantised

SENTENCES: tuple[tuple[str, list[str]], ...] = (
    ("Gestern sprach Angela Merkel in Berlin mit Journalisten.", ["Angela Merkel"]),
    ("Der Vortrag von Hans-Peter Oberhuber beginnt um 16 Uhr.", ["Hans-Peter Oberhuber"]),
    ("Das Institut wird von Sabine Köhler geleitet.", ["Sabine Köhler"]),
    ("Yesterday Mary Nell Browning met Richard Harper.", ["Mary Nell Browning", "Richard Harper"]),
    ("J. R. R. Tolkien wrote the book.", ["J. R. R. Tolkien"]),
    ("Der Rat der Stadt Tübingen tagt im Haus der Wissenschaft.", []),
    ("The Department of Computer Science offers three courses in spring.", []),
)


def found(text: str, least: float = 0.4) -> list[str]:
    """The names that the shipped tagger finds."""
    return [text[span.start : span.end] for span in shipped_tagger().tag_text(text, least)]


@pytest.mark.parametrize(("text", "names"), SENTENCES)
def test_names_in_german_and_english_are_found_with_their_letters(
    text: str, names: list[str]
) -> None:
    """Simple sentences, names with hyphens and initials, and nouns that are none."""
    assert found(text) == names


def test_a_sentence_of_words_gives_the_same_as_its_text() -> None:
    """Places are those of the words."""
    words = [["It", "rains", "."], ["Gestern", "sprach", "Angela", "Merkel", "in", "Berlin", "."]]
    spans = shipped_tagger().tag(words)
    assert [(span.sentence, span.first, span.behind) for span in spans] == [(1, 2, 4)]


def test_a_name_of_less_probability_is_not_told_in_the_strict_mode() -> None:
    """The strict mode tells some of the names, each with at least its probability."""
    text = " ".join(sentence for sentence, _ in SENTENCES)
    usual, strict = (shipped_tagger().tag_text(text, least) for least in (0.2, STRICT))
    assert set(strict) <= set(usual)
    assert all(span.probability >= STRICT for span in strict)


def test_a_text_without_candidates_has_no_names() -> None:
    """Nothing, signs, numbers, lines."""
    assert found("") == found("\n\n") == found("12 34 !?") == found("we were there") == []


@pytest.mark.parametrize(
    "text",
    [
        "Müller " * 30_000,
        "x" * 300_000,
        "A." * 50_000,
        "O'" * 50_000,
        "Hans" + "." * 100_000,
        "Hans-" * 50_000,
        "\u202eanna\u0308 Mu\u0308ller\u202c " * 1_000,
        "<b>Hans</b><script>Müller" * 1_000,
        "\ud800\udc00 \x00 Hans \ud800",
        "ا" * 5_000 + " محمد علي " * 1_000,
    ],
)
def test_hostile_texts_are_read_and_spans_stay_within_them(text: str) -> None:
    """Names without end, marks, markup, halves of letters."""
    spans = shipped_tagger().tag_text(text)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))


def test_more_words_than_are_kept_in_mind_are_tagged_alike() -> None:
    """What is known of words is forgotten, and learnt anew."""
    random = Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    new = [
        "".join(random.choices(letters, k=9)).capitalize() + (". " if at % 9 == 0 else " ")
        for at in range(AT_ONCE + 5_000)
    ]
    text = "Gestern sprach Angela Merkel in Berlin. "
    features = WordFeatures(shipped_names(), WordClusters.load(SHIPPED / CLUSTERS_FILE))
    network = TaggerNetwork.load(SHIPPED / NETWORK_FILE)
    tagger = NameTagger(network, features, most_kept=AT_ONCE + 1_000)
    before = tagger.tag_text(text)
    tagger.tag_text("".join(new))
    assert tagger.tag_text(text) == before


def test_a_sentence_beside_another_changes_nothing() -> None:
    """Sentences are read each by itself."""
    first, second = SENTENCES[0][0], SENTENCES[2][0]
    alone = shipped_tagger().tag_text(second)
    both = shipped_tagger().tag_text(first + "\n" + second)
    assert [span.probability for span in both[1:]] == pytest.approx(
        [span.probability for span in alone], abs=1e-4
    )


def test_long_sentences_are_cut_and_every_word_keeps_its_place() -> None:
    """No word is lost; starts are those of the text or of the sentence."""
    text = "wort " * 500
    row = token_row(text)
    assert [text[at : at + 4] for at, word in zip(row.starts, row.words, strict=True) if word] == [
        "wort"
    ] * 500
    cut, owners = row_of([["a"] * 300, [""]])
    assert len(cut.words) == len(owners) == len(cut.starts)
    gap = cut.words.index(GAP[0])
    assert gap == LONGEST_SENTENCE


@pytest.mark.parametrize("text", ["Hans" + "." * 1_000, "Dr. " * 500, "a.b" * 500, "Hans " * 700])
def test_no_sentence_is_longer_than_its_bound(text: str) -> None:
    """Also where no full stop ends one."""
    row = token_row(text)
    gaps = [at for at, word in enumerate(row.words) if not word]
    assert max(b - a for a, b in pairwise([0, *gaps])) <= LONGEST_SENTENCE + 1


def test_a_full_stop_behind_a_title_ends_no_sentence() -> None:
    """Dr., Prof., h.c. and Dipl.-Inf. stay with the name."""
    row = token_row("Es spricht Prof. Dr. h.c. Anna Koch. Danach Dipl.-Inf. Max Roth.")
    gaps = [at for at, word in enumerate(row.words) if not word]
    assert len(gaps) == 3 * len(GAP)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("J.R.R. Tolkien's", ["J.", "R.", "R.", "Tolkien", "'s"]),
        ("O’Neill, Müller-Lüdenscheidt.", ["O’Neill", ",", "Müller-Lüdenscheidt", "."]),
        ("Mu\u0308ller 42%", ["Mu\u0308ller", "42", "%"]),
    ],
)
def test_words_are_taken_apart_as_names_are_written(text: str, tokens: list[str]) -> None:
    """Initials keep their full stop; hyphens and apostrophes are within a name."""
    assert [word for word in token_row(text).words if word] == tokens


def test_shapes_tell_how_a_word_is_written() -> None:
    """Capitals, capitals alone, initials, signs."""
    words = ("Hans", "HANS", "H.", "hans", "Hans-Peter", "McDonald", "42", ",", "O'Neill")
    assert [word_shape(word) for word in words] == [
        *("Aa", "AA", "A", "aa", "A-A", "AaA", "9", ",", "A'")
    ]


def test_the_more_probable_of_two_names_that_overlap_is_told() -> None:
    """Two words, either one name or two: what speaks more for one gets it."""
    steps = np.where(allowed_steps(), 1.0, 0.0).astype(np.float32)
    emissions = np.zeros((3, 5), np.float32)
    emissions[0, 1], emissions[1, 3], emissions[1, 4] = 4.0, 4.0, 3.0
    emissions[2, 0] = 9.0
    is_word = np.array([True, True, True])
    spans = probable_spans(emissions, is_word, steps, 0.05)
    assert [(span.first, span.behind) for span in spans] == [(0, 2)]
    assert 0.5 < spans[0].probability < 1.0


def test_probabilities_of_all_ways_to_label_a_word_add_up() -> None:
    """A single word is a name with the probability that the labels give it."""
    steps = np.where(allowed_steps(), 1.0, 0.0).astype(np.float32)
    emissions = np.array([[0.0, -9.0, -9.0, -9.0, np.log(3.0)]], np.float32)
    (span,) = probable_spans(emissions, np.array([True]), steps, 0.1)
    assert span.probability == pytest.approx(0.75, abs=1e-3)


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Vectors in bytes, the rest in halves of numbers."""
    random = np.random.default_rng(0)
    vectors, scales = quantised(random.normal(size=(9, 4)).astype(np.float32))
    parts = [random.normal(size=size).astype(np.float32) for size in ((20, 6), 6, (18, 6), 6)]
    out = [random.normal(size=size).astype(np.float32) for size in ((6, 5), 5, (5, 5))]
    network = TaggerNetwork(np.arange(9, dtype=np.uint32), vectors, scales, *parts, *out)
    network.save(tmp_path / "network.npz")
    again = TaggerNetwork.load(tmp_path / "network.npz")
    assert again.vectors.tolist() == vectors.tolist()
    clusters = WordClusters.load(SHIPPED / CLUSTERS_FILE)
    tagger = NameTagger(again, WordFeatures(shipped_names(), clusters))
    assert isinstance(tagger.tag_text("Hans Müller spricht."), list)


def test_what_is_seen_in_a_word_is_named_alike_for_learning_and_for_tagging() -> None:
    """Groups of features and letters together are the features."""
    features = WordFeatures(shipped_names(), WordClusters.load(SHIPPED / CLUSTERS_FILE))
    names = features.of("Hans-Peter")
    assert {"whans-peter", "hA-A", "bias"} <= set(names)
    assert any(name.startswith("0F") for name in names)
    assert json.dumps(names)
