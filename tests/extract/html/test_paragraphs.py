"""Paragraphs: what joins, what parts, and what each of them is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from resiliparse.parse.html import HTMLTree

from auslese.extract.html.html_paragraphs import paragraphs_of
from auslese.extract.html.page_sheet import lay_flat
from auslese.records.document import Paragraph, ParagraphKind

ONE = "Dies ist ein ganzer Satz."
TWO = "Und hier kommt noch einer."
LONG = "Der Fluss tritt über die Ufer und steht in den Gassen der alten Stadt. " * 4


def read(html: str) -> list[Paragraph]:
    sheet = lay_flat(HTMLTree.parse(html).body)
    return paragraphs_of(sheet, [True] * len(sheet))


def texts(html: str) -> list[str]:
    return [paragraph.text for paragraph in read(html)]


def kinds(html: str) -> str:
    return " ".join(paragraph.kind for paragraph in read(html))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p><b>F</b>onts</p>", ["Fonts"]),
        ("<p><font size=5>P</font>robleme</p>", ["Probleme"]),
        ("<p>H<sub>2</sub>O und E=mc<sup>2</sup></p>", ["H2O und E=mc2"]),
        ("<p>ein <a href=x><i>Lin</i>k</a>, <em>schräg</em>.</p>", ["ein Link, schräg."]),
        ("<p>lang<wbr>es Wort</p>", ["langes Wort"]),
        ("<p>vor<!-- nichts -->her</p>", ["vorher"]),
        ("<div>Eins<div>Zwei</div>Drei</div>", ["Eins", "Zwei", "Drei"]),
        ("<div>Eins<unknown>Zwei</unknown>Drei</div>", ["Eins", "Zwei", "Drei"]),
        ("<x-card>Eins</x-card><x-card>Zwei</x-card>", ["Eins", "Zwei"]),
        ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", ["a", "b", "c", "d"]),
        ("<dl><dt>Wort<dd>Sinn<dt>Tat<dd>Folge</dl>", ["Wort", "Sinn", "Tat", "Folge"]),
        ("<p>a<br>b</p>", ["a\nb"]),
        ("<p>a<br><br>b<br> <br>c</p>", ["a", "b", "c"]),
        ("<b>fett<p>Absatz</p></b>", ["fett", "Absatz"]),
        ("Anfang<h1>Titel</h1>Ende", ["Anfang", "Titel", "Ende"]),
        ("<p>a<script>b</script><style>c</style>d</p>", ["ad"]),
        ("<td>ohne Tabelle</td>", ["ohne Tabelle"]),
    ],
)
def test_inline_joins_and_everything_else_parts(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<p>{ONE}</p><div>{TWO}</div><blockquote>{ONE}</blockquote>", "text text text"),
        (f"{ONE}<br><br>{TWO}", "text text"),
        (f"<body>{ONE}<hr>{TWO}</body>", "text text"),
        (f"<main><article><section>{ONE}</section></article></main>", "text"),
        ("<h1>Titel</h1><h4>Unter</h4><div role=heading>Auch</div>", "heading heading heading"),
        ("<p><b>Fetter Titel</b></p>", "heading"),
        (f"<h2>{LONG}</h2>", "text"),
        (f"<ul><li>Eins<li>{ONE}</ul>", "list list"),
        (f"<ol><li><p>{ONE}</p><li>{LONG}</ol>", "text text"),
        (f"<dl><dt>Wort<dd>{ONE}</dl>", "list list"),
        ("<address>Irgendwo 5</address>", "address"),
        ("<p>Marktplatz 1<br>80331 München<br>Tel. 089 23300</p>", "address"),
        ("<div>12 Baker Street<br>London NW1 6XE<br>mail@example.com</div>", "address"),
        ("<p>Seit Mai sitzen wir in der Ringstr. 5, 80331 München, im ersten Stock.</p>", "text"),
        ("<pre>for (i = 0; i < 9; i++) { a[i] = 0; }</pre>", "code"),
        (f"<pre>{LONG}</pre>", "text"),
        (f"<figure><img src=x><figcaption>{ONE}</figcaption></figure>", "caption"),
        (f'<p class="wp-caption-text">{ONE}</p>', "caption"),
        ("<button>Jetzt kaufen!</button>", "line"),
        ("<p>12. Mai 2010</p><p>02.02.2022</p><p>Von der Redaktion</p>", "line line line"),
        ("<p>Start | Hilfe | Kontakt | Impressum | Suche</p>", "line"),
        ("<p><a href=x>Lesen Sie mehr dazu.</a></p>", "line"),
        (f"<p>Ein Satz mit <a href=x>Verweis</a>. {ONE}</p>", "text"),
        ("<p>© 2010 Auslese. Alle Rechte vorbehalten.</p>", "line"),
        ("<p>这是一个中文的段落。它有两个句子。</p>", "text"),
        ("<p>Folgen Sie uns:</p>", "line"),
        (f"<p>{'wort ' * 25}</p>", "text"),
    ],
)
def test_the_kind_of_a_paragraph(html: str, expected: str) -> None:
    assert kinds(html) == expected


def table(*rows: str) -> str:
    cells = ("".join(f"<td>{cell}" for cell in row.split("|")) for row in rows)
    return "<table>" + "".join(f"<tr>{row}" for row in cells) + "</table>"


def test_a_row_of_a_data_table_is_one_paragraph() -> None:
    assert read(table("Jahr|Zahl", "1990|3<br>4", "1991|<p>5</p><p>6</p>")) == [
        Paragraph("Jahr\tZahl", ParagraphKind.TABLE, True),
        Paragraph("1990\t3 4", ParagraphKind.TABLE, True),
        Paragraph("1991\t5 6", ParagraphKind.TABLE, True),
    ]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("Montag|9 bis 12 Uhr|Rathaus", ["Montag\t9 bis 12 Uhr\tRathaus"]),
        ("<b>Preis</b>|<span>12</span> Euro", ["Preis\t12 Euro"]),
        ("<a href=a>Start</a>|<a href=b>Kontakt</a>", ["Start", "Kontakt"]),
        (f"{ONE * 4}|{TWO * 4}", [ONE * 4, TWO * 4]),
        ("<p>Eins</p><p>Zwei</p>|Drei", ["Eins", "Zwei", "Drei"]),
        ("allein", ["allein"]),
    ],
)
def test_the_cells_of_a_single_row_are_data_if_short_and_plain_and_texts_if_not(
    row: str, expected: list[str]
) -> None:
    assert texts(table(row)) == expected


def test_a_single_row_of_data_is_main_text_as_a_whole_or_not_at_all() -> None:
    sheet = lay_flat(HTMLTree.parse(table("Montag|9 bis 12 Uhr|Rathaus")).body)

    assert paragraphs_of(sheet, [False, True, False]) == [
        Paragraph("Montag\t9 bis 12 Uhr\tRathaus", ParagraphKind.TABLE, is_main=True)
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (table(f"Menü|<p>{ONE}</p><p>{TWO}</p>"), "line text text"),
        (table(ONE, TWO), "text text"),
        (table(f"Anna|{LONG}", f"Bert|{LONG}"), "line text line text"),
        (table("a|b", f"c|{table(ONE, TWO)}"), "line line line text text"),
        (table(f"x|{table('a|b', 'c|d')}"), "line table table"),
        (table(f"a|{ONE}", f"b|{TWO}"), "table table"),
        (
            f"<table><tr><th>a<th>b<tr><td>c<td>{LONG}<tr><td>d<td>{LONG}</table>",
            "table table table",
        ),
        (
            "<table><caption>Alle Jahre</caption><tr><td>a<td>b<tr><td>c<td>d</table>",
            "caption table table",
        ),
    ],
)
def test_a_layout_table_is_as_if_it_were_not_there(html: str, expected: str) -> None:
    assert kinds(html) == expected


HIDDEN = "<p>Zu sehen.</p><p hidden>Nicht zu sehen.</p><p style='display: none'>Auch nicht.</p>"


def test_what_is_hidden_is_left_out_unless_it_is_main_text() -> None:
    sheet = lay_flat(HTMLTree.parse(HIDDEN).body)

    seen = paragraphs_of(sheet, [False, False, True])

    assert [(each.text, each.is_main) for each in seen] == [
        ("Zu sehen.", False),
        ("Auch nicht.", True),
    ]


def test_a_row_is_main_text_if_one_of_its_cells_is() -> None:
    sheet = lay_flat(HTMLTree.parse(table("a|b", "c|d")).body)

    rows = paragraphs_of(sheet, [False, True, False, False])

    assert [row.is_main for row in rows] == [True, False]


TAGS = "p div b td tr table li ul h1 pre br address figure unknown th span a"


@settings(max_examples=200)
@given(st.lists(st.sampled_from([*TAGS.split(), "/div", "/table", "/li", "wort", "Satz. ", "1"])))
def test_no_letter_of_the_blocks_is_lost(parts: list[str]) -> None:
    tags = {*TAGS.split(), "/div", "/table", "/li"}
    html = "".join(f"<{part}>" if part in tags else part for part in parts)
    sheet = lay_flat(HTMLTree.parse(f"<body>{html}").body)

    read_again = paragraphs_of(sheet, [True] * len(sheet))

    found = "".join("".join(each.text for each in read_again).split())
    assert sorted(found) == sorted("".join("".join(sheet.texts).split()))
