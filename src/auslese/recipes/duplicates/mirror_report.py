"""The mirrors of a collection: which sides pair off, which is the original, what to do about it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from auslese.analyse.duplicates.mirror_folding import MirrorFolding, folding_of
from auslese.analyse.duplicates.mirrors import LEAST_SHARE, Mirror, MirrorPage, find_mirrors
from auslese.analyse.duplicates.originals import MirrorOriginal, MirrorSideFacts, original_of
from auslese.analyse.duplicates.url_pairs import MirrorSide
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.copy_lookups import texts_of_pages
from auslese.store.lookups.mirror_lookups import PairSide, evidence_for_sides, pages_on_sides
from auslese.store.tables.segment_files import segments_of
from auslese.store.tables.sql_views import Connection, connect


class FoundMirror(NamedTuple):
    """Two sides of a collection that are mirrors."""

    mirror: Mirror
    roles: MirrorOriginal
    original: MirrorSideFacts
    copy: MirrorSideFacts

    @property
    def copy_share(self) -> float:
        """How much of the copy stands on the other side too."""
        is_a = self.roles.copy == self.mirror.a
        texts = self.mirror.a_texts if is_a else self.mirror.b_texts
        return self.mirror.paired / max(1, texts)

    @property
    def deny(self) -> str:
        """The rule that keeps a crawl away from the copy; empty if it would lose other pages."""
        copy, original = self.roles.copy, self.roles.original
        if self.copy_share < LEAST_SHARE or original.is_within(copy):
            return ""
        return deny_rule(copy, original)

    @property
    def examples(self) -> list[tuple[str, str]]:
        """Pages that pair off, that of the original first."""
        if self.roles.original == self.mirror.a:
            return list(self.mirror.examples)
        return [(b, a) for a, b in self.mirror.examples]

    def as_json(self) -> dict[str, Any]:
        """The mirror as `duplicates mirrors --json` prints it."""
        mirror, found = self.mirror, self.roles
        a_texts, b_texts = mirror.a_texts, mirror.b_texts
        texts = (b_texts, a_texts) if found.copy == mirror.a else (a_texts, b_texts)
        return {
            "original": str(found.original),
            "copy": str(found.copy),
            "kind": "print" if mirror.is_print else "mirror",
            "reason": str(found.reason),
            "paired": mirror.paired,
            "original_texts": texts[0],
            "copy_texts": texts[1],
            "share": round(mirror.share, 4),
            "same_path": round(mirror.same_path, 4),
            "exact": mirror.exact,
            "near": mirror.paired - mirror.exact,
            "similarity": round(mirror.similarity, 4),
            "canonical": [self.original.canonical, self.copy.canonical],
            "links": [self.original.links, self.copy.links],
            "deny": self.deny,
            "examples": [list(pair) for pair in self.examples],
        }


def mirrors_of(collection: Collection) -> list[FoundMirror]:
    """The mirrors among the pages of a collection, those with most texts first."""
    if not segments_of(collection.tables, "duplicates"):
        raise NotFoundError(f"no copies were looked for: auslese analyse {collection.path}")
    with connect(collection) as tables:
        mirrors = find_mirrors(lambda: map(MirrorPage._make, texts_of_pages(tables)))
        standings = _standings(tables, mirrors)
    return [_found(mirror, *standing) for mirror, standing in zip(mirrors, standings, strict=True)]


def _found(mirror: Mirror, a: MirrorSideFacts, b: MirrorSideFacts) -> FoundMirror:
    original = original_of(mirror, a, b)
    return FoundMirror(mirror, original, *((a, b) if original.original == mirror.a else (b, a)))


def mirrors_to_fold(collection: Collection) -> MirrorFolding:
    """What is to be folded of a collection whose copies have been found."""
    originals = [found.roles for found in mirrors_of(collection)]
    with connect(collection) as tables:
        placed = pages_on_sides(tables, [each.copy.prefix for each in originals])
        return folding_of(originals, placed)


def _standings(
    tables: Connection, mirrors: Sequence[Mirror]
) -> list[tuple[MirrorSideFacts, MirrorSideFacts]]:
    """What is known of the sides of each mirror."""
    found = evidence_for_sides(tables, list(_sides(mirrors)))
    facts = {side: MirrorSideFacts(*evidence) for side, evidence in found.items()}
    nothing = MirrorSideFacts()
    return [
        (facts.get((number, True), nothing), facts.get((number, False), nothing))
        for number in range(len(mirrors))
    ]


def _sides(mirrors: Iterable[Mirror]) -> Iterator[PairSide]:
    """All sides but those with a mark: these lie in one folder, and the mark says what they are."""
    for number, mirror in enumerate(mirrors):
        if not mirror.a.ending:
            for is_a, side, other in ((True, mirror.a, mirror.b), (False, mirror.b, mirror.a)):
                is_outer = other.is_within(side)
                yield PairSide(number, is_a, side.prefix, other.prefix, is_outer)


def deny_rule(copy: MirrorSide, original: MirrorSide) -> str:
    """The rule for `presence.deny` that keeps a crawl away from the pages of a side."""
    scheme, _, place = copy.prefix.partition("://")
    if not copy.ending:
        is_same_place = original.prefix.partition("://")[2] == place
        return copy.prefix if is_same_place else place
    if copy.ending[0] != "?":
        return rf"re:^{scheme}://{re.escape(place)}[^?]*{re.escape(copy.ending)}(?:\?|$)"
    # One look ahead for each parameter: in any order, and none is tried with every other.
    marks = (rf"(?=[^?]*\?(?:.*&)?{re.escape(mark)}(?:&|$))" for mark in copy.ending[1:].split("&"))
    return rf"re:^{scheme}://{re.escape(place)}{''.join(marks)}"
