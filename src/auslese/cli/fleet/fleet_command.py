"""`auslese fleet`: the machines that share a crawl, and what they have published."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auslese.cli.command_groups import CommandGroup
from auslese.cli.terminal import harmless, say, say_json
from auslese.store.collection import Collection
from auslese.wording.figures import plural

if TYPE_CHECKING:
    from auslese.crawl.frontier.crawl_members import CrawlMember
    from auslese.store.shared.piece_keys import FilePiece

SILENT_SECONDS = 20.0  # a machine that has said nothing for so long may be gone


@click.group("fleet", cls=CommandGroup)
def command() -> None:
    """Look after the machines that share a crawl, and bring together what they have made."""


@command.command("list")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_data", is_flag=True, help="Print them as JSON.")
def list_machines(folder: Path, as_data: bool) -> None:
    """Tell which machines work on the crawl of DIR, and when they were last heard."""
    machines = import_module("auslese.fleet.machine_list").machines_of(Collection.open(folder))
    if as_data:
        say_json([each._asdict() | {"state": state_of(each)} for each in machines])
        return
    for each in machines:
        heard = f"heard {each.silent_seconds:,.0f} s ago"
        say(f"{state_of(each):8}  {harmless(each.name)}  {plural(each.workers, 'worker')}, {heard}")
    if not machines:
        say("no machine has joined yet: auslese worker --join URL", err=True)


def state_of(member: "CrawlMember") -> str:
    """What a machine does, in a word."""
    if member.has_left:
        return "left"
    if member.silent_seconds > SILENT_SECONDS:
        return "silent"
    return "ending" if member.drain else "works"


@command.command("drain")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("name")
def drain(folder: Path, name: str) -> None:
    """Ask the machine NAME to end in order; `auslese fleet list DIR` has the names."""
    import_module("auslese.fleet.machine_list").ask_to_end(Collection.open(folder), name)
    say(f"{harmless(name)} ends within seconds: what is under way is finished and published")


@command.command("gather")
@click.argument("url")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_data", is_flag=True, help="Print what came as JSON.")
def gather(url: str, folder: Path, as_data: bool) -> None:
    """Bring what all machines have published on URL into the collection DIR.

    DIR is made if it is not there; what it has already is not brought again. Then `auslese analyse
    DIR`, `auslese index DIR` and `auslese search DIR` work as ever. Nobody crawls in such a folder.
    """
    gathering = import_module("auslese.fleet.gathering")

    def tell(piece: "FilePiece") -> None:
        if not as_data:
            say(f"  {piece.file}: {piece.size:,} bytes", err=True)

    found = gathering.gather_published(url, folder, tell)
    if as_data:
        say_json(found._asdict())
    elif found.pieces:
        say(f"{plural(found.pieces, 'piece')} came into {folder}, {found.bytes:,} bytes")
    else:
        say(f"nothing new: {folder} has all that is published")
