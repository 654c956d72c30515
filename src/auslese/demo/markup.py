"""Small pieces of HTML, each a string that is ready to stand in a page."""

from collections.abc import Iterable, Sequence
from html import escape

SENTENCES_PER_PARAGRAPH = 3


def text(value: str) -> str:
    """The text with the signs of HTML made harmless."""
    return escape(value, quote=False)


def attribute(value: str) -> str:
    """The text fit to stand between double quotes."""
    return escape(value, quote=True)


def link(href: str, label: str, rel: str = "") -> str:
    """A link with this label; `rel` such as `nofollow` only where given."""
    relation = f' rel="{rel}"' if rel else ""
    return f'<a href="{attribute(href)}"{relation}>{text(label)}</a>'


def heading(level: int, label: str) -> str:
    """A heading on its own line."""
    return f"<h{level}>{text(label)}</h{level}>\n"


def paragraph(*sentences: str) -> str:
    """One paragraph of plain text."""
    return f"<p>{text(' '.join(sentences))}</p>\n"


def prose(sentences: Sequence[str]) -> str:
    """Paragraphs of a few sentences each."""
    step = SENTENCES_PER_PARAGRAPH
    starts = range(0, len(sentences), step)
    return "".join(paragraph(*sentences[start : start + step]) for start in starts)


def bullets(items: Iterable[str], css_class: str = "") -> str:
    """A list whose items are HTML already."""
    name = f' class="{css_class}"' if css_class else ""
    return f"<ul{name}>\n" + "".join(f"<li>{item}</li>\n" for item in items) + "</ul>\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a head of plain text and cells of HTML."""
    top = "".join(f'<th scope="col">{text(cell)}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>\n" for row in rows)
    return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def image(source: str, alt: str, size: tuple[int, int]) -> str:
    """An image with its measures, so that the page does not jump."""
    width, height = size
    return (
        f'<img src="{attribute(source)}" alt="{attribute(alt)}" width="{width}" height="{height}">'
    )


def figure(picture: str, caption: str) -> str:
    """A picture with the line below it."""
    return f"<figure>\n{picture}\n<figcaption>{text(caption)}</figcaption>\n</figure>\n"


def mail_link(address: str) -> str:
    """A mail address that opens the mail program."""
    return link(f"mailto:{address}", address)


def phone_link(number: str) -> str:
    """A phone number that can be dialled."""
    digits = "".join(c for c in number if c.isdigit() or c == "+")
    return link(f"tel:{digits}", number)
