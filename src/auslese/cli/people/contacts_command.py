"""`auslese contacts`: how to reach somebody, page by page or site by site."""

from pathlib import Path

import click

from auslese.cli.command_groups import folder_argument
from auslese.cli.people.contact_words import page_lines, site_lines
from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.contacts.contact_report import ContactQuestion, contacts_report
from auslese.store.collection import Collection
from auslese.wording.figures import plural

PAGE, SITE = "page", "site"


@click.command("contacts")
@folder_argument
@click.option("--site", default="", metavar="HOST", help="Only pages of this site.")
@click.option(
    "-k",
    "most",
    type=click.IntRange(1, 1_000_000),
    default=20,
    show_default=True,
    help="Pages or sites to list.",
)
@click.option(
    "--by",
    type=click.Choice([PAGE, SITE]),
    default=PAGE,
    show_default=True,
    help="Pages, or sites with what stands on their pages, the most frequent first.",
)
@click.option(
    "--ranking",
    is_flag=True,
    help="Pages in the order of the address ranking: by how many words of addresses they have.",
)
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, site: str, most: int, by: str, **manner: bool) -> None:
    """List mail addresses, numbers, postal addresses and who is responsible.

    Pages that say most come first. What people asked not to be shown is left out; `auslese people
    forget DIR` takes such a wish.
    """
    if manner["ranking"] and by == SITE:
        raise click.UsageError("--ranking orders pages; with --by site there are none")
    question = ContactQuestion(site, most, by == SITE, manner["ranking"])
    found = contacts_report(Collection.open(folder), question)
    if manner["as_data"]:
        say_json(found)
        return
    say(f"{plural(found['total'], SITE if by == SITE else PAGE)} with contacts", err=True)
    lines = site_lines(found["sites"]) if by == SITE else page_lines(found["contacts"])
    for line in lines:
        say(harmless(line))
