"""Records of pictures as rows of the table `harvest`."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from auslese.extract.pictures.picture_context import PictureElement, PicturePage
from auslese.extract.pictures.picture_rules import OPTOUT, PictureRules
from auslese.recipes.harvest.text_scores import TextScore, TextScorer, distances
from auslese.records.document import Picture
from auslese.records.url import Url, host_of, key_of, path_of
from auslese.store.lookups.picture_lookups import LookedAt, PictureEnding, PicturePageRef
from auslese.store.tables.schemas import TABLES
from auslese.text.file_names import words_of_address

KEPT, WAITING = "kept", "waiting"
MOST_HOPS = 20
NOT_THERE = LookedAt(0, "", "", "", 0, 0, 0, "", None, "", "", "", "", 0, 0)


class PictureFacts(NamedTuple):
    """What became of all pictures, by their keys."""

    looks: Mapping[int, LookedAt]
    endings: Mapping[int, PictureEnding]
    folded: Mapping[int, int]
    """Key of the first picture that looks like it."""

    def of(self, url: Url) -> tuple[str, str, LookedAt]:
        """Outcome and detail of a picture, and its file if there is one, behind redirects."""
        key = key_of(url)
        for _ in range(MOST_HOPS):
            if look := self.looks.get(key):
                return look.problem or KEPT, look.detail, look
            ending = self.endings.get(key)
            if ending is None:
                return WAITING, "", NOT_THERE
            if ending.reason != "redirect":
                return ending.reason, ending.detail, NOT_THERE
            key = key_of(Url(ending.detail))
        return "redirect", "", NOT_THERE


class HarvestRows:
    """Makes rows of pages; they are numbered in the order in which they come."""

    def __init__(self, rules: PictureRules, facts: PictureFacts, scorer: TextScorer) -> None:
        """Decide by these rules, and score with this scorer."""
        self._rules = rules
        self._facts = facts
        self._scorer = scorer
        self._next = 0

    def columns(self, pages: Iterable[tuple[PicturePageRef, PicturePage]]) -> dict[str, list[Any]]:
        """The rows of all pictures of these pages that have an alt text or a title."""
        rows = [
            self._row(ref, found, element)
            for ref, found in pages
            for element in found.pictures
            if element.picture.alt or element.picture.title
        ]
        scores = self._scorer.scores(text for row in rows for text in _texts(row))
        for row in rows:
            self._score(row, scores)
        names = [column.name for column in TABLES["harvest"].columns]
        return {name: [row[name] for row in rows] for name in names}

    def _row(
        self, ref: PicturePageRef, found: PicturePage, element: PictureElement
    ) -> dict[str, Any]:
        picture = element.picture
        outcome, detail, look = self._outcome(ref, picture)
        host = host_of(picture.url)
        number, self._next = self._next, self._next + 1
        return look._asdict() | {
            "number": number,
            "page": ref.page.id,
            "page_url": ref.page.url,
            "page_title": ref.title,
            "page_fetched_at": datetime.fromtimestamp(ref.page.fetched_at / 1000, UTC),
            "image": key_of(picture.url),
            "url": picture.url,
            "outcome": outcome,
            "detail": detail,
            "looks_like": self._facts.folded.get(look.image) if outcome == KEPT else None,
            "alt": picture.alt,
            "title": picture.title,
            "guess": words_of_address(host, path_of(picture.url).partition("?")[0]),
            "words": picture.words,
            "position": picture.position,
            "attributes": [{"name": name, "value": text} for name, text in element.attributes],
            "parents": _near(picture.parents),
            "siblings": _near(picture.siblings),
            "licences": list(dict.fromkeys((*element.licences, *found.licences))),
            "optouts": ",".join(filter(None, (ref.optouts, look.optouts))),
            "model": self._scorer.name,
        }

    def _outcome(self, ref: PicturePageRef, picture: Picture) -> tuple[str, str, LookedAt]:
        outcome, detail = self._rules.problem(picture.width, picture.height, ref.optouts)
        if outcome:
            return outcome, detail, NOT_THERE
        outcome, detail, look = self._facts.of(picture.url)
        if outcome == KEPT and (reserved := self._rules.reserved(look.optouts)):
            return OPTOUT, reserved, NOT_THERE._replace(optouts=look.optouts)
        return outcome, detail, look

    def _score(self, row: dict[str, Any], scores: Mapping[str, TextScore]) -> None:
        def score(text: str) -> dict[str, Any] | None:
            found = scores.get(text)
            return found._asdict() if found else None

        for name in ("alt", "title", "guess"):
            row[f"{name}_score"] = score(row[name])
        for name in ("parent", "sibling"):
            found = [score(near["text"]) for near in row[f"{name}s"]]
            row[f"{name}_scores"] = found if self._scorer.has_model else None


def _near(texts: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"text": text, "length": len(text), "distance": distance}
        for text, distance in zip(texts, distances(texts), strict=True)
    ]


def _texts(row: Mapping[str, Any]) -> list[str]:
    near = (each["text"] for name in ("parents", "siblings") for each in row[name])
    return [row["alt"], row["title"], row["guess"], *near]
