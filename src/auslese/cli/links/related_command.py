"""`auslese related`: near relatives of a topic, by what links call its pages."""

from pathlib import Path

import click

from auslese.cli.links.link_words import report_how_found
from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.searching.answer_links import related_to
from auslese.store.collection import Collection
from auslese.wording.figures import plural


@click.command(name="related")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("query")
@click.option(
    "-k",
    "most",
    type=click.IntRange(1, 10_000),
    default=20,
    show_default=True,
    help="Names to list.",
)
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, query: str, most: int, as_data: bool) -> None:
    """List near relatives of QUERY in DIR: other names of the pages found, and of their citers.

    Pages are found by the index; without one, by plain words in titles, names and texts, also
    inside longer words. A name is the text of links to a page.
    """
    found = related_to(Collection.open(folder), query, most)
    if as_data:
        say_json(found)
        return
    report_how_found(folder, found)
    citers = plural(found["citers"], "page links", "pages link")
    say(f"{plural(found['answers'], 'page')} found; {citers} to them", err=True)
    for each in found["related"]:
        say(f"{each['score']:7.2f}  {harmless(each['name'])}")
        for kind, urls in (("is", each["answers"]), ("cites", each["citers"])):
            for url in urls[:3]:
                say(f"         {kind} {harmless(url)}")
