"""Workbooks and presentations, of Office Open XML and of OpenDocument."""

from tests.extract.office_reading import links, read, told
from tests.extract.office_writer import open_document, pptx, shape, xlsx

from auslese.records.media_names import ODP, ODS, PPTX, XLSX

STYLES = (
    '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>'
    '<numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/></numFmts>'
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>'
    '<xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
)


def cell(value: object, kind: str = "n", style: int = 0) -> str:
    return f'<c t="{kind}" s="{style}"><v>{value}</v></c>'


def row(*cells: str) -> str:
    return f"<row>{''.join(cells)}</row>"


# -- workbooks ------------------------------------------------------------------------------------


def test_each_sheet_stands_under_its_name_and_each_row_is_a_paragraph() -> None:
    strings = (
        "<si><t>Mill</t></si><si><r><t>River </t></r><r><t>Ost</t></r><rPh><t>x</t></rPh></si>"
    )
    sheets = {
        "Mills": row(cell(0, "s"), cell(1, "s")) + row(cell(3), cell(1, "b")),
        "Rivers": row('<c t="inlineStr"><is><t>Ost</t></is></c>', cell("of old", "str")),
    }

    document = read(xlsx(sheets, strings=strings))

    assert document.media_type == XLSX
    assert document.about.title == ""
    assert told(document) == [
        ("heading", "Mills"),
        ("table", "Mill\tRiver Ost"),
        ("table", "3\tTRUE"),
        ("heading", "Rivers"),
        ("table", "Ost\tof old"),
    ]


def test_a_hidden_sheet_is_left_out() -> None:
    sheets = {"Shown": row(cell(1), cell(2)), "Notes": row(cell(3), cell(4))}

    assert [text for _, text in told(read(xlsx(sheets, hidden=("Notes",))))] == ["Shown", "1\t2"]


def test_numbers_are_shown_as_days_where_the_sheet_shows_days() -> None:
    numbers = row(cell(44000, style=1), cell(44000.5, style=2), cell(3, style=3), cell(44000))

    assert told(read(xlsx({"A": numbers}, styles=STYLES)))[1][1] == (
        "2020-06-18\t2020-06-18 12:00\t3\t44000"
    )


def test_formulas_are_not_shown_and_the_dust_of_computing_is_wiped_off() -> None:
    numbers = row(
        "<c><f>A1+B1</f><v>0.30000000000000004</v></c>", cell("12345678901234567890"), cell("25.0")
    )

    assert told(read(xlsx({"A": numbers})))[1][1] == "0.3\t12345678901234567890\t25"


def test_links_of_a_sheet_are_found() -> None:
    rows = f'{row(cell(1))}<hyperlinks><hyperlink ref="A1" r:id="l" display="one"/></hyperlinks>'

    assert links(xlsx({"A": rows}, links={"l": "https://b.example/"})) == [
        ("https://b.example/", "one")
    ]


def test_a_sheet_of_open_document_is_read_alike() -> None:
    body = (
        '<table:table table:name="Mills"><table:table-row><table:table-cell><text:p>Mill</text:p>'
        '</table:table-cell><table:table-cell table:number-columns-repeated="2"><text:p>0</text:p>'
        '</table:table-cell></table:table-row><table:table-row table:number-rows-repeated="9999">'
        '<table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>'
    )

    document = read(open_document("spreadsheet", body))

    assert document.media_type == ODS
    assert told(document) == [("heading", "Mills"), ("table", "Mill\t0\t0")]


# -- slides ---------------------------------------------------------------------------------------


def test_slides_come_in_their_order_under_their_titles() -> None:
    slides = (
        shape("The mill", place="ctrTitle") + shape("a talk", place="subTitle"),
        shape("Its wheel", place="title") + shape("old", "of oak", place="body"),
    )

    document = read(pptx(slides))

    assert document.media_type == PPTX
    assert document.about.title == "The mill"
    assert told(document) == [
        ("heading", "The mill"),
        ("line", "a talk"),
        ("heading", "Its wheel"),
        ("list", "old"),
        ("list", "of oak"),
    ]


def test_what_the_speaker_noted_is_no_main_text_and_what_stands_on_every_slide_is_none() -> None:
    slide = shape("The mill", place="title") + shape("7", place="sldNum")
    note = shape("Speak slowly here, please.", place="body") + shape("7", place="sldNum")

    assert told(read(pptx((slide,), notes={0: note}))) == [
        ("heading", "The mill"),
        ("text", "[Speak slowly here, please.]"),
    ]


def test_a_hidden_slide_is_left_out() -> None:
    slides = (shape("The mill", place="title"), shape("Its debts", place="title"))

    assert told(read(pptx(slides, hidden=(1,)))) == [("heading", "The mill")]


def test_a_table_on_a_slide_is_read_by_rows() -> None:
    def line(*texts: str) -> str:
        cells = (
            f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"
            for text in texts
        )
        return f"<a:tr>{''.join(cells)}</a:tr>"

    rows = line("Year", "Turns") + line("1948", "7")
    table = f"<p:graphicFrame><a:tbl>{rows}</a:tbl></p:graphicFrame>"

    assert told(read(pptx((table,)))) == [("table", "Year\tTurns"), ("table", "1948\t7")]


def test_links_of_slides_are_found_with_their_words() -> None:
    linked = shape("the mill", more='<a:rPr><a:hlinkClick r:id="l"/></a:rPr>')

    assert links(pptx((linked,), links="http://b.example/")) == [("http://b.example/", "the mill")]


def test_slides_of_open_document_are_read_alike() -> None:
    body = (
        '<draw:page draw:name="page1"><draw:frame presentation:class="title"><draw:text-box>'
        "<text:p>The mill</text:p></draw:text-box></draw:frame><draw:frame presentation:class="
        '"outline"><draw:text-box><text:list><text:list-item><text:p>old</text:p></text:list-item>'
        '</text:list></draw:text-box></draw:frame><draw:frame presentation:class="page-number">'
        "<draw:text-box><text:p>7</text:p></draw:text-box></draw:frame><presentation:notes>"
        '<draw:frame presentation:class="notes"><draw:text-box><text:p>Speak slowly here, please.'
        "</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>"
    )

    document = read(open_document("presentation", body))

    assert document.media_type == ODP
    assert told(document) == [
        ("heading", "The mill"),
        ("list", "old"),
        ("text", "[Speak slowly here, please.]"),
    ]
