"""What is said to people who ask something of a collection in which nothing is yet."""

from auslese.cli.terminal import say
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.store.collection import Collection
from auslese.store.tables.segment_files import numbers_of


def tell_if_empty(collection: Collection) -> bool:
    """Say that a collection without pages must be crawled first; whether it is one."""
    is_empty = (
        not numbers_of(collection.tables, "pages")
        and frontier_of(collection).reader().crawl_state().pages == 0
    )
    if is_empty:
        say(
            f"{collection.path} has no pages yet; crawl first: `auslese crawl {collection.path}`",
            err=True,
        )
    return is_empty
