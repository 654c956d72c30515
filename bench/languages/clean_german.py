"""Clean German sentences from Debian's German documentation.

Taken: running text of the main part of a page, by our own reader, cut into sentences. A sentence
counts as clean if it begins with a capital letter, ends with a stop, has at least five words, no
digits, nothing of a program in it, and no four words in a row that stand in an English edition too:
that drops what is quoted, or translated in part or not at all. No language is recognised here. The
packages are not among the sources of the shipped model.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from auslese.extract.document_reader import Source, read_document
from auslese.records.document import Document, Paragraph, ParagraphKind
from auslese.records.url import Url
from auslese.text.sentences import split_sentences

from .debian import pages_of

WANTED = 4000
NOWHERE = Url("http://page.invalid/")
EDITIONS = (
    ("debian-handbook", "de-DE/*.html", "en-US/*.html"),
    ("installation-guide-amd64", "de/*.html", "en/*.html"),
    ("apache2-doc", "manual/de/**/*.html", "manual/en/**/*.html"),
)
_CLEAN = re.compile(r"[A-ZÄÖÜ][^\W\d_]*[ ,][^<>{}\[\]|=\\/@_#$*~^`\d]{20,400}[.!?]")
LEAST_WORDS = 5
RUN = 4  # words; German sentences share so many with English text only where they quote it


def clean_german() -> list[str]:
    """The same 4,000 sentences every time the packages are the same."""
    english = {
        run
        for package, _, pattern in EDITIONS
        for path in pages_of(package, pattern)
        for paragraph in paragraphs_of(path)
        for run in _runs(paragraph.text)
    }
    sentences = {
        sentence
        for package, pattern, _ in EDITIONS
        for path in pages_of(package, pattern)
        for sentence in _clean_sentences(path)
        if english.isdisjoint(_runs(sentence))
    }
    return Random(1997).sample(sorted(sentences), min(WANTED, len(sentences)))


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = text.lower().split()
    return (tuple(words[begin : begin + RUN]) for begin in range(len(words) - RUN + 1))


def _clean_sentences(path: Path) -> Iterator[str]:
    for paragraph in paragraphs_of(path):
        if paragraph.kind is ParagraphKind.TEXT and paragraph.is_main:
            for sentence in split_sentences(paragraph.text.replace("\n", " "), "de"):
                if _CLEAN.fullmatch(sentence) and len(sentence.split()) >= LEAST_WORDS:
                    yield sentence


def paragraphs_of(path: Path) -> tuple[Paragraph, ...]:
    """What our reader sees on a page."""
    found = read_document(
        Source(NOWHERE, path.read_bytes(), "text/html", pictures=False, about=False)
    )
    return found.paragraphs if isinstance(found, Document) else ()
