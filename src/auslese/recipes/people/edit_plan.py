"""What people said about persons, as grouping and the tables need it: edits and wishes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from auslese.analyse.people.name_parts import split_name
from auslese.analyse.people.person_grouping import (
    NameEdit,
    NameJoin,
    NameSplit,
    compared_names,
)
from auslese.recipes.people.mention_shards import block_key
from auslese.recipes.people.person_rows import PersonRows
from auslese.records.people_edits import EditKind, OptOut, OptOutKind, PeopleEdit
from auslese.records.url import Url, key_of
from auslese.store.people.people_tables import NameRow, SharedBlock
from auslese.text.name_folding import name_spellings

Place = tuple[str, str]
"""A site, and a family name as it is compared."""


class EditPlan(NamedTuple):
    """Joins and splits by where they count."""

    shared: list[SharedBlock]
    """Family names that are looked at together."""
    edits: Mapping[Place, list[NameEdit]]
    """By site and block, in the order in which they were said."""


def edit_plan(edits: Iterable[PeopleEdit]) -> EditPlan:
    """What the edits of people mean for grouping."""
    blocks: dict[Place, str] = {}
    listed = [(edit, {block_key(split_name(name).family) for name in edit.names}) for edit in edits]
    for edit, keys in listed:
        if edit.kind is EditKind.JOIN:
            _put_together(blocks, edit.site, keys)
    by_place: dict[Place, list[NameEdit]] = defaultdict(list)
    for edit, keys in listed:
        for block in {blocks.get((edit.site, key), key) for key in keys}:
            by_place[edit.site, block].append(_name_edit(edit))
    shared = [SharedBlock(site, key, block) for (site, key), block in blocks.items()]
    return EditPlan(shared, by_place)


def _put_together(blocks: dict[Place, str], site: str, keys: Iterable[str]) -> None:
    """Let these family names, and those they are with already, be one block."""
    there = {blocks.get((site, key), key) for key in keys}
    block = min(there)
    for key in keys:
        blocks[site, key] = block
    for place, old in blocks.items():
        if place[0] == site and old in there:
            blocks[place] = block


def _name_edit(edit: PeopleEdit) -> NameEdit:
    if edit.kind is EditKind.JOIN:
        return NameJoin(compared_names(edit.names))
    name, *forms = edit.names
    pages = frozenset(key_of(Url(page)) for page in edit.pages)
    return NameSplit(name, compared_names(forms), pages)


class OptOutRules:
    """Wishes not to be shown, as rows are compared with them."""

    def __init__(self, opt_outs: Sequence[OptOut]) -> None:
        """Those that count."""
        self.pages = {key_of(Url(each.value)) for each in opt_outs if each.kind is OptOutKind.PAGE}
        self._sites = {each.value for each in opt_outs if each.kind is OptOutKind.SITE}
        self._mails = {each.value for each in opt_outs if each.kind is OptOutKind.MAIL}
        self._names = {
            (each.site, key)
            for each in opt_outs
            for name in ((each.value,) if each.kind is OptOutKind.NAME else each.names)
            for key in name_spellings(name)
        }

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.pages or self._sites or self._mails or self._names)

    def hide_row(self, row: NameRow) -> bool:
        """Whether nobody is to be known by this row."""
        return row.id in self.pages or row.site in self._sites

    def hide_person(self, found: PersonRows) -> bool:
        """Whether this person is not to be shown."""
        person = found.person
        if not self._mails.isdisjoint(person["emails"]):
            return True
        return any(
            (site, key) in self._names for key in person["keys"] for site in ("", person["site"])
        )
