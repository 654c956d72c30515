"""`auslese similar`: pages that belong to a page by who cites them, and whom they cite."""

from pathlib import Path

import click

from auslese.cli.links.link_words import page_report
from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.links.link_answers import similar_to
from auslese.store.collection import Collection
from auslese.wording.figures import plural


@click.command(name="similar")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("url")
@click.option(
    "-k",
    "most",
    type=click.IntRange(1, 10_000),
    default=10,
    show_default=True,
    help="Pages to list.",
)
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def command(folder: Path, url: str, most: int, as_data: bool) -> None:
    """List pages of DIR that belong to URL: cited together with it, or citing the same pages.

    URL need not have been fetched; it is enough that pages link to it. Menus do not count.
    """
    found = similar_to(Collection.open(folder), url, most)
    if as_data:
        say_json(found)
        return
    for page in found["similar"]:
        say(page_report(f"{page['score']:7.3f}", page, ""))
        if page["together"]:
            citing = harmless(", ".join(page["cited_by"]))
            say(
                f"         {plural(page['together'], 'page cites', 'pages cite')} both, as {citing}"
            )
        if page["same"]:
            cited = harmless(", ".join(page["cites"]))
            say(f"         both cite {plural(page['same'], 'page')}, as {cited}")
    if not found["similar"]:
        say(f"no page is cited together with {harmless(found['url'])} or cites the same", err=True)
