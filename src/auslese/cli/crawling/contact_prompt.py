"""Asks a person at a terminal, once, whom site owners may ask about the crawl."""

import os
import sys
from pathlib import Path

import click

from auslese.cli.terminal import say
from auslese.crawl.scope.scope import Presence
from auslese.recipes.crawling.contact import lacks_contact, no_contact
from auslese.recipes.settings.user_settings_edit import remember_user_setting
from auslese.recipes.settings.value_kinds import CONTACT, UnfitError

QUESTION = "Whom may site owners ask about this crawl? A mail address or a web page"


def contact_for(presence: Presence, contact: str, file: Path) -> str:
    """The contact, asked for if it is missing; `file` is where it could have stood.

    Without a terminal nobody is there to answer, so it is a refusal.
    """
    if not lacks_contact(presence, contact):
        return contact
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise no_contact(file)
    contact = click.prompt(QUESTION, value_proc=read_contact, err=True)
    path = remember_user_setting(os.environ, "politeness.contact", contact)
    where = f"remembered in {path}" if path else "it could not be remembered; next time: --contact"
    say(f"It is sent with every request ({where}).", err=True)
    return contact


def read_contact(words: str) -> str:
    """What was typed, or a complaint, after which it is asked for again."""
    try:
        contact: str = CONTACT.read(words.strip())
    except UnfitError as problem:
        raise click.UsageError(str(problem)) from None
    if not contact:
        raise click.UsageError(f"expected {CONTACT.expected}")
    return contact
