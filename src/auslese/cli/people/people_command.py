"""`auslese people`: who is named, which page is about whom; joins, splits, opt-outs."""

from importlib import import_module
from pathlib import Path
from typing import cast

import click

from auslese.cli.command_groups import CollectionGroup, folder_argument
from auslese.cli.people.people_words import log_lines, people_list, person_lines
from auslese.cli.terminal import say, say_json
from auslese.recipes.people.people_changes import forget as forget_people
from auslese.recipes.people.people_changes import join as join_people
from auslese.recipes.people.people_changes import restore as restore_entry
from auslese.recipes.people.people_changes import split as split_people
from auslese.recipes.people.people_report import USUAL_PAGES, log_report, people_report
from auslese.records.people_edits import OptOutKind, PeopleEdit
from auslese.store.collection import Collection
from auslese.store.lookups.people_lookups import PeopleQuestion
from auslese.store.people_book import PeopleBook
from auslese.wording.figures import plural

MOST = 20
FIND = "find"


class PeopleGroup(CollectionGroup):
    """The order of words is `auslese people DIR [NAME]`, or `auslese people COMMAND DIR …`.

    `find` is a filter and knows no collection; it is loaded when it is its turn.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them."""
        return [*super().list_commands(ctx), FIND]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them."""
        if cmd_name == FIND:
            found = import_module("auslese.cli.people.find_command")
            return cast(click.Command, found.find)
        return super().get_command(ctx, cmd_name)

    def _in_order(self, context: click.Context, words: list[str]) -> list[str]:
        names = self.list_commands(context)
        if not words or words[0].startswith("-") or words[0] in names:
            return words
        folder, *others = words
        if others and others[0] in names and Path(folder).is_dir():
            return [others[0], folder, *others[1:]]
        return [names[0], *words]


@click.group("people", cls=PeopleGroup)
def command() -> None:
    """Who is named on the pages of DIR, and which page is about whom.

    `auslese people DIR` lists persons, `auslese people DIR NAME` shows all of that name: forms, the
    page about the person with its evidence, further pages. NAME may be "Müller", "H. Müller",
    "Müller, Hans", with or without marks. `auslese analyse DIR people` finds them first.
    """


@command.command("list")
@folder_argument
@click.argument("name", required=False, default="")
@click.option("-k", "most", type=click.IntRange(1, 100_000), default=MOST, help="Persons to list.")
@click.option("--first", type=click.IntRange(min=0), default=0, help="Leave out so many.")
@click.option("--site", default="", help="Only persons of this site, as example.org.")
@click.option(
    "--pages",
    type=click.IntRange(1, 10_000),
    default=USUAL_PAGES,
    show_default=True,
    help="Pages of each person, with NAME.",
)
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def list_people(
    folder: Path, name: str, *, most: int, first: int, as_data: bool, **wanted: object
) -> None:
    """Persons; with NAME all of that name, each with its pages."""
    question = PeopleQuestion(name, str(wanted["site"]), first, most)
    found = people_report(Collection.open(folder), question, cast(int, wanted["pages"]))
    if as_data:
        say_json(found)
        return
    for line in people_list(found) if not name else ():
        say(line)
    for person in found["people"] if name else ():
        for line in person_lines(person):
            say(line)
    shown = len(found["people"])
    if not found["total"]:
        say("0 persons", err=True)
    elif shown < found["total"]:
        say(f"{shown} of {plural(found['total'], 'person')}; -k shows more", err=True)


# -- changes --------------------------------------------------------------------------------------


@command.command("join")
@folder_argument
@click.argument("names", metavar="NAME NAME...", nargs=-1, required=True)
@click.option("--site", default="", help="Of this site; needed if the names are on several.")
@click.option("--reason", default="", help="Why; kept in the log.")
def join(folder: Path, names: tuple[str, ...], site: str, reason: str) -> None:
    """Say that names are those of one person, as after a marriage."""
    _say_edit(folder, join_people(Collection.open(folder), names, site, reason))


@command.command("split")
@folder_argument
@click.argument("name")
@click.argument("others", metavar="[OTHER]...", nargs=-1)
@click.option("--page", "pages", multiple=True, help="NAME on this page is another person.")
@click.option("--site", default="", help="Of this site; needed if the name is on several.")
def split(
    folder: Path, name: str, others: tuple[str, ...], pages: tuple[str, ...], site: str
) -> None:
    """Say that OTHER forms of NAME, or NAME on some pages, are another person."""
    _say_edit(folder, split_people(Collection.open(folder), name, others, pages, site))


def _say_edit(folder: Path, edit: PeopleEdit) -> None:
    say(f"{edit.kind} {edit.number} is written down for {edit.site}", err=True)
    say(f"next: `auslese analyse {folder} people` applies it", err=True)


@command.command("forget")
@folder_argument
@click.argument("value", required=False, default="")
@click.option("--name", help="Nobody of this name is shown.")
@click.option("--mail", help="Neither this address nor whoever has it is shown.")
@click.option("--page", help="Nobody is known by this page.")
@click.option("--on-site", help="Nobody of this site is shown, as example.org.")
@click.option("--site", default="", help="With --name: only of this site.")
@click.option("--reason", default="", help="Why; kept in the log.")
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def forget(
    folder: Path, value: str, *, site: str, reason: str, as_data: bool, **by: str | None
) -> None:
    """Hide a person by NAME, mail address, page or site: at once, for all who ask.

    The tables lose what is hidden when `auslese analyse DIR people` runs next.
    """
    kind, text = _given_opt_out(value, by)
    done = forget_people(Collection.open(folder), kind, text, reason, site)
    if as_data:
        wish = done.wish
        people = {"people": done.people, "pages": done.pages}
        say_json({"number": wish.number, "kind": wish.kind, "value": wish.value} | people)
        return
    hidden = plural(done.people, "person")
    say(f"{done.wish.kind} {done.wish.value!r} is hidden, entry {done.wish.number}: {hidden}")
    if not done.people and done.wish.kind is OptOutKind.NAME:
        say("nobody is known by this name now; whoever is found by it later is hidden", err=True)
    say(f"next: `auslese analyse {folder} people` takes them out of the tables", err=True)


def _given_opt_out(value: str, by: dict[str, str | None]) -> tuple[OptOutKind, str]:
    kinds = {"name": "name", "mail": "mail", "page": "page", "on_site": "site"}
    given = [(OptOutKind(kinds[key]), text) for key, text in by.items() if text]
    if value:
        given.append((_kind_of(value), value))
    if len(given) != 1:
        raise click.UsageError("say whom: a NAME, or one of --name, --mail, --page, --on-site")
    return given[0]


def _kind_of(value: str) -> OptOutKind:
    """What somebody means who says no more: an address of a page, a mail address, or a name."""
    if "://" in value:
        return OptOutKind.PAGE
    return OptOutKind.MAIL if "@" in value and " " not in value else OptOutKind.NAME


@command.command("restore")
@folder_argument
@click.argument("number", type=click.IntRange(min=1))
def restore(folder: Path, number: int) -> None:
    """Take back entry NUMBER of the log: an opt-out, a join or a split."""
    entry = restore_entry(Collection.open(folder), number)
    say(f"{entry.kind} {entry.number} does not count any more", err=True)
    say(f"next: `auslese analyse {folder} people` applies it", err=True)


@command.command("log")
@folder_argument
@click.option("--json", "as_data", is_flag=True, help="Print as JSON.")
def log(folder: Path, *, as_data: bool) -> None:
    """Everything that was said about persons, the last first: removals, joins, splits."""
    entries = log_report(PeopleBook(Collection.open(folder).path).log())
    if as_data:
        say_json({"entries": entries})
        return
    if not entries:
        say("nothing was said about persons yet", err=True)
    for line in log_lines(entries):
        say(line)
