"""A round of annotation out of a file: each line an item with its picture and its text.

    {"id": "…", "image": "pictures/1.jpg", "text": "…", "page": "http://…", "index": 17}

`image` is a file beside the list; `image_url` is looked for in the archive of the collection. The
list of a harvest, with `file_name` and `alt`, is understood as it is.
A gold question has `gold`, an example `example`, and both have the right answer in `topic` and
`relation`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from auslese.extract.sniff import true_type
from auslese.recipes.annotation.adjudication import NAMES
from auslese.recipes.pages.stored_copy import stored_copy
from auslese.records.annotation import (
    NO_CATEGORY,
    AnnotationItem,
    AnnotationPhase,
    AnnotationRound,
    ItemUse,
)
from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.url import canonical
from auslese.store.annotation_book import (
    AnnotationBook,
    AnnotationError,
    NewPicture,
    checked_round,
    create_round,
)
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection, connect
from auslese.system.json_lines import read_request
from auslese.wording.annotation.annotation_sentences import AnnotationProblem, LeftOut
from auslese.wording.coded_sentence import CodedSentence

PICTURE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")
"""What browsers show without running anything; SVG is a document that can have scripts."""
MOST_BYTES = 20_000_000  # of a picture: what a page shows is far smaller
LONGEST_TEXT = 2000  # letters beside a picture; nobody reads more to tell whether it fits
LONGEST_ID = 300
LONGEST_URL = 8000
FILE_NAME = "file_name"
"""What the records of a harvest have, as `auslese export DIR images` writes them."""
MOST_TOLD = 20  # of the items left out
WEBP = (b"RIFF", b"WEBP")


class LeftOutItem(NamedTuple):
    """A line that is no item of the round, and why."""

    line: int
    reason: CodedSentence


class RoundSetup(NamedTuple):
    """A round that was made."""

    book: AnnotationBook
    left_out: list[LeftOutItem]

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        uses = [item.use for item in self.book.items]
        return {
            "round": self.book.round.name,
            "topic": self.book.round.topic,
            "categories": list(self.book.round.categories),
            "annotators": self.book.round.annotators,
            "items": uses.count(ItemUse.ASKED),
            "gold": uses.count(ItemUse.GOLD),
            "examples": uses.count(ItemUse.EXAMPLE),
            "left_out": len(self.left_out),
            "reasons": [
                {"line": each.line, "reason": each.reason} for each in self.left_out[:MOST_TOLD]
            ],
        }


class _LeftOutError(AusleseError):
    """This line is no item."""

    def __init__(self, reason: CodedSentence) -> None:
        super().__init__(reason)
        self.reason = reason


def set_round_up(collection: Collection, made: AnnotationRound, file: Path) -> RoundSetup:
    """A new round with the items of a file; what cannot be shown is left out, and told."""
    reader = _ItemReader(collection, checked_round(made), file)
    pictures = reader.pictures()
    first = next(pictures, None)
    if first is None:
        raise AnnotationError(_no_items(file, reader.left_out))
    book = create_round(collection.path, made, _chained(first, pictures))
    return RoundSetup(book, reader.left_out)


def _no_items(file: Path, left_out: list[LeftOutItem]) -> CodedSentence:
    if not left_out:
        return AnnotationProblem.EMPTY_LIST.of(path=file)
    return AnnotationProblem.NO_ITEMS.of(
        path=file, line=left_out[0].line, reason=left_out[0].reason
    )


def _chained(first: NewPicture, rest: Iterator[NewPicture]) -> Iterator[NewPicture]:
    yield first
    yield from rest


class _ItemReader:
    """Reads items one after the other, for all pictures together do not fit into memory."""

    def __init__(self, collection: Collection, made: AnnotationRound, file: Path) -> None:
        self._collection = collection
        self._round = made
        self._file = file
        self._tables: Connection | None = None
        self._ids: set[str] = set()
        self._urls: set[str] = set()
        self.left_out: list[LeftOutItem] = []

    def pictures(self) -> Iterator[NewPicture]:
        number = 0
        with self._file.open("rb") as lines:
            for line, text in enumerate(lines, 1):
                if not text.strip():
                    continue
                try:
                    new = self._picture(text, number + 1, line)
                except _LeftOutError as problem:
                    self.left_out.append(LeftOutItem(line, problem.reason))
                    continue
                number += 1
                self._ids.add(new.item.id)
                yield new

    def _picture(self, line: bytes, number: int, at: int) -> NewPicture:
        try:
            values = read_request(line)
        except ValueError as problem:
            raise _LeftOutError(LeftOut.NO_JSON.of(problem=str(problem))) from None
        if FILE_NAME in values:
            values = self._harvested(values)
        name = _text(values, "id", LONGEST_ID) or str(at)
        if name in self._ids:
            raise _LeftOutError(LeftOut.SAME_ID.of(id=name))
        use = _use(values)
        rights = (
            self._right(values, AnnotationPhase.PICTURE),
            self._right(values, AnnotationPhase.TEXT),
        )
        if use is not ItemUse.ASKED and max(rights) == NO_CATEGORY:
            raise _LeftOutError(LeftOut.NO_RIGHT.of())
        body, media_type = self._body(values)
        index = values.get("index")
        item = AnnotationItem(
            number,
            name,
            "",
            media_type,
            _text(values, "text", LONGEST_TEXT),
            _text(values, "page", LONGEST_TEXT),
            index if isinstance(index, int) and abs(index) < 1 << 53 else at,
            use,
            *rights,
            note=_text(values, "note", LONGEST_TEXT),
        )
        return NewPicture(item, body)

    def _harvested(self, values: dict[str, object]) -> dict[str, object]:
        """The same names for a record of a harvest; of a picture the record found first counts.

        Who meets a picture twice remembers their answer, whatever page it is on (Werner 2015,
        5.1.2).
        """
        url = _text(values, "url", LONGEST_URL)
        if url and url in self._urls:
            raise _LeftOutError(LeftOut.SAME_PICTURE.of(url=url))
        self._urls.add(url)
        return values | {
            "id": _text(values, "number", LONGEST_ID),
            "image": values[FILE_NAME],
            "text": _text(values, "alt", LONGEST_TEXT) or _text(values, "title", LONGEST_TEXT),
            "page": values.get("page_url"),
            "index": values.get("number"),
        }

    def _right(self, values: dict[str, object], phase: AnnotationPhase) -> int:
        name = _text(values, NAMES[phase], LONGEST_ID)
        labels = self._round.labels(phase)
        if name and name not in labels:
            raise _LeftOutError(LeftOut.BAD_RIGHT.of(name=name))
        return labels.index(name) if name else NO_CATEGORY

    def _body(self, values: dict[str, object]) -> tuple[bytes, str]:
        name, url = _text(values, "image", LONGEST_URL), _text(values, "image_url", LONGEST_URL)
        if not name and not url:
            raise _LeftOutError(LeftOut.NO_SOURCE.of())
        body = self._read(name) if name else self._archived(url)
        kind = picture_type(body)
        if not kind:
            told = true_type(body[:4096], "") if body else "empty"
            raise _LeftOutError(LeftOut.NO_PICTURE_TYPE.of(name=name or url, kind=told))
        return body, kind

    def _read(self, name: str) -> bytes:
        """A file beside the list; nothing else of this machine may come onto a page."""
        folder = self._file.resolve().parent
        try:
            path = (folder / name).resolve()
            if not path.is_relative_to(folder):
                raise _LeftOutError(LeftOut.OUTSIDE.of(name=name))
            if not path.is_file():
                raise _LeftOutError(LeftOut.NOT_THERE.of(name=name))
            with path.open("rb") as file:
                body = file.read(MOST_BYTES + 1)
        except (OSError, ValueError, RuntimeError):
            raise _LeftOutError(LeftOut.NOT_THERE.of(name=name)) from None
        if len(body) > MOST_BYTES:
            raise _LeftOutError(LeftOut.TOO_LARGE.of(name=name, most=MOST_BYTES))
        return body

    def _archived(self, text: str) -> bytes:
        url = canonical(text)
        if url is None:
            raise _LeftOutError(LeftOut.NOT_THERE.of(name=text))
        if self._tables is None:
            self._tables = connect(self._collection)
        try:
            body = stored_copy(self._collection, self._tables, url).body
        except NotFoundError:
            raise _LeftOutError(LeftOut.NOT_THERE.of(name=text)) from None
        if len(body) > MOST_BYTES:
            raise _LeftOutError(LeftOut.TOO_LARGE.of(name=text, most=MOST_BYTES))
        return body


def picture_type(body: bytes) -> str:
    """The media type by the first bytes; empty if it is no picture that is shown."""
    if body[:4] == WEBP[0] and body[8:12] == WEBP[1]:
        return "image/webp"
    kind = true_type(body[:4096], "")
    return kind if kind in PICTURE_TYPES else ""


def _text(values: dict[str, object], name: str, most: int) -> str:
    value = values.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    text = value if isinstance(value, str) else ""
    # Half a letter is something that no file can hold.
    return " ".join(text.split())[:most].encode("utf-8", "replace").decode()


def _use(values: dict[str, object]) -> ItemUse:
    if values.get("example"):
        return ItemUse.EXAMPLE
    return ItemUse.GOLD if values.get("gold") else ItemUse.ASKED
