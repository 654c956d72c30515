"""`auslese sample compare`: how large are engines against each other?"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from auslese.cli.output_files import write_file
from auslese.cli.samples.sample_options import (
    SampleDisplay,
    explaining_interrupt,
    sample_options_of,
    settings_for,
    with_options,
)
from auslese.cli.samples.sample_words import (
    biases_report,
    bounds_of,
    engine_report,
    pair_report,
    sample_head_report,
)
from auslese.cli.terminal import say, say_json
from auslese.export.plots.interval_plot import IntervalGroup, IntervalRow, interval_plot
from auslese.recipes.samples.sampling import sample_compare

FEWEST = 2
LONGEST = 24  # letters of a name that fit beside a plot


@click.command("compare")
@click.argument("engines", metavar="ENGINE ENGINE...", nargs=-1, required=True)
@with_options
@click.option(
    "--plot",
    metavar="FILE.svg",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw overlap and quotient with their intervals.",
)
def compare(engines: tuple[str, ...], **arguments: Any) -> None:
    """Compare ENGINEs: how much of each the others have, and how large they are.

    Pages are drawn from every engine as by `sample queries` and looked for in all others. From the
    two shares follows how many times as large one is as the other.
    """
    if len(engines) < FEWEST:
        raise click.UsageError("at least two engines are compared")
    options, settings = sample_options_of(engines, arguments), settings_for(engines, arguments)
    with explaining_interrupt(), SampleDisplay(arguments["as_data"]) as display:
        report = sample_compare(options, settings, display.show)
    if arguments["plot"]:
        write_file(arguments["plot"], plot_of(report))
    if arguments["as_data"]:
        say_json(report)
        return
    say(sample_head_report(report), err=True)
    for line in _comparison_report(report):
        say(line)


def _comparison_report(report: Mapping[str, Any]) -> Iterator[str]:
    for engine in report["engines"]:
        yield from engine_report(engine)
    for pair in report["pairs"]:
        yield from pair_report(pair)
    yield from biases_report(report)


def plot_of(report: Mapping[str, Any]) -> str:
    """Shares and quotients of all pairs, plain beside corrected."""
    note = f"{report['draws']:,} draws from each, {report['method']}; lines are 95 % intervals"
    groups = [group for pair in report["pairs"] for group in _groups(pair)]
    return interval_plot("Engines compared", note, groups)


def _groups(pair: Mapping[str, Any]) -> Iterator[IntervalGroup]:
    first, second = _short(pair["first"]), _short(pair["second"])
    kinds = [kind for kind in ("plain", "corrected") if pair[kind]]
    shares, ratios = [], []
    for kind in kinds:
        figures, is_plain = pair[kind], kind == "plain"
        for has, whose in (("second_has", first), ("first_has", second)):
            bounds = bounds_of(figures[has]["share"])
            shares.append(IntervalRow(f"of {whose}, {kind}", *bounds, is_plain))
        ratios.append(IntervalRow(kind, *bounds_of(figures["quotient"]["ratio"]), is_plain))
    if pair["sizes"]:
        ratios.append(IntervalRow("by sizes alone", *bounds_of(pair["sizes"]["quotient"])))
    yield IntervalGroup(f"{first} and {second}: share of pages that the other has", shares, True)
    yield IntervalGroup(f"{first} is so many times as large as {second}", ratios, False)


def _short(name: str) -> str:
    """The end of a name, which tells engines apart."""
    name = name.partition("://")[2] or name
    return name if len(name) <= LONGEST else "…" + name[-LONGEST + 1 :]
