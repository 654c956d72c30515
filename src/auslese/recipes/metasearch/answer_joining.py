"""The answers of several sources as one list, copies folded.

Sources that share their words have scores that can be compared: their hits stand in the order of
one index. An engine that does not tell its scores gives ranks alone. Then lists are merged by
reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): a page is worth 1/(60 + its rank) of
each list that has it, the sources that share their words being one list.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from auslese.recipes.samples.described_engine import loose
from auslese.records.answer import Hit
from auslese.records.joint_answer import JointHit, ScoredHit, SourceAnswer
from auslese.records.page_standing import PageStanding

DAMPING = 60  # of reciprocal rank fusion, as its authors have it
BLANKS = re.compile(r"\s+")
TELLING = 40  # letters that title and snippet must have before two pages are one by them


class OriginHit(NamedTuple):
    """A hit, and who gave it."""

    origin: str
    score: float
    hit: Hit


def joined_hits(answers: Mapping[str, SourceAnswer], sharing: frozenset[str]) -> list[JointHit]:
    """All hits as one list, the best first; `sharing` are the sources that share their words."""
    shared = _by_score(answers, sharing)
    others = [
        [OriginHit(name, *each) for each in answer.hits]
        for name, answer in answers.items()
        if name not in sharing
    ]
    if not any(others):
        return _folded(shared)
    lists = [_folded(each) for each in ([shared] if shared else []) + others]
    return _fused(lists)


def _by_score(answers: Mapping[str, SourceAnswer], sharing: frozenset[str]) -> list[OriginHit]:
    found = [
        OriginHit(name, *each)
        for name, answer in answers.items()
        if name in sharing
        for each in answer.hits
    ]
    # Of hits that are as good, the order does not depend on who was asked first.
    return sorted(found, key=lambda each: (not _is_living(each.hit), -each.score, each.hit.url))


def _is_living(hit: Hit) -> bool:
    return hit.standing == PageStanding.LIVING


def _folded(hits: Iterable[OriginHit]) -> list[JointHit]:
    """Each page once, at its best place, with all who have it."""
    pages = _Pages()
    for origin, score, hit in hits:
        pages.add(JointHit(hit, score, (origin,)), 0.0)
    return pages.found


def _fused(lists: Sequence[Sequence[JointHit]]) -> list[JointHit]:
    pages = _Pages()
    for part in lists:
        for rank, each in enumerate(part, 1):
            worth = 1 / (DAMPING + rank)
            pages.add(each._replace(score=worth), worth)
    return sorted(pages.found, key=lambda each: (-each.score, each.hit.url))


class _Pages:
    """Pages that are known by any of their names."""

    def __init__(self) -> None:
        self.found: list[JointHit] = []
        self._places: dict[str, int] = {}

    def add(self, new: JointHit, gain: float) -> None:
        """Take in a page; one that is known gains so much, and has further origins."""
        names = names_of(new.hit)
        known = (self._places[name] for name in names if name in self._places)
        place = next(known, len(self.found))
        if place == len(self.found):
            self.found.append(new)
        else:
            hit, score, origins = self.found[place]
            more = tuple(name for name in new.origins if name not in origins)
            self.found[place] = JointHit(hit, score + gain, origins + more)
        self._places.update(dict.fromkeys(names, place))


def names_of(hit: Hit) -> list[str]:
    """By what a page is known as the same: its address, and what it shows of itself."""
    shown = BLANKS.sub(" ", f"{hit.title}\n{''.join(piece.text for piece in hit.snippet)}").strip()
    names = [loose(hit.url)]
    return [*names, f"text {shown.lower()}"] if len(shown) >= TELLING and hit.snippet else names


def scored(hits: Iterable[Hit]) -> tuple[ScoredHit, ...]:
    """Hits of an engine that tells no scores, in its order."""
    return tuple(ScoredHit(0.0, each) for each in hits)
