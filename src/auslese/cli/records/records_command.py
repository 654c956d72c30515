"""`auslese records`: what evenly built pages say, field by field, by the rules of wrappers."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from auslese.cli.command_groups import CollectionGroup, folder_argument
from auslese.cli.records.curating_commands import COMMANDS, field_and_value
from auslese.cli.terminal import harmless, say, say_json
from auslese.extract.wrappers.wrapper_rules import WrapperRule, parse_wrappers
from auslese.recipes.wrappers.hidden_values import shown_records
from auslese.recipes.wrappers.marked_up_records import take_marked_up
from auslese.recipes.wrappers.wrapper_help import (
    BlockProposal,
    TriedWrapper,
    learned_toml,
    propose_wrappers,
    try_wrappers,
)
from auslese.recipes.wrappers.wrapper_run import NAME_OF_RECORDS, WrapRun, run_wrappers
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.store.collection import Collection
from auslese.store.records.record_table import (
    CURATED,
    ROBOT,
    RecordQuery,
    RecordRow,
    wrapper_counts,
)
from auslese.store.tables.sql_views import connect
from auslese.system.durable_files import write_whole
from auslese.wording.figures import plural

STDIO = Path("-")
LONGEST_SHOWN = 100  # letters of a value
MOST_KINDS = 20  # that are named
RULES = click.argument("rules", metavar="RULES.toml", type=click.Path(path_type=Path))
AS_DATA = click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")


class DriftError(AusleseError):
    """A wrapper no longer fits its pages; nothing was written."""


@click.group("records", cls=CollectionGroup, invoke_without_command=False)
def command() -> None:
    """Records of evenly built pages: rows of institutions, projects, whatever a wrapper takes.

    People enter institutions and projects themselves, too: `add`, `load`, and the form of the
    server, whose entries wait until somebody has checked them (`check`). They stand apart from what
    robots found.
    """


@command.command("list")
@folder_argument
@click.option("--kind", default="", help="Only records of this kind.")
@click.option("--source", type=click.Choice([CURATED, ROBOT]), help="Only of people, or of robots.")
@click.option("-k", "most", type=click.IntRange(1), default=20, show_default=True, help="Records.")
@AS_DATA
def list_records(folder: Path, kind: str, source: str | None, most: int, as_data: bool) -> None:
    """Show records, those of people first, then as their pages come; --json gives a line for each.

    All of them leave by `auslese records export DIR`.
    """
    query = RecordQuery(kind, source or "", most=most)
    for row in shown_records(Collection.open(folder), query):
        for line in _json_lines(row) if as_data else _record_lines(row):
            say(line)


@command.command("wrap")
@folder_argument
@RULES
@click.option("--accept", is_flag=True, help="Take what is found now though it is far less.")
@AS_DATA
def wrap(folder: Path, rules: Path, accept: bool, as_data: bool) -> None:
    """Take the records from all pages that the wrappers of RULES.toml are for.

    The records that robots found by wrappers of these names are replaced, all others stay. If a
    wrapper finds far less than last time, it says so, writes nothing, and ends with 1: the pages
    have probably changed. `--accept` writes all the same.
    """
    run = run_wrappers(Collection.open(folder), _rules_in(rules), accept=accept)
    if as_data:
        say_json(run.as_json())
    else:
        for line in _run_lines(run):
            say(harmless(line))
    for line in _alarm_lines(run):
        say(harmless(line), err=True)
    if not run.is_written:
        raise DriftError("a wrapper finds less than last time; nothing was written (--accept does)")


@command.command("wrappers")
@folder_argument
@AS_DATA
def list_wrappers(folder: Path, as_data: bool) -> None:
    """List the wrappers whose records there are, and in how many each field has a value."""
    with connect(Collection.open(folder)) as tables:
        counts = wrapper_counts(tables)
    if as_data:
        say_json([{**each._asdict(), "taken_at": each.taken_at.isoformat()} for each in counts])
        return
    for each in counts:
        number = plural(each.records, "record")
        say(harmless(f"{each.wrapper}: {number} of {each.kind}, {each.taken_at:%Y-%m-%d %H:%M}"))
        for name, count in each.filled.items():
            say(harmless(f"  {count / each.records:6.1%}  {name}"))


@command.command("markup")
@folder_argument
@AS_DATA
def markup(folder: Path, as_data: bool) -> None:
    """Take what pages mark up for machines: JSON-LD, microdata, RDFa, a record for each item.

    The kind of a record is its type (Person, Event, Product ...); an item within another one
    belongs to it. What was taken before is replaced.
    """
    tally = take_marked_up(Collection.open(folder))
    if as_data:
        say_json(tally.as_json())
        return
    say(
        f"{plural(sum(tally.items.values()), 'record')} on {plural(tally.marked_up, 'page')}"
        f" of {tally.pages:,}"
    )
    for name, count in tally.items.most_common():
        say(f"  {count:,}  {name}")
    for name, count in tally.kinds.most_common(MOST_KINDS):
        say(harmless(f"  {count:,}  {name}"))


@command.command("propose")
@folder_argument
@click.argument("url")
@click.option(
    "-k", "most", type=click.IntRange(1, 20), default=3, show_default=True, help="Blocks."
)
def propose(folder: Path, url: str, most: int) -> None:
    """Find blocks that repeat on a page, and write a wrapper to begin with for each."""
    found = propose_wrappers(Collection.open(folder), url, most)
    if not found:
        raise NotFoundError(f"nothing repeats on {url}")
    for line in _proposal_lines(found):
        say(harmless(line))


@command.command("learn")
@folder_argument
@click.argument("url")
@click.argument("values", metavar="FIELD=VALUE...", nargs=-1, required=True)
@click.option("--name", default="learned", show_default=True, help="Name of the wrapper.")
def learn(folder: Path, url: str, values: Sequence[str], name: str) -> None:
    """Write a wrapper from the values of one record, as they stand on the page at URL.

    If the block around them repeats on the page, every such block is a record, else the page is.
    """
    labelled = {}
    for each in values:
        field, value = field_and_value(each)
        if not value:
            raise click.UsageError(f"expected FIELD=VALUE, not {harmless(each)}")
        labelled[field] = value
    for line in learned_toml(Collection.open(folder), url, labelled, name).splitlines():
        say(harmless(line))


@command.command("test")
@folder_argument
@RULES
@click.argument("url")
@click.option(
    "--to",
    metavar="FILE.html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the page with what was found in colour; nothing of the page can act in it.",
)
@AS_DATA
def test(folder: Path, rules: Path, url: str, to: Path | None, as_data: bool) -> None:
    """Try the wrappers of RULES.toml on one page: what would be found? Nothing is kept."""
    tried = try_wrappers(Collection.open(folder), _rules_in(rules), url)
    if to is not None:
        _write_page(tried, to)
    if as_data:
        say_json([_tried_json(each) for each in tried])
        return
    for each in tried:
        say(harmless(f"{each.rule.name}: {plural(len(each.records), 'record')}"))
        for record in each.records:
            say("")
            for value in record.values:
                say(_value_line(value.name, value.value))


for each in COMMANDS:
    command.add_command(each)


def _rules_in(path: Path) -> list[WrapperRule]:
    try:
        text = sys.stdin.read() if path == STDIO else path.read_text("utf-8")
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is no UTF-8") from None
    except OSError as problem:
        raise NotFoundError(f"{path} cannot be read: {problem.strerror}") from None
    try:
        return parse_wrappers(text)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def _write_page(tried: Sequence[TriedWrapper], to: Path) -> None:
    if to.exists() and not to.is_file():
        raise SettingsError(f"{to} is no file")
    fullest = max(tried, key=lambda each: len(each.records))
    try:
        write_whole(to, [fullest.coloured().encode("utf-8", "replace")])
    except OSError as problem:
        raise AusleseError(f"{to} cannot be written: {problem.strerror}") from None


def _tried_json(tried: TriedWrapper) -> dict[str, object]:
    records = [
        [{"name": value.name, "value": value.value} for value in record.values]
        for record in tried.records
    ]
    return {"wrapper": tried.rule.name, "url": tried.url, "records": records}


def _json_lines(row: RecordRow) -> Iterator[str]:
    yield json.dumps({**row._asdict(), "taken_at": row.taken_at.isoformat()}, ensure_ascii=False)


def _record_lines(row: RecordRow) -> Iterator[str]:
    said = f"{row.source}, {row.wrapper}" if row.wrapper else f"{row.source}, key {row.id}"
    yield harmless(f"{row.kind}  {row.url}  ({said})")
    for field in row.fields:
        yield _value_line(field["name"], field["value"])


def _value_line(name: str, value: str) -> str:
    shown = " / ".join(value.split("\n"))
    cut = shown if len(shown) <= LONGEST_SHOWN else f"{shown[: LONGEST_SHOWN - 1]}…"
    return harmless(f"  {name}: {cut}")


def _run_lines(run: WrapRun) -> Iterator[str]:
    for name, tally in run.tallies.items():
        pages = plural(tally.pages, "page")
        yield f"{name}: {plural(tally.records, 'record')} on {pages}"
        for field, count in tally.filled.items():
            yield f"  {count / tally.records:6.1%}  {field}"
        if tally.missing_links:
            yield f"  {plural(tally.missing_links, 'linked page')} not in the collection"
        if tally.problems:
            yield f"  {plural(tally.problems, 'page')} on which a path looks at too much"


def _alarm_lines(run: WrapRun) -> Iterator[str]:
    for alarm in run.alarms:
        if alarm.what == NAME_OF_RECORDS:
            yield f"{alarm.wrapper}: {alarm.now:,.0f} records, {alarm.before:,.0f} last time"
        else:
            yield (
                f"{alarm.wrapper}: {alarm.what} has a value in {alarm.now:.0%} of the records, "
                f"in {alarm.before:.0%} last time"
            )


def _proposal_lines(proposals: Sequence[BlockProposal]) -> Iterator[str]:
    for number, proposal in enumerate(proposals, 1):
        blocks = plural(proposal.blocks, "block")
        yield f"# {number}. {blocks}, likely to {proposal.score:.0%}, the first of them:"
        for text in proposal.shown:
            yield f"#    {text}"
        toml = proposal.toml.replace('"proposed"', f'"proposed-{number}"', 1)
        yield from toml.splitlines()
        yield ""
