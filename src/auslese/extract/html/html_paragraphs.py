"""The blocks of a page as paragraphs: what is running text, and what is a heading, a list, a table?

The element says most of it. Where it says little (`<p>`, `<div>`, `<td>` of a layout table), the
text itself decides: running text has sentences.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from auslese.extract.html import element_marks as marks
from auslese.extract.html.data_tables import TableCell, data_cells, row_texts
from auslese.extract.html.page_sheet import BlockSheet
from auslese.records.document import Paragraph, ParagraphKind
from auslese.text.words import count_words

CELL_BORDER = "\t"
PARAGRAPH_TAGS = frozenset(("p", "blockquote"))
CAPTION_TAGS = frozenset(("figcaption", "caption", "legend"))
CAPTION_NAME = re.compile(r"caption|bildunterschrift|bildtext|legend", re.IGNORECASE).search
REMEMBERED_NAMES = 4096  # pages of a site have the same ones
HINTS = (
    marks.CODE | marks.ADDRESS | marks.HEADING | marks.FIGURE | marks.BUTTON | marks.LIST
)  # fmt: skip

# Closing quotation marks and brackets, and the number of a note, may stand behind the end.
ENDS_LIKE_SENTENCE = re.compile(
    r"(?P<end>[.!?…:。！？｡।॥؟۔։።])[\"'”’“‘»«›‹)\]」』）\s]*(?:\[\d+\])*$"
).search
INNER_END = re.compile(
    r"[.!?…](?<=[^\W\d_]{3}.)[\"'”’“‘»«)\]]*\s+[\"'„“«»(¿¡]*[^\W\da-zß_]|[。！？]"
).search
SEPARATORS = re.compile(r"[|·•»›→▪]| - | / ").findall
RIGHTS = re.compile(r"\s*(?:©|\(c\)|copyright\b)", re.IGNORECASE).match
CODE_LETTERS = re.compile(r"[{}<>=;\\$#|_]|::|->|\(\)").findall

FEWEST_WORDS = 3  # of running text that ends like a sentence
WORDS_BEFORE_COLON = 6  # of running text that ends with a colon; what has fewer is a label
ENDING = 20  # letters at the end that are looked at
LONG_WORD = 40  # letters; words are shorter on average
ENOUGH_WORDS = 20  # of a block that does not end like one
WORDS_OF_LISTED_TEXT = 25  # of a list item that is running text, with a sentence ending within
WORDS_OF_HEADING = 25  # a heading with more, and with sentences, is none
MOST_SEPARATORS = 2  # of running text
LINKED_SHARE = 0.8  # of a block's letters: beyond it is a link, not a text that has one
LINKED_TEXT_WORDS = 12  # a sentence of so many words is one, linked or not
BOLD_SHARE = 0.9
WORDS_OF_BOLD_HEADING = 12
WORDS_OF_PROSE_IN_CODE = 40  # of <pre> that holds a letter, not a program
CODE_SHARE = 0.01  # letters of prose that look like a program's, at the most

ADDRESS_LETTERS = 300
POSSIBLE_ADDRESS = re.compile(r"[0-9@]").search
STREETS = "straße strasse str. weg platz allee gasse ring ufer damm"
# The number first: to look for it is many times as fast as to look for all these words.
_BEHIND = [rf"(?<={re.escape(street)}{gap}\d)" for street in STREETS.split() for gap in ("", " ")]
BEHIND_STREET = rf"\d(?:{'|'.join(_BEHIND)})"
ADDRESS_SIGNS = tuple(
    re.compile(sign, flags).search
    for sign, flags in (
        (r"\b(?:[A-Z]{1,2}[ -])?\d{4,5} +[A-ZÄÖÜ][\w.-]+", 0),  # D-80335 München
        (r"\b[A-Z]{2} \d{5}\b|\b[A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2}\b", 0),  # CA 90210, SW1A 1AA
        (BEHIND_STREET, re.IGNORECASE),
        (r"\b\d+[a-z]? (?:\w+ ){1,3}(?:St|Ave|Rd|Road|Street|Avenue|Lane|Blvd|Drive)\b", 0),
        (r"\b(?:Tel|Telefon|Phone|Fax|Telefax|Mobil|Tél)\b[^\n\w]{0,3}[\d+(]", re.IGNORECASE),
        (r"@(?<=[\w.+-]@)[\w-]+\.\w", 0),
        (r"\b(?:Postfach|P\.? ?O\.? Box|E-?Mail:|Anschrift|Adresse)", re.IGNORECASE),
    )
)
SIGNS_OF_ADDRESS = 2
WORDS_OF_ADDRESS_PART = 5  # between commas or line breaks, at the most, if it ends like a sentence
ADDRESS_BORDER = re.compile(r"[,\n]")

UNSHOWN = marks.HIDDEN | marks.NOSCRIPT
BY_MARK = {
    marks.HEADING: ParagraphKind.HEADING,
    marks.LIST: ParagraphKind.LIST,
    marks.CODE: ParagraphKind.CODE,
    marks.ADDRESS: ParagraphKind.ADDRESS,
}
ANY_OF_THESE = marks.HEADING | marks.LIST | marks.CODE | marks.ADDRESS


def paragraphs_of(sheet: BlockSheet, is_main: Sequence[bool]) -> list[Paragraph]:
    """The blocks of a sheet as paragraphs; `is_main` says which belong to the main text.

    What is hidden, or for readers without scripts, is left out unless it belongs to the main text.
    A row of a data table is one paragraph, a tab between its cells.
    """
    cells = data_cells(sheet)
    seen = _seen(sheet, is_main)
    if not cells:
        return [
            Paragraph(sheet.texts[block], _kind(sheet, block), True)
            if is_main[block]
            else Paragraph(sheet.texts[block], _kind_aside(sheet, block), False)
            for block in seen
        ]
    return list(_with_rows(sheet, is_main, cells, seen))


def _seen(sheet: BlockSheet, is_main: Sequence[bool]) -> list[int]:
    of_place = sheet.where.marks
    return [
        block
        for block, place in enumerate(sheet.places)
        if is_main[block] or not of_place[place] & UNSHOWN
    ]


def _with_rows(
    sheet: BlockSheet, is_main: Sequence[bool], cells: dict[int, TableCell], seen: list[int]
) -> Iterator[Paragraph]:
    def row_or_block(block: int) -> tuple[str, int]:
        cell = cells.get(block)
        return ("row", cell.row) if cell and cell.cell >= 0 else ("block", block)

    for (what, _), group in groupby(seen, row_or_block):
        blocks = list(group)
        if what == "row":
            text = CELL_BORDER.join(row_texts(sheet, cells, blocks))
            yield Paragraph(text, ParagraphKind.TABLE, any(is_main[block] for block in blocks))
        else:
            (block,) = blocks
            kind = _kind(sheet, block) if is_main[block] else _kind_aside(sheet, block)
            yield Paragraph(sheet.texts[block], kind, is_main[block])


def _kind_aside(sheet: BlockSheet, block: int) -> ParagraphKind:
    """The kind of a block that is not main text, by its place alone: nobody asks for more."""
    hints = sheet.where.marks[sheet.places[block]] & ANY_OF_THESE
    if not hints:
        return ParagraphKind.LINE
    return BY_MARK.get(hints) or next(kind for mark, kind in BY_MARK.items() if hints & mark)


def _kind(sheet: BlockSheet, block: int) -> ParagraphKind:
    place = sheet.places[block]
    tag, text = sheet.where.tags[place], sheet.texts[block]
    hints = sheet.where.marks[place] & HINTS
    if hints & marks.CODE:
        return ParagraphKind.TEXT if _is_letter(text) else ParagraphKind.CODE
    if hints & marks.ADDRESS:
        return ParagraphKind.ADDRESS
    if _is_caption(tag, hints, sheet.where.names[place]):
        return ParagraphKind.CAPTION
    if hints & marks.HEADING and not _is_long(text, WORDS_OF_HEADING):
        return ParagraphKind.HEADING
    if hints & marks.BUTTON:
        return ParagraphKind.LINE
    if hints & marks.LIST and not _is_listed_text(text, tag):
        return ParagraphKind.LIST
    return _kind_by_text(sheet, block, text)


def _kind_by_text(sheet: BlockSheet, block: int, text: str) -> ParagraphKind:
    is_bold = sheet.bold[block] >= BOLD_SHARE * len(text)
    return kind_of_text(text, sheet.linked[block] / len(text), is_bold=is_bold)


def kind_of_text(text: str, linked: float = 0.0, *, is_bold: bool = False) -> ParagraphKind:
    """What a text is if nothing but itself tells; `linked` is the part of it that is links."""
    if _is_address(text):
        return ParagraphKind.ADDRESS
    if _is_running(text, linked):
        return ParagraphKind.TEXT
    if is_bold and _is_bold_heading(text):
        return ParagraphKind.HEADING
    return ParagraphKind.LINE


def _is_caption(tag: str, hints: int, name: str) -> bool:
    if tag in CAPTION_TAGS:
        return True
    return bool(hints & marks.FIGURE) or (name != "" and _is_named_caption(name))


@lru_cache(maxsize=REMEMBERED_NAMES)
def _is_named_caption(name: str) -> bool:
    return CAPTION_NAME(name) is not None


def _is_long(text: str, words: int) -> bool:
    """Tell whether a text is longer than that and has a sentence ending within."""
    return len(text) > words * 2 and INNER_END(text) is not None and _has_words(text, words)


def _is_listed_text(text: str, tag: str) -> bool:
    """Tell whether a list item is running text: a paragraph by itself, or of several sentences."""
    if tag in PARAGRAPH_TAGS:
        return _is_running(text, 0.0)
    return _is_long(text, WORDS_OF_LISTED_TEXT)


def _is_running(text: str, linked: float) -> bool:
    """Tell whether a text has sentences."""
    ending = ENDS_LIKE_SENTENCE(text[-ENDING:])
    if not ending:
        return linked < LINKED_SHARE and _is_unfinished(text)
    fewest = WORDS_BEFORE_COLON if ending["end"] == ":" else FEWEST_WORDS
    if linked >= LINKED_SHARE:
        fewest = LINKED_TEXT_WORDS
    return _has_words(text, fewest) and not RIGHTS(text)


def _is_unfinished(text: str) -> bool:
    """Tell whether it is running text although it does not end like it."""
    if len(text) < ENOUGH_WORDS or len(SEPARATORS(text)) > MOST_SEPARATORS:
        return False
    return _has_words(text, ENOUGH_WORDS) and not RIGHTS(text)


def _has_words(text: str, fewest: int) -> bool:
    """Tell whether a text has so many words; long ones are not counted to the end."""
    return text.count(" ") > 2 * fewest or count_words(text[: fewest * LONG_WORD]) >= fewest


def _is_bold_heading(text: str) -> bool:
    return any(map(str.isalpha, text)) and count_words(text) <= WORDS_OF_BOLD_HEADING


def _is_letter(text: str) -> bool:
    """Tell whether preformatted text is prose, as in the archives of mailing lists."""
    if len(CODE_LETTERS(text)) > CODE_SHARE * len(text):
        return False
    return _is_long(text, WORDS_OF_PROSE_IN_CODE)


def _is_address(text: str) -> bool:
    if len(text) > ADDRESS_LETTERS or not POSSIBLE_ADDRESS(text):
        return False
    if sum(sign(text) is not None for sign in ADDRESS_SIGNS) < SIGNS_OF_ADDRESS:
        return False
    longest = max(map(count_words, ADDRESS_BORDER.split(text)))
    return longest <= WORDS_OF_ADDRESS_PART or not ENDS_LIKE_SENTENCE(text[-ENDING:])
