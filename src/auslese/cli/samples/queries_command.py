"""`auslese sample queries`: random pages of an engine."""

from typing import Any

import click

from auslese.cli.samples.sample_options import (
    SampleDisplay,
    explaining_interrupt,
    sample_options_of,
    settings_for,
    with_options,
)
from auslese.cli.samples.sample_words import biases_report, engine_report, sample_head_report
from auslese.cli.terminal import say, say_json
from auslese.recipes.samples.sampling import DRAWS, sample_queries


@click.command("queries")
@click.argument("engine", metavar="ENGINE")
@with_options
def queries(engine: str, **arguments: Any) -> None:
    """Draw random pages of ENGINE by random queries, and estimate how many pages it has.

    ENGINE is a folder with a collection, the address of an Auslese server, the address or the file
    of an OpenSearch description, or a file of TOML or JSON that describes an engine.

    Methods: plain takes pages as they come (Bharat and Broder 1998) and favours long pages and
    those put first; rejection and importance correct it (Bar-Yossef and Gurevich 2006, 2007).
    """
    options, settings = sample_options_of((engine,), arguments), settings_for((engine,), arguments)
    with explaining_interrupt(), SampleDisplay(arguments["as_data"]) as display:
        report = sample_queries(options, settings, display.show)
    if arguments["as_data"]:
        say_json(report)
        return
    say(sample_head_report(report), err=True)
    for line in (*engine_report(report["engines"][0]), *biases_report(report)):
        say(line)
    say(f"the pages are in {options.into / DRAWS}", err=True)
