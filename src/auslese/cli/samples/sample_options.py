"""What all commands that ask engines have in common: options, the contact, the progress."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from auslese.cli.crawl_progress import ProgressDisplay
from auslese.cli.crawling.contact_prompt import contact_for
from auslese.cli.terminal import say
from auslese.recipes.samples.client_setup import presence_of
from auslese.recipes.samples.sampling import SampleOptions, SampleProgress
from auslese.recipes.settings.settings_loading import Settings, load_settings
from auslese.sample.draws import FIRST, DrawMethod, DrawPlan
from auslese.store.collection import SETTINGS_FILE
from auslese.wording.figures import plural

DRAWS = 100  # standard error of a quotient with all pages of 60: 4.8 % (docs/methods/samples.md)
ALL_PAGES = 0
SEED = 1
Command = TypeVar("Command", bound=Callable[..., Any])
OPTIONS = (
    click.option(
        "--into",
        metavar="FOLDER",
        required=True,
        type=click.Path(path_type=Path, file_okay=False),
        help="Where answers and the sample are kept; the same call goes on there.",
    ),
    click.option(
        "--lexicon",
        "lexicons",
        metavar="DIR|FILE",
        multiple=True,
        type=click.Path(path_type=Path, exists=True),
        help="Whose words are asked for: a collection, or a file with a word a line; may be"
        " repeated. Without it, those of all engines that are collections or Auslese servers.",
    ),
    click.option(
        "--draws",
        metavar="N",
        type=click.IntRange(1, 1_000_000),
        default=DRAWS,
        show_default=True,
        help="Queries to draw.",
    ),
    click.option(
        "--method",
        type=click.Choice([each.value for each in DrawMethod]),
        default=DrawMethod.IMPORTANCE.value,
        show_default=True,
        help="How the favour of long pages and of the order is corrected.",
    ),
    click.option(
        "--first",
        metavar="N",
        type=click.IntRange(1, 1000),
        default=FIRST,
        show_default=True,
        help="Pages of an answer that are looked at.",
    ),
    click.option(
        "--picks",
        metavar="N",
        type=click.IntRange(0, 1000),
        default=ALL_PAGES,
        show_default=True,
        help="Pages taken of an answer by lot; 0: all.",
    ),
    click.option(
        "--words",
        "together",
        metavar="N",
        type=click.IntRange(1, 5),
        default=1,
        show_default=True,
        help="Words in a query.",
    ),
    click.option(
        "--seed",
        metavar="N",
        type=click.IntRange(0),
        default=SEED,
        show_default=True,
        help="Of the dice.",
    ),
    click.option("--delay", metavar="TIME", help="Pause between two requests to one host, as 1s."),
    click.option("--contact", metavar="WHO", help="Mail address or page for site owners."),
    click.option("--retry", "again", is_flag=True, help="Ask again what failed before."),
    click.option("--json", "as_data", is_flag=True, help="Print the report as JSON."),
)


def with_options(command: Command) -> Command:
    """Give a command the options of a sample."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def sample_options_of(engines: tuple[str, ...], values: dict[str, Any]) -> SampleOptions:
    """What the options ask for."""
    plan = DrawPlan(
        DrawMethod(values["method"]), values["seed"], values["first"], picks=values["picks"] or None
    )
    return SampleOptions(
        engines,
        values["lexicons"],
        values["draws"],
        plan,
        values["together"],
        values["into"],
        values["again"],
    )


def settings_for(engines: tuple[str, ...], values: dict[str, Any]) -> Settings:
    """The settings under which engines are asked; nobody else's machine without a contact."""
    file = values["into"] / SETTINGS_FILE
    flags = {"politeness.delay": values["delay"], "politeness.contact": values["contact"]}
    settings = load_settings(file if file.is_file() else None, flags, os.environ)
    presence = presence_of(engines)
    contact = contact_for(presence, settings.politeness.contact, file)
    politeness = replace(settings.politeness, contact=contact)
    return replace(settings, presence=presence, politeness=politeness)


@contextmanager
def explaining_interrupt() -> Iterator[None]:
    """Say after Ctrl-C that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        say("stopped; the same command goes on, and asks nobody a second time", err=True)
        raise


class SampleDisplay(ProgressDisplay):
    """Shows how draws go."""

    def show(self, progress: SampleProgress) -> None:
        """Take notice of how far it is."""
        rate = self._rate.note(progress.done)
        left = (progress.of - progress.done) / rate if rate else 0.0
        minutes, seconds = divmod(int(progress.seconds), 60)
        self._line.show(
            f"{minutes}:{seconds:02d}  {progress.done:,} of {plural(progress.of, 'draw')}"
            f"  {plural(progress.asked, 'request')}  · {progress.engine}"
            + (f"  · {int(left) // 60}:{int(left) % 60:02d} left" if left else "")
        )
