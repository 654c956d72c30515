"""Who asked not to be found, for the index and for whoever asks it."""

from pathlib import Path

from auslese.records.person_level import NOBODY_HIDDEN, HiddenPeople
from auslese.store.collection import Collection
from auslese.store.lookups.people_lookups import hidden_people
from auslese.store.people_book import FILE, PeopleBook
from auslese.store.tables.made_from import mark_of
from auslese.store.tables.sql_views import Connection

NAMED_IN = ("people",)
"""Tables that tell who somebody is who opted out by a name or a mail address."""


def opted_out(collection: Collection, tables: Connection) -> HiddenPeople:
    """Persons and pages that are not to be found by name."""
    opt_outs = PeopleBook(collection.path).opt_outs if journal_of(collection).exists() else []
    return hidden_people(tables, opt_outs) if opt_outs else NOBODY_HIDDEN


def opt_outs_counted(collection: Collection) -> int:
    """Another number when the index is to be made again for somebody who opted out or came back.

    A collection of which nobody did has no journal, and need not be asked more.
    """
    if not journal_of(collection).exists():
        return 0
    return sum(each.number + 1 for each in PeopleBook(collection.path).opt_outs)


def mark_of_opt_outs(collection: Collection) -> object:
    """Another one when somebody opted out, or tables say otherwise who that is."""
    journal = journal_of(collection)
    try:
        written = journal.stat()
    except FileNotFoundError:
        return None
    return written.st_mtime_ns, written.st_size, mark_of(collection.tables, NAMED_IN)


def journal_of(collection: Collection) -> Path:
    """Where opt-outs are written down."""
    return collection.path / FILE
