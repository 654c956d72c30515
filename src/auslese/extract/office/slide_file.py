"""A presentation of PowerPoint (pptx): slides in order, each under its title.

What the speaker noted comes behind its slide and is no main text. Left out: hidden slides, what
stands on every slide (number, day, footer), comments, diagrams, macros.
"""

from collections.abc import Callable

from auslese.extract.office.office_about import OfficeFields
from auslese.extract.office.office_open_xml import core_fields
from auslese.extract.office.office_package import OfficePackage, Relation, main_part
from auslese.extract.office.office_text import OfficeText
from auslese.extract.office.office_xml import Attributes, ElementCollector
from auslese.records.document import ParagraphKind

PRESENTATION = "ppt/presentation.xml"
MOST_SLIDES = 2_000
TITLES = ("title", "ctrTitle")
FURNITURE = ("sldNum", "dt", "ftr", "hdr", "sldImg")
LISTS = ("body", "obj", "")  # placeholders whose paragraphs are points
OFF = ("0", "false")
SKIPPED = frozenset(("Fallback", "timing", "transition"))


def read_slides(package: OfficePackage, text: OfficeText) -> OfficeFields:
    """Gather the text of a presentation; what it says about itself."""
    fields = core_fields(package)
    part = main_part(package, PRESENTATION)
    for slide in _slides(package, part):
        relations = package.relations(slide)
        package.walk(slide, _SlideWalker(text, relations))
        for relation in relations.values():
            if relation.kind == "notesSlide" and not relation.is_external:
                notes = package.relations(relation.target)
                package.walk(relation.target, _SlideWalker(text, notes, is_main=False))
    return fields


def _slides(package: OfficePackage, part: str) -> list[str]:
    relations, found = package.relations(part), list[str]()

    def take(_: str, attributes: Attributes, text: str) -> None:
        relation = relations.get(attributes.get("r:id", ""))
        if relation is not None and not relation.is_external:
            found.append(relation.target)

    package.walk(part, ElementCollector(frozenset(("sldId",)), take))
    package.room.is_cut |= len(found) > MOST_SLIDES
    return found[:MOST_SLIDES]


class _SlideWalker:
    """Where we are on a slide."""

    def __init__(
        self, text: OfficeText, relations: dict[str, Relation], *, is_main: bool = True
    ) -> None:
        self._text, self._relations, self._is_main = text, relations, is_main
        self._skipping = 0
        self._in_text = self._is_bold = self._is_linked = False
        self._place: str | None = None
        """The kind of placeholder that the shape at hand fills; None if it is none."""
        self._starts: dict[str, Callable[[Attributes], None]] = {
            "sp": self._begin_shape,
            "graphicFrame": self._begin_shape,
            "pic": self._begin_shape,
            "ph": self._set_place,
            "p": lambda _: text.begin(self._kind(), is_main=is_main),
            "t": self._begin_text,
            "br": lambda _: text.add("\n"),
            "rPr": self._set_bold,
            "buChar": lambda _: self._set_kind(ParagraphKind.LIST),
            "buAutoNum": lambda _: self._set_kind(ParagraphKind.LIST),
            "buNone": lambda _: self._set_kind(None),
            "hlinkClick": self._begin_link,
            "tbl": lambda _: text.begin_table(),
            "tr": lambda _: text.begin_row(),
            "tc": lambda _: text.begin_cell(),
        }
        self._ends: dict[str, Callable[[], None]] = {
            "t": self._end_text,
            "r": self._end_run,
            "fld": self._end_run,
            "p": text.end,
            "tc": text.end_cell,
            "tbl": text.end_table,
        }

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        if self._skipping or name in SKIPPED or self._is_left_out(name, attributes):
            self._skipping += 1
        elif act := self._starts.get(name):
            act(attributes)

    def _begin_shape(self, _: Attributes) -> None:
        self._place = None

    def _set_place(self, attributes: Attributes) -> None:
        self._place = attributes.get("type", "")

    def _begin_text(self, _: Attributes) -> None:
        self._in_text = True

    def _end_text(self) -> None:
        self._in_text = False

    def _set_bold(self, attributes: Attributes) -> None:
        self._is_bold = attributes.get("b", "0") not in OFF

    def _begin_link(self, attributes: Attributes) -> None:
        relation = self._relations.get(attributes.get("r:id", ""))
        if relation is not None and relation.is_external:
            self._text.begin_link(relation.target)
            self._is_linked = True

    def _end_run(self) -> None:
        self._is_bold = False
        if self._is_linked:
            self._text.end_link()
            self._is_linked = False

    def _is_left_out(self, name: str, attributes: Attributes) -> bool:
        if name == "sld":
            return attributes.get("show", "1") in OFF
        return name == "txBody" and self._place in FURNITURE

    def _kind(self) -> ParagraphKind | None:
        if not self._is_main:
            return None
        if self._place in TITLES:
            return ParagraphKind.HEADING
        return ParagraphKind.LIST if self._place in LISTS else None

    def _set_kind(self, kind: ParagraphKind | None) -> None:
        draft = self._text.draft
        if draft is not None and draft.kind is not ParagraphKind.HEADING:
            draft.kind = kind

    def end(self, name: str) -> None:
        """It ends."""
        if self._skipping:
            self._skipping -= 1
        elif act := self._ends.get(name):
            act()

    def text(self, text: str) -> None:
        """Letters come."""
        if self._in_text and not self._skipping:
            self._text.add(text, is_bold=self._is_bold)
