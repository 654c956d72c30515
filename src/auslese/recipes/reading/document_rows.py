"""What was read, as rows of the tables documents, sentences and images."""

from collections import Counter
from typing import Any

from auslese.extract.document_sentences import sentences_of
from auslese.extract.main_text.manuals import is_left_out
from auslese.extract.reader_version import READER
from auslese.extract.sniff import LAID_FLAT
from auslese.recipes.reading.row_rules import RowRules as RowRules
from auslese.records.document import Document, DocumentMetadata, Unreadable
from auslese.records.url import key_of
from auslese.store.archive.page_ref import PageRef
from auslese.store.tables.parquet_segments import to_ipc
from auslese.store.tables.reading_tables import ReadingBatch
from auslese.text.words import count_words

LONGEST_DETAIL = 300
DETAILS = ("title", "author", "date", "modified", "description", "keywords", "site_name", "manual")


class DocumentRows:
    """Rows of all three tables, gathered page by page, column by column."""

    def __init__(self, rules: RowRules | None = None) -> None:
        """Take from documents what the rules say."""
        self._rules = rules or RowRules()
        self._key = self._rules.key
        self._documents: dict[str, list[Any]] = {name: [] for name in DOCUMENT_NAMES}
        self._sentences: dict[str, list[Any]] = {name: [] for name in SENTENCE_NAMES}
        self._images: dict[str, list[Any]] = {name: [] for name in IMAGE_NAMES}
        self.problems: Counter[str] = Counter()

    def __len__(self) -> int:
        """Count the pages."""
        return len(self._documents["id"])

    @property
    def sentences(self) -> int:
        return len(self._sentences["page"])

    @property
    def images(self) -> int:
        return len(self._images["page"])

    def add(self, page: PageRef, read: Document | Unreadable, template: int = 0) -> None:
        """Take in a page and what came of reading it by the template of this name."""
        self._documents["template"].append(template if read.media_type in LAID_FLAT else None)
        if isinstance(read, Unreadable):
            self.problems[str(read.why)] += 1
            self._add_document(_row(page, Document(read.media_type), read))
            return
        if read.problem:
            self.problems[str(read.problem.why)] += 1
        left_out = is_left_out(read.about.manual, self._rules.leave_out_manuals)
        self._add_document(_row(page, read, read.problem) | {"is_left_out": left_out})
        if not left_out:
            self._add_sentences(page, read)
            self._add_images(page, read)

    def packed(self) -> ReadingBatch:
        """All rows as Arrow batches."""
        return ReadingBatch(
            to_ipc("documents", self._documents),
            to_ipc("sentences", self._sentences),
            to_ipc("images", self._images),
        )

    def _add_document(self, row: dict[str, Any]) -> None:
        for name, value in row.items():
            self._documents[name].append(value)
        self._documents["rules"].append(self._key)

    def _add_sentences(self, page: PageRef, document: Document) -> None:
        sentences, columns = sentences_of(document, self._rules.sentences), self._sentences
        number = len(sentences)
        columns["page"] += [page.id] * number
        columns["fetched_at"] += [page.fetched_at] * number
        columns["url"] += [page.url] * number
        columns["domain"] += [top_level_of(page.host)] * number
        columns["number"] += range(number)
        for name in ("paragraph", "text", "words"):
            columns[name] += [getattr(sentence, name) for sentence in sentences]

    def _add_images(self, page: PageRef, document: Document) -> None:
        pictures, columns = document.pictures, self._images
        columns["page"] += [page.id] * len(pictures)
        columns["fetched_at"] += [page.fetched_at] * len(pictures)
        columns["image"] += [key_of(picture.url) for picture in pictures]
        for name in IMAGE_NAMES[3:]:
            columns[name] += [getattr(picture, name) for picture in pictures]


def _row(page: PageRef, document: Document, unread: Unreadable | None) -> dict[str, Any]:
    text, stretches = _stretches(document)
    about: DocumentMetadata = document.about
    return {
        "id": page.id,
        "url": page.url,
        "host": page.host,
        "fetched_at": page.fetched_at,
        "media_type": document.media_type,
        "problem": str(unread.why) if unread else "",
        "detail": unread.detail[:LONGEST_DETAIL] if unread else "",
        **{name: getattr(about, name) for name in DETAILS},
        "language_hint": about.language,
        "page_type": document.page_type,
        "is_left_out": False,
        "text": text,
        "paragraphs": stretches,
        "rest": "\n".join(each.text for each in document.paragraphs if not each.is_main),
        "words": count_words(text),
        "is_cut": document.is_cut,
        "reader": READER,
        "people": [person._asdict() for person in document.people],
        "contacts": [contact._asdict() for contact in document.contacts],
    }


def _stretches(document: Document) -> tuple[str, list[dict[str, Any]]]:
    """The main text, and where in it each paragraph stands."""
    stretches, place = [], 0
    for paragraph in document.paragraphs:
        if paragraph.is_main:
            end = place + len(paragraph.text)
            stretches.append({"start": place, "end": end, "kind": str(paragraph.kind)})
            place = end + 1  # the line break between two
    return document.text, stretches


def top_level_of(host: str) -> str:
    """The top-level domain of a host; empty for an address."""
    last = host.rpartition(".")[2]
    return "" if last.isdigit() or host.startswith("[") else last


DOCUMENT_NAMES = (*_row(PageRef(0, "", "", 0, "", 0, 0), Document(""), None), "rules", "template")
SENTENCE_NAMES = ("page", "fetched_at", "url", "domain", "number", "paragraph", "text", "words")
IMAGE_NAMES = (
    *("page", "fetched_at", "image", "url", "alt", "title", "width", "height", "words"),
    *("position", "parents", "siblings"),
)
