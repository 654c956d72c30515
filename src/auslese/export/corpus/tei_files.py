"""Pages as TEI P5, the form of the Text Encoding Initiative: one `TEI` for each page.

A heading begins a `div`; rows of lists and of tables that follow each other are one `list` or
`table`; running text is `p` with its sentences as `s`; addresses, captions and lines that are none
of these are `ab` with a type. Who reserves which uses stands in `availability`.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from auslese.export.corpus.corpus_paragraphs import (
    CorpusParagraph,
    language_code,
    paragraphs_of_page,
)
from auslese.export.corpus.xml_writing import attributes, element, escaped
from auslese.export.page_file_names import page_file_name
from auslese.records.document import ParagraphKind
from auslese.records.exported_page import ExportContext, ExportedPage

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
ENDING = ".tei.xml"
NAMESPACE = ' xmlns="http://www.tei-c.org/ns/1.0"'
DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")  # what `when` may have
CELL_BORDER = "\t"
JOINED = {ParagraphKind.LIST: "list", ParagraphKind.TABLE: "table"}
"""Kinds of which several in a row are one element."""


def tei_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """All pages as one corpus."""
    yield f"{HEAD}<teiCorpus{NAMESPACE}>\n{_corpus_header(context)}".encode()
    for page in pages:
        yield f"<TEI{_identity(page)}>\n{_page(context, page)}</TEI>\n".encode()
    yield b"</teiCorpus>\n"


def folder_files(
    context: ExportContext, pages: Iterable[ExportedPage]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """A file for each page, named after its URL."""
    for page in pages:
        text = f"{HEAD}<TEI{NAMESPACE}{_identity(page)}>\n{_page(context, page)}</TEI>\n"
        yield page_file_name(page.url, page.id, ENDING), (text.encode(),)


def _identity(page: ExportedPage) -> str:
    return f' xml:id="page{page.id}"'


def _page(context: ExportContext, page: ExportedPage) -> str:
    language = attributes({"xml:lang": language_code(page)})
    return (
        "".join((_page_header(context, page), f"<text{language}>\n<body>\n", *_body(page)))
        + "</body>\n</text>\n"
    )


def _corpus_header(context: ExportContext) -> str:
    pages = f"Pages of the web that fit: {context.where}" if context.where else "Pages of the web"
    title = f"<titleStmt><title>{escaped(context.collection)}</title></titleStmt>\n"
    source = f"<sourceDesc><p>{escaped(pages)}</p></sourceDesc>\n"
    return (
        f"<teiHeader>\n<fileDesc>\n{title}{_export_statement(context)}{source}</fileDesc>\n"
        f"{_encoding(context)}</teiHeader>\n"
    )


def _export_statement(context: ExportContext) -> str:
    day = context.made_at.date().isoformat()
    profile = f", profile {escaped(context.profile)}" if context.profile else ""
    return (
        f'<publicationStmt><p>Exported on <date when="{day}">{day}</date>{profile}</p>'
        "</publicationStmt>\n"
    )


def _encoding(context: ExportContext) -> str:
    version = attributes({"ident": "auslese", "version": context.version})
    return (
        f"<encodingDesc><appInfo><application{version}><label>Auslese</label></application>"
        "</appInfo></encodingDesc>\n"
    )


def _page_header(context: ExportContext, page: ExportedPage) -> str:
    title = escaped(page.title or page.url)
    author = f"<author>{escaped(page.author)}</author>" if page.author else ""
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt><title>{title}</title>{author}</titleStmt>\n"
        f'<extent><measure unit="words" quantity="{page.words}"/></extent>\n'
        f"{_publication(page)}{_source(page)}</fileDesc>\n"
        f"{_encoding(context)}{_profile(page)}</teiHeader>\n"
    )


def _publication(page: ExportedPage) -> str:
    publisher = escaped(page.site_name or page.host)
    return (
        f"<publicationStmt><publisher>{publisher}</publisher>{_date(page.date, 'published')}"
        f"{_date(page.modified, 'modified')}{_availability(page)}</publicationStmt>\n"
    )


def _availability(page: ExportedPage) -> str:
    uses = escaped(", ".join(page.reservations))
    told = f"Reserved: {uses}" if uses else "Nothing is reserved that we know of"
    status = "restricted" if uses else "unknown"
    return f'<availability status="{status}"><p>{told}</p></availability>'


def _source(page: ExportedPage) -> str:
    place = attributes({"target": page.url, "mimeType": page.media_type})
    fetched = attributes({"type": "fetched", "when": page.fetched_at.isoformat()})
    return f"<sourceDesc><bibl><ptr{place}/><date{fetched}/></bibl></sourceDesc>\n"


def _profile(page: ExportedPage) -> str:
    code = language_code(page)
    language = f"<language{attributes({'ident': code})}>{escaped(code)}</language>"
    words = [word for word in map(str.strip, page.keywords.split(",")) if word]
    terms = "".join(f"<term>{escaped(word)}</term>" for word in words)
    keywords = f"<textClass><keywords>{terms}</keywords></textClass>\n" if terms else ""
    about = escaped(page.description)
    abstract = f"<abstract><p>{about}</p></abstract>\n" if about else ""
    return f"<profileDesc>\n{abstract}<langUsage>{language}</langUsage>\n{keywords}</profileDesc>\n"


def _date(day: str, kind: str) -> str:
    if not day:
        return ""
    when = attributes({"type": kind, "when": day if DAY.fullmatch(day) else ""})
    return f"<date{when}>{escaped(day)}</date>"


def _body(page: ExportedPage) -> Iterator[str]:
    """The divisions of a page; a body is never empty."""
    is_open = False
    for kind, group in groupby(paragraphs_of_page(page), lambda each: each.kind):
        if kind == ParagraphKind.HEADING:
            for paragraph in group:
                yield ("</div>\n" if is_open else "") + "<div>\n" + element("head", paragraph.text)
                is_open = True
            continue
        if not is_open:
            yield "<div>\n"
            is_open = True
        yield from _components(kind, group, page.language)
    yield "</div>\n" if is_open else "<p/>\n"


def _components(kind: str, group: Iterable[CorpusParagraph], language: str) -> Iterator[str]:
    if kind == ParagraphKind.LIST:
        yield "<list>\n" + "".join(element("item", each.text) for each in group) + "</list>\n"
    elif kind == ParagraphKind.TABLE:
        yield "<table>\n" + "".join(map(_rows, group)) + "</table>\n"
    elif kind == ParagraphKind.TEXT:
        yield from (_running_text(each, language) for each in group)
    elif kind == ParagraphKind.CODE:
        for each in group:
            yield f'<ab type="code"><code xml:space="preserve">{escaped(each.text)}</code></ab>\n'
    else:
        yield from (_block(each) for each in group)


def _running_text(paragraph: CorpusParagraph, language: str) -> str:
    sentences = (f"<s>{escaped(each)}</s>" for each in paragraph.sentences(language))
    return f"<p>{' '.join(sentences)}</p>\n"


def _rows(paragraph: CorpusParagraph) -> str:
    rows = (line.split(CELL_BORDER) for line in paragraph.text.splitlines() if line.strip())
    return "".join(
        "<row>" + "".join(f"<cell>{escaped(cell.strip())}</cell>" for cell in row) + "</row>\n"
        for row in rows
    )


def _block(paragraph: CorpusParagraph) -> str:
    lines = "<lb/>".join(escaped(line.strip()) for line in paragraph.text.splitlines())
    return f"<ab{attributes({'type': paragraph.kind})}>{lines}</ab>\n"
