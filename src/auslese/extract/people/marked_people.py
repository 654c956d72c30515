"""Whom a page marks up for machines, and the ways to reach somebody that it marks up.

Most pages mark up nobody, so looking costs little: the elements come from walks that are made
anyway (`extract.about.claims`, `extract.html.page_sheet`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from resiliparse.parse.html import DOMNode

from auslese.extract.about.claims import Claims
from auslese.extract.people.author_links import read_authors, read_catalogue_links, read_profile
from auslese.extract.people.card_people import read_cards
from auslese.extract.people.contact_links import (
    SIGN_OF_CLOUDFLARE,
    may_reach,
    read_contact_links,
)
from auslese.extract.people.item_people import read_items, read_reaching
from auslese.extract.people.json_ld_people import read_script
from auslese.extract.people.person_draft import PersonDraft
from auslese.extract.people.person_identifiers import HOSTS
from auslese.extract.people.scope_walk import WalkBudget
from auslese.records.person import MarkedContact, MarkedPerson
from auslese.records.url import Url, canonical

MOST_PEOPLE = MOST_CONTACTS = 1_000  # of a page; the longest list of staff we know has 400
MOST_LINKS = 20_000  # that are looked at
BEGINS_REACHING = "mMtTcCfFjJ \n"  # first letters of mailto:, tel:, callto:, fax:, javascript:
SIGNS_OF_CATALOGUES = tuple(host.partition("/")[0] for host in HOSTS)


class MarkedFinds(NamedTuple):
    """What a page marks up."""

    people: tuple[MarkedPerson, ...] = ()
    contacts: tuple[MarkedContact, ...] = ()


class PersonLinks(NamedTuple):
    """The links of a page that may tell of somebody."""

    reaching: list[DOMNode]
    to_catalogues: list[DOMNode]


def marked_of(claims: Claims, links: Sequence[DOMNode], url: Url) -> MarkedFinds:
    """Whom a page marks up, by what it claims and by its links."""
    marked, budget = claims.marked, WalkBudget()
    wanted = _telling(links)
    drafts: list[PersonDraft] = []
    contacts: list[MarkedContact] = []
    for script in marked.scripts:
        people, others = read_script(script)
        drafts += people
        contacts += others
    drafts += read_items(marked.items, budget)
    contacts += read_reaching(marked.reaching, budget)
    for card in read_cards(marked.cards, budget):
        drafts.append(card.draft)
        contacts += card.contacts
    drafts += read_profile(marked.profile)
    drafts += read_authors(claims)
    contacts += read_contact_links(wanted.reaching)
    return MarkedFinds(
        _people(drafts, wanted.to_catalogues, url),
        tuple(islice(dict.fromkeys(contacts), MOST_CONTACTS)),
    )


def _telling(links: Sequence[DOMNode]) -> PersonLinks:
    """Those of all links that may tell of somebody."""
    hrefs = [link.getattr("href") or "" for link in links[:MOST_LINKS]]
    every = "\n".join(hrefs)  # looked through as one: 0.02 ms for 200 links
    signs = tuple(sign for sign in SIGNS_OF_CATALOGUES if sign in every)
    hides = SIGN_OF_CLOUDFLARE in every
    reaching, to_catalogues = [], []
    for link, href in zip(links, hrefs, strict=False):
        is_veiled = hides and SIGN_OF_CLOUDFLARE in href
        if is_veiled or (href[:1] in BEGINS_REACHING and may_reach(href)):
            reaching.append(link)
        elif signs and any(sign in href for sign in signs):
            to_catalogues.append(link)
    return PersonLinks(reaching, to_catalogues)


def _people(
    drafts: Iterable[PersonDraft], to_catalogues: Sequence[DOMNode], url: Url
) -> tuple[MarkedPerson, ...]:
    """All persons, each once."""
    people = dict.fromkeys(filter(None, map(PersonDraft.finished, drafts)))
    if to_catalogues:
        known = {each for person in people for each in person.identifiers}
        linked = read_catalogue_links(to_catalogues, known)
        people |= dict.fromkeys(map(PersonDraft.named_or_not, linked))
    return tuple(_in_place(islice(_without_echoes(people), MOST_PEOPLE), url))


def _without_echoes(people: Iterable[MarkedPerson]) -> Iterator[MarkedPerson]:
    """All but authors who say nothing that is not said of the same name elsewhere."""
    names: set[str] = set()
    for person in people:
        name = person.name.casefold()
        has_more = person.emails or person.urls or person.identifiers
        if person.source != "author" or has_more or name not in names:
            yield person
        names.add(name)


def _in_place(people: Iterable[MarkedPerson], url: Url) -> Iterator[MarkedPerson]:
    """The same with whole addresses; the page is about the one whose address is its own."""
    for person in people:
        urls = tuple(filter(None, (canonical(each, url) for each in person.urls)))
        yield person._replace(urls=urls, is_main=person.is_main or url in urls)
