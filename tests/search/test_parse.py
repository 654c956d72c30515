"""What people type, and what it means."""

from datetime import date

import pytest

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
    QueryNote,
    QueryNoteReason,
    Range,
    Some,
    Tree,
    Word,
)
from auslese.search.query.query_parser import DEEPEST, MOST_WORDS, parse
from auslese.search.query.query_tokens import FARTHEST, LONGEST
from auslese.search.query.understood import query_text, tree_as_json
from auslese.wording.query_notes import describe_note

A, B, C, D = map(Word, "abcd")


def site(name: str) -> Field:
    return Field(FieldName.SITE, Word(name))


def language(code: str) -> Field:
    return Field(FieldName.LANGUAGE, Word(code))


def title(word: str) -> Field:
    return Field(FieldName.TITLE, Word(word))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        # words
        ("Haus", Word("Haus")),
        ("a b", Some((A, B))),
        ("a and b und c", Some((A, Word("and"), B, Word("und"), C))),
        ("komp* a", Some((Prefix("komp"), A))),
        ("=Haus", Exact("Haus")),
        ("E-Mail don't 3D", Some((Word("E-Mail"), Word("don't"), Word("3D")))),
        ("and/or", Some((Word("and"), Word("or")))),
        ("C++, a!", Some((Word("C++"), A))),
        ("日本語です", Word("日本語です")),
        ("iPhone手机", Some((Word("iPhone"), Word("手机")))),
        ("Donau\u00addampfer", Word("Donaudampfer")),
        ("ＡＢＣ＊", Prefix("ABC")),
        ("a - b", Some((A, B))),
        # signs
        ("+a b", Some((B,), (A,))),
        ("+a +b", And((A, B))),
        ("a -b", And((A, Not(B)))),
        ("a b -c", Some((A, B), (Not(C),))),
        ("a !b", And((A, Not(B)))),
        ("a –b", And((A, Not(B)))),
        ('a -"b c"', And((A, Not(Phrase(("b", "c")))))),
        ("a -b/c", And((A, Not(Phrase(("b", "c")))))),
        ("a -site:tum.de", And((A, Not(site("tum.de"))))),
        # operators
        ("a AND b", And((A, B))),
        ("a UND b && c", And((A, B, C))),
        ("a b AND c", And((A, B, C))),
        ("(a b) AND c", And((Some((A, B)), C))),
        ("a OR b ODER c || d", Or((A, B, C, D))),
        ("a | b", Or((A, B))),
        ("a b OR c d", Or((Some((A, B)), Some((C, D))))),
        ("a AND b OR c", Or((And((A, B)), C))),
        ("a AND (b OR c)", And((A, Or((B, C))))),
        ("a NOT b", And((A, Not(B)))),
        ("a UND NICHT b", And((A, Not(B)))),
        ("-(a OR b) c", And((C, Not(Or((A, B)))))),
        ("-(-a)", A),
        ("(a b) c", Some((A, B, C))),
        ("a (b) (c*)", Some((A, B, Prefix("c")))),
        ("(a OR b) c", Some((C,), (Or((A, B)),))),
        # quotations
        ('"a b"', Phrase(("a", "b"))),
        ('"a b"~5', Phrase(("a", "b"), 5)),
        ("„a b“", Phrase(("a", "b"))),
        ("“a b”", Phrase(("a", "b"))),
        ("«a b»", Phrase(("a", "b"))),
        ("»a b«", Phrase(("a", "b"))),
        ("＂a b＂", Phrase(("a", "b"))),
        ("「a b」", Phrase(("a", "b"))),
        ('"a" b', Some((B,), (A,))),
        ('"AND" AND b', And((Word("AND"), B))),
        ('27" a', Some((Word("27"), A))),
        # near
        ("a NEAR/5 b", Near(A, B, 5)),
        ("a NEAR b", Near(A, B, 10)),
        ("a NAHE/3 komp*", Near(A, Prefix("komp"), 3)),
        ("a NEAR/2 b NEAR/3 c", And((Near(A, B, 2), Near(B, C, 3)))),
        ("-a NEAR/2 b", Not(Near(A, B, 2))),
        # fields
        ("title:a", title("a")),
        ("Titel:a", title("a")),
        ('title:"a b"~2', Field(FieldName.TITLE, Phrase(("a", "b"), 2))),
        ("title:komp*", Field(FieldName.TITLE, Prefix("komp"))),
        ("title:=a", Field(FieldName.TITLE, Exact("a"))),
        ("title:(a OR b)", Or((title("a"), title("b")))),
        ("title:(a (b)) c", And((C, title("a"), title("b")))),
        ("site:(tum.de OR lmu.de)", Or((site("tum.de"), site("lmu.de")))),
        ("site:https://WWW.TUM.de/a/b", site("www.tum.de")),
        ("site:*.tum.de.", site("tum.de")),
        ("a lang:de,fr", And((A, Or((language("de"), language("fr")))))),
        ("a b sprache:deutsch", Some((A, B), (language("de"),))),
        ("lang:de-CH", language("de")),
        ("type:image/*", Field(FieldName.TYPE, Prefix("image/"))),
        ("filetype:.PDF", Field(FieldName.TYPE, Word("pdf"))),
        ("thema:energy", Field(FieldName.TOPIC, Word("energy"))),
        ('cluster:"a b"', Field(FieldName.CLUSTER, Word("a b"))),
        # ranges
        ("date:2024", Range(Measure.DATE, date(2024, 1, 1), date(2024, 12, 31))),
        ("date:2024..", Range(Measure.DATE, date(2024, 1, 1))),
        ("datum:..2.2024", Range(Measure.DATE, high=date(2024, 2, 29))),
        ("date:2023-05..2024", Range(Measure.DATE, date(2023, 5, 1), date(2024, 12, 31))),
        ("date:1.12.2023", Range(Measure.DATE, date(2023, 12, 1), date(2023, 12, 1))),
        ("date:2023-12", Range(Measure.DATE, date(2023, 12, 1), date(2023, 12, 31))),
        ("date>2023", Range(Measure.DATE, date(2024, 1, 1))),
        ("date<2023", Range(Measure.DATE, high=date(2022, 12, 31))),
        ("date<=2023", Range(Measure.DATE, high=date(2023, 12, 31))),
        ("depth<3", Range(Measure.DEPTH, high=2)),
        ("Tiefe >= 3", Range(Measure.DEPTH, 3)),
        ("depth:0..2", Range(Measure.DEPTH, 0, 2)),
        ("depth=2", Range(Measure.DEPTH, 2, 2)),
        ("words>100", Range(Measure.WORDS, 101)),
        ("größe≤1,5MB", Range(Measure.SIZE, high=1_500_000)),
        ("rank>=5", Range(Measure.RANK, 5.0)),
        ("rank<0,5", Range(Measure.RANK, high=0.5, below=True)),
        ("topic:energy>0.6", Range(Measure.TOPIC, 0.6, above=True, of="energy")),
        ('thema:"a b" >= 0,6', Range(Measure.TOPIC, 0.6, of="a b")),
        # everything and nothing
        ("", All()),
        (" \t\u3000", All()),
        ("*", All()),
        ("* a", A),
        ("-*", Nothing()),
        ("a -*", Nothing()),
    ],
)
def test_what_needs_no_note(text: str, tree: Tree) -> None:
    query = parse(text)

    assert query.tree == tree
    assert [note for note in query.notes if note.reason is not QueryNoteReason.ONLY_NOT] == []
    assert query.text == text


@pytest.mark.parametrize(
    ("text", "tree", "reason", "about"),
    [
        ('"a b', Some((A, B)), QueryNoteReason.QUOTE, ""),
        ('a b?"', Some((A, B)), QueryNoteReason.QUOTE, ""),
        ('title:"a b', And((B, title("a"))), QueryNoteReason.QUOTE, ""),
        ('title:" b', B, QueryNoteReason.QUOTE, ""),
        ("(a OR b", Or((A, B)), QueryNoteReason.OPEN, ""),
        ("a) b", Some((A, B)), QueryNoteReason.CLOSE, ""),
        ('"" a', A, QueryNoteReason.HOLLOW, ""),
        ("a()", A, QueryNoteReason.HOLLOW, ""),
        ("a AND", A, QueryNoteReason.OPERATOR, "AND"),
        ("OR a", A, QueryNoteReason.OPERATOR, "OR"),
        ("a AND AND b", And((A, B)), QueryNoteReason.OPERATOR, "AND"),
        ("a AND OR b", Or((A, B)), QueryNoteReason.OPERATOR, "AND"),
        ("a NEAR/5", A, QueryNoteReason.OPERATOR, "NEAR/5"),
        ("NEAR/5 a", A, QueryNoteReason.OPERATOR, "NEAR/5"),
        ("--a", Not(A), QueryNoteReason.OPERATOR, "-"),
        ("a -- b", Some((A, B)), QueryNoteReason.OPERATOR, "-"),
        ("NOT", Nothing(), QueryNoteReason.OPERATOR, "NOT"),
        ("c:b", Some((C, B)), QueryNoteReason.UNKNOWN_FIELD, "c"),
        ("title: a", Some((Word("title"), A)), QueryNoteReason.NO_VALUE, "title"),
        ("lang:, a", A, QueryNoteReason.NO_VALUE, "lang"),
        ("depth<b", Some((Word("depth"), B)), QueryNoteReason.VALUE, "depth<b"),
        (
            "date:2024-13",
            Some((Word("date"), Word("2024-13"))),
            QueryNoteReason.VALUE,
            "date:2024-13",
        ),
        ("date:.. a", Some((Word("date"), A)), QueryNoteReason.VALUE, "date:.."),
        ("depth:5..2", Range(Measure.DEPTH, 2, 5), QueryNoteReason.SWAPPED, "depth:5..2"),
        ("*boot", Word("boot"), QueryNoteReason.STAR, "*boot"),
        ("haus*boot", Prefix("haus"), QueryNoteReason.STAR, "haus*boot"),
        ("-a/b*", Not(Phrase(("a", "b"))), QueryNoteReason.STAR, "a/b*"),
        ("(a OR b) NEAR/5 c", And((Or((A, B)), C)), QueryNoteReason.NEAR, ""),
        ("a NEAR b NEAR title:c", And((Near(A, B, 10), title("c"))), QueryNoteReason.NEAR, ""),
        ("a NEAR/9999 b", Near(A, B, FARTHEST), QueryNoteReason.NUMBER, "9999"),
        ("-a", Not(A), QueryNoteReason.ONLY_NOT, ""),
        ("-a NOT b", And((Not(A), Not(B))), QueryNoteReason.ONLY_NOT, ""),
        ("???", Nothing(), QueryNoteReason.NO_WORDS, ""),
        (
            "www.tum.de/x_(y)",
            Field(FieldName.URL, Word("www.tum.de/x_(y)")),
            QueryNoteReason.ADDRESS,
            "www.tum.de/x_(y)",
        ),
        (
            "(https://tum.de/)",
            Field(FieldName.URL, Word("https://tum.de/")),
            QueryNoteReason.ADDRESS,
            "https://tum.de/",
        ),
    ],
)
def test_what_is_mended_is_noted(
    text: str, tree: Tree, reason: QueryNoteReason, about: str
) -> None:
    query = parse(text)

    assert query.tree == tree
    assert QueryNote(reason, about) in query.notes


def test_every_word_can_be_demanded() -> None:
    assert parse("a b lang:de", every_word=True).tree == And((A, B, language("de")))
    assert parse("a b OR c", every_word=True).tree == Or((And((A, B)), C))


def test_a_place_leaves_one_of_the_words_necessary_and_a_phrase_leaves_none() -> None:
    in_german = parse("a b lang:de").tree
    with_phrase = parse('a b "c d"').tree

    assert isinstance(in_german, Some)
    assert in_german.least == 1
    assert isinstance(with_phrase, Some)
    assert with_phrase.least == 0


def test_what_is_too_long_is_cut() -> None:
    query = parse("a " * LONGEST + "zebra")

    assert isinstance(query.tree, Some)
    assert query.tree.wanted == (A,) * MOST_WORDS
    assert {note.reason for note in query.notes} == {QueryNoteReason.CUT, QueryNoteReason.TOO_MANY}


@pytest.mark.parametrize("text", ['"{}"', "title:({})", "({})", "lang:{}", "a{}", "{}-x"])
def test_there_are_never_more_words_than_may_be(text: str) -> None:
    between = "," if "lang" in text else " OR "
    query = parse(text.format(between.join(["a"] * (MOST_WORDS + 50))))

    assert str(tree_as_json(query.tree)).count("'a'") <= MOST_WORDS
    assert QueryNote(QueryNoteReason.TOO_MANY) in query.notes
    assert parse(query_text(query.tree)).tree == query.tree


def test_just_as_many_words_as_may_be_are_kept_without_a_note() -> None:
    query = parse("a " * MOST_WORDS)

    assert query.tree == Some((A,) * MOST_WORDS)
    assert query.notes == ()


def test_a_chain_of_nears_can_be_said_again_however_long() -> None:
    query = parse("a NEAR/2 " * MOST_WORDS)

    assert parse(query_text(query.tree)).tree == query.tree


def test_brackets_may_be_nested_so_far_and_farther_in_they_are_left_out() -> None:
    deep = parse("(a OR -" * DEEPEST + "b" + ")" * DEEPEST)
    deeper = parse("(a OR -" * (DEEPEST + 1) + "b" + ")" * (DEEPEST + 1))

    assert parse(query_text(deep.tree)).tree == deep.tree
    assert deep.notes == ()
    assert deeper.notes == (QueryNote(QueryNoteReason.TOO_DEEP),)


def test_what_was_understood_is_said_in_both_languages() -> None:
    tree = parse("+haus boot -(a OR b) lang:de date:2024.. x NEAR/5 y").tree

    german = "boot +haus -(a ODER b) sprache:de datum:2024.. x NAHE/5 y"
    english = "boot +haus -(a OR b) lang:de date:2024.. x NEAR/5 y"
    assert query_text(tree, "de") == german
    assert query_text(tree, "en") == english


def test_a_tree_as_json_says_what_each_thing_is() -> None:
    tree = parse("a AND (depth<3 OR date:2024..)").tree

    limits = {"kind": "range", "above": False, "below": False, "of": ""}
    assert tree_as_json(tree) == {
        "kind": "and",
        "parts": [
            {"kind": "word", "text": "a"},
            {
                "kind": "or",
                "parts": [
                    limits | {"measure": "depth", "low": None, "high": 2},
                    limits | {"measure": "date", "low": "2024-01-01", "high": None},
                ],
            },
        ],
    }


@pytest.mark.parametrize("reason", list(QueryNoteReason))
def test_every_note_is_a_sentence_in_both_languages(reason: QueryNoteReason) -> None:
    note = QueryNote(reason, "{0} & <b>")
    german, english = describe_note(note, "de"), describe_note(note, "en")

    assert german != english
    assert "{}" not in german + english
    assert ("{0} & <b>" in german) == ("{0} & <b>" in english)
