"""A document of Word (docx): paragraphs by their styles, tables, links, notes at the end.

Left out: headers and footers, comments, what was deleted or moved away while changes are tracked,
hidden letters, pictures, macros. Nothing that the file points to is fetched.
"""

import re
from collections.abc import Callable

from auslese.extract.office.office_about import OfficeFields
from auslese.extract.office.office_open_xml import core_fields
from auslese.extract.office.office_package import OfficePackage, Relation, main_part
from auslese.extract.office.office_text import OfficeText
from auslese.extract.office.office_xml import Attributes, ElementCollector
from auslese.extract.office.paragraph_styles import KINDS, NamedStyle, StyleRole, role_of_style
from auslese.records.document import ParagraphKind

DOCUMENT = "word/document.xml"
NOTES = ("footnotes", "endnotes")
# Deleted or moved away, a second form of what stands there already, what stands elsewhere too.
SKIPPED = frozenset(("del", "moveFrom", "Fallback", "sectPr", "rubyPr", "rt", "instrTextDel"))
BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}
OFF = ("0", "false", "off", "none")
BODY_LEVEL = 9  # what an outline level says of text that is no heading
LINK_FIELD = re.compile(r'\s*HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]+)"', re.IGNORECASE)
SEPARATORS = ("separator", "continuationSeparator", "continuationNotice")  # notes that are none


def read_word(package: OfficePackage, text: OfficeText) -> OfficeFields:
    """Gather the text of a document; what it says about itself."""
    fields = core_fields(package)
    part = main_part(package, DOCUMENT)
    relations = package.relations(part)
    sheet = _WordStyles()
    for relation in relations.values():
        if relation.kind == "styles":
            package.walk(relation.target, sheet.collector())
    package.walk(part, _WordWalker(text, sheet.styles, relations))
    for relation in relations.values():
        if relation.kind in NOTES:
            notes = package.relations(relation.target)
            package.walk(relation.target, _WordWalker(text, sheet.styles, notes))
    return fields if fields.language else fields._replace(language=sheet.language)


class _WordStyles:
    """The styles that a document declares."""

    def __init__(self) -> None:
        self.styles: dict[str, NamedStyle] = {}
        self.language = ""
        self._name = self._parent = ""
        self._role: StyleRole | None = None

    def collector(self) -> ElementCollector:
        """What reads them."""
        names = ("name", "basedOn", "outlineLvl", "numPr", "style", "lang")
        return ElementCollector(frozenset(names), self._take)

    def _take(self, element: str, attributes: Attributes, _: str) -> None:
        value = attributes.get("val", "")
        match element:
            case "name":
                self._name = value
            case "basedOn":
                self._parent = value
            case "outlineLvl":
                self._role = StyleRole.HEADING if _is_heading_level(value) else self._role
            case "numPr":
                self._role = self._role or StyleRole.LIST
            case "lang":
                self.language = self.language or value
            case _:
                key = attributes.get("styleId", "")
                self.styles[key] = NamedStyle(self._name, self._parent, self._role)
                self._name = self._parent = ""
                self._role = None


def _is_heading_level(value: str) -> bool:
    return value.isdecimal() and int(value[:3]) < BODY_LEVEL


class _WordWalker:
    """Where we are in a part of the document."""

    def __init__(
        self, text: OfficeText, styles: dict[str, NamedStyle], relations: dict[str, Relation]
    ) -> None:
        self._text, self._styles, self._relations = text, styles, relations
        self._roles: dict[str, StyleRole | None] = {}
        self._skipping = 0
        self._in_text = self._in_code = self._is_bold = self._is_hidden = False
        self._code: list[str] = []
        self._fields: list[bool] = []
        """Of the fields that are open, whether each is a link."""
        self._starts: dict[str, Callable[[Attributes], None]] = {
            "p": lambda _: text.begin(),
            "r": self._begin_run,
            "b": self._set_bold,
            "vanish": self._set_hidden,
            "pStyle": self._set_style,
            "numPr": self._set_list,
            "outlineLvl": self._set_level,
            "tbl": lambda _: text.begin_table(),
            "tr": lambda _: text.begin_row(),
            "tc": lambda _: text.begin_cell(),
            "hyperlink": self._begin_link,
            "instrText": lambda _: self._begin_code(),
            "fldSimple": lambda attributes: self._open_field(attributes.get("instr", "")),
            "fldChar": lambda attributes: self._field_mark(attributes.get("fldCharType", "")),
            "footnote": self._begin_note,
            "endnote": self._begin_note,
        }
        self._ends: dict[str, Callable[[], None]] = {
            "p": text.end,
            "tc": text.end_cell,
            "tbl": text.end_table,
            "hyperlink": text.end_link,
            "instrText": self._end_code,
            "fldSimple": self._close_field,
            "footnote": text.end_note,
            "endnote": text.end_note,
        }

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if self._skipping or name in SKIPPED:
            self._skipping += 1
        elif name in ("t", "delText"):
            self._in_text = name == "t"
        elif name in BREAKS:
            self._break(name, attributes)
        elif act := self._starts.get(name):
            act(attributes)

    def _break(self, name: str, attributes: Attributes) -> None:
        is_page = attributes.get("type", "textWrapping") != "textWrapping"
        if "val" not in attributes and not self._is_hidden:  # or it is a tab stop of a style
            self._text.add(" " if is_page else BREAKS[name])

    def _begin_run(self, _: Attributes) -> None:
        self._is_bold = self._is_hidden = False

    def _set_bold(self, attributes: Attributes) -> None:
        self._is_bold = attributes.get("val", "1") not in OFF

    def _set_hidden(self, attributes: Attributes) -> None:
        self._is_hidden = attributes.get("val", "1") not in OFF

    def _set_list(self, _: Attributes) -> None:
        draft = self._text.draft
        if draft is not None:
            draft.kind = draft.kind or ParagraphKind.LIST

    def _set_level(self, attributes: Attributes) -> None:
        draft = self._text.draft
        if draft is not None and _is_heading_level(attributes.get("val", "")):
            draft.kind = ParagraphKind.HEADING

    def _set_style(self, attributes: Attributes) -> None:
        draft, role = self._text.draft, self._role(attributes.get("val", ""))
        if draft is not None and role is not None:
            draft.kind, draft.is_main = KINDS[role], role is not StyleRole.CONTENTS
            draft.is_title = role is StyleRole.TITLE

    def _begin_link(self, attributes: Attributes) -> None:
        relation = self._relations.get(attributes.get("r:id", ""))
        if relation is not None and relation.is_external:
            self._text.begin_link(relation.target)

    def _begin_note(self, attributes: Attributes) -> None:
        if attributes.get("type", "") in SEPARATORS:
            self._skipping = 1
        else:
            self._text.begin_note()

    def _role(self, style: str) -> StyleRole | None:
        if style not in self._roles:
            self._roles[style] = role_of_style(style, self._styles)
        return self._roles[style]

    def end(self, name: str) -> None:
        """It ends."""
        if self._skipping:
            self._skipping -= 1
            return
        if name == "t":
            self._in_text = False
        elif act := self._ends.get(name):
            act()

    def text(self, text: str) -> None:
        """Letters come."""
        if self._skipping:
            return
        if self._in_code:
            self._code.append(text)
        elif self._in_text and not self._is_hidden:
            self._text.add(text, is_bold=self._is_bold)

    # -- fields -----------------------------------------------------------------------------------

    def _begin_code(self) -> None:
        self._in_code = True

    def _end_code(self) -> None:
        self._in_code = False

    def _field_mark(self, mark: str) -> None:
        if mark == "begin":
            self._code = []
            self._fields.append(False)
        elif mark == "separate" and self._fields:
            self._fields.pop()
            self._open_field("".join(self._code))
        elif mark == "end":
            self._close_field()

    def _open_field(self, code: str) -> None:
        link = LINK_FIELD.match(code)
        self._fields.append(link is not None)
        if link is not None:
            self._text.begin_link(link[1])

    def _close_field(self) -> None:
        if self._fields and self._fields.pop():
            self._text.end_link()
