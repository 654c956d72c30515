"""What can be taken out of one page, without any collection."""

from collections.abc import Iterator
from dataclasses import dataclass

from auslese.recipes.filters.extract_filters import (
    extract_of,
    links_extractor,
    markdown_extractor,
    text_extractor,
)
from auslese.recipes.filters.page_input import page_of
from auslese.records.reading import Link
from auslese.records.url import canonical


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """The text of a page and what the page says about itself; `str` of it is the text."""

    url: str
    """Where it stands, in its one spelling; empty if that is not known."""
    title: str
    text: str
    author: str
    date: str
    """When it was published, as 2024-05-31, or empty."""
    modified: str
    description: str
    keywords: str
    language: str
    """The language it claims for itself, as de or pt-BR; `detect_language` looks at the words."""
    site_name: str
    manual: str
    """The program that made it, as javadoc; else empty."""
    page_type: str
    """article, forum, product, listing, collection, documentation, service, or empty."""
    media_type: str
    charset: str
    is_cut: bool
    """Whether the page had more than was read."""
    error: str = ""
    """Why it could not be read; empty if it was."""
    problem: str = ""
    """The same in a word, as `encrypted`."""

    def __str__(self) -> str:
        """Return the text."""
        return self.text


@dataclass(frozen=True, slots=True)
class ExtractedMarkdown:
    """The main text of a page in Markdown, and what it says of itself; `str` gives the text."""

    url: str
    """Where it stands, in its one spelling; empty if that is not known."""
    title: str
    markdown: str
    author: str
    date: str
    """When it was published, as 2024-05-31, or empty."""
    modified: str
    description: str
    keywords: str
    language: str
    """The language it claims for itself, as de or pt-BR."""
    site_name: str
    manual: str
    """The program that made it, as javadoc; else empty."""
    page_type: str
    """As of `ExtractedText`."""
    media_type: str
    charset: str
    is_cut: bool
    """Whether the page had more than was read."""
    error: str = ""
    """Why it could not be read; empty if it was."""
    problem: str = ""
    """The same in a word, as `encrypted`."""

    def __str__(self) -> str:
        """Return the Markdown."""
        return self.markdown


@dataclass(frozen=True, slots=True)
class ExtractedLinks:
    """The links of a page in its order; iterating gives each."""

    url: str
    """Where the page stands, in its one spelling; empty if that is not known."""
    links: tuple[Link, ...]
    error: str = ""
    """Why the page could not be read; empty if it was."""
    problem: str = ""
    """The same in a word, as `encrypted`."""

    def __iter__(self) -> Iterator[Link]:
        """Go through the links."""
        return iter(self.links)

    def __len__(self) -> int:
        """Count the links."""
        return len(self.links)


def extract_text(page: str | bytes, url: str = "", *, everything: bool = False) -> ExtractedText:
    """Return the main text of a page, with title, author, date and language.

    `page` is HTML as text, or the bytes of an HTML page or a PDF as they came. `url` says where it
    stands. With `everything` the text is all that a reader sees, not the main text alone. A page
    that cannot be read raises nothing: its text is empty and `error` says why. The same as
    `auslese extract text`.
    """
    return ExtractedText(**extract_of(page_of(page, url), text_extractor(everything=everything)))


def extract_markdown(page: str | bytes, url: str = "") -> ExtractedMarkdown:
    """Return the main text of a page in Markdown: headings, lists, tables, code, links, pictures.

    The words are those of `extract_text`. `url` says where the page stands; without it, links that
    do not name their host are left as text. A page that cannot be read raises nothing: its Markdown
    is empty and `error` says why. The same as `auslese extract markdown`.
    """
    return ExtractedMarkdown(**extract_of(page_of(page, url), markdown_extractor()))


def extract_links(page: str | bytes, url: str = "") -> ExtractedLinks:
    """Return the links of a page with anchor text, relation, position and the words around.

    Without `url` only links are among them that name their host. A page that cannot be read raises
    nothing: it has no links and `error` says why. The same as `auslese extract links`.
    """
    extract = extract_of(page_of(page, url), links_extractor())
    return ExtractedLinks(**extract | {"links": tuple(Link(**link) for link in extract["links"])})


def canonical_url(url: str) -> str | None:
    """Return the one spelling under which Auslese knows a URL; None if it is not http or https.

    The same as `auslese url canonical`.
    """
    return canonical(url)
