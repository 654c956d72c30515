"""`auslese new`: a collection for a chosen part of the web."""

from pathlib import Path
from typing import Any

import click

from auslese.cli.terminal import say, say_json
from auslese.crawl.scope.scope import Presence
from auslese.recipes.presences.presence_files import begin_collection
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.settings.setting_tables import SETTINGS
from auslese.recipes.settings.value_kinds import UnfitError
from auslese.records.errors import SettingsError

MANY_VALUES = ("--start", "--allow", "--deny", "--country")
ONE_VALUE = ("--scope", "--name", "--contact")


class SpreadingCommand(click.Command):
    """A command whose options may be followed by several values: `--allow A B`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line."""
        return super().parse_args(ctx, spread_values(args))


def spread_values(words: list[str]) -> list[str]:
    """Return the words with an option repeated before each of its values.

    Only behind the folder, so that `--start URL DIR` still means the folder.
    """
    spread: list[str] = []
    option, waits_for_value, folder_seen = "", False, False
    for word in words:
        if waits_for_value:
            waits_for_value = False
        elif word.startswith("-"):
            option = word if word in MANY_VALUES else ""
            waits_for_value = bool(option) or word in ONE_VALUE
        elif option and folder_seen:
            spread.append(option)
        else:
            option, folder_seen = "", True
        spread.append(word)
    return spread


@click.command("new", cls=SpreadingCommand)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("further", metavar="[URL]...", nargs=-1)
@click.option("--start", multiple=True, metavar="URL...", help="Start pages.")
@click.option("--allow", multiple=True, metavar="RULE...", help="Rules that take in more.")
@click.option("--deny", multiple=True, metavar="RULE...", help="Rules that keep out.")
@click.option("--country", multiple=True, metavar="de...", help="Countries to take in whole.")
@click.option("--scope", metavar="domain|host|prefix|none", help="What the start pages take in.")
@click.option("--name", help="What people call this part of the web.")
@click.option("--contact", help="Mail address or web page to ask about the crawl.")
@click.option("--json", "as_json", is_flag=True, help="Tell what was made as JSON.")
def command(folder: Path, further: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Make a collection in DIR with a commented auslese.toml.

    Rules: a host, .suffix, domain:…, country:…, an address range, a path prefix, a pattern
    with *, surt:…, re:…
    """
    sheet = _sheet(folder, {**given, "start": (*given["start"], *further)})
    begin_collection(folder, sheet)
    say(f"{folder} is ready; `auslese crawl {folder}` begins the crawl", err=True)
    if as_json:
        say_json(_new_collection_report(folder, sheet.presence))


def _sheet(folder: Path, given: dict[str, Any]) -> PresenceSheet:
    if not given["start"]:
        raise SettingsError("--start: expected at least one start page")
    presence = Presence(
        name=read_option("--name", "presence.name", given["name"] or folder.resolve().name),
        start=read_option("--start", "presence.start", given["start"]),
        scope=read_option("--scope", "presence.scope", given["scope"] or "domain"),
        allow=read_option("--allow", "presence.allow", given["allow"]),
        deny=read_option("--deny", "presence.deny", given["deny"]),
        countries=read_option("--country", "presence.countries", given["country"]),
    )
    contact = read_option("--contact", "politeness.contact", given["contact"] or "")
    return PresenceSheet(presence, contact=contact)


def read_option(option: str, key: str, value: object) -> Any:
    """Return the value of an option, or complain about it by its name."""
    try:
        return SETTINGS[key].kind.read(value)
    except UnfitError as problem:
        raise SettingsError("\n".join(f"{option}: {one}" for one in problem.args)) from None


def _new_collection_report(folder: Path, presence: Presence) -> dict[str, object]:
    return {
        "collection": str(folder),
        "name": presence.name,
        "start": presence.start,
        "scope": presence.scope,
        "allow": presence.allow,
        "deny": presence.deny,
        "countries": presence.countries,
    }
