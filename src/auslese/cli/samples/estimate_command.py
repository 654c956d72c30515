"""`auslese sample estimate`: what walks tell about the web they were on."""

from math import isinf
from pathlib import Path

import click

from auslese.cli.output_files import write_file
from auslese.cli.terminal import say, say_json
from auslese.export.plots.interval_plot import IntervalGroup, IntervalRow, interval_plot
from auslese.recipes.walks import walk_estimates as estimates
from auslese.recipes.walks.walk_biases import CONVERGENCE
from auslese.recipes.walks.walk_estimates import WalkEstimate
from auslese.records.interval import Interval
from auslese.sample.walk_shares import ShareEstimate, ShareEstimates, SizeEstimate
from auslese.store.collection import Collection
from auslese.wording.figures import plural

FOLDERS = 2
LONGEST = 28  # letters of a name that fit beside a plot


@click.command(name="estimate")
@click.argument(
    "folders", metavar="FOLDER [FOLDER2]", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--burn-in",
    metavar="SHARE",
    type=click.FloatRange(0, 0.9),
    default=0.1,
    show_default=True,
    help="The first moves of each walk do not count.",
)
@click.option(
    "--plot",
    metavar="FILE.svg",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw shares with their intervals.",
)
@click.option(
    "--spam",
    "spam_list",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Hosts and domains that are known to be spam, one a line.",
)
@click.option("--json", "as_data", is_flag=True, help="Print the report as JSON.")
def estimate(
    folders: tuple[Path, ...],
    burn_in: float,
    plot: Path | None,
    spam_list: Path | None,
    as_data: bool,
) -> None:
    """Tell languages, domains, types, copies and spam of the web that walks in FOLDER were on.

    Each share has an interval, and so has the size of all that can be reached: by the pages that
    two walks met, those of FOLDER or of FOLDER and FOLDER2. What may be wrong stands at the end.
    """
    if len(folders) > FOLDERS:
        raise click.UsageError("one folder or two")
    lines = spam_list.read_text("utf-8", "replace").splitlines() if spam_list else []
    listed = frozenset(line.strip().lower() for line in lines if line.strip())
    found = estimates.estimate([Collection.open(folder) for folder in folders], burn_in, listed)
    if plot:
        write_file(plot, interval_plot("A random page", _note(found), _groups(found)))
    if as_data:
        say_json(found.as_json())
    else:
        _report_estimate(found)


def _report_estimate(found: WalkEstimate) -> None:
    course = found.course
    say(
        f"{plural(course.moves, 'move')} that count, as good as {course.effective:,.0f} drawn pages"
    )
    for shares in found.shares:
        _report_shares(shares)
    say("\nsize of what can be reached")
    for size in found.sizes:
        say(f"  {_size(size)}")
    say("\nlong enough?")
    for words in course.words:
        say(f"  {words}")
    say("\nwhat may be wrong with these figures")
    for bias in found.biases:
        if bias.label != CONVERGENCE:  # told above
            say(f"  {bias}")


def _report_shares(shares: ShareEstimates) -> None:
    if not shares.largest:
        return
    say(f"\n{shares.kind.replace('_', ' ')}")
    for each in shares.largest:
        say(f"  {_percent(each.interval)}  {each.name}")
    if shares.others:
        say(f"  and {plural(shares.others, 'other')}")


def _percent(interval: Interval) -> str:
    return f"{interval.value:6.1%}  ({interval.low:.1%} to {interval.high:.1%})"


def _size(size: SizeEstimate) -> str:
    value, low, high = size.interval.value, size.interval.low, size.interval.high
    basis = f"{size.how}, {plural(size.draws, 'draw')}, {size.met_again:,} met again"
    if isinf(high):
        return f"at least {low:,.0f} pages ({basis})"
    return f"{value:,.0f} pages ({low:,.0f} to {high:,.0f}; {basis})"


def _note(found: WalkEstimate) -> str:
    return f"{plural(found.course.moves, 'move')}; lines are 95 % intervals"


def _groups(found: WalkEstimate) -> list[IntervalGroup]:
    return [
        IntervalGroup(
            shares.kind.replace("_", " "), [_row(each) for each in shares.largest], is_share=True
        )
        for shares in found.shares
        if shares.largest
    ]


def _row(share: ShareEstimate) -> IntervalRow:
    name = share.name if len(share.name) <= LONGEST else f"{share.name[: LONGEST - 1]}…"
    return IntervalRow(name, share.interval.value, share.interval.low, share.interval.high)
