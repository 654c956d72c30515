"""`auslese workers`: change the number of workers of a running crawl."""

from pathlib import Path

import click

from auslese.recipes.control import wish_workers
from auslese.store.collection import Collection


@click.command(name="workers")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("number", metavar="N", type=click.IntRange(1, 1024))
def command(folder: Path, number: int) -> None:
    """Let the crawl that runs in DIR go on with N workers; it follows within a second."""
    wish_workers(Collection.open(folder).path, number)
    click.echo(f"the crawl in {folder} will go on with {number} workers", err=True)
