"""A document that somebody gives in a line of JSON: title and text are known, nothing is guessed.

The line lies in the archive as it came, under a media type of our own (`sniff.GIVEN`). Nothing of
its text is taken for boilerplate; all its words are main text.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import msgspec

from auslese.extract.about.days import day_of
from auslese.extract.plain_text import PARAGRAPH_END, first_lines, is_broken, tidy
from auslese.extract.sniff import GIVEN_DOCUMENT
from auslese.extract.source import Source
from auslese.records.document import (
    Document,
    DocumentMetadata,
    Paragraph,
    ParagraphKind,
    ReadProblem,
    Unreadable,
    language_of,
)
from auslese.records.reading import Reading
from auslese.records.url import canonical, key_of
from auslese.wording.outcome_sentences import UnreadReason

LONGEST_TITLE = 1_000  # letters; no title is longer, and it stands in several tables


class GivenDocument(msgspec.Struct, frozen=True):
    """What a line may say; whatever else it holds stays in the archive."""

    id: str | int | float | None = None
    url: str | None = None
    title: str | None = None
    text: str | None = None
    html: str | None = None
    language: str | None = None
    lang: str | None = None
    """The same, as others call it."""
    author: str | list[str] | None = None
    date: str | int | None = None
    # What follows is taken if it is of the right kind; others may mean something else by it.
    language_hint: Any = None
    modified: Any = None
    description: Any = None
    keywords: Any = None
    site_name: Any = None
    page_type: Any = None
    rest: Any = None
    """What a reader sees beside the text."""
    paragraphs: Any = None
    """Where the paragraphs of the text begin and end, and their kind, as in the table."""
    stretches: Any = None
    """The same."""
    fetched_at: Any = None

    @property
    def called(self) -> str | None:
        """What it is called where it comes from; the id of a page is only that of its URL."""
        if self.id is None:
            return None
        url = canonical(self.url) if self.url else None
        return None if url is not None and str(self.id) == str(key_of(url)) else str(self.id)

    @property
    def claimed_language(self) -> str:
        """The language that it says it is in."""
        if isinstance(self.language_hint, str):
            return language_of(self.language_hint)
        return language_of(self.language or self.lang or "")


class GivenStretch(msgspec.Struct, frozen=True):
    """Where a paragraph stands in the text, in letters."""

    start: int
    end: int
    kind: str = ParagraphKind.TEXT


_decode = msgspec.json.Decoder(GivenDocument).decode


def _decode_places(value: object) -> list[GivenStretch]:
    return msgspec.convert(value, list[GivenStretch])


class UnfitDocumentError(ValueError):
    """A line that is no document; the message says why."""


def parse_given_document(line: bytes) -> tuple[GivenDocument, bytes]:
    """The document in a line, and the line as every reader of JSON takes it.

    What other programs write though it is no JSON (half characters, NaN, bare control characters)
    is mended.
    """
    try:
        return _decode(line), line
    except msgspec.ValidationError as error:
        raise UnfitDocumentError(str(error)) from None
    except RecursionError:
        raise UnfitDocumentError("nested too deeply") from None
    except UnicodeDecodeError:
        _refuse_letters(line)
    except msgspec.DecodeError:
        return _mended(line)


def _mended(line: bytes) -> tuple[GivenDocument, bytes]:
    try:
        text = line.decode("utf-8-sig")
        value = json.loads(text, strict=False, parse_constant=lambda name: None)
        if not isinstance(value, dict):
            raise UnfitDocumentError("expected an object")
        # By way of UTF-16 two halves of a character find each other, and a lone one is replaced.
        spelled = json.dumps(value, ensure_ascii=False).encode("utf-16", "surrogatepass")
        line = spelled.decode("utf-16", "replace").encode()
        return _decode(line), line
    except UnicodeDecodeError:
        _refuse_letters(line)
    except RecursionError:
        raise UnfitDocumentError("nested too deeply") from None
    except ValueError as error:
        raise UnfitDocumentError(f"no line of JSON: {error}") from None


def _refuse_letters(line: bytes) -> NoReturn:
    try:
        line.decode()
    except UnicodeDecodeError as error:
        raise UnfitDocumentError(f"not UTF-8 at byte {error.start + 1}") from None
    raise UnfitDocumentError("not UTF-8")


def given_document_reading(body: bytes) -> Reading:
    """What a crawl notes of a page, for a given document."""
    document_line = parse_given_document(body)[0]
    title = _single(document_line.title or "")[:LONGEST_TITLE]
    return Reading(
        GIVEN_DOCUMENT,
        title,
        "utf-8",
        document_line.claimed_language,
    )


def read_given_document(source: Source, media_type: str) -> Document | Unreadable:
    """Read a given document: all of its text, as it is."""
    try:
        document_line = parse_given_document(source.body)[0]
    except UnfitDocumentError as error:
        return Unreadable(ReadProblem.BROKEN, str(error), media_type)
    text, is_cut = first_lines(tidy(document_line.text or ""))
    rest, _ = first_lines(tidy(_as_text(document_line.rest)))
    if main := tuple(_placed(document_line)):  # from a table: nothing is to be tidied
        rest = _as_text(document_line.rest)
    paragraphs = (*(main or _paragraphs(text)), *_lines(rest))
    about = _about(document_line)
    if not paragraphs:
        problem = Unreadable(ReadProblem.EMPTY, UnreadReason.NO_TEXT.text(), media_type)
        return Document(media_type, "utf-8", about, problem=problem) if about.title else problem
    page_type = _text_in(document_line.page_type)
    return Document(media_type, "utf-8", about, paragraphs, page_type=page_type, is_cut=is_cut)


def _placed(document_line: GivenDocument) -> Iterator[Paragraph]:
    """The paragraphs as a table had them; none if their places do not fit the text."""
    text = document_line.text or ""
    try:
        places = _decode_places(document_line.paragraphs or document_line.stretches or [])
    except msgspec.ValidationError:
        return
    if not _do_fit(places, text) or first_lines(text)[1]:
        return
    kinds = ParagraphKind.__members__.values()
    for place in places:
        kind = ParagraphKind(place.kind) if place.kind in kinds else ParagraphKind.TEXT
        yield Paragraph(text[place.start : place.end], kind, True)


def _do_fit(places: Sequence[GivenStretch], text: str) -> bool:
    """Whether the text is these stretches and the line breaks between them."""
    begin = 0
    for place in places:
        is_parted = not begin or text[begin - 1 : begin] == "\n"
        if place.start != begin or place.end < begin or not is_parted:
            return False
        begin = place.end + 1
    return begin == len(text) + 1


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _lines(text: str) -> Iterator[Paragraph]:
    """What stands beside the text, line by line."""
    for line in text.split("\n"):
        if line:
            yield Paragraph(line, ParagraphKind.LINE, False)


def _about(document_line: GivenDocument) -> DocumentMetadata:
    authors = (
        [document_line.author]
        if isinstance(document_line.author, str)
        else document_line.author or []
    )
    return DocumentMetadata(
        title=_single(document_line.title or "")[:LONGEST_TITLE],
        author=", ".join(filter(None, map(_single, authors))),
        date=day_of(str(document_line.date)) if document_line.date is not None else "",
        modified=day_of(str(document_line.modified)) if document_line.modified else "",
        description=_text_in(document_line.description),
        keywords=_text_in(document_line.keywords),
        site_name=_text_in(document_line.site_name),
        language=document_line.claimed_language,
    )


def _text_in(value: object) -> str:
    """A text or a list of texts, as one; empty if it is neither."""
    texts = value if isinstance(value, list) else [value]
    return ", ".join(_single(text) for text in texts if isinstance(text, str))


def _paragraphs(text: str) -> Iterator[Paragraph]:
    """The text between blank lines; lines that were broken to fit a page are joined."""
    for block in PARAGRAPH_END.split(text):
        lines = [single for line in block.split("\n") if (single := _single(line))]
        if lines:
            joint = " " if is_broken(lines) else "\n"
            yield Paragraph(joint.join(lines), ParagraphKind.TEXT, True)


def _single(text: str) -> str:
    """White space made single."""
    return " ".join(text.split())
