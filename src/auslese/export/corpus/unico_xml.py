"""Pages as UNICO exported them (Nitsche 2004): XML in ISO-8859-1 with its document type inside.

There are two types: that of his section 4.3.2.3.13 with `ranking` and `anchortext`, as
`'fakultaet informatik'[6]`, and that of 7.3 with `pagerank` and without anchors. A file has one
institution; `amount` says how many pages follow. Texts are for a full-text index: words in small
letters without stop words, `ä` as `ae`. What ISO-8859-1 lacks is written as a reference.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from auslese.export.corpus.record_spool import RecordSpool
from auslese.export.corpus.xml_writing import document_type, escaped
from auslese.export.page_file_names import page_file_name
from auslese.records.exported_page import ExportContext, ExportedAnchor, ExportedPage
from auslese.records.suffixes import registrable_domain
from auslese.text.stop_words import languages, stop_words
from auslese.text.words import words_of

CHARSET = "iso-8859-1"
HEAD = '<?xml version="1.0" encoding="ISO-8859-1" ?>\n<!-- internal DTD -->\n'
ROOT = "university"
ENDING = ".xml"
NO_DATE = "0"  # as in the examples of Nitsche
FOLDED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
)
LANGUAGES_OF_UNICO = ("de", "en")
"""Whose stop words are left out where nobody has told the language."""

Fields = list[tuple[str, str]]
"""Names of elements and their texts, in order."""


class UnicoForm(NamedTuple):
    """One of the two document types."""

    file: str
    fields: Callable[[int, ExportedPage], Fields]
    """What stands of a page, by its number in the file."""


def unico_pieces(
    form: UnicoForm, context: ExportContext, pages: Iterable[ExportedPage]
) -> Iterator[bytes]:
    """All pages as one institution: the collection."""
    records = (("", _record(form, number, page)) for number, page in enumerate(pages))
    with RecordSpool() as spool:
        spool.take(records)
        yield from _file(form, context.collection, spool, "")


def unico_site_files(
    form: UnicoForm, pages: Iterable[ExportedPage]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """A file for each site; take the pieces of each before the next."""
    with RecordSpool() as spool:
        spool.take(_site_records(form, pages))
        for number, site in enumerate(spool.groups()):
            name = page_file_name(f"https://{site}", number, ENDING)
            yield name, _file(form, site, spool, site)


def indexed_words(text: str, language: str) -> list[str]:
    """The words of a text as UNICO indexed them: small, folded, without stop words."""
    left_out = _stop_words(language)
    words = words_of(unicodedata.normalize("NFC", text).lower())
    return [word.translate(FOLDED) for word in words if word not in left_out]


def anchor_line(anchors: Iterable[ExportedAnchor], language: str) -> str:
    """What links call a page, `'fakultaet informatik'[6]`, the most frequent first.

    A word counts once in a name; names of stop words alone are left out.
    """
    counts: Counter[str] = Counter()
    for anchor in anchors:
        counts[" ".join(dict.fromkeys(indexed_words(anchor.text, language)))] += anchor.pages
    del counts[""]
    return " ".join(f"'{name}'[{pages}]" for name, pages in counts.most_common())


@cache
def _stop_words(language: str) -> frozenset[str]:
    if language.lower() in languages():
        return stop_words(language)
    return frozenset().union(*map(stop_words, LANGUAGES_OF_UNICO))


def _fields(number: int, page: ExportedPage) -> Fields:
    rank = "" if page.rank is None else f"{page.rank:.3f}"
    data = " ".join(indexed_words(f"{page.text}\n{page.rest}", page.language))
    return [
        ("id", str(number)),
        ("url", page.url),
        ("title", " ".join(page.title.split())),
        ("ranking", rank),
        ("date", page.modified or page.date or NO_DATE),
        ("depth", str(page.depth)),
        ("length", str(page.bytes)),
        ("keywords", " ".join(page.keywords.split())),
        ("anchortext", anchor_line(page.anchors, page.language)),
        ("data", data),
    ]


def _fields_2(number: int, page: ExportedPage) -> Fields:
    other = {"ranking": "pagerank"}
    return [
        (other.get(name, name), text)
        for name, text in _fields(number, page)
        if name != "anchortext"
    ]


UNICO = UnicoForm("unico.dtd", _fields)
UNICO_2 = UnicoForm("unico-2.dtd", _fields_2)


def _site_records(form: UnicoForm, pages: Iterable[ExportedPage]) -> Iterator[tuple[str, bytes]]:
    numbers: Counter[str] = Counter()
    for page in pages:
        site = registrable_domain(page.host)
        yield site, _record(form, numbers[site], page)
        numbers[site] += 1


def _record(form: UnicoForm, number: int, page: ExportedPage) -> bytes:
    lines = "".join(_line(name, text) for name, text in form.fields(number, page))
    return _bytes(f"<htmldata>\n{lines}</htmldata>\n")


def _file(form: UnicoForm, institution: str, spool: RecordSpool, group: str) -> Iterator[bytes]:
    yield _bytes(HEAD + document_type(ROOT, form.file) + f"<{ROOT}>\n")
    yield _bytes(_line("description", institution.translate(FOLDED)))
    yield _bytes(_line("amount", str(spool.count(group))))
    yield from spool.records(group)
    yield _bytes(f"</{ROOT}>\n")


def _line(name: str, text: str) -> str:
    return f"<{name}>\n{escaped(text)}\n</{name}>\n"


def _bytes(text: str) -> bytes:
    return text.encode(CHARSET, "xmlcharrefreplace")
