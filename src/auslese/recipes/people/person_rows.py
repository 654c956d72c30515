"""Persons and their pages as the tables have them, made of names that may mean the same person."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from xxhash import xxh3_64_intdigest

from auslese.analyse.people.address_fit import url_fit
from auslese.analyse.people.name_forms import fullness
from auslese.analyse.people.person_grouping import (
    GroupedPerson,
    NameEdit,
    NameOnPage,
    group_names,
)
from auslese.analyse.people.person_scores import (
    Occurrences,
    PageFacts,
    ScorePart,
    bm25,
    is_home_page,
    page_score,
    tf_idf,
)
from auslese.records.person import PersonName
from auslese.store.people.people_tables import NameRow, NameTotals
from auslese.text.name_folding import name_spellings

MOST_FORMS = 50  # of a name that are told; a person has a handful
MOST_KEPT = 20  # mail addresses, numbers, identifiers of a person
OWN_PAGE = {"subject", "main"}
DIGITS = 6  # of measures: what is rounded away tells nobody anything
HALF = 1 << 63
WHOLE = 1 << 64


@dataclass(slots=True)
class PersonRows:
    """A person, the pages, and the rows that say so."""

    person: dict[str, Any]
    pages: list[dict[str, Any]]
    names: list[NameRow] = field(default_factory=list)


class _ScoredPage(NamedTuple):
    """A page of a person with what it is worth."""

    rows: list[NameRow]
    times: int
    parts: list[ScorePart]
    fit: float
    """How well the address fits the name."""

    @property
    def score(self) -> float:
        return sum(part.worth for part in self.parts)


def persons_of_block(
    rows: Sequence[NameRow], edits: Sequence[NameEdit], totals: NameTotals
) -> list[PersonRows]:
    """The persons whom the names of a block mean, with their pages."""
    grouped = group_names([_on_page(row) for row in rows], edits)
    taken: set[int] = set()
    somebody = (each for each in grouped if _is_somebody(rows, each))
    return [_person(rows, each, totals, taken) for each in somebody]


def _is_somebody(rows: Sequence[NameRow], grouped: GroupedPerson) -> bool:
    """Whether it is a person: one word alone, without any title, may be anything."""
    own = (rows[number] for number in grouped.rows)
    return bool(grouped.edited) or any(row.given or row.titles for row in own)


def _on_page(row: NameRow) -> NameOnPage:
    name = _name(row)
    return NameOnPage(
        name,
        row.id,
        row.host,
        tuple(row.emails),
        tuple(row.identifiers),
        bool(OWN_PAGE & set(row.places)) or url_fit(name, row.url) >= 1,
    )


def _name(row: NameRow) -> PersonName:
    return PersonName(row.given, row.particle, row.family, row.titles, row.suffixes)


def _person(
    rows: Sequence[NameRow], grouped: GroupedPerson, totals: NameTotals, taken: set[int]
) -> PersonRows:
    own = [rows[number] for number in grouped.rows]
    name = best_name(own)
    key = _free_key(f"{own[0].site}\n{name_spellings(name.full)[0]}", taken)
    pages = [_scored(page_rows, name) for page_rows in _by_page(own)]
    pages.sort(key=lambda page: (-page.score, -page.times, len(page.rows[0].url), page.rows[0].id))
    page_rows = [
        _page_row(key, place, page, len(pages), totals) for place, page in enumerate(pages, 1)
    ]
    return PersonRows(_person_row(key, name, own, grouped.edited, pages), page_rows, own)


def best_name(rows: Iterable[NameRow]) -> PersonName:
    """The fullest form, the most frequent of those; titles as the most pages have them."""
    counts: Counter[PersonName] = Counter()
    titles: Counter[str] = Counter()
    suffixes: Counter[str] = Counter()
    for row in rows:
        counts[PersonName(row.given, row.particle, row.family)] += max(row.times, 1)
        titles[row.titles] += bool(row.titles)
        suffixes[row.suffixes] += bool(row.suffixes)
    best = max(counts, key=lambda name: (fullness(name), counts[name], name))
    return best._replace(titles=_usual(titles), suffixes=_usual(suffixes))


def _usual(counts: Counter[str]) -> str:
    """The most frequent; of equal ones the longest."""
    found = max(counts, key=lambda text: (counts[text], len(text), text), default="")
    return found if counts[found] else ""


def _free_key(text: str, taken: set[int]) -> int:
    """A key for a name of a site; people of one name have different ones."""
    number = 1
    while True:
        key = xxh3_64_intdigest((f"{text}\n{number}" if number > 1 else text).encode()) or 1
        key = key - WHOLE if key >= HALF else key
        if key not in taken:
            taken.add(key)
            return key
        number += 1


def _by_page(rows: Sequence[NameRow]) -> list[list[NameRow]]:
    pages: dict[int, list[NameRow]] = {}
    for row in rows:
        pages.setdefault(row.id, []).append(row)
    return list(pages.values())


def _scored(rows: list[NameRow], name: PersonName) -> _ScoredPage:
    """A page with the parts of its score."""
    first = rows[0]
    count = sum(row.times for row in rows)
    names = [name, *(_name(row) for row in rows)]
    fit = max(url_fit(each, first.url) for each in dict.fromkeys(names))
    facts = PageFacts(
        frozenset(place for row in rows for place in row.places),
        count,
        first.counts,
        first.names,
        fit,
        sum(row.links for row in rows),
        first.all_links,
        first.is_first_person,
    )
    return _ScoredPage(rows, count, page_score(facts), fit)


def _page_row(
    key: int, place: int, page: _ScoredPage, pages: int, totals: NameTotals
) -> dict[str, Any]:
    first = page.rows[0]
    found = Occurrences(page.times, first.words, totals.mean_words, totals.pages, pages)
    return {
        "person": key,
        "id": first.id,
        "url": first.url,
        "fetched_at": first.fetched_at,
        "place": place,
        "count": page.times,
        "tf_idf": round(tf_idf(found), DIGITS),
        "bm25": round(bm25(found), DIGITS),
        "score": page.score,
        "evidence": [_evidence(part, page) for part in page.parts],
    }


def _evidence(part: ScorePart, page: _ScoredPage) -> dict[str, Any]:
    detail = part.detail
    if part.kind == "email":
        detail = ", ".join(dict.fromkeys(mail for row in page.rows for mail in row.emails))
    return {"kind": part.kind, "worth": part.worth, "detail": detail}


def _person_row(
    key: int,
    name: PersonName,
    rows: Sequence[NameRow],
    edited: str,
    pages: Sequence[_ScoredPage],
) -> dict[str, Any]:
    best = pages[0]
    forms = _forms(rows)
    spellings = [key for form in forms for key in name_spellings(form["name"].replace(",", " "))]
    return {
        **name._asdict(),
        "person": key,
        "name": name.full,
        "site": rows[0].site,
        "forms": forms,
        "keys": list(dict.fromkeys(spellings)),
        "pages": len(pages),
        "best_page": best.rows[0].id,
        "best_url": best.rows[0].url,
        "best_score": best.score,
        "is_home": is_home_page(best.parts),
        "role": _usual(Counter(row.role for row in rows if row.role)),
        "organisation": _usual(Counter(row.organisation for row in rows if row.organisation)),
        "emails": _most_frequent(mail for row in rows for mail in row.emails),
        "phones": _most_frequent(phone for row in rows for phone in row.phones),
        "identifiers": _most_frequent(each for row in rows for each in row.identifiers),
        "edited": edited,
    }


def _forms(rows: Sequence[NameRow]) -> list[dict[str, Any]]:
    counts: Counter[str] = Counter()
    pages: Counter[str] = Counter()
    for row in rows:
        counts[row.name] += row.times
        pages[row.name] += 1
    order = sorted(counts, key=lambda name: (-counts[name], -pages[name], name))[:MOST_FORMS]
    return [{"name": name, "count": counts[name], "pages": pages[name]} for name in order]


def _most_frequent(values: Iterable[str]) -> list[str]:
    counts = Counter(values)
    return sorted(counts, key=lambda value: (-counts[value], value))[:MOST_KEPT]
