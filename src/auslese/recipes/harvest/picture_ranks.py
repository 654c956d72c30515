"""Pictures of a collection in the order in which they promise the topic.

The steps are those of Werner (2015, 5.1.2 and table 5.2): format filter, cut, unique by URL with
the record that was found first. Pictures that look alike may be folded besides.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from auslese.analyse.focus.focus_tokens import focus_tokens
from auslese.analyse.focus.ngram_model import NgramOptions, train_ngrams
from auslese.analyse.pictures.caption_scores import caption_scores, caption_words
from auslese.analyse.pictures.picture_ranking import RankingOptions, is_within, ranking_value
from auslese.recipes.harvest.harvest_run import require_harvest
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.picture_lookups import RankableRecord, rankable_records
from auslese.store.tables.sql_views import connect
from auslese.wording.harvest.harvest_sentences import HarvestProblem

SHOWN_FORMATS = ("image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/bmp")
"""What every browser of today shows; the seed's filter took what its reader could open."""


class RankedPicture(NamedTuple):
    """A picture and its place."""

    place: int
    """From 1."""
    value: float
    """The geometric mean, or the caption score with its sign changed; lower is better."""
    record: RankableRecord

    def as_json(self) -> dict[str, Any]:
        """As `harvest rank --json` prints it."""
        return {"place": self.place, "value": self.value} | self.record._asdict()


@dataclass(frozen=True, slots=True)
class PictureRanking:
    """The ranking, and how many records each step has left."""

    pictures: list[RankedPicture]
    steps: dict[str, int]
    """initial, format, cut, unique, and folded if that was wanted."""

    def as_json(self, most: int | None = None) -> dict[str, Any]:
        """As `harvest rank --json` prints it."""
        return {
            "steps": self.steps,
            "pictures": [each.as_json() for each in self.pictures[:most]],
        }


def rank_pictures(
    collection: Collection, options: RankingOptions, *, fold: bool = False
) -> PictureRanking:
    """Rank the kept pictures of a collection by the scores of the seed."""
    if options.least > options.most:
        cut = HarvestProblem.EMPTY_CUT.of(least=options.least, most=options.most)
        raise SettingsError(cut)
    records = _kept(collection)
    if records and all(record.alt_score is None for record in records):
        raise SettingsError(HarvestProblem.NO_SCORES.of(folder=collection.path))
    return ranking_of(records, options, fold=fold)


def rank_by_captions(
    collection: Collection, good: Sequence[str], *, fold: bool = False
) -> PictureRanking:
    """Rank them by how like some good captions their alt texts are, or else their titles.

    Nothing is cut; values are higher for better ones, so they are told with their sign changed.
    """
    good_tokens = [tokens for tokens in map(focus_tokens, good) if tokens]
    if not good_tokens:
        raise SettingsError(HarvestProblem.NO_CAPTION_WORDS.of())
    records = _kept(collection)
    captions = [record.alt or record.title for record in records]
    tokens = list(map(focus_tokens, captions))
    model = train_ngrams(good_tokens, NgramOptions())
    perplexities = model.perplexities(captions, fragments=True)
    scores = caption_scores(tokens, caption_words(good_tokens, tokens), perplexities)
    valued = list(zip((-scores).tolist(), records, strict=True))
    return _ranked(valued, {"initial": len(records)}, lambda value: True, fold)


def _kept(collection: Collection) -> list[RankableRecord]:
    require_harvest(collection)
    with connect(collection) as tables:
        return rankable_records(tables)


def ranking_of(
    records: list[RankableRecord], options: RankingOptions, *, fold: bool = False
) -> PictureRanking:
    """Rank these records, which come in the order of finding."""
    valued = [
        (ranking_value(record.alt_score, record.parent_scores or (), options.parent), record)
        for record in records
    ]
    steps = {"initial": len(records)}
    return _ranked(valued, steps, lambda value: is_within(value, options), fold)


def _ranked(
    valued: list[tuple[float, RankableRecord]],
    steps: dict[str, int],
    is_wanted: Callable[[float], bool],
    fold: bool,
) -> PictureRanking:
    """The steps of table 5.2, in their order."""
    shown = [each for each in valued if each[1].media_type in SHOWN_FORMATS]
    steps["format"] = len(shown)
    within = [each for each in shown if is_wanted(each[0])]
    steps["cut"] = len(within)
    firsts: dict[int, tuple[float, RankableRecord]] = {}
    for value, record in within:
        firsts.setdefault(record.image, (value, record))
    steps["unique"] = len(firsts)
    chosen = sorted(firsts.values(), key=lambda each: (each[0], each[1].number))
    if fold:
        best: dict[int, tuple[float, RankableRecord]] = {}
        for value, record in chosen:
            best.setdefault(record.looks_like or record.image, (value, record))
        chosen = list(best.values())
        steps["folded"] = len(chosen)
    ranked = [RankedPicture(place, *each) for place, each in enumerate(chosen, 1)]
    return PictureRanking(ranked, steps)
