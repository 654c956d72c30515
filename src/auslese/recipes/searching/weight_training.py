"""Learns what each ground for a place in an answer is worth, from queries with rated pages."""

from pathlib import Path

from auslese.recipes.searching.query_runs import queries_in
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError
from auslese.search.answer.rated_pages import BadRatingError, Ratings, has_good_page, ratings_in
from auslese.search.answer.weight_validation import TrainedWeights, WeightTrainer
from auslese.store.collection import Collection

FEWEST_QUERIES = 10  # fewer say nothing about others


def learn_weights(collection: Collection, queries: Path, ratings: Path) -> TrainedWeights:
    """Weights for a collection, and what they bring, by cross-validation over queries."""
    rated_pages = read_ratings(ratings)
    rated = {name for name, grades in rated_pages.items() if has_good_page(grades)}
    texts = {name: text for name, text in queries_in(queries) if name in rated}
    if len(texts) < FEWEST_QUERIES:
        raise BadRatingError(
            f"expected at least {FEWEST_QUERIES} queries with a page rated above 0,"
            f" found {len(texts)}"
        )
    start = settings_of(collection).search.weights
    return WeightTrainer(Searcher(collection), start, texts, rated_pages).learn()


def write_weights(collection: Collection, trained: TrainedWeights) -> None:
    """Put the weights that are others now into the settings of a collection."""
    for name, (_, after) in trained.changed.items():
        write_setting(collection.settings, f"search.{name}", after)


def read_ratings(path: Path) -> Ratings:
    """The ratings in a file."""
    try:
        text = path.read_text("utf-8", "replace")
    except OSError as error:
        raise NotFoundError(f"{path}: {error.strerror}") from error
    return ratings_in(text, path)
