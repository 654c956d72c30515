"""A workbook of Excel (xlsx): each sheet that is shown under its name, each row a paragraph.

Values stand as they were last computed; no formula is. Numbers that are shown as days are days.
Left out: hidden sheets, comments, diagrams, macros.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from auslese.extract.office.office_about import OfficeFields
from auslese.extract.office.office_open_xml import core_fields
from auslese.extract.office.office_package import OfficePackage, Relation, main_part
from auslese.extract.office.office_text import OfficeText
from auslese.extract.office.office_xml import Attributes, ElementCollector
from auslese.records.document import ParagraphKind

WORKBOOK = "xl/workbook.xml"
MOST_SHEETS = 200
MOST_STRINGS = 400_000  # different texts of a workbook
MOST_FORMATS = 65_490  # of cells: Excel's own limit
# Numbers of formats that show days: ECMA-376, part 1, 18.8.30.
DAY_FORMATS = frozenset((*range(14, 18), 22, *range(27, 37), *range(50, 59)))
SHOWS_DAY = re.compile(r'(?:[^"\\\[ymd]|"[^"]*"|\\.|\[[^\]]*\])*(?:y|d|m{3})', re.IGNORECASE).match
FIRST_DAY, FIRST_DAY_OF_MACS = datetime(1899, 12, 30), datetime(1904, 1, 1)  # noqa: DTZ001
LAST_DAY = 2_958_466  # the day after the year 9999, in days of Excel
LONGEST_NUMBER = 15  # digits that a cell can hold
TRUTH = {"0": "FALSE", "1": "TRUE"}
HIDDEN = ("hidden", "veryHidden")


def read_workbook(package: OfficePackage, text: OfficeText) -> OfficeFields:
    """Gather the text of a workbook; what it says about itself."""
    fields = core_fields(package)
    part = main_part(package, WORKBOOK)
    relations = package.relations(part)
    book = _Workbook(package, relations)
    for name, target in book.sheets(part):
        text.put(name, ParagraphKind.HEADING)
        text.begin_table(is_sheet=True)
        links = package.relations(target)
        package.walk(target, _SheetWalker(text, book, links))
        text.end_table()
    return fields


class _Workbook:
    """What the sheets of a workbook share."""

    def __init__(self, package: OfficePackage, relations: dict[str, Relation]) -> None:
        self._package, self._relations = package, relations
        self.first_day = FIRST_DAY
        self.strings: list[str] = []
        self.day_formats: list[bool] = []
        """Of each format of cells, whether it shows a day."""
        for relation in relations.values():
            if relation.kind == "sharedStrings":
                package.walk(relation.target, _SharedStringWalker(self.strings))
            elif relation.kind == "styles":
                self._read_formats(relation.target)

    def sheets(self, part: str) -> Iterator[tuple[str, str]]:
        """Name and part of each sheet that is shown."""
        found: list[tuple[str, str]] = []

        def take(element: str, attributes: Attributes, _: str) -> None:
            if element == "workbookPr":
                if attributes.get("date1904", "0") in ("1", "true"):
                    self.first_day = FIRST_DAY_OF_MACS
            elif attributes.get("state", "visible") not in HIDDEN:
                relation = self._relations.get(attributes.get("r:id", ""))
                if relation is not None and not relation.is_external:
                    found.append((attributes.get("name", ""), relation.target))

        self._package.walk(part, ElementCollector(frozenset(("sheet", "workbookPr")), take))
        self._package.room.is_cut |= len(found) > MOST_SHEETS
        yield from found[:MOST_SHEETS]

    def _read_formats(self, part: str) -> None:
        own: dict[str, bool] = {}
        in_cells: list[bool] = []

        def take(element: str, attributes: Attributes, _: str) -> None:
            key = attributes.get("numFmtId", "")
            if element == "numFmt":
                own[key] = SHOWS_DAY(attributes.get("formatCode", "")[:100]) is not None
            elif len(in_cells) < MOST_FORMATS:
                number = int(key) if key.isdecimal() and len(key) < LONGEST_NUMBER else 0
                in_cells.append(own.get(key, number in DAY_FORMATS))

        walker = _FormatWalker(ElementCollector(frozenset(("numFmt", "xf")), take))
        self._package.walk(part, walker)
        self.day_formats = in_cells

    def shown(self, number: str, style: str) -> str:
        """A number as the sheet shows it, as far as that is told here."""
        place = int(style) if style.isdecimal() and len(style) < LONGEST_NUMBER else 0
        if place >= len(self.day_formats) or not self.day_formats[place]:
            return _plain_number(number)
        try:
            days = float(number)
        except ValueError:
            return number
        if not 1 <= days < LAST_DAY:
            return number
        moment = self.first_day + timedelta(days=days)
        return str(moment.date()) if days.is_integer() else moment.isoformat(" ", "minutes")


def _plain_number(number: str) -> str:
    """A number without the dust of computing: 0.30000000000000004 is 0.3, and 25.0 is 25."""
    if "." not in number:
        return number
    try:
        return f"{float(number):.{LONGEST_NUMBER}g}"
    except ValueError:
        return number


class _FormatWalker:
    """Passes on the formats of cells, not those of the styles that they are made from."""

    def __init__(self, inner: ElementCollector) -> None:
        self._inner = inner
        self._in_styles = False

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if name == "cellStyleXfs":
            self._in_styles = True
        elif not self._in_styles:
            self._inner.start(name, attributes)

    def end(self, name: str) -> None:
        """It ends."""
        if name == "cellStyleXfs":
            self._in_styles = False
        elif not self._in_styles:
            self._inner.end(name)

    def text(self, text: str) -> None:
        """There is none."""


class _SharedStringWalker:
    """The texts that cells share, in order; how a word is pronounced is no part of it."""

    def __init__(self, strings: list[str]) -> None:
        self._strings = strings
        self._pieces: list[str] = []
        self._in_text = self._in_reading = False

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if name == "si":
            self._pieces = []
        elif name == "rPh":
            self._in_reading = True
        elif name == "t":
            self._in_text = not self._in_reading

    def end(self, name: str) -> None:
        """It ends."""
        if name == "t":
            self._in_text = False
        elif name == "rPh":
            self._in_reading = False
        elif name == "si" and len(self._strings) < MOST_STRINGS:
            self._strings.append("".join(self._pieces))

    def text(self, text: str) -> None:
        """Letters come."""
        if self._in_text:
            self._pieces.append(text)


class _SheetWalker:
    """Where we are in a sheet."""

    def __init__(self, text: OfficeText, book: _Workbook, links: dict[str, Relation]) -> None:
        self._text, self._book, self._links = text, book, links
        self._kind = self._style = ""
        self._pieces: list[str] = []
        self._is_value = False

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        match name:
            case "row":
                self._text.begin_row()
            case "c":
                self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
                self._pieces = []
            case "v" | "t":
                self._is_value = True
            case "hyperlink":
                relation = self._links.get(attributes.get("r:id", ""))
                if relation is not None and relation.is_external:
                    self._text.add_link(relation.target, attributes.get("display", ""))

    def end(self, name: str) -> None:
        """It ends."""
        if name in ("v", "t"):
            self._is_value = False
        elif name == "c" and self._pieces:
            self._text.begin_cell()
            self._text.put(self._value("".join(self._pieces)), ParagraphKind.LINE)
            self._text.end_cell()

    def text(self, text: str) -> None:
        """Letters come."""
        if self._is_value:
            self._pieces.append(text)

    def _value(self, written: str) -> str:
        if self._kind == "s":
            is_place = written.isdecimal() and len(written) < LONGEST_NUMBER
            place = int(written) if is_place else len(self._book.strings)
            return self._book.strings[place] if place < len(self._book.strings) else ""
        if self._kind == "n":
            return self._book.shown(written, self._style)
        return TRUTH.get(written, written) if self._kind == "b" else written
