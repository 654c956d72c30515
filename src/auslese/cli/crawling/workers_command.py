"""`auslese workers`: change the number of workers of a running crawl."""

from pathlib import Path

import click

from auslese.cli.terminal import say
from auslese.recipes.crawling.crawl_control import request_workers
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.wording.figures import plural


@click.command(name="workers")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("number", metavar="N", type=click.IntRange(1, 1024))
def command(folder: Path, number: int) -> None:
    """Let the crawl that runs in DIR go on with N workers; it follows within a second."""
    collection = Collection.open(folder)
    if not collection.holder_lives():
        raise NotFoundError(f"no crawl is running in {folder}; `auslese crawl` takes --workers")
    request_workers(collection.path, number)
    say(f"the crawl in {folder} goes on with {plural(number, 'worker')}", err=True)
