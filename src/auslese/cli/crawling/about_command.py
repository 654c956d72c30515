"""`auslese about`: a page that explains the robot to site owners."""

import os
from pathlib import Path

import click

from auslese.cli.output_files import write_file
from auslese.cli.terminal import say, say_data
from auslese.recipes.crawling.robot_page import about_page
from auslese.recipes.settings.settings_loading import load_settings
from auslese.store.collection import Collection
from auslese.wording.robot_page_wording import WORDS


@click.command(name="about")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--to", metavar="FILE", type=click.Path(path_type=Path), help="Write it to FILE.")
@click.option("--language", type=click.Choice(list(WORDS)), help="One language; all by default.")
def command(folder: Path | None, to: Path | None, language: str | None) -> None:
    """Write the page that tells site owners who crawls, how, and how to keep the robot away.

    It is one HTML file without script, from the settings of DIR or, without DIR, from your own
    configuration. Put it on a web server, and its address can be the contact.
    """
    file = Collection.open(folder).settings if folder else None
    settings = load_settings(file, {}, os.environ)
    page = about_page(settings, [language] if language else list(WORDS))
    if not settings.politeness.contact:
        say("no contact is set, so the page cannot name one", err=True)
    if to is None:
        say_data(page)
        return
    write_file(to, page)
