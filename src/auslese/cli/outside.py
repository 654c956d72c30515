"""`auslese outside`: what lies beyond the rules."""

import json
from pathlib import Path

import click

from auslese.recipes.status import OutsideHost, outside_of
from auslese.store.collection import Collection


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
        click.echo(json.dumps({"urls": urls, "hosts": total, "outside": rows}))
        return
    click.echo(f"{urls:,} URLs on {total:,} hosts lie outside", err=True)
    for host in hosts:
        click.echo(told(host))


def told(host: OutsideHost) -> str:
    """One host as a line."""
    return f"{host.urls:>8,} URLs {host.links:>8,} links  {host.host}  {host.example}"
