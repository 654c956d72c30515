"""The text of a page as corpora have it: paragraphs of sentences."""

from collections.abc import Iterator
from typing import NamedTuple

from auslese.records.document import ParagraphKind
from auslese.records.exported_page import ExportedPage
from auslese.records.language import UNKNOWN
from auslese.text.sentences import split_sentences

UNDETERMINED = "und"  # ISO 639-2, for languages that nobody has told
KINDS = frozenset(ParagraphKind)
WITH_SENTENCES = frozenset({ParagraphKind.TEXT, ParagraphKind.LIST, ParagraphKind.CAPTION})
"""Paragraphs in which sentences are looked for; in others every line counts as one."""


class CorpusParagraph(NamedTuple):
    """A paragraph of the main text."""

    text: str
    kind: str
    """Its `ParagraphKind`."""

    def sentences(self, language: str) -> list[str]:
        """Its sentences, or its lines where it has none; white space is made single."""
        if self.kind in WITH_SENTENCES:
            return split_sentences(self.text, language)
        lines = (" ".join(line.split()) for line in self.text.splitlines())
        return [line for line in lines if line]


def paragraphs_of_page(page: ExportedPage) -> Iterator[CorpusParagraph]:
    """The paragraphs of a page that have any text, in order."""
    if not page.stretches:
        for line in page.text.splitlines():
            if line.strip():
                yield CorpusParagraph(line, ParagraphKind.TEXT)
    for start, end, kind in page.stretches:
        if text := page.text[start:end].strip():
            yield CorpusParagraph(text, kind if kind in KINDS else ParagraphKind.LINE)


def language_code(page: ExportedPage) -> str:
    """The language of a page, `und` if nobody knows."""
    return page.language if page.language not in ("", UNKNOWN) else UNDETERMINED
