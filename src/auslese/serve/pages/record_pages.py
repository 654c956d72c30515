"""The record of one page, and its stored copy in a sandbox."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from auslese.recipes.pages.page_record import page_record
from auslese.recipes.pages.stored_copy import stored_copy
from auslese.records.errors import AusleseError
from auslese.records.url import Url, key_of
from auslese.serve.guard import COPY_POLICY
from auslese.serve.page_request import PageRequest
from auslese.serve.page_result import PageResponse, RawResponse
from auslese.serve.people_visibility import hidden_now, names_people
from auslese.store.lookups.document_lookups import read_as
from auslese.store.lookups.people_lookups import people_on_page
from auslese.system.seals.damaged_file import DamagedFileError

SIMILAR = 8
MOST_PEOPLE = 60  # of a page: more are a list
UNFOLDED = 8  # links shown before the rest is asked for
NOT_FOUND = 404
TEXT, ORIGINAL = "text", "original"
# What a browser shows without being able to do anything; everything else is for the disk.
SHOWN_TYPES = ("text/html", "application/xhtml+xml", "text/plain")
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_CHARSET = re.compile(r"[A-Za-z0-9._:-]{1,40}")
_MOMENT = re.compile(r"[0-9]{14}")
_UNFIT_IN_NAME = re.compile(r"[^A-Za-z0-9._-]+")


def record(request: PageRequest) -> PageResponse:
    """All that is known about a page."""
    url = request.url()
    report = page_record(request.here.collection, request.here.tables(), url)
    report["similar"] = _similar(request, url)
    report["people"] = _people(request, url)
    document, page = report["document"] or {}, report["page"] or {}
    title = document.get("title") or page.get("title") or page.get("name") or url
    view = ORIGINAL if request.values.get("view") == ORIGINAL else TEXT
    more = {
        "title": title,
        "view": view,
        "shown_types": SHOWN_TYPES,
        "paragraphs": texts_of(document.get("text", ""), document.get("paragraphs", ())),
        "unfolded": UNFOLDED,
    }
    return PageResponse("record.html", report, more, 200 if report["found"] else NOT_FOUND)


def _similar(request: PageRequest, url: Url) -> list[dict[str, Any]]:
    """Pages like it by links and words; none if there is no index."""
    try:
        return [page._asdict() for page in request.here.similar(key_of(url), SIMILAR)]
    except DamagedFileError:
        raise
    except AusleseError:
        return []


def _people(request: PageRequest, url: Url) -> list[dict[str, Any]]:
    """Whom it names, as far as that is shown to the one who asks."""
    if not names_people(request):
        return []
    tables = request.here.tables()
    named = people_on_page(
        tables, read_as(tables, key_of(url)), hidden_now(request), most=MOST_PEOPLE
    )
    return [asdict(each) | {"person": str(each.person)} for each in named]


def texts_of(text: str, paragraphs: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The paragraphs of a main text, each with its kind."""
    if not paragraphs:
        return [("text", part) for part in text.split("\n") if part.strip()]
    return [(each["kind"], text[each["start"] : each["end"]]) for each in paragraphs]


def copy(request: PageRequest) -> RawResponse:
    """The stored bytes: a browser may show them, and they can do nothing there."""
    moment = request.values.get("at", "")
    at = moment if _MOMENT.fullmatch(moment) else ""
    stored = stored_copy(request.here.collection, request.here.tables(), request.url(), at)
    headers = {
        "content-security-policy": COPY_POLICY,
        "x-robots-tag": "noindex",
        "last-modified": stored.fetched_at.strftime("%a, %d %b %Y %H:%M:%S GMT"),
    }
    if stored.media_type in SHOWN_TYPES:
        charset = stored.charset if _CHARSET.fullmatch(stored.charset) else "utf-8"
        return RawResponse(stored.body, f"{stored.media_type}; charset={charset}", headers)
    if stored.media_type in PICTURES:
        return RawResponse(stored.body, stored.media_type, headers)
    name = _UNFIT_IN_NAME.sub("-", stored.url.rpartition("/")[2])[-80:].strip("-.") or "page"
    headers["content-disposition"] = f'attachment; filename="{name}"'
    return RawResponse(stored.body, "application/octet-stream", headers)
