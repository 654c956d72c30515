"""A book (EPUB): its chapters in the order of its spine, each read as a page, all of it main text.

Left out: the table of contents that programs show, and what the spine does not name. A book whose
chapters are encrypted is not read; that its fonts are, as is usual, harms nothing.
"""

from urllib.parse import unquote

from resiliparse.parse.html import HTMLTree

from auslese.extract.html.html_paragraphs import paragraphs_of
from auslese.extract.html.page_sheet import lay_flat
from auslese.extract.html.reading_bounds import parseable_text
from auslese.extract.html.xhtml import as_html
from auslese.extract.office.office_about import OfficeFields
from auslese.extract.office.office_package import OfficePackage, joined_path
from auslese.extract.office.office_text import OfficeText
from auslese.extract.office.office_xml import Attributes, ElementCollector, OfficeFileError
from auslese.records.document import ReadProblem
from auslese.wording.outcome_sentences import UnreadReason

CONTAINER, ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
PAGES = frozenset(("application/xhtml+xml", "text/html", "application/xml", ""))
MOST_CHAPTERS = 2_000
MOST_ITEMS = 50_000
META_FIELDS = frozenset(("title", "creator", "language", "date", "description", "subject"))
ABSOLUTE = ("http:", "https:", "mailto:", "ftp:", "//")


def read_book(package: OfficePackage, text: OfficeText) -> OfficeFields:
    """Gather the text of a book; what it says about itself."""
    outline = _BookOutline(_package_file(package))
    package.walk(outline.file, outline.collector())
    chapters = outline.chapters()
    if not chapters:
        raise OfficeFileError(ReadProblem.BROKEN, UnreadReason.NO_MAIN_PART.text())
    if not _encrypted(package).isdisjoint(chapters):
        raise OfficeFileError(ReadProblem.ENCRYPTED, UnreadReason.PASSWORD.text())
    package.room.is_cut |= len(chapters) > MOST_CHAPTERS
    for chapter in chapters[:MOST_CHAPTERS]:
        content, _ = package.content(chapter)
        if content:
            _read_chapter(content, text)
    return outline.fields()


def _package_file(package: OfficePackage) -> str:
    """The part that says what the book has."""
    found: list[str] = []

    def take(_: str, attributes: Attributes, text: str) -> None:
        found.append(joined_path("", attributes.get("full-path", "")))

    package.walk(CONTAINER, ElementCollector(frozenset(("rootfile",)), take))
    if not found or found[0] not in package:
        raise OfficeFileError(ReadProblem.BROKEN, UnreadReason.NO_MAIN_PART.text())
    return found[0]


def _encrypted(package: OfficePackage) -> set[str]:
    found: set[str] = set()

    def take(_: str, attributes: Attributes, text: str) -> None:
        found.add(joined_path("", unquote(attributes.get("URI", ""))))

    package.walk(ENCRYPTION, ElementCollector(frozenset(("CipherReference",)), take))
    return found


class _BookOutline:
    """What the book has, and in which order it is read."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._folder = file.rpartition("/")[0]
        self._items: dict[str, str] = {}
        self._spine: list[str] = []
        self._said: dict[str, list[str]] = {}

    def collector(self) -> ElementCollector:
        """What reads it."""
        return ElementCollector(META_FIELDS | {"item", "itemref"}, self._take)

    def _take(self, name: str, attributes: Attributes, text: str) -> None:
        if name == "item":
            is_contents = "nav" in attributes.get("properties", "").split()
            is_page = attributes.get("media-type", "").strip().lower() in PAGES
            if is_page and not is_contents and len(self._items) < MOST_ITEMS:
                href = unquote(attributes.get("href", "").partition("#")[0])
                self._items[attributes.get("id", "")] = joined_path(self._folder, href)
        elif name == "itemref":
            self._spine.append(attributes.get("idref", ""))
        else:
            self._said.setdefault(name, []).append(text)

    def chapters(self) -> list[str]:
        """The parts to read, each once, in order."""
        return list(dict.fromkeys(self._items[key] for key in self._spine if key in self._items))

    def fields(self) -> OfficeFields:
        """What the book says about itself."""
        said = self._said
        return OfficeFields(
            title=said.get("title", [""])[0],
            authors=tuple(said.get("creator", ())),
            created=said.get("date", [""])[0],
            description=said.get("description", [""])[0],
            keywords=tuple(said.get("subject", ())),
            language=said.get("language", [""])[0],
        )


def _read_chapter(content: bytes, text: OfficeText) -> None:
    page = parseable_text(content, "")
    text.room.is_cut |= page.is_cut
    tree = HTMLTree.parse(as_html(page.text))
    if tree.body is None or tree.body.parent is None:
        return
    sheet = lay_flat(tree.body)
    text.put_all(paragraphs_of(sheet, [True] * len(sheet.texts)))
    for anchor in tree.body.get_elements_by_tag_name("a"):
        href = anchor.getattr("href") or ""
        if href.strip().lower().startswith(ABSOLUTE):  # others lead to places of the book itself
            text.add_link(href, anchor.text)
