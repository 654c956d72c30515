"""Pages as vertical text for NoSketch Engine, KonText and CWB: one token a line.

    <doc id="17" url="http://a.example/" title="Seen" lang="de" …>
    <p kind="text">
    <s>
    Der
    See
    <g/>
    .
    </s>
    </p>
    </doc>

`<g/>` says that no blank stands between two tokens. `&`, `<` and `>` are written as in XML, in
tokens too, for a line that begins with `<` is a tag to these programs.
In a folder a registry file for NoSketch Engine stands beside the text; whoever compiles the corpus
says there where its data are to be.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from auslese.export.corpus.corpus_paragraphs import (
    CorpusParagraph,
    language_code,
    paragraphs_of_page,
)
from auslese.export.corpus.xml_writing import attribute, permitted, with_signs_escaped
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.text.corpus_tokens import tokens_of

VERTICAL_FILE, REGISTRY_FILE = "corpus.vert", "registry"
ATTRIBUTES: Mapping[str, Callable[[ExportedPage], str]] = {
    "id": lambda page: str(page.id),
    "url": lambda page: page.url,
    "host": lambda page: page.host,
    "title": lambda page: page.title,
    "lang": language_code,
    "author": lambda page: page.author,
    "date": lambda page: page.date,
    "modified": lambda page: page.modified,
    "fetched": lambda page: page.fetched_at.isoformat(),
    "type": lambda page: page.page_type,
    "words": lambda page: str(page.words),
    "reserved": lambda page: " ".join(page.reservations),
}
"""What is told of a document."""
REGISTRY = """\
NAME "{name}"
PATH "./data"
VERTICAL "{vertical}"
ENCODING "utf-8"

ATTRIBUTE word

STRUCTURE doc {{
{attributes}}}
STRUCTURE p {{
    ATTRIBUTE kind
}}
STRUCTURE s
STRUCTURE g {{
    DISPLAYTAG 0
    DISPLAYBEGIN "_EMPTY_"
}}
"""
GLUE = "<g/>\n"
GLUED = "\0"  # in front of a token, until all signs are escaped; no text for XML has it


def vertical_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """Each page as a `doc`."""
    del context  # such files say nothing of themselves
    for page in pages:
        yield _document(page).encode()


def folder_files(
    context: ExportContext, pages: Iterable[ExportedPage]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """All pages in one file, and how NoSketch Engine is to read it."""
    yield VERTICAL_FILE, vertical_pieces(context, pages)
    yield REGISTRY_FILE, (_registry(context).encode(),)


def _registry(context: ExportContext) -> str:
    name = "".join(sign for sign in permitted(context.collection) if sign not in '"\\\n\r')
    attributes = "".join(f"    ATTRIBUTE {name}\n" for name in ATTRIBUTES)
    return REGISTRY.format(name=name, vertical=VERTICAL_FILE, attributes=attributes)


def _document(page: ExportedPage) -> str:
    """One page."""
    paragraphs = (_paragraph(each, page.language) for each in paragraphs_of_page(page))
    return "".join((f"<doc{_page_attributes(page)}>\n", *paragraphs, "</doc>\n"))


def _page_attributes(page: ExportedPage) -> str:
    """All attributes in every document, as the programs want them: empty if unknown."""
    values = (of_page(page) for of_page in ATTRIBUTES.values())
    return "".join(
        f' {name}="{attribute(" ".join(value.split()))}"'
        for name, value in zip(ATTRIBUTES, values, strict=True)
    )


def _paragraph(paragraph: CorpusParagraph, language: str) -> str:
    sentences = (_sentence(each, language) for each in paragraph.sentences(language))
    return "".join((f'<p kind="{attribute(paragraph.kind)}">\n', *sentences, "</p>\n"))


def _sentence(sentence: str, language: str) -> str:
    lines, end = [], -1
    for token, start in tokens_of(permitted(sentence), language):
        lines.append(GLUED + token if start == end else token)
        end = start + len(token)
    body = with_signs_escaped("\n".join(lines)).replace(GLUED, GLUE)
    return f"<s>\n{body}\n</s>\n"
