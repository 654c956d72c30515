"""Which words move within the topics of a collection: its clusters, as they were recognised."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from auslese.recipes.words.collection_parts import CollectionPart, PartComparison
from auslese.recipes.words.word_lists import MoverOptions, WordMovement, movement
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.cluster_lookups import all_clusters
from auslese.store.tables.sql_views import connect
from auslese.wording.problem_sentences import PageProblem

LEAST_PAGES = 5  # of a topic on each side; fewer move by chance
MOST_WORDS = 5  # told of each topic


class TopicMovement(NamedTuple):
    """What moved within a topic."""

    cluster: int
    label: str
    pages: int
    movement: WordMovement


def require_topics(collection: Collection, names: Sequence[str] = ()) -> None:
    """NotFoundError if there are no clusters yet, or none that is called so."""
    with connect(collection) as tables:
        rows = all_clusters(tables)
    if not rows:
        raise NotFoundError(PageProblem.NO_CLUSTERS.of(command="auslese analyse DIR topics"))
    known = {called for row in rows for called in (row["label"].lower(), str(row["cluster"]))}
    for name in names:
        if name.lower() not in known:
            command = f"auslese clusters {collection.path} list"
            raise NotFoundError(PageProblem.NO_CLUSTER.of(number=name, command=command))


def movement_by_topic(comparison: PartComparison, options: MoverOptions) -> list[TopicMovement]:
    """The movers of every cluster in which words moved, the largest first."""
    collection = comparison.this.collection
    require_topics(collection)
    with connect(collection) as tables:
        rows = [row for row in all_clusters(tables) if not row["is_group"]]
    found = []
    for row in sorted(rows, key=lambda row: (-row["pages"], row["cluster"])):
        moved = _within(comparison, str(row["cluster"]), options)
        if moved is not None and (moved.rising or moved.falling):
            found.append(TopicMovement(row["cluster"], row["label"], row["pages"], moved))
    return found


def _within(comparison: PartComparison, cluster: str, options: MoverOptions) -> WordMovement | None:
    """What moved within a cluster; None if one of the parts has hardly a page of it."""
    this, that = (_narrowed(part, cluster) for part in (comparison.this, comparison.that))
    few = options._replace(most=min(options.most, MOST_WORDS))
    try:
        found = movement(comparison._replace(this=this, that=that), few)
    except NotFoundError:  # no words on one of the sides
        return None
    return found if min(size.pages for size in found.sizes) >= LEAST_PAGES else None


def _narrowed(part: CollectionPart, cluster: str) -> CollectionPart:
    return part._replace(choice=replace(part.choice, topics=(cluster,)))
