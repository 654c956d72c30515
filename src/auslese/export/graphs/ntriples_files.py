"""Pages as N-Triples, which every RDF store reads: what is said of them, their links, who is named.

The terms are those of Dublin Core (`dcterms:`) and schema.org. A page is named by its URL, a person
by a URN of ours, for a crawl knows no better address of somebody; identifiers that lead into the
web stand behind `schema:sameAs`.

    <http://a.example/> <http://purl.org/dc/terms/title> "A title"@en .
    <http://a.example/> <http://purl.org/dc/terms/references> <http://b.example/> .

The form is https://www.w3.org/TR/n-triples/ in UTF-8: what may not stand in an IRI is
percent-encoded, what may not stand in a text is escaped.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from auslese.export.graphs.absolute_iri import absolute_iri
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.records.language import UNKNOWN

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
DCTERMS, SCHEMA, XSD = (
    "http://purl.org/dc/terms/",
    "https://schema.org/",
    "http://www.w3.org/2001/XMLSchema#",
)
RETRIEVED = "http://purl.org/pav/retrievedOn"
"""When we fetched it: neither of the two has a word for that."""
PERSON = "urn:auslese:person:"
SAME_AS = {
    "orcid": "https://orcid.org/",
    "gnd": "https://d-nb.info/gnd/",
    "wikidata": "http://www.wikidata.org/entity/",
}
"""Where identifiers of persons lead, in the form in which others name them."""
TEXTS = {
    "title": f"{DCTERMS}title",
    "description": f"{DCTERMS}description",
    "author": f"{DCTERMS}creator",
}
"""What is said of a page in its own language."""
DATES = {"date": f"{DCTERMS}created", "modified": f"{DCTERMS}modified"}
DATE_KINDS = {4: "gYear", 7: "gYearMonth", 10: "date"}
"""Type of a day by its letters: 2024, 2024-05, 2024-05-31."""
_DAY = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")
_TAG = re.compile(r"[a-zA-Z]{2,8}(-[a-zA-Z0-9]{1,8})*")
_ESCAPES = {ord(letter): f"\\u{ord(letter):04X}" for letter in map(chr, (*range(32), 127))} | {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
}


class NamedPerson(NamedTuple):
    """A person, and the pages that name the person."""

    key: int
    name: str
    best_url: str
    """The page about the person; empty if there is none."""
    identifiers: tuple[str, ...] = ()
    """As `orcid:0000-0001-…`."""
    urls: tuple[str, ...] = ()


def ntriples_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """What is said of each page."""
    for page in pages:
        yield _bytes("".join(_page_triples(page)))


def link_triples(links: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """A triple for each link from a URL to another one."""
    for source, some in groupby(links, key=itemgetter(0)):
        if subject := absolute_iri(source):
            begin = f"<{subject}> <{DCTERMS}references> <"
            ends = filter(None, (absolute_iri(target) for _, target in some))
            yield _bytes("".join(f"{begin}{end}> .\n" for end in ends))


def copy_triples(copies: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """A triple for each copy and the page that stands for it."""
    for copy, first in copies:
        yield _bytes(_to_page(copy, f"{DCTERMS}isVersionOf", first))


def person_triples(people: Iterable[NamedPerson]) -> Iterator[bytes]:
    """Who is named, and on which pages."""
    for person in people:
        yield _bytes("".join(_person_triples(person)))


def _page_triples(page: ExportedPage) -> Iterator[str]:
    is_told = page.language != UNKNOWN and _TAG.fullmatch(page.language)
    language = page.language if is_told else ""
    yield _to_page(page.url, RDF_TYPE, f"{SCHEMA}WebPage")
    for name, term in TEXTS.items():
        if text := getattr(page, name):
            yield _said(page.url, term, text, language)
    for name, term in DATES.items():
        if _DAY.fullmatch(day := getattr(page, name)):
            yield _said(page.url, term, day, kind=DATE_KINDS[len(day)])
    if language:
        yield _said(page.url, f"{DCTERMS}language", language)
    if page.media_type:
        yield _said(page.url, f"{DCTERMS}format", page.media_type)
    yield _said(page.url, RETRIEVED, _moment(page.fetched_at), kind="dateTime")
    if page.site_name:
        yield _said(page.url, f"{SCHEMA}publisher", page.site_name, language)


def _person_triples(person: NamedPerson) -> Iterator[str]:
    urn = f"{PERSON}{person.key & (1 << 64) - 1:016x}"
    yield _to_page(urn, RDF_TYPE, f"{SCHEMA}Person")
    yield _said(urn, f"{SCHEMA}name", person.name)
    if person.best_url:
        yield _to_page(urn, f"{SCHEMA}mainEntityOfPage", person.best_url)
    for kind, _, value in (each.partition(":") for each in person.identifiers):
        if kind in SAME_AS and value:
            yield _to_page(urn, f"{SCHEMA}sameAs", f"{SAME_AS[kind]}{value}")
    for url in person.urls:
        yield _to_page(url, f"{SCHEMA}mentions", urn)


def _to_page(subject: str, term: str, target: str) -> str:
    """A triple of two addresses; nothing if one of them is none."""
    source, end = absolute_iri(subject), absolute_iri(target)
    return f"<{source}> <{term}> <{end}> .\n" if source and end else ""


def _said(subject: str, term: str, text: str, language: str = "", kind: str = "") -> str:
    sort = f"@{language}" if language else f"^^<{XSD}{kind}>" if kind else ""
    source = absolute_iri(subject)
    return f'<{source}> <{term}> "{text.translate(_ESCAPES)}"{sort} .\n' if source else ""


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
