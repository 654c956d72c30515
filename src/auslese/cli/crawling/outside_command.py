"""`auslese outside`: what lies beyond the rules."""

from pathlib import Path

import click

from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.pages.status_report import outside_of
from auslese.store.collection import Collection
from auslese.store.lookups.overview_lookups import OutsideHost
from auslese.wording.figures import plural


@click.command(name="outside")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("-n", "most", default=50, show_default=True, help="Hosts to list; 0 for all.")
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, most: int, as_data: bool) -> None:
    """List the hosts that pages of DIR point to and that its rules leave out.

    To take one in: add a rule to `allow` in auslese.toml and crawl again.
    """
    hosts, urls, total = outside_of(Collection.open(folder), most or None)
    if as_data:
        rows = [host._asdict() for host in hosts]
        say_json({"urls": urls, "hosts": total, "outside": rows})
        return
    say(f"outside: {plural(urls, 'URL')} on {plural(total, 'host')}", err=True)
    for host in hosts:
        say(outside_host_report(host))


def outside_host_report(host: OutsideHost) -> str:
    """One host as a line."""
    urls, links = plural(host.urls, "URL"), plural(host.links, "link")
    return f"{urls:>14} {links:>14}  {harmless(host.host)}  {harmless(host.example)}"
