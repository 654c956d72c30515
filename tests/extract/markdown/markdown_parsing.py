"""Pages made into Markdown, and the Markdown read again by another program's parser."""

from collections import Counter
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from auslese.extract.document_reader import read_document
from auslese.extract.markdown.markdown_text import markdown_of
from auslese.extract.source import Source
from auslese.records.document import Document
from auslese.records.url import Url

ADDRESS = Url("http://a.example/b/c.html")
HEADER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\n\r\n"
PARSER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


class ParsedMarkdown(NamedTuple):
    """What a parser finds in Markdown."""

    letters: str
    """All that a reader sees, without white space."""
    links: tuple[str, ...]
    tags: Counter[str]
    """How many elements of which tag it makes of it."""
    raw: tuple[str, ...]
    """What it takes for HTML."""


def source_of(html: str) -> Source:
    """A page of this HTML."""
    return Source(ADDRESS, html.encode("utf-8", "replace"), "text/html", HEADER)


def paragraphs_of(html: str) -> list[tuple[str, str]]:
    """All paragraphs of a page with their kinds, whether they are main text or not."""
    found = read_document(source_of(html)._replace(pictures=False))
    return (
        [(str(each.kind), each.text) for each in found.paragraphs]
        if isinstance(found, Document)
        else []
    )


def markdown_from(html: str) -> str:
    """All of a page in Markdown."""
    return markdown_of(source_of(html), paragraphs_of(html))


def letters_of(text: str) -> str:
    """A text without white space."""
    return "".join(text.split())


def parsed(markdown: str) -> ParsedMarkdown:
    """What a parser of CommonMark finds, with tables and what is struck out."""
    texts: list[str] = []
    links: list[str] = []
    raw: list[str] = []
    tags: Counter[str] = Counter()
    for token in _all_tokens(PARSER.parse(markdown)):
        if token.type in ("html_block", "html_inline"):
            raw.append(token.content)
        elif token.type in ("text", "code_inline", "fence", "code_block"):
            texts.append(token.content)
        elif token.type == "link_open":
            links.append(str(token.attrs["href"]))
        if token.nesting >= 0 and token.tag:
            tags[token.tag] += 1
    return ParsedMarkdown(letters_of("".join(texts)), tuple(links), tags, tuple(raw))


def _all_tokens(tokens: list[Token]) -> list[Token]:
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        if token.type != "image":
            found += _all_tokens(token.children or [])
    return found
