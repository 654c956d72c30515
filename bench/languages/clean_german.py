"""Clean German sentences from Debian's German documentation.

Taken: running text of the main part of a page, by our own reader, cut into sentences. A sentence
counts as clean if it begins with a capital letter, ends with a stop, has at least five words,
nearly only letters, nothing of a program in it, and does not stand in the English edition too:
that drops what nobody has translated yet. No language is recognised here. The packages are not
among the sources of the shipped model.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from auslese.extract.document import Source, read_document
from auslese.records.text import Document, Paragraph, ParagraphKind
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


def clean_german() -> list[str]:
    """The same 4,000 sentences every time the packages are the same."""
    found = sorted({sentence for edition in EDITIONS for sentence in _sentences(*edition)})
    return Random(1997).sample(found, min(WANTED, len(found)))


def _sentences(package: str, german: str, english: str) -> Iterator[str]:
    untranslated = set(_clean_sentences(package, english))
    return (each for each in _clean_sentences(package, german) if each not in untranslated)


def _clean_sentences(package: str, pattern: str) -> Iterator[str]:
    for path in pages_of(package, pattern):
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
