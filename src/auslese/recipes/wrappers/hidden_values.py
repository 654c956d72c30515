"""Which values of records are not to be shown, as persons asked for.

A value that holds a name or a mail address that an opt-out names is left out, and so is every
record of a page or site that one names: of what is written, and of what is listed.
"""

import re
from collections.abc import Iterator, Sequence

from auslese.records.people_edits import OptOut, OptOutKind
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, host_of
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.store.records.record_table import (
    RecordQuery,
    RecordRow,
    record_rows,
    stored_records,
)
from auslese.store.tables.sql_views import connect
from auslese.text.name_folding import folded_name

PARTS = re.compile(r"[,;/\n]")
Values = Sequence[tuple[str, str]]


class HiddenValues:
    """Takes out of records what opt-outs name."""

    def __init__(self, opt_outs: Sequence[OptOut]) -> None:
        """Heed these."""
        self._pages = _values(opt_outs, OptOutKind.PAGE)
        self._sites = _values(opt_outs, OptOutKind.SITE)
        self._mails = _values(opt_outs, OptOutKind.MAIL)
        names = [
            (each.site, name)
            for each in opt_outs
            for name in (*((each.value,) if each.kind is OptOutKind.NAME else ()), *each.names)
        ]
        self._names = [(site, f" {folded_name(name)} ") for site, name in names if name]

    def shown(self, url: str, values: Values) -> Values:
        """What of the values of a page may be shown."""
        if not (self._pages or self._sites or self._mails or self._names):
            return values
        site = registrable_domain(host_of(Url(url))) if url else ""  # people may name no page
        if url.lower() in self._pages or site in self._sites:
            return []
        names = [name for where, name in self._names if where in ("", site)]
        return [(field, value) for field, value in values if not self._hides(value, names)]

    def _hides(self, value: str, names: Sequence[str]) -> bool:
        low = value.lower()
        if any(mail in low for mail in self._mails):
            return True
        if not names:
            return False
        parts = (value, *PARTS.split(value))  # a comma turns a name round
        folded = [f" {folded_name(part)} " for part in parts]
        return any(name in part for name in names for part in folded)


def _values(opt_outs: Sequence[OptOut], kind: OptOutKind) -> frozenset[str]:
    return frozenset(each.value.lower() for each in opt_outs if each.kind is kind)


def hidden_values(collection: Collection) -> HiddenValues:
    """What is not to be shown of a collection, as of now."""
    return HiddenValues(PeopleBook(collection.path).opt_outs)


def shown_records(collection: Collection, query: RecordQuery) -> Iterator[RecordRow]:
    """Records that fit, without what is not to be shown."""
    hidden = hidden_values(collection)
    with connect(collection) as tables:
        for row in record_rows(tables, query):
            if shown := shown_row(row, hidden):
                yield shown


def shown_row(row: RecordRow, hidden: HiddenValues) -> RecordRow | None:
    """A record without what is not to be shown; None if nothing is left."""
    values = [(field["name"], field["value"]) for field in row.fields]
    shown = hidden.shown(row.url, values)
    if not shown:
        return None
    return row._replace(fields=[{"name": name, "value": value} for name, value in shown])


def hidden_record_ids(collection: Collection) -> list[int]:
    """The keys of records that say something which is not to be shown."""
    if not PeopleBook(collection.path).opt_outs:
        return []
    hidden = hidden_values(collection)
    rows = stored_records(collection.tables)
    return [row.id for row in rows if row != shown_row(row, hidden)]
