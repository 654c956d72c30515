"""Every kind of node finds the pages it means, in a real index."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.search.small_index import ask, engine_of, found, page

from auslese.records.query import (
    All,
    And,
    Exact,
    Field,
    FieldName,
    Measure,
    Near,
    Not,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Range,
    Some,
    Tree,
    Word,
)
from auslese.search.answer.matching import LONGEST_PATTERN, MOST_PAIRS
from auslese.search.answer.search_engine import SearchEngine
from auslese.search.answer.word_queries import WRITTEN_IN

LONG_URL = f"http://long.example/{'(ä)' * LONGEST_PATTERN}/x"
PAGES = [
    page(
        1,
        "Der Komponist wohnt in einem alten Haus. Er schreibt Musik für die Orgel.",
        title="Leben eines Komponisten",
        url="https://www.music.example.org/composers/bach.html",
        site="example.org",
        date="2024-05-31",
        depth=1,
        rank=3.5,
        length=120,
        bytes=5_000,
        author="Anna Kern",
        cluster=4,
    ),
    page(
        2,
        "Ein Hausboot liegt am Ufer und schaukelt.",
        title="Boote",
        url="https://example.org/boats",
        site="example.org",
        media_type="application/pdf",
        depth=2,
        date="2020",
    ),
    page(
        3,
        "The city has many happy people who send an E-Mail to their house.",
        url="http://other.example/news/2019",
        site="other.example",
        language="en",
        page_type="article",
        depth=3,
        anchor="city guide",
        date="2019-01-02",
    ),
    page(4, "東京大学は日本の大学です。", language="ja", url="http://jp.example/"),
    page(5, "การเดินทางในประเทศไทย", language="th", url="http://th.example/"),
    page(6, "alpha beta gamma delta epsilon", language="", url=LONG_URL, site=""),
    page(7, "Београд је град", language="sr", rest="Impressum Kontakt"),
    page(8, "Beograd je grad", language="sr-Latn", headings="Istorija"),
]
ALL_PAGES = set(range(1, 9))


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> SearchEngine:
    folder = tmp_path_factory.mktemp("matching") / "index"
    return engine_of(folder, PAGES, clusters={4: "Orgeln und Musik"})


def word_in(name: FieldName, text: str) -> Field:
    return Field(name, Word(text))


TREES: list[tuple[Tree, set[int]]] = [
    (Word("Komponisten"), {1}),
    (Word("häuser"), {1, 2}),
    (Word("Boot"), {2}),
    (Word("cities"), {3}),
    (Word("E-Mail"), {3}),
    (Word("email"), {3}),
    (Word("大学"), {4}),
    (Word("เดินทาง"), {5}),
    (Word("composers"), {1}),
    (Word("guide"), {3}),
    (Word("Istorija"), {8}),
    (Word("Kontakt"), {7}),
    (Word(""), set()),
    (Exact("Haus"), {1}),
    (Exact("Häuser"), set()),
    (Exact("Der"), {1}),
    (Exact("Impressum"), {7}),
    (Exact("日本"), {4}),
    (Exact("本日"), set()),
    (Prefix("Hau"), {1, 2}),
    (Prefix("haus"), {1, 2}),
    (Prefix("日"), {4}),
    (Prefix("("), set()),
    (Phrase(("alten", "Haus")), {1}),
    (Phrase(("alpha", "gamma")), set()),
    (Phrase(("alpha", "gamma"), 1), {6}),
    (Phrase(("beta", "alpha"), 2), {6}),
    (Phrase(("Komponisten", "Der"), 5), set()),
    (Near(Word("alpha"), Word("gamma"), 2), {6}),
    (Near(Word("gamma"), Word("alpha"), 2), {6}),
    (Near(Word("alpha"), Word("delta"), 2), set()),
    (Near(Word("delta"), Word("alpha"), 3), {6}),
    (Near(Exact("delta"), Prefix("gam"), 1), {6}),
    (Near(Phrase(("alpha", "beta")), Word("delta"), 2), {6}),
    (word_in(FieldName.TITLE, "Komponist"), {1}),
    (word_in(FieldName.TITLE, "Haus"), set()),
    (word_in(FieldName.TEXT, "Komponisten"), {1}),
    (word_in(FieldName.ANCHOR, "city"), {3}),
    (word_in(FieldName.ANCHOR, "happy"), set()),
    (word_in(FieldName.AUTHOR, "kern"), {1}),
    (word_in(FieldName.PERSON, "anna"), {1}),
    (Field(FieldName.TITLE, Phrase(("Leben", "eines"))), {1}),
    (Field(FieldName.TITLE, Prefix("kompo")), {1}),
    (word_in(FieldName.SITE, "example.org"), {1, 2}),
    (word_in(FieldName.SITE, "music.example.org"), {1}),
    (word_in(FieldName.SITE, "ample.org"), set()),
    (word_in(FieldName.HOST, "example.org"), {2}),
    (Field(FieldName.HOST, Prefix("www.mus")), {1}),
    (Field(FieldName.HOST, Prefix("w.*")), set()),
    (word_in(FieldName.LANGUAGE, "de"), {1, 2}),
    (word_in(FieldName.LANGUAGE, "sr"), {7, 8}),
    (word_in(FieldName.LANGUAGE, "unknown"), {6}),
    (word_in(FieldName.TYPE, "pdf"), {2}),
    (word_in(FieldName.TYPE, "article"), {3}),
    (Field(FieldName.TYPE, Prefix("application/")), {2}),
    (word_in(FieldName.CLUSTER, "4"), {1}),
    (word_in(FieldName.CLUSTER, "orgeln und MUSIK"), {1}),
    (word_in(FieldName.CLUSTER, "5"), set()),
    (word_in(FieldName.URL, "composers"), {1}),
    (word_in(FieldName.URL, "news 2019"), {3}),
    (word_in(FieldName.URL, "https://www.music.example.org/comp"), {1}),
    (word_in(FieldName.URL, "https://www.music.example.org/c.mp"), set()),
    (word_in(FieldName.URL, LONG_URL[:-1]), {6}),
    (word_in(FieldName.URL, LONG_URL[:-1] + "y"), set()),
    (word_in(FieldName.TOPIC, "energy"), set()),
    (Range(Measure.DEPTH, low=1, high=2), {1, 2}),
    (Range(Measure.DEPTH, low=3), {3}),
    (Range(Measure.DEPTH, high=2), ALL_PAGES - {3}),
    (Range(Measure.DEPTH, low=-1, high=10**15), ALL_PAGES),
    (Range(Measure.WORDS, low=120, high=120), {1}),
    (Range(Measure.SIZE, low=4_999), {1}),
    (Range(Measure.RANK, low=3.5), {1}),
    (Range(Measure.RANK, low=3.5, above=True), set()),
    (Range(Measure.RANK, high=3.5, below=True), ALL_PAGES - {1}),
    (Range(Measure.DATE, low=date(2020, 1, 1)), {1, 2}),
    (Range(Measure.DATE, high=date(2019, 12, 31)), {3}),
    (Range(Measure.DATE, date(2020, 1, 2), date(2024, 5, 30)), set()),
    (Range(Measure.TOPIC, low=0.5, of="energy"), set()),
    (And((Word("Komponist"), Word("Orgel"))), {1}),
    (And((Word("Komponist"), Word("Ufer"))), set()),
    (Or((Word("Komponist"), Word("Ufer"))), {1, 2}),
    (Not(Word("Komponist")), ALL_PAGES - {1}),
    (Not(Word("Haus")), ALL_PAGES - {1}),
    (Not(Word("E-Mail")), ALL_PAGES - {3}),
    (Not(Word("大学日本")), ALL_PAGES),
    (And((Word("Haus"), Not(Word("Komponist")))), {2}),
    (Some((Word("Komponist"), Word("Ufer"))), {1, 2}),
    (Some((Word("Komponist"),), (Field(FieldName.LANGUAGE, Word("en")),)), set()),
    (Some((Word("Ufer"),), (Phrase(("alten", "Haus")),)), {1}),
    (All(), ALL_PAGES),
    (Nothing(), set()),
]


@pytest.mark.parametrize(("tree", "pages"), TREES, ids=[repr(tree)[:70] for tree, _ in TREES])
def test_a_node_finds_just_the_pages_it_means(
    engine: SearchEngine, tree: Tree, pages: set[int]
) -> None:
    told = ask(engine, tree, most=1000, every_word=True)

    assert sorted(told.ids(1000)) == sorted(pages)
    assert told.total == len(pages)


QUERIES = [
    ("title:Komponist site:example.org", {1}),
    ("lang:de type:pdf", {2}),
    ("date:2024..", {1}),
    ("depth<2 lang:de", {1}),
    ("rank>3", {1}),
    ("=haus", {1}),
    ("komp*", {1}),
    ("haus -hausboot", {1}),
    ('"alten haus"', {1}),
    ("alpha NEAR/3 delta", {6}),
]


@pytest.mark.parametrize(("text", "pages"), QUERIES, ids=[text for text, _ in QUERIES])
def test_a_query_finds_just_the_pages_it_means(
    engine: SearchEngine, text: str, pages: set[int]
) -> None:
    assert set(found(engine, text)) == pages


def test_a_compound_is_found_by_its_part_behind_the_word_itself(engine: SearchEngine) -> None:
    assert found(engine, "Haus") == [1, 2]
    assert found(engine, "=haus") == [1]


def test_what_a_compound_is_made_of_is_found_by_it_only_together(tmp_path: Path) -> None:
    pages = [
        page(1, "Ein altes Haus am Ufer"),
        page(2, "Das Boot für das Haus liegt im Schuppen"),
        page(3, "Ein Hausboot liegt am Ufer"),
        page(4, "Viele Hausboote und ihre Bewohner"),
        page(5, "Ein Haus-Boot und ein Floß"),
        page(6, "Das Boot war leer. Niemand wohnte in dem Haus."),
    ]

    assert set(found(engine_of(tmp_path / "index", pages), "Hausboot")) == {2, 3, 4, 5}


def test_in_a_question_single_parts_of_a_compound_raise_what_other_words_find(
    tmp_path: Path,
) -> None:
    pages = [
        page(1, "Fische schwimmen am Ufer des Sees"),
        page(2, "Wer am Ufer wohnt, hat ein Haus"),
        page(3, "Ein Haus auf dem Berg"),
        page(4, "Am Ufer wachsen Weiden und Erlen"),
    ]
    engine = engine_of(tmp_path / "index", pages)

    hits = ask(engine, "Hausboot Ufer", most=10)

    assert hits.ids(10)[0] == 2  # the house alone, on page 3, is no reason
    assert set(hits.ids(10)) == {1, 2, 4}
    for hit in hits.hits(0, 10):
        assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=1e-3)


def test_a_word_counts_as_it_is_written_in_pages_of_other_languages(tmp_path: Path) -> None:
    engine = engine_of(
        tmp_path / "index",
        [
            page(1, "Tall trees and a tree", language="en"),
            page(2, "Det er tre bøker", language="nb"),
            page(3, "En bok med tittelen Trees", language="nb"),
            page(4, "One tree", language="en"),
            page(5, "a tree", language=""),
        ],
    )
    english = replace(engine.maker, word_languages=lambda _word, _among: ("en",))

    hits = ask(replace(engine, maker=english), "trees", most=10)

    assert set(hits.ids(10)) == {1, 3, 4, 5}
    assert hits.ids(10)[0] == 1
    marked = [piece.text for hit in hits.hits(0, 10) for piece in hit.snippet if piece.is_found]
    assert sorted(set(marked)) == ["Trees", "tree", "trees"]


def test_a_word_is_as_rare_in_every_language_as_in_all_together(tmp_path: Path) -> None:
    english = [page(n, "Einstein thinks and waits", language="en") for n in range(1, 9)]
    norwegian = [page(20, "Einstein tenker og venter mer", language="nb")]
    other = [page(n, "nothing of it is here", language="en") for n in range(30, 60)]
    engine = engine_of(tmp_path / "index", [*english, *norwegian, *other])

    assert found(engine, "Einstein")[-1] == 20


NAMES = [
    page(1, "C++ and C# are languages", language="en"),
    page(2, "vitamin C and the net", language="en"),
    page(3, ".NET runs on many systems; node.js, too", language="en"),
    page(4, "std::vector and std::map hold values", language="en"),
    page(5, "A vector has a direction; std is short for standard", language="en"),
    page(6, "import java.util.HashMap;", language="en"),
    page(7, "the util folder of Java has a HashMap", language="en"),
    page(8, "call os.path.join(a, b)", language="en"),
    page(9, "a node of the graph and its js", language="en"),
]


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ("C++", [1]),
        ("c#", [1]),
        ("=C++", [1]),
        (".NET", [3]),
        ("node.js", [3, 9]),
        ("std::vector", [4, 5]),
        ("java.util.HashMap", [6, 7]),
        ("os.path.join", [8]),
        ("hashmap", [6, 7]),
        ("vector -std::vector", [5]),
    ],
)
def test_a_name_with_signs_is_found_as_a_whole_before_its_parts(
    tmp_path: Path, query: str, pages: list[int]
) -> None:
    assert found(engine_of(tmp_path / "index", NAMES), query) == pages


def test_a_page_with_more_letters_of_a_run_comes_first(tmp_path: Path) -> None:
    pages = [page(1, "日本の東京です"), page(2, "東京大学です"), page(3, "大京学東")]
    engine = engine_of(tmp_path / "index", pages, languages=("ja",))

    assert found(engine, "東京大学") == [2, 1]


def test_an_empty_index_has_no_hits(tmp_path: Path) -> None:
    engine = engine_of(tmp_path / "index", [])

    assert [found(engine, text) for text in ("haus", "*", "-haus", "h*")] == [[]] * 4


def test_beginnings_of_many_words_find_all_pages_that_have_one(tmp_path: Path) -> None:
    pages = [page(number, f"wort{number}") for number in range(1, 121)]
    engine = engine_of(tmp_path / "index", pages)

    assert sorted(found(engine, "wort*")) == list(range(1, 121))
    assert sorted(found(engine, "wort1* -wort11*")) == [
        number for number in range(1, 121) if str(number)[0] == "1" and str(number)[:2] != "11"
    ]


def test_pairs_of_beginnings_are_bounded_for_the_whole_query(tmp_path: Path) -> None:
    words = [f"{first}{second}" for first in "abcdefgh" for second in "abcdefgh"]
    engine = engine_of(tmp_path, [page(1, " ".join(words))])
    pairs = " OR ".join(f"{one}* NEAR/5 {other}*" for one in "abcdefgh" for other in "abcdefgh")

    asked = ask(engine, pairs)

    assert asked.total == 1
    assert (
        len(re.findall("PhraseQuery", repr(asked.counted.answer)))
        <= 2 * len(WRITTEN_IN) * MOST_PAIRS
    )
