"""What is not a page but is worth reading? PDF files, feeds and sitemaps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from auslese.demo.markup import attribute, text

# A4 in points, with a margin; the line width suits Helvetica at 11 points.
_PAGE = (595, 842)
_LEFT, _TOP, _LEADING, _LINE_SIGNS = 64, 770, 16, 82
_XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One line of a feed."""

    url: str
    title: str
    summary: str
    date: str
    """As 2024-05-31."""


def pdf(title: str, paragraphs: Sequence[str], href: str) -> bytes:
    """A PDF of one page with a title, running text and a link at its end."""
    lines = [line for paragraph in paragraphs for line in (*wrap(paragraph, _LINE_SIGNS), "")]
    foot = _TOP - 40 - _LEADING * len(lines)
    stream = _pdf_text(title, [*lines, href])
    area = f"{_LEFT} {foot - 4} {_PAGE[0] - _LEFT} {foot + 12}"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_PAGE[0]} {_PAGE[1]}] /Contents 5 0 R "
        "/Resources << /Font << /F1 4 0 R >> >> /Annots [6 0 R] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        f"<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [{area}] "
        f"/A << /Type /Action /S /URI /URI ({href}) >> >>".encode(),
        b"<< /Title %s >>" % _pdf_string(title),
    ]
    return _pdf_file(objects)


def _pdf_text(title: str, lines: Iterable[str]) -> bytes:
    shown = [b"BT /F1 18 Tf %d %d Td %s Tj" % (_LEFT, _TOP, _pdf_string(title))]
    shown.append(b"/F1 11 Tf %d TL 0 -40 Td" % _LEADING)
    shown += [b"%s Tj T*" % _pdf_string(line) for line in lines]
    return b"\n".join((*shown, b"ET"))


def _pdf_string(value: str) -> bytes:
    safe = value.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return b"(" + safe.encode("cp1252", "replace") + b")"


def _pdf_file(objects: Sequence[bytes]) -> bytes:
    """The objects with the table of their positions, the last one being the document's data."""
    out = bytearray(b"%PDF-1.4\n%\xe4\xf6\xfc\xdf\n")
    places = []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % start


def rss(title: str, home: str, entries: Iterable[FeedEntry]) -> str:
    """A feed as RSS 2.0."""
    items = "".join(
        f"<item><title>{text(entry.title)}</title><link>{text(entry.url)}</link>"
        f"<guid>{text(entry.url)}</guid><description>{text(entry.summary)}</description></item>\n"
        for entry in entries
    )
    head = f"<title>{text(title)}</title><link>{text(home)}</link>"
    return (
        f'{_XML_HEAD}<rss version="2.0"><channel>{head}'
        f"<description>{text(title)}</description>\n{items}</channel></rss>\n"
    )


def atom(title: str, home: str, entries: Sequence[FeedEntry]) -> str:
    """A feed as Atom 1.0."""
    newest = max(entry.date for entry in entries)
    items = "".join(
        f"<entry><title>{text(entry.title)}</title><id>{text(entry.url)}</id>"
        f'<link href="{attribute(entry.url)}"/><updated>{entry.date}T08:00:00Z</updated>'
        f"<summary>{text(entry.summary)}</summary></entry>\n"
        for entry in entries
    )
    return (
        f'{_XML_HEAD}<feed xmlns="http://www.w3.org/2005/Atom"><title>{text(title)}</title>'
        f"<id>{text(home)}</id><author><name>{text(title)}</name></author>"
        f"<updated>{newest}T08:00:00Z</updated>\n{items}</feed>\n"
    )


_SITEMAP_SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(addresses: Iterable[tuple[str, str]]) -> str:
    """A sitemap of these addresses, each with the day of its last change or nothing."""
    lines = "".join(
        f"<url><loc>{text(url)}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</url>\n"
        for url, date in addresses
    )
    return f'{_XML_HEAD}<urlset xmlns="{_SITEMAP_SPACE}">\n{lines}</urlset>\n'


def sitemap_index(addresses: Iterable[str]) -> str:
    """A sitemap that names further sitemaps."""
    lines = "".join(f"<sitemap><loc>{text(url)}</loc></sitemap>\n" for url in addresses)
    return f'{_XML_HEAD}<sitemapindex xmlns="{_SITEMAP_SPACE}">\n{lines}</sitemapindex>\n'
