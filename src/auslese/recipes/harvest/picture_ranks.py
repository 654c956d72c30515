"""Pictures of a collection in the order in which they promise the topic.

The steps are those of Werner (2015, 5.1.2 and table 5.2): format filter, cut, unique by URL with
the record that was found first. Pictures that look alike may be folded besides.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from auslese.analyse.pictures.picture_ranking import RankingOptions, is_within, ranking_value
from auslese.recipes.harvest.harvest_run import require_harvest
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.picture_lookups import RankableRecord, rankable_records
from auslese.store.tables.sql_views import connect

SHOWN_FORMATS = ("image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/bmp")
"""What every browser of today shows; the seed's filter took what its reader could open."""


class RankedPicture(NamedTuple):
    """A picture and its place."""

    place: int
    """From 1."""
    value: float
    """The geometric mean; lower is better."""
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
    """Rank the kept pictures of a collection."""
    require_harvest(collection)
    with connect(collection) as tables:
        records = rankable_records(tables)
    if records and all(record.alt_score is None for record in records):
        raise SettingsError(
            "the records have no scores: `auslese focus train` makes a model, and `auslese harvest"
            f" {collection.path} run` scores the records with it"
        )
    return ranking_of(records, options, fold=fold)


def ranking_of(
    records: list[RankableRecord], options: RankingOptions, *, fold: bool = False
) -> PictureRanking:
    """Rank these records, which come in the order of finding."""
    steps = {"initial": len(records)}
    shown = [record for record in records if record.media_type in SHOWN_FORMATS]
    steps["format"] = len(shown)
    valued = [
        (ranking_value(record.alt_score, record.parent_scores or (), options.parent), record)
        for record in shown
    ]
    valued = [(value, record) for value, record in valued if is_within(value, options)]
    steps["cut"] = len(valued)
    firsts: dict[int, tuple[float, RankableRecord]] = {}
    for value, record in valued:
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
