"""`auslese rank`: the best pages of a collection by their links, and who links to them."""

from pathlib import Path

import click

from auslese.cli.links.link_words import page_report
from auslese.cli.terminal import say, say_json
from auslese.recipes.links.link_answers import best_pages
from auslese.store.collection import Collection
from auslese.wording.figures import plural


@click.command(name="rank")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-k",
    "most",
    type=click.IntRange(1, 100_000),
    default=20,
    show_default=True,
    help="Pages to list.",
)
@click.option(
    "--from",
    "starts",
    metavar="PLACE",
    multiple=True,
    help="Rank for somebody who starts there: a URL, a host or domain, or words; may be repeated.",
)
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, most: int, starts: tuple[str, ...], as_data: bool) -> None:
    """List the best pages of DIR by PageRank: 100 for the best, and who links to each.

    Living pages come first; then pages that are gone, or were never fetched and are told by what
    links call them, each marked. Dead ones are not listed. With --from the surfer starts at these
    places only, so that what they lead to gains. Words are looked for in titles, names and texts.
    """
    found = best_pages(Collection.open(folder), most, starts)
    if as_data:
        say_json(found)
        return
    say(f"{plural(found['pages'], 'page')}, {plural(found['links'], 'link')}", err=True)
    for page in found["best"]:
        say(page_report(f"{page['rank']:7.2f}", page, "linked_by"))
