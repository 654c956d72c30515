"""Which forms of a family name mean one person? Those of a site, judged together.

    Hans Peter Müller, Hans Müller    one person, if nobody else on the site could be Hans Müller
    H. Müller                         the one it can be; of several the one who stands on its page,
                                      then on its host; else a person apart
    Müller                            in the same way
    Hans Müller, twice                two, if they have identifiers or mail addresses of their own

What people say, counts more: names that were joined are one person, what was split is another.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from auslese.analyse.people.name_forms import are_compatible, fullness, name_key
from auslese.records.person import PersonName
from auslese.text.name_folding import folded_name, name_spellings

MOST_COMPARED = 500
"""Forms of one family name that are compared with each other; of more, hostile or not, each stays
what it is: the pairs of 500 take about a second."""


class NameOnPage(NamedTuple):
    """A form of a name on a page of the site."""

    name: PersonName
    page: int
    host: str = ""
    emails: tuple[str, ...] = ()
    """That fit the name."""
    identifiers: tuple[str, ...] = ()
    is_evident: bool = False
    """Whether the page may be the person's own: the name is its title, or fits its address."""


class NameJoin(NamedTuple):
    """Names that are those of one person."""

    names: frozenset[str]
    """As they are compared."""


class NameSplit(NamedTuple):
    """Of a name, forms or pages that mean another person."""

    name: str
    forms: frozenset[str] = frozenset()
    pages: frozenset[int] = frozenset()


NameEdit = NameJoin | NameSplit


@dataclass(slots=True)
class GroupedPerson:
    """One person: which rows speak of them."""

    rows: list[int] = field(default_factory=list)
    edited: str = ""
    """join or split, if somebody said so."""


@dataclass(slots=True)
class _Form:
    """A form of the name, with all rows that have it."""

    name: PersonName
    rows: list[int] = field(default_factory=list)
    pages: set[int] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)


def compared_names(names: Iterable[str]) -> frozenset[str]:
    """Names in all spellings in which they are compared."""
    return frozenset(key for name in names for key in name_spellings(name))


def group_names(rows: Sequence[NameOnPage], edits: Sequence[NameEdit] = ()) -> list[GroupedPerson]:
    """The persons whom rows with one family name mean, each row with one of them."""
    persons = [
        GroupedPerson(part)
        for group in _grouped_forms(rows)
        for part in _namesakes(rows, sorted(group))
    ]
    for edit in edits:
        persons = (
            _joined(rows, persons, edit)
            if isinstance(edit, NameJoin)
            else (_split(rows, persons, edit))
        )
    return sorted(persons, key=lambda person: person.rows[0])


# -- forms ----------------------------------------------------------------------------------------


def _grouped_forms(rows: Sequence[NameOnPage]) -> list[list[int]]:
    """Rows by the person that their forms mean."""
    forms = _forms_of(rows)
    if len(forms) > MOST_COMPARED:
        return [form.rows for form in forms]
    ranked = sorted(forms, key=lambda form: (-fullness(form.name), form.rows[0]))
    anchors = _anchors(ranked)
    groups: dict[int, list[int]] = {id(anchor): list(anchor.rows) for anchor in anchors}
    apart: list[list[int]] = []
    for form in ranked:
        if id(form) not in groups:
            apart += _placed(rows, form, anchors, groups)
    return [*groups.values(), *apart]


def _forms_of(rows: Sequence[NameOnPage]) -> list[_Form]:
    forms: dict[tuple[str, str], _Form] = {}
    for number, row in enumerate(rows):
        key = (name_key(row.name), folded_name(row.name.particle))
        form = forms.setdefault(key, _Form(row.name))
        form.rows.append(number)
        form.pages.add(row.page)
        form.hosts.add(row.host)
        if len(row.name.titles) > len(form.name.titles) and _has_given(row.name):
            form.name = form.name._replace(titles=row.name.titles)
    return list(forms.values())


def _has_given(name: PersonName) -> bool:
    return bool(name.given)


def _anchors(ranked: list[_Form]) -> list[_Form]:
    """The forms that stand for persons: with whole given names; without any, the fullest."""
    whole = [form for form in ranked if _is_whole(form.name)]
    if not whole:
        whole = [form for form in ranked if form.name.given] or ranked
    anchors: list[_Form] = []
    for form in whole:
        if not any(are_compatible(each.name, form.name) for each in anchors):
            anchors.append(form)
    return anchors


def _is_whole(name: PersonName) -> bool:
    return any(len(word.strip(".")) > 1 for word in name.given.replace("-", " ").split())


def _placed(
    rows: Sequence[NameOnPage],
    form: _Form,
    anchors: list[_Form],
    groups: dict[int, list[int]],
) -> list[list[int]]:
    """Give rows of a short form to persons; those that nobody can be told for stay together."""
    possible = [anchor for anchor in anchors if are_compatible(anchor.name, form.name)]
    alone: list[int] = []
    for number in form.rows:
        row = rows[number]
        meant = [each for each in possible if are_compatible(each.name, row.name)]
        chosen = _meant_on(row, meant)
        if chosen is None:
            alone.append(number)
        else:
            groups[id(chosen)].append(number)
            if _is_whole(form.name):
                chosen.pages.add(row.page)
                chosen.hosts.add(row.host)
    return [alone] if alone else []


def _meant_on(row: NameOnPage, meant: list[_Form]) -> _Form | None:
    """The only one it can be: on the site, on this page, or on this host."""
    for some in (
        meant,
        [form for form in meant if row.page in form.pages],
        [form for form in meant if row.host in form.hosts],
    ):
        if len(some) == 1:
            return some[0]
    return None


# -- persons of one name --------------------------------------------------------------------------


def _namesakes(rows: Sequence[NameOnPage], group: list[int]) -> list[list[int]]:
    """A group of rows; parted if two people of one name are in it."""
    signs = _signs_of_persons(rows, group)
    if len(signs) < len(("one", "another")):
        return [group]
    parts: list[list[int]] = [[] for _ in signs]
    for number in group:
        parts[_nearest(rows[number], signs)].append(number)
    return [part for part in parts if part]


class _PersonSigns(NamedTuple):
    """By what a person is told from others of the name."""

    signs: frozenset[str]
    forms: frozenset[str]
    """Of the name, on pages of their own."""
    hosts: Mapping[str, int]


def _signs_of_persons(rows: Sequence[NameOnPage], group: list[int]) -> list[_PersonSigns]:
    """Pages of one's own, put together if they have a mail address, identifier or host in common.

    Who has two pages with another address on each, on two hosts, is taken for two: a mail address
    moves with a person more often than not.
    """
    own = [rows[number] for number in group if _is_own_page(rows[number])]
    if len(own) > MOST_COMPARED:
        return []
    parts: list[list[NameOnPage]] = []
    for row in own:
        near = [part for part in parts if any(_may_be_one(row, each) for each in part)]
        parts = [part for part in parts if part not in near] + [
            [row, *(each for part in near for each in part)]
        ]
    if len(parts) > 1 and not all(_differ(parts)):
        return []
    return [_signs(part) for part in parts]


def _is_own_page(row: NameOnPage) -> bool:
    return row.is_evident and bool(row.emails or row.identifiers)


def _may_be_one(one: NameOnPage, other: NameOnPage) -> bool:
    """Whether two pages may be those of one person."""
    mine, yours = _by_kind(one.identifiers), _by_kind(other.identifiers)
    shared = mine.keys() & yours.keys()
    if shared:
        return any(mine[kind] & yours[kind] for kind in shared)
    is_shared = one.host == other.host or bool(set(one.emails) & set(other.emails))
    return is_shared or not (one.emails and other.emails)


def _differ(parts: list[list[NameOnPage]]) -> list[bool]:
    return [
        not any(_may_be_one(one, other) for one in mine for other in yours)
        for number, mine in enumerate(parts)
        for yours in parts[number + 1 :]
    ]


def _by_kind(identifiers: Iterable[str]) -> dict[str, set[str]]:
    kinds: dict[str, set[str]] = defaultdict(set)
    for each in identifiers:
        kind, _, value = each.partition(":")
        kinds[kind].add(value)
    return kinds


def _signs(part: list[NameOnPage]) -> _PersonSigns:
    hosts: dict[str, int] = defaultdict(int)
    for row in part:
        hosts[row.host] += 1
    return _PersonSigns(
        frozenset(sign for row in part for sign in (*row.emails, *row.identifiers)),
        frozenset(name_key(row.name) for row in part),
        dict(hosts),
    )


def _nearest(row: NameOnPage, persons: list[_PersonSigns]) -> int:
    """Who of several persons of one name is meant: by signs, by form, by host; else the first."""
    own = {*row.emails, *row.identifiers}
    form = name_key(row.name)
    worth = [
        (len(own & each.signs), form in each.forms, each.hosts.get(row.host, 0)) for each in persons
    ]
    return worth.index(max(worth))


# -- edits ----------------------------------------------------------------------------------------


def _joined(
    rows: Sequence[NameOnPage], persons: list[GroupedPerson], join: NameJoin
) -> list[GroupedPerson]:
    """Persons with one of the names as one."""
    meant = [each for each in persons if _has_name(rows, each.rows, join.names)]
    if len(meant) < len(("one", "another")):
        return persons
    whole = GroupedPerson(sorted(row for each in meant for row in each.rows), "join")
    return [*(each for each in persons if each not in meant), whole]


def _split(
    rows: Sequence[NameOnPage], persons: list[GroupedPerson], split: NameSplit
) -> list[GroupedPerson]:
    """The rows that mean another person, apart."""
    names = compared_names([split.name]) | split.forms
    meant = [each for each in persons if _has_name(rows, each.rows, names)]
    other = sorted(row for each in meant for row in each.rows if _is_split_off(rows[row], split))
    kept = [
        GroupedPerson([row for row in each.rows if row not in set(other)], "split")
        for each in meant
    ]
    rest = [each for each in persons if each not in meant]
    parts = [*kept, GroupedPerson(other, "split")]
    return [*rest, *(each for each in parts if each.rows)] if other else persons


def _has_name(rows: Sequence[NameOnPage], some: Iterable[int], names: frozenset[str]) -> bool:
    return any(_spoken(rows[row].name) & names for row in some)


def _is_split_off(row: NameOnPage, split: NameSplit) -> bool:
    return row.page in split.pages or bool(_spoken(row.name) & split.forms)


def _spoken(name: PersonName) -> frozenset[str]:
    return compared_names([name.full.replace(",", " ")])
