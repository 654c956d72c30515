"""Files of OpenDocument: texts (odt), sheets (ods) and slides (odp), all three by one walk.

Left out: annotations, what was deleted while changes are tracked, hidden sections, headers and
footers, what stands on every slide, formulas. Notes follow at the end of the text; what the speaker
noted comes behind its slide and is no main text.
"""

from collections.abc import Callable

from auslese.extract.office.office_about import OfficeFields
from auslese.extract.office.office_package import OfficePackage
from auslese.extract.office.office_text import OfficeText
from auslese.extract.office.office_xml import Attributes, ElementCollector, OfficeFileError
from auslese.extract.office.paragraph_styles import KINDS, NamedStyle, StyleRole, role_of_style
from auslese.records.document import ParagraphKind, ReadProblem
from auslese.wording.outcome_sentences import UnreadReason

CONTENT, STYLES, META = "content.xml", "styles.xml", "meta.xml"
MANIFEST = "META-INF/manifest.xml"
META_FIELDS = frozenset(
    (
        "title", "initial-creator", "creator", "creation-date", "date", "description", "subject",
        "keyword", "language",
    )
)  # fmt: skip
SKIPPED = frozenset(
    (
        "annotation", "tracked-changes", "note-citation", "font-face-decls", "forms", "scripts",
        "date-time-decl", "footer-decl", "header-decl", "bibliography-configuration", "image",
        "ruby-text", "master-styles", "object", "covered-table-cell",
    )
)  # fmt: skip
INDEXES = frozenset(
    ("table-of-content", "illustration-index", "table-index", "alphabetical-index", "user-index")
)
TITLES = ("title",)
POINTS = ("outline", "subtitle", "object")
FURNITURE = ("page-number", "date-time", "footer", "header", "page")
MOST_BLANKS = 100  # that one element stands for
MOST_STYLES = 20_000


def read_open_document(package: OfficePackage, text: OfficeText) -> OfficeFields:
    """Gather the text of a file; what it says about itself."""
    _refuse_encrypted(package)
    walker = _OpenWalker(text)
    package.walk(STYLES, ElementCollector(frozenset(("style",)), walker.take_style))
    package.walk(CONTENT, walker)
    return _fields(package)


def _refuse_encrypted(package: OfficePackage) -> None:
    def take(name: str, attributes: Attributes, text: str) -> None:
        raise OfficeFileError(ReadProblem.ENCRYPTED, UnreadReason.PASSWORD.text())

    package.walk(MANIFEST, ElementCollector(frozenset(("encryption-data",)), take))


def _fields(package: OfficePackage) -> OfficeFields:
    found: dict[str, list[str]] = {}

    def take(name: str, _: Attributes, text: str) -> None:
        found.setdefault(name, []).append(text)

    def first(*names: str) -> str:
        return next((found[name][0] for name in names if found.get(name)), "")

    package.walk(META, ElementCollector(META_FIELDS, take))
    return OfficeFields(
        first("title"),
        (first("initial-creator", "creator"),),
        first("creation-date"),
        first("date"),
        first("description", "subject"),
        tuple(found.get("keyword", ())),
        first("language"),
    )


class _OpenWalker:
    """Where we are in the content."""

    def __init__(self, text: OfficeText) -> None:
        self._text = text
        self._styles: dict[str, NamedStyle] = {}
        self._bold: set[str] = set()
        self._style = ""
        self._roles: dict[str, StyleRole | None] = {}
        self._skipping = self._in_index = self._in_list = self._in_notes = 0
        self._spans: list[bool] = []
        self._place = ""
        self._times = 1
        self._is_sheet = False
        self._starts: dict[str, Callable[[Attributes], None]] = {
            "p": self._begin_text,
            "h": self._begin_heading,
            "s": self._blanks,
            "tab": lambda _: text.add("\t"),
            "line-break": lambda _: text.add("\n"),
            "span": self._begin_span,
            "a": lambda attributes: text.begin_link(attributes.get("href", "")),
            "list-item": self._begin_item,
            "list-header": self._begin_item,
            "note": lambda _: text.begin_note(),
            "table": self._begin_table,
            "table-row": lambda _: text.begin_row(),
            "table-cell": self._begin_cell,
            "frame": self._begin_frame,
            "notes": self._begin_notes,
            "spreadsheet": self._begin_sheets,
            "style": lambda attributes: self.take_style("style", attributes),
            "text-properties": self._take_letters_style,
            **dict.fromkeys(INDEXES, self._begin_index),
        }
        self._ends: dict[str, Callable[[], None]] = {
            "p": text.end,
            "h": text.end,
            "span": self._end_span,
            "a": text.end_link,
            "list-item": self._end_item,
            "list-header": self._end_item,
            "note": text.end_note,
            "table": text.end_table,
            "table-cell": lambda: text.end_cell(self._times),
            "frame": lambda: self._begin_frame({}),
            "notes": self._end_notes,
            **dict.fromkeys(INDEXES, self._end_index),
        }

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if self._skipping or name in SKIPPED or self._is_left_out(name, attributes):
            self._skipping += 1
        elif act := self._starts.get(name):
            act(attributes)

    def _blanks(self, attributes: Attributes) -> None:
        self._text.add(" " * min(_number(attributes.get("c", "1")), MOST_BLANKS))

    def _begin_span(self, attributes: Attributes) -> None:
        self._spans.append(attributes.get("style-name", "") in self._bold)

    def _end_span(self) -> None:
        if len(self._spans) > 1:
            self._spans.pop()

    def _begin_item(self, _: Attributes) -> None:
        self._in_list += 1

    def _end_item(self) -> None:
        self._in_list -= 1

    def _begin_index(self, _: Attributes) -> None:
        self._in_index += 1

    def _end_index(self) -> None:
        self._in_index -= 1

    def _begin_notes(self, _: Attributes) -> None:
        self._in_notes += 1

    def _end_notes(self) -> None:
        self._in_notes -= 1

    def _begin_cell(self, attributes: Attributes) -> None:
        self._times = _number(attributes.get("number-columns-repeated", "1"))
        self._text.begin_cell()

    def _begin_frame(self, attributes: Attributes) -> None:
        self._place = attributes.get("class", "")

    def _begin_sheets(self, _: Attributes) -> None:
        self._is_sheet = True

    def _is_left_out(self, name: str, attributes: Attributes) -> bool:
        if name in ("section", "p", "h") and attributes.get("display", "") == "none":
            return True
        return name == "text-box" and self._place in FURNITURE

    def take_style(self, _: str, attributes: Attributes, text: str = "") -> None:
        """Remember a style that is declared."""
        self._style = key = attributes.get("name", "")
        if len(self._styles) < MOST_STYLES:
            # A style of the document itself, as P1, has a name that says nothing.
            parent = attributes.get("parent-style-name", "")
            self._styles[key] = NamedStyle(attributes.get("display-name", ""), parent)

    def _take_letters_style(self, attributes: Attributes) -> None:
        if attributes.get("font-weight", "") == "bold":
            self._bold.add(self._style)

    def _begin_table(self, attributes: Attributes) -> None:
        if self._is_sheet:
            self._text.put(attributes.get("name", ""), ParagraphKind.HEADING)
        self._text.begin_table(is_sheet=self._is_sheet)

    def _begin_text(self, attributes: Attributes) -> None:
        self._begin(attributes, is_heading=False)

    def _begin_heading(self, attributes: Attributes) -> None:
        self._begin(attributes, is_heading=True)

    def _begin(self, attributes: Attributes, *, is_heading: bool) -> None:
        style = attributes.get("style-name", "")
        role = self._role(style)
        is_main = not (self._in_index or self._in_notes or role is StyleRole.CONTENTS)
        self._text.begin(self._kind(role, is_heading=is_heading), is_main=is_main)
        draft = self._text.draft
        if draft is not None:
            draft.is_title = role is StyleRole.TITLE
        self._spans = [style in self._bold]

    def _kind(self, role: StyleRole | None, *, is_heading: bool) -> ParagraphKind | None:
        if is_heading or self._place in TITLES:
            return ParagraphKind.HEADING
        if self._in_notes:
            return None
        if self._in_index or self._in_list or self._place in POINTS:
            return ParagraphKind.LIST
        return KINDS[role] if role else None

    def _role(self, style: str) -> StyleRole | None:
        if style not in self._roles:
            self._roles[style] = role_of_style(style, self._styles)
        return self._roles[style]

    def end(self, name: str) -> None:
        """It ends."""
        if self._skipping:
            self._skipping -= 1
        elif act := self._ends.get(name):
            act()

    def text(self, text: str) -> None:
        """Letters come; outside of paragraphs they are only white space."""
        if not self._skipping:
            self._text.add(text, is_bold=bool(self._spans and self._spans[-1]))


def _number(written: str) -> int:
    return int(written[:9]) if written.isascii() and written.isdecimal() else 1
