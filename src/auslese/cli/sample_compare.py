"""`auslese sample compare`: how large are engines against each other?"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from auslese.cli.sample_options import (
    SampleDisplay,
    settings_for,
    telling_if_stopped,
    wishes_of,
    with_options,
)
from auslese.cli.sample_words import bounds_of, told_biases, told_engine, told_head, told_pair
from auslese.cli.words import say, say_json
from auslese.cli.written import write_file
from auslese.export.interval_plot import Row, Rows, interval_plot
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
def compare(engines: tuple[str, ...], **asked: Any) -> None:
    """Compare ENGINEs: how much of each the others have, and how large they are.

    Pages are drawn from every engine as by `sample queries` and looked for in all others. From the
    two shares follows how many times as large one is as the other.
    """
    if len(engines) < FEWEST:
        raise click.UsageError("at least two engines are compared")
    wishes, settings = wishes_of(engines, asked), settings_for(engines, asked)
    with telling_if_stopped(), SampleDisplay(asked["as_data"]) as display:
        report = sample_compare(wishes, settings, display.show)
    if asked["plot"]:
        write_file(asked["plot"], plot_of(report))
    if asked["as_data"]:
        say_json(report)
        return
    say(told_head(report), err=True)
    for line in _told(report):
        say(line)


def _told(report: Mapping[str, Any]) -> Iterator[str]:
    for engine in report["engines"]:
        yield from told_engine(engine)
    for pair in report["pairs"]:
        yield from told_pair(pair)
    yield from told_biases(report)


def plot_of(report: Mapping[str, Any]) -> str:
    """Shares and quotients of all pairs, plain beside corrected."""
    note = f"{report['draws']:,} draws from each, {report['method']}; lines are 95 % intervals"
    groups = [group for pair in report["pairs"] for group in _groups(pair)]
    return interval_plot("Engines compared", note, groups)


def _groups(pair: Mapping[str, Any]) -> Iterator[Rows]:
    first, second = _short(pair["first"]), _short(pair["second"])
    kinds = [kind for kind in ("plain", "corrected") if pair[kind]]
    shares, ratios = [], []
    for kind in kinds:
        figures, is_plain = pair[kind], kind == "plain"
        for has, whose in (("second_has", first), ("first_has", second)):
            bounds = bounds_of(figures[has]["share"])
            shares.append(Row(f"of {whose}, {kind}", *bounds, is_plain))
        ratios.append(Row(kind, *bounds_of(figures["quotient"]["ratio"]), is_plain))
    if pair["sizes"]:
        ratios.append(Row("by sizes alone", *bounds_of(pair["sizes"]["quotient"])))
    yield Rows(f"{first} and {second}: share of pages that the other has", shares, True)
    yield Rows(f"{first} is so many times as large as {second}", ratios, False)


def _short(name: str) -> str:
    """The end of a name, which tells engines apart."""
    name = name.partition("://")[2] or name
    return name if len(name) <= LONGEST else "…" + name[-LONGEST + 1 :]
