"""An office file or a book as a document, or where it points; nothing in it is run or fetched."""

from collections.abc import Callable
from typing import NamedTuple

from auslese.extract.html.link_harvest import LinkHarvest
from auslese.extract.office.epub_book import read_book
from auslese.extract.office.office_about import OfficeFields, about_of_fields
from auslese.extract.office.office_package import MOST_BYTES, OfficePackage
from auslese.extract.office.office_text import OfficeLink, OfficeText
from auslese.extract.office.office_types import is_encrypted_office, is_ole
from auslese.extract.office.office_xml import OfficeFileError, OfficeRoom, OutOfRoomError
from auslese.extract.office.open_document import read_open_document
from auslese.extract.office.rich_text import read_rich_text
from auslese.extract.office.sheet_file import read_workbook
from auslese.extract.office.slide_file import read_slides
from auslese.extract.office.word_file import read_word
from auslese.extract.pdf.pdf_links import with_scheme
from auslese.extract.source import Source
from auslese.records.document import (
    Document,
    DocumentMetadata,
    Paragraph,
    ReadProblem,
    Unreadable,
)
from auslese.records.media_names import DOCX, EPUB, ODP, ODS, ODT, PPTX, RTF, XLSX
from auslese.records.reading import Links, Reading
from auslese.records.url import Url
from auslese.wording.outcome_sentences import OutcomeDetail, UnreadReason

PackageReader = Callable[[OfficePackage, OfficeText], OfficeFields]
BY_TYPE: dict[str, PackageReader] = {
    DOCX: read_word,
    ODT: read_open_document,
    ODS: read_open_document,
    ODP: read_open_document,
    XLSX: read_workbook,
    PPTX: read_slides,
    EPUB: read_book,
}
# What a crawl, which has many hosts to talk to, reads of a file to find its links: 0.2 s.
LOOK_BYTES, LOOK_ELEMENTS = 8 << 20, 60_000


class OfficeContent(NamedTuple):
    """What is in a file."""

    about: DocumentMetadata
    paragraphs: list[Paragraph]
    links: list[OfficeLink]
    is_cut: bool


def read_office_document(source: Source, media_type: str) -> Document | Unreadable:
    """Read an office file or a book, or say why it cannot be read."""
    content = _content(source, media_type, OfficeRoom())
    if isinstance(content, Unreadable):
        return content
    document = Document(media_type, about=content.about, is_cut=content.is_cut)
    if not content.paragraphs:
        problem = Unreadable(ReadProblem.EMPTY, UnreadReason.NO_TEXT.text(), media_type)
        return Document(media_type, about=content.about, is_cut=content.is_cut, problem=problem)
    return Document(
        media_type,
        about=document.about,
        paragraphs=tuple(content.paragraphs),
        is_cut=content.is_cut,
    )


def office_links(source: Source, media_type: str) -> Links | Unreadable:
    """Where an office file or a book points, with the words of each link."""
    content = _content(source, media_type, OfficeRoom())
    return content if isinstance(content, Unreadable) else _harvest(source.url, content).links


def look_into_office(url: Url, body: bytes, media_type: str, most: int) -> Reading:
    """What a crawl notes of an office file: title, language, links, `most` letters of its text."""
    room = OfficeRoom(bytes=LOOK_BYTES, part_bytes=LOOK_BYTES, elements=LOOK_ELEMENTS)
    content = _content(Source(url, body), media_type, room)
    if isinstance(content, Unreadable):
        return Reading(media_type)
    harvest = _harvest(url, content)
    excerpt = "\n".join(each.text for each in content.paragraphs) if most else ""
    return Reading(
        media_type,
        title=content.about.title,
        language=content.about.language,
        links=harvest.links,
        skipped=harvest.skipped,
        excerpt=excerpt[:most],
        left_out=harvest.left_out,
    )


def _harvest(url: Url, content: OfficeContent) -> LinkHarvest:
    harvest = LinkHarvest(url, url)
    for link in content.links:
        if target := harvest.target(with_scheme(link.href)):
            harvest.add(target, link.anchor, "")
    return harvest


def _content(source: Source, media_type: str, room: OfficeRoom) -> OfficeContent | Unreadable:
    text = OfficeText(room)
    try:
        fields = _gather(source.body, media_type, text)
    except OfficeFileError as error:
        return Unreadable(error.why, error.detail, media_type)
    paragraphs = text.finish()
    about = about_of_fields(fields, text.title, source.day)
    return OfficeContent(about, paragraphs, text.links, room.is_cut)


def _gather(body: bytes, media_type: str, text: OfficeText) -> OfficeFields:
    if len(body) > MOST_BYTES:
        detail = OutcomeDetail.TOO_LARGE.text(most=MOST_BYTES)
        raise OfficeFileError(ReadProblem.TOO_LARGE, detail)
    if is_ole(body):
        _refuse_ole(body, media_type)
    try:
        if media_type == RTF:
            return read_rich_text(body, text)
        return BY_TYPE[media_type](OfficePackage(body, text.room), text)
    except OutOfRoomError:
        return OfficeFields()


def _refuse_ole(body: bytes, media_type: str) -> None:
    if is_encrypted_office(body):
        raise OfficeFileError(ReadProblem.ENCRYPTED, UnreadReason.PASSWORD.text())
    raise OfficeFileError(
        ReadProblem.UNKNOWN_TYPE, UnreadReason.OLD_OFFICE.text(media_type=media_type)
    )
