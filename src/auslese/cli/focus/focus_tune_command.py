"""`auslese focus tune`: borders for the buckets, from a trial crawl."""

from pathlib import Path

import click

from auslese.cli.command_groups import folder_argument
from auslese.cli.crawl_progress import CrawlDisplay
from auslese.cli.terminal import say, say_json
from auslese.recipes.crawling.crawl_run import CrawlWatchers
from auslese.recipes.focus.focus_tuning import BorderProposal, tune_focus
from auslese.recipes.settings.class_borders import borders_of
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from auslese.wording.figures import plural

TRIAL_PAGES = 1_000  # as Werner (2015), 4.1.2


@click.command("tune")
@folder_argument
@click.option(
    "--pages",
    metavar="N",
    type=click.IntRange(min=1),
    default=TRIAL_PAGES,
    show_default=True,
    help="Pages of the trial crawl.",
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def tune(folder: Path, pages: int, as_data: bool) -> None:
    """Propose borders for the collection in DIR, by a trial crawl of the hosts of its start pages.

    The trial is thrown away, and no setting is changed.
    """
    collection = Collection.open(folder)
    settings = settings_of(collection)
    with CrawlDisplay(as_data) as display:
        watchers = CrawlWatchers(display.show, said=display.say)
        proposal = tune_focus(collection, settings, pages, watchers)
    if as_data:
        say_json(proposal.as_json())
    else:
        say(proposal_words(proposal, borders_of(folder, settings.focus)))


def proposal_words(proposal: BorderProposal, borders: tuple[float, ...]) -> str:
    """The proposal as a person would write it into the settings."""
    *counts, behind, without = proposal.counts
    shown = [f"{n:,} up to {border:,.0f}" for n, border in zip(counts, borders, strict=True)]
    quantiles = ", ".join(f"{share}: {score:,.0f}" for share, score in proposal.quantiles.items())
    values = ", ".join(f"{border:g}" for border in proposal.borders)
    werners = ", ".join(f"{border:g}" for border in proposal.werners_borders)
    return "\n".join(
        (
            f"{plural(proposal.pages, 'page')} of the trial by today's borders:"
            f" {', '.join(shown)}, {behind:,} beyond, {without:,} without text",
            f"quantiles of their scores: {quantiles}",
            f"by Werner's shares, if nearly all of these pages are on the topic: [{werners}]",
            "proposed for auslese.toml:",
            "  [focus]",
            f"  borders = [{values}]",
            f"  razor = {proposal.razor:g}",
        )
    )
