"""`auslese sample queries`: random pages of an engine."""

from typing import Any

import click

from auslese.cli.sample_options import (
    SampleDisplay,
    settings_for,
    telling_if_stopped,
    wishes_of,
    with_options,
)
from auslese.cli.sample_words import told_biases, told_engine, told_head
from auslese.cli.words import say, say_json
from auslese.recipes.samples.sampling import DRAWS, sample_queries


@click.command("queries")
@click.argument("engine", metavar="ENGINE")
@with_options
def queries(engine: str, **asked: Any) -> None:
    """Draw random pages of ENGINE by random queries, and estimate how many pages it has.

    ENGINE is a folder with a collection, the address of an Auslese server, the address or the file
    of an OpenSearch description, or a file of TOML or JSON that describes an engine.

    Methods: plain takes pages as they come (Bharat and Broder 1998) and favours long pages and
    those put first; rejection and importance correct it (Bar-Yossef and Gurevich 2006, 2007).
    """
    wishes, settings = wishes_of((engine,), asked), settings_for((engine,), asked)
    with telling_if_stopped(), SampleDisplay(asked["as_data"]) as display:
        report = sample_queries(wishes, settings, display.show)
    if asked["as_data"]:
        say_json(report)
        return
    say(told_head(report), err=True)
    for line in (*told_engine(report["engines"][0]), *told_biases(report)):
        say(line)
    say(f"the pages are in {wishes.into / DRAWS}", err=True)
