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
"""

from collections.abc import Iterable, Iterator

from auslese.export.corpus.corpus_paragraphs import (
    CorpusParagraph,
    language_code,
    paragraphs_of_page,
)
from auslese.export.corpus.xml_writing import attribute, permitted, with_signs_escaped
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.text.corpus_tokens import tokens_of

GLUE = "<g/>\n"
GLUED = "\0"  # in front of a token, until all signs are escaped; no text for XML has it


def vertical_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """Each page as a `doc`."""
    del context  # such files say nothing of themselves
    for page in pages:
        yield _document(page).encode()


def _document(page: ExportedPage) -> str:
    """One page."""
    paragraphs = (_paragraph(each, page.language) for each in paragraphs_of_page(page))
    return "".join((f"<doc{_told(page)}>\n", *paragraphs, "</doc>\n"))


def _told(page: ExportedPage) -> str:
    """All attributes in every document, as the programs want them: empty if unknown."""
    values = {
        "id": str(page.id),
        "url": page.url,
        "host": page.host,
        "title": page.title,
        "lang": language_code(page),
        "author": page.author,
        "date": page.date,
        "modified": page.modified,
        "fetched": page.fetched_at.isoformat(),
        "type": page.page_type,
        "words": str(page.words),
        "reserved": " ".join(page.reservations),
    }
    return "".join(
        f' {name}="{attribute(" ".join(value.split()))}"' for name, value in values.items()
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
