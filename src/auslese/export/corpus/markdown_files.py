"""Pages in Markdown as files: with what is known of them in front, in a bundle, in a list.

The list is `llms.txt` as llmstxt.org describes it: a title, a summary, and for each site a section
of links.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC
from itertools import groupby
from typing import NamedTuple

from auslese.export.page_file_names import page_file_name
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.records.language import UNKNOWN

ENDING = ".md"
LIST_FILE, FULL_FILE, PAGE_FOLDER = "llms.txt", "llms-full.txt", "pages"
LONGEST_TITLE, LONGEST_DESCRIPTION = 200, 300  # letters in a list of pages
SECONDS = len("2026-05-01T12:00:00")
SIGNS = re.compile(r"[\\`*_\[\]<>#|~]")
UNFIT_IN_TARGET = str.maketrans({"(": "%28", ")": "%29", "<": "%3C", ">": "%3E", " ": "%20"})
as_json = json.JSONEncoder(ensure_ascii=False).encode


class ListedMarkdown(NamedTuple):
    """A page in the list of pages."""

    target: str
    """Where its text is: its address, or a file beside the list."""
    host: str
    title: str
    description: str = ""


def page_file(page: ExportedPage, markdown: str) -> bytes:
    """A page with its front matter, ready to be a file or a part of a bundle."""
    head = "".join(f"{name}: {_yaml(value)}\n" for name, value in front_matter(page).items())
    return f"---\n{head}---\n\n{titled(page, markdown)}\n".encode("utf-8", "replace")


def full_entry(page: ExportedPage, markdown: str) -> bytes:
    """A page as a part of `llms-full.txt`: title, source, text."""
    title = f"# {_plain(page.title, LONGEST_TITLE) or page.url}"
    body = markdown.removeprefix(title).lstrip("\n")
    return f"{title}\n\nSource: {page.url}\n\n{body}\n\n".encode("utf-8", "replace")


def front_matter(page: ExportedPage) -> Mapping[str, object]:
    """What is known of a page, without what is not."""
    told = {
        "url": page.url,
        "title": page.title,
        "author": page.author,
        "date": page.date,
        "modified": page.modified,
        "language": page.language if page.language != UNKNOWN else "",
        "fetched_at": f"{page.fetched_at.astimezone(UTC).isoformat()[:SECONDS]}Z",
        "site": page.site_name or page.host,
        "description": page.description,
        "media_type": page.media_type,
        "reserved": list(page.reservations),
    }
    return {name: value for name, value in told.items() if value}


def titled(page: ExportedPage, markdown: str) -> str:
    """The text under its title; an article has its title elsewhere than in its main text."""
    if not page.title or markdown.startswith("# "):
        return markdown
    return f"# {_plain(page.title, len(page.title))}\n\n{markdown}"


def file_name_of(page: int, url: str) -> str:
    """The name of the file of a page."""
    return page_file_name(url, page, ENDING)


def list_pieces(context: ExportContext, pages: Iterable[ListedMarkdown]) -> Iterator[bytes]:
    """The list of pages, which come site by site."""
    yield f"# {_plain(context.collection, LONGEST_TITLE)}\n\n> {_summary(context)}\n".encode()
    for host, some in groupby(pages, lambda page: page.host):
        yield f"\n## {_plain(host, LONGEST_TITLE)}\n\n".encode()
        for page in some:
            yield _entry(page).encode("utf-8", "replace")


def _summary(context: ExportContext) -> str:
    chosen = f"those with {_plain(context.where, LONGEST_TITLE)}" if context.where else "all"
    day = f"{context.made_at:%Y-%m-%d}"
    return f"Pages of a collection of Auslese {context.version}, {chosen}, as of {day}."


def _entry(page: ListedMarkdown) -> str:
    title = _plain(page.title, LONGEST_TITLE) or _plain(page.target, LONGEST_TITLE)
    about = _plain(page.description, LONGEST_DESCRIPTION)
    return f"- [{title}]({page.target.translate(UNFIT_IN_TARGET)}){f': {about}' * bool(about)}\n"


def _plain(text: str, longest: int) -> str:
    """The beginning of a text in one line, nothing of it markup."""
    return SIGNS.sub(r"\\\g<0>", " ".join(_visible(text).split())[:longest].rstrip())


def _yaml(value: object) -> str:
    """A value as YAML has it: as JSON, without letters that YAML does not take."""
    return as_json(_visible(value) if isinstance(value, str) else value)


def _visible(text: str) -> str:
    """A text with blanks in the place of what nobody sees."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " for letter in text)
