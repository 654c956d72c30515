"""`auslese hits`: the hubs and authorities around an answer."""

from pathlib import Path
from typing import Any

import click

from auslese.analyse.graph.hubs import HitsOptions
from auslese.cli.links.link_words import page_report, report_how_found
from auslese.cli.terminal import say, say_json
from auslese.recipes.links.link_answers import read_urls
from auslese.recipes.searching.hub_answers import hits_around
from auslese.recipes.searching.hub_report import HubReportOptions
from auslese.store.collection import Collection
from auslese.wording.figures import plural

IMPROVEMENTS = {
    "other-sites": "other_sites",
    "one-voice": "one_voice",
    "pruning": "pruning",
    "likeness": "likeness",
}


@click.command(name="hits")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("query", required=False, default="")
@click.option(
    "--pages",
    "given",
    metavar="FILE|URL",
    multiple=True,
    help="The answer in place of QUERY: a URL, or a file with a URL a line; may be repeated.",
)
@click.option(
    "--without",
    type=click.Choice(list(IMPROVEMENTS)),
    multiple=True,
    help="Leave out an improvement; may be repeated.",
)
@click.option(
    "-k",
    "most",
    type=click.IntRange(1, 10_000),
    default=10,
    show_default=True,
    help="Pages to list of each kind.",
)
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, query: str, **arguments: Any) -> None:
    """Find the hubs and authorities around an answer from DIR.

    An authority is linked to by good hubs, a hub links to good authorities. The answer is the best
    200 pages that the index finds for QUERY, or the pages given by --pages; without an index, pages
    that have all its words in title, names or text. Pages around it take part. Living pages come
    first, then others, marked; dead ones are not listed.

    Improvements: other-sites ignores links within a site; one-voice gives the pages of a site one
    voice together; pruning takes away pages that are less like the answer than the median; likeness
    lets links of pages that are like the answer count more.
    """
    if bool(query) == bool(arguments["given"]):
        raise click.UsageError("either QUERY or --pages says what the answer is")
    options = HitsOptions(**{IMPROVEMENTS[name]: False for name in arguments["without"]})
    urls = read_urls(arguments["given"])
    wanted = HubReportOptions(options, arguments["most"])
    found = hits_around(Collection.open(folder), query, urls, wanted)
    if arguments["as_data"]:
        say_json(found)
        return
    report_how_found(folder, found)
    say(
        f"{plural(found['root'], 'page')} of the answer, {found['base']:,} with those around it;"
        f" {plural(found['links'], 'link')}, {found['milliseconds']['hits']:.0f} ms",
        err=True,
    )
    if not found["links"]:
        say("no links count here; with --without other-sites those within a site do", err=True)
    for kind, why in (("authorities", "linked_by"), ("hubs", "links_to")):
        say(kind)
        for page in found[kind]:
            say(page_report(f"{page['score']:7.3f}", page, why))
