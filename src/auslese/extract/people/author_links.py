"""Persons that a page names in its head and by links: authors, profiles, numbers in catalogues."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from resiliparse.parse.html import DOMNode

from auslese.extract.about.bylines import is_house, is_login, names_of, people_in, surname_last
from auslese.extract.about.claims import Claims
from auslese.extract.html.page_sheet import BLOCK, BREAK, KINDS
from auslese.extract.people.marked_elements import OPENGRAPH_TYPE
from auslese.extract.people.person_draft import PersonDraft
from auslese.extract.people.person_identifiers import identifier_in
from auslese.extract.people.scope_walk import line_of

MOST_AUTHORS = 100  # papers of large experiments have more; the first hundred tell them
MOST_LINKS = 500
MOST_BESIDE = 6  # nodes in front of a link in which a name may stand
LONGEST_BESIDE = 200
AUTHOR, OPENGRAPH, LINK = "author", "opengraph", "link"
LIBRARIANS = frozenset(("dc.creator", "dcterms.creator", "citation_author"))
IN_HEAD = ("author", "article:author", *sorted(LIBRARIANS))
GROUP = re.compile(
    r"^(?:the|das|die)\s|\b(?:project|projekt|team|group|gruppe|foundation|stiftung|contributors?"
    r"|developers?|entwickler|authors?|university|universität|documentation|community|committee"
    r"|consortium|software|e\.\s?v)\b",
    re.IGNORECASE,
)
"""Names that manuals give as their authors: of 900 pages of Debian's, 65 by The Exim Project."""
NOT_NAMED_SO = (
    "orcid id record profile profil page seite homepage google scholar wikidata wikipedia gnd"
    " viaf scopus researcherid publications publikationen"
)
NO_NAMES = frozenset(NOT_NAMED_SO.split())


def read_authors(claims: Claims) -> Iterator[PersonDraft]:
    """The authors that the head and the links of a page name."""
    for source in IN_HEAD:
        for written in claims.of(source):
            whole = surname_last(written) if source in LIBRARIANS else written
            for name in islice(_people_named(whole), MOST_AUTHORS):
                yield _author(name)
    for element in claims.marked.authors:
        names = list(_people_named(line_of(element)))
        for name in names:
            draft = _author(name)
            if len(names) == 1:
                draft.add("url", element.getattr("href") or "")
                draft.add_link(element.getattr("href") or "")
            yield draft


def _people_named(written: str) -> Iterator[str]:
    for name in names_of(written):
        if not is_login(name) and not is_house(name) and not GROUP.search(name):
            yield name


def _author(name: str) -> PersonDraft:
    draft = PersonDraft(AUTHOR)
    draft.add("name", name)
    return draft


def read_profile(said: Mapping[str, str]) -> Iterator[PersonDraft]:
    """The person of a page that Open Graph calls a profile."""
    if said.get(OPENGRAPH_TYPE, "").strip().lower() != "profile":
        return
    draft = PersonDraft(OPENGRAPH, is_main=True)
    for name in ("first_name", "last_name"):
        draft.add(name, said.get(name, ""))
    if draft.values:
        yield draft


def read_catalogue_links(links: Iterable[DOMNode], known: set[str]) -> Iterator[PersonDraft]:
    """Those whom links to catalogues stand by, but for identifiers that are known already.

    Without a name beside it, a link counts only if it is the one of its kind on the page.
    """
    nameless: dict[str, PersonDraft] = {}
    for element in islice(links, MOST_LINKS):
        href = element.getattr("href") or ""
        identifier = identifier_in(href)
        if not identifier or identifier in known:
            continue
        draft = PersonDraft(LINK)
        draft.add("sameas", href)
        if name := _name_beside(element):
            draft.add("name", name)
            yield draft
        else:
            nameless[identifier] = draft
    kinds = Counter(identifier.partition(":")[0] for identifier in nameless)
    for identifier, draft in nameless.items():
        if kinds[identifier.partition(":")[0]] == 1:
            yield draft


def _name_beside(link: DOMNode) -> str:
    """The name that a link says, or that stands in front of it in the same line."""
    return _person_in(line_of(link)) or _person_in(_words_before(link))


def _words_before(link: DOMNode) -> str:
    words, node = "", link.prev
    for _ in range(MOST_BESIDE):
        is_text = node is not None and node.tag == "#text"
        if node is None or (not is_text and KINDS.get(node.tag, BLOCK) in (BLOCK, BREAK)):
            break
        words = f"{node.value if is_text else line_of(node)} {words}"
        node = node.prev
        if len(words) > LONGEST_BESIDE:
            break
    return words[-LONGEST_BESIDE:]


def _person_in(line: str) -> str:
    """The only person in a line; empty if it may be somebody else."""
    people = people_in(line.strip(" ()[]:,;|"))
    if len(people) != 1 or not NO_NAMES.isdisjoint(people[0].lower().split()):
        return ""
    return people[0]
