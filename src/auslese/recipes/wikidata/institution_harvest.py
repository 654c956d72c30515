"""Institutions with their sites as presences (B10; the seed's 3.3), thousands at once.

The seed asked for instances of a class or any below it in one query and lost what has no English
label. Here the classes come first and their instances after them, some classes at a time, so that
no single query has to walk the whole tree; and who lacks a label is called by another one.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from auslese.crawl.scope.scope import Presence, ScopeName
from auslese.recipes.wikidata.label_choice import chosen_label
from auslese.recipes.wikidata.name_harvest import MANY_LANGUAGES
from auslese.recipes.wikidata.sparql_client import EndpointError, QueryProgress, SparqlClient
from auslese.recipes.wikidata.sparql_results import ResultRow
from auslese.recipes.wikidata.wikidata_queries import (
    EDUCATIONAL,
    institutions,
    labels_of,
    subclasses,
)
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, canonical, host_of

PAGE = 2_000  # institutions of one answer: some 600 KB
CLASSES = 100  # of one query, whose address is then some 3,000 letters long; servers take 8,000
LABELLED = 100  # institutions whose labels are asked for at once: some 300 KB of all languages
MOST_SHARING = 10
"""Institutions on one domain up to which each takes all of it in: a university with its faculties.
Beyond, it is a host of other people's pages, and each keeps to its own folder."""


class InstitutionQuestion(NamedTuple):
    """Which institutions are wanted."""

    kind: str = EDUCATIONAL
    country: str = ""
    languages: tuple[str, ...] = ("en",)
    most: int | None = None
    page: int = PAGE


@dataclass(slots=True)
class Institution:
    """What is known of one."""

    item: str
    urls: list[Url] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    name: str = ""
    language: str = ""


@dataclass(slots=True)
class InstitutionReport:
    """What came of asking for institutions."""

    endpoint: str
    target: str
    classes: int = 0
    institutions: int = 0
    """That have a site."""
    presences: int = 0
    bad_urls: int = 0
    """Sites that are no address of the web."""
    relabelled: int = 0
    """Called by a label of a language that was not asked for."""
    nameless: int = 0
    """Without a label in any language; called by their host."""
    narrowed: int = 0
    """That keep to their folder, because very many share their domain."""
    requests: int = 0

    def as_json(self) -> dict[str, Any]:
        """As `wikidata institutions --json` prints it."""
        return {name: getattr(self, name) for name in self.__slots__}


def harvest_institutions(
    client: SparqlClient,
    question: InstitutionQuestion,
    report: InstitutionReport,
    show: Callable[[QueryProgress], None],
) -> list[Institution]:
    """Ask for the institutions, each with an address at least and a name."""
    kinds = _classes(client, question.kind, report)
    found: dict[str, Institution] = {}
    for batch in _batches(kinds, CLASSES):
        pages = institutions(batch, question.country, _languages(question))
        left = None if question.most is None else question.most - len(found)
        if left is not None and left <= 0:
            break
        for rows in client.pages(pages, left, question.page, show, always_probe=False):
            for row in rows:
                _take(row, found, report)
    report.institutions = len(found)
    if not found:
        raise EndpointError(
            f"{report.endpoint} knows no institution with a site (wdt:P856) among"
            f" {report.classes:,} classes below {question.kind}"
            + (f" in {question.country}" if question.country else "")
        )
    usable = [each for each in found.values() if each.urls]
    _name(client, usable, question, report)
    report.presences, report.requests = len(usable), client.asked
    return usable


def presences_of(found: Sequence[Institution], report: InstitutionReport) -> Iterator[Presence]:
    """A presence for each institution; it takes in its domain, unless very many share that."""
    shared = Counter(
        domain for each in found for domain in {registrable_domain(host_of(u)) for u in each.urls}
    )
    for each in found:
        domains = {registrable_domain(host_of(url)) for url in each.urls}
        is_narrow = any(shared[domain] > MOST_SHARING for domain in domains)
        report.narrowed += is_narrow
        scope: ScopeName = "prefix" if is_narrow else "domain"
        yield Presence(name=each.name, start=tuple(each.urls), scope=scope)


def _languages(question: InstitutionQuestion) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*question.languages, MANY_LANGUAGES)))


def _classes(client: SparqlClient, kind: str, report: InstitutionReport) -> list[str]:
    """The class and all below it, in the order in which they came."""
    found = dict.fromkeys([kind])
    for rows in client.pages(subclasses(kind), None, PAGE):
        found.update(dict.fromkeys(row["id"].item for row in rows if "id" in row))
    kinds = [each for each in found if each]
    report.classes = len(kinds)
    return kinds


def _take(row: ResultRow, found: dict[str, Institution], report: InstitutionReport) -> None:
    item = row["id"].item if "id" in row else ""
    if not item or "url" not in row:
        return
    institution = found.setdefault(item, Institution(item))
    if "label" in row:
        label = row["label"]
        institution.labels.setdefault(label.language.lower(), label.value)
    url = canonical(row["url"].value.strip())
    if url is None:
        report.bad_urls += 1
    elif url not in institution.urls:
        institution.urls.append(url)


def _name(
    client: SparqlClient,
    found: Sequence[Institution],
    question: InstitutionQuestion,
    report: InstitutionReport,
) -> None:
    """Give each its name: by a wanted label, another one, or its host."""
    for each in found:
        each.name, each.language = chosen_label(each.labels, question.languages)
    lacking = {each.item: each for each in found if not each.name}
    for batch in _batches(list(lacking), LABELLED):
        for row in client.required(labels_of(batch)):
            item = row["id"].item if "id" in row else ""
            if item in lacking and "label" in row:
                lacking[item].labels.setdefault(row["label"].language.lower(), row["label"].value)
    for each in lacking.values():
        each.name, each.language = chosen_label(each.labels, question.languages)
        report.relabelled += bool(each.name)
        report.nameless += not each.name
        each.name = each.name or host_of(each.urls[0])


def _batches(values: Sequence[str], size: int) -> Iterator[list[str]]:
    left = iter(values)
    while batch := list(islice(left, size)):
        yield batch
