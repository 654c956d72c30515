"""Pages with everything we know of them as XML in UTF-8, with its document type inside.

It is what UNICO's files were, for texts of today: paragraphs with their kinds, languages, ranks,
names that links give, topics, sentences, reservations. `import` reads it back without loss, but
for characters that XML forbids.
"""

from collections.abc import Iterable, Iterator

from auslese.export.corpus.xml_writing import (
    attributes,
    document_type,
    element,
    escaped,
)
from auslese.export.page_file_names import page_file_name
from auslese.records.exported_page import ExportContext, ExportedPage

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
ROOT = "collection"
FORMAT = "1"
ENDING = ".xml"


def auslese_xml_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """All pages in one file."""
    yield _beginning(context)
    for page in pages:
        yield _page(page).encode()
    yield _END


def auslese_xml_files(
    context: ExportContext, pages: Iterable[ExportedPage]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """A file for each page, named after its URL."""
    beginning = _beginning(context)
    for page in pages:
        name = page_file_name(page.url, page.id, ENDING)
        yield name, (beginning, _page(page).encode(), _END)


_END = f"</{ROOT}>\n".encode()


def _beginning(context: ExportContext) -> bytes:
    told = attributes(
        {
            "name": context.collection,
            "made-at": context.made_at.isoformat(),
            "version": context.version,
            "where": context.where,
            "profile": context.profile,
            "format": FORMAT,
        }
    )
    return (HEAD + document_type(ROOT, "auslese.dtd") + f"<{ROOT}{told}>\n").encode()


def _page(page: ExportedPage) -> str:
    return "".join((f"<page{_page_attributes(page)}>\n", *_parts(page), "</page>\n"))


def _page_attributes(page: ExportedPage) -> str:
    return attributes(
        {
            "id": page.id,
            "host": page.host,
            "fetched-at": page.fetched_at.isoformat(),
            "media-type": page.media_type,
            "depth": page.depth,
            "bytes": page.bytes,
            "words": page.words,
            "language": page.language,
            "date": page.date,
            "modified": page.modified,
            "page-type": page.page_type,
            "rank": None if page.rank is None else repr(float(page.rank)),
            "copy-of": page.copy_of,
            "reservations": " ".join(page.reservations),
        }
    )


def _parts(page: ExportedPage) -> Iterator[str]:
    yield f"<url>{escaped(page.url)}</url>\n"
    yield element("title", page.title)
    yield element("author", page.author)
    yield element("description", page.description)
    yield element("keywords", page.keywords)
    yield element("site-name", page.site_name)
    yield _text(page)
    yield element("rest", page.rest)
    yield _list("anchors", (_anchor(text, pages) for text, pages in page.anchors))
    yield _list("topics", (_topic(name, score) for name, score in page.topics.items()))
    yield _list("sentences", (_sentence(text, place) for text, place in page.sentences))


def _text(page: ExportedPage) -> str:
    """The main text, each paragraph an element, and what lies between them as it is."""
    if not page.text and not page.stretches:
        return ""
    pieces, place = ["<text>"], 0
    for start, end, kind in page.stretches:
        told = attributes({"kind": kind})
        pieces += (escaped(page.text[place:start]), f"<p{told}>", escaped(page.text[start:end]))
        pieces.append("</p>")
        place = end
    return "".join((*pieces, escaped(page.text[place:]), "</text>\n"))


def _anchor(text: str, pages: int) -> str:
    return f'<anchor pages="{pages}">{escaped(text)}</anchor>\n'


def _topic(name: str, score: float) -> str:
    return f'<topic score="{float(score)!r}">{escaped(name)}</topic>\n'


def _sentence(text: str, paragraph: int) -> str:
    return f'<s p="{paragraph}">{escaped(text)}</s>\n'


def _list(name: str, lines: Iterable[str]) -> str:
    inside = "".join(lines)
    return f"<{name}>\n{inside}</{name}>\n" if inside else ""
