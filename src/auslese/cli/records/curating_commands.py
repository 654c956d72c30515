"""`auslese records add`, `check` and others: institutions and projects that people describe."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from auslese.cli.command_groups import folder_argument
from auslese.cli.data_stream import data_stream
from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.curating.entered_records import decide, key_in, put, remove, submission_of
from auslese.recipes.curating.record_exchange import (
    RecordChoice,
    WrittenRecords,
    submissions_in,
    write_records,
)
from auslese.recipes.exporting.placed_files import write_file
from auslese.records.curated.curated_record import CuratedRecord, Decision, RecordKind, Submission
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.rights import RightsProfile, Use
from auslese.store.collection import Collection
from auslese.store.records.record_journal import RecordJournal
from auslese.store.records.record_table import CURATED, ROBOT
from auslese.wording.figures import plural

STDIO = Path("-")
KINDS = click.Choice([kind.value for kind in RecordKind])
AS_DATA = click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
REASON = click.option("--reason", default="", help="Why; kept in the journal.")


@click.command("add")
@folder_argument
@click.argument("values", metavar="FIELD=VALUE...", nargs=-1, required=True)
@click.option("--kind", type=KINDS, default=RecordKind.INSTITUTION.value, show_default=True)
@click.option("--parent", default="", metavar="KEY", help="Institution of a project.")
@click.option("--key", default="", metavar="KEY", help="Change this record instead.")
def add(folder: Path, values: Sequence[str], kind: str, **references: str) -> None:
    """Enter an institution or a project that you have checked.

    Fields are name, person, contact, address, created, keywords, research, publications; of an
    institution also cooperation, equipment, offers, teaching; of a project institution. With --key
    those that are named are changed, and an empty value takes one out.
    """
    collection = Collection.open(folder)
    given = dict(field_and_value(each) for each in values)
    key = key_in(references["key"])
    if key:
        before = RecordJournal(collection.path).record(key)
        kind, given = before.kind, {**before.fields, **given}
        references["parent"] = references["parent"] or str(before.parent or "")
    (record,) = put(collection, [submission_of(kind, {**given, **references})])
    say(f"{record.kind} {record.key}: {record.fields['name']}")


def field_and_value(text: str) -> tuple[str, str]:
    """The two sides of FIELD=VALUE; an error of use if it is none."""
    field, sign, value = text.partition("=")
    if not sign or not field.strip():
        raise click.UsageError(f"expected FIELD=VALUE, not {harmless(text)}")
    return field.strip(), value.strip()


@click.command("load")
@folder_argument
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--kind", type=KINDS, help="Of records that do not say it.")
@click.option("--wait", is_flag=True, help="Let them wait to be checked, one by one.")
def load(folder: Path, file: Path, kind: str | None, wait: bool) -> None:
    """Enter all records of FILE: lines of JSON, or a table with the names of fields in its head.

    Names may be those of this program or of the database of 2004 (SCHLUESSEL, PARENT, NAME ...).
    All of them are taken, or none.
    """
    collection = Collection.open(folder)
    try:
        wishes = submissions_in(_text_of(file), kind or "")
    except SettingsError as error:
        raise SettingsError(f"{file}: {error}") from None
    if not wait:
        records = put(collection, wishes)
        say(f"{plural(len(records), 'record')} entered")
        return
    _let_wait(collection, wishes)


def _let_wait(collection: Collection, wishes: Sequence[Submission]) -> None:
    if any(wish.parent < 0 for wish in wishes):
        raise SettingsError("a project that waits needs an institution that is there already")
    journal = RecordJournal(collection.path)
    for wish in wishes:
        journal.submit(wish)
    say(f"{plural(len(wishes), 'record')} wait; `auslese records check {collection.path}` shows it")


def _text_of(file: Path) -> str:
    try:
        return sys.stdin.read() if file == STDIO else file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise SettingsError(f"{file} is no UTF-8") from None
    except OSError as problem:
        raise NotFoundError(f"{file} cannot be read: {problem.strerror}") from None


@click.command("check")
@folder_argument
@click.argument("decision", required=False, type=click.Choice([each.value for each in Decision]))
@click.argument("numbers", metavar="[NUMBER]...", nargs=-1)
@REASON
@AS_DATA
def check(
    folder: Path, decision: str | None, numbers: Sequence[str], reason: str, as_data: bool
) -> None:
    """Show what was entered and waits; accept it, or refuse it: `check DIR accept 3 4`."""
    collection = Collection.open(folder)
    if decision is None:
        _show_waiting(RecordJournal(collection.path), as_data)
        return
    if not numbers:
        raise click.UsageError(f"{decision} what? Give the numbers that `check` shows")
    for number in [key_in(each) for each in numbers]:
        record = decide(collection, number, decision, reason)
        what = f": {record.kind} {record.key}" if record and decision == Decision.ACCEPT else ""
        say(f"{number} is {decision.rstrip('e')}ed{what}")


def _show_waiting(journal: RecordJournal, as_data: bool) -> None:
    if as_data:
        say_json([wish._asdict() for wish in journal.waiting])
        return
    for wish in journal.waiting:
        before = journal.record(wish.key) if wish.key in map(_key, journal.records) else None
        for line in _waiting_lines(wish, before):
            say(harmless(line))
    if not journal.waiting:
        say("nothing waits", err=True)


def _key(record: CuratedRecord) -> int:
    return record.key


def _waiting_lines(wish: Submission, before: CuratedRecord | None) -> Iterator[str]:
    what = f"change of record {wish.key}" if wish.key else f"new {wish.kind}"
    of = f" of institution {wish.parent}" if wish.parent else ""
    by = f", by {wish.sender}" if wish.sender else ""
    yield f"{wish.number}: {what}{of}{by}"
    old: Mapping[str, str] = before.fields if before else {}
    for name in [*wish.fields, *(name for name in old if name not in wish.fields)]:
        new, former = wish.fields.get(name, ""), old.get(name, "")
        was = f"  (was: {former or 'nothing'})" if before and new != former else ""
        yield f"  {name}: {' / '.join(new.splitlines()) or 'nothing'}{was}"


@click.command("remove")
@folder_argument
@click.argument("key")
@REASON
def remove_record(folder: Path, key: str, reason: str) -> None:
    """Take a record that people entered out again, by its KEY."""
    record = remove(Collection.open(folder), key_in(key), reason)
    say(f"{record.kind} {record.key} is removed: {record.fields['name']}")


@click.command("export")
@folder_argument
@click.option("--to", "target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--form", type=click.Choice(["csv", "jsonl"]), help="As FILE ends, or csv.")
@click.option("--kind", default="", help="Only records of this kind.")
@click.option("--source", type=click.Choice([CURATED, ROBOT]), help="Only of people, or of robots.")
@click.option("--unico-names", is_flag=True, help="Names of 2004: SCHLUESSEL, PARENT, NAME ...")
@click.option(
    "--profile",
    type=click.Choice([RightsProfile.SHAREABLE.value, RightsProfile.INTERNAL.value]),
    default=RightsProfile.SHAREABLE.value,
    show_default=True,
    help="Which pages' records may leave: those not reserved for the use, or all.",
)
@click.option(
    "--use",
    type=click.Choice([each.value for each in Use]),
    default=Use.AI_TRAIN.value,
    show_default=True,
    help="What readers will do with them.",
)
@click.option("--force", is_flag=True, help="Replace what is there.")
def export(folder: Path, target: Path | None, force: bool, **wanted: Any) -> None:
    """Write records, a column for each field; `auslese records load` reads those of people back.

    Without --to they go to stdout.
    """
    collection = Collection.open(folder)
    by_name = "jsonl" if target and target.suffix in (".jsonl", ".ndjson") else "csv"
    choice = RecordChoice(
        wanted["form"] or by_name,
        wanted["kind"],
        wanted["source"] or "",
        wanted["unico_names"],
        RightsProfile(wanted["profile"]),
        Use(wanted["use"]),
    )
    done: list[WrittenRecords] = []
    if target is None:
        done.append(write_records(collection, data_stream().write, choice))
    else:
        write_file(
            target, lambda write: done.append(write_records(collection, write, choice)), force
        )
    say(plural(done[0].records, "record"), err=True)
    for reason, pages in done[0].left_out.items():
        say(f"{plural(pages, 'page')} left out: {reason}", err=True)


COMMANDS = (add, load, check, remove_record, export)
