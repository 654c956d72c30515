"""What is said to people who ask something of a collection in which nothing is yet."""

from auslese.cli.terminal import say
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.store.collection import Collection


def tell_if_empty(collection: Collection) -> bool:
    """Say that a collection without pages must be crawled first; whether it is one."""
    is_empty = frontier_of(collection).reader().crawl_state().pages == 0
    if is_empty:
        say(
            f"{collection.path} has no pages yet; crawl first: `auslese crawl {collection.path}`",
            err=True,
        )
    return is_empty
