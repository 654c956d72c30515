"""Which project belongs to which institution, of what robots found?

A project says the name of its institution in a field; if one institution of its site has that name,
the project belongs to it.
"""

from collections.abc import Iterable, Iterator, Sequence

from auslese.records.curated.curated_record import RecordKind
from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, host_of
from auslese.store.records.record_table import RecordRow

NAME, INSTITUTION = "name", "institution"
Known = dict[tuple[str, str], int | None]


def with_parents(rows: Sequence[RecordRow], others: Iterable[RecordRow]) -> Iterator[RecordRow]:
    """The rows with the keys of their institutions, which are among them or the others."""
    known: Known = {}
    if any(_institution_of(row) for row in rows):
        _note(known, rows)
        _note(known, others)
    for row in rows:
        parent = known.get((_site(row), _institution_of(row)))
        yield row if parent is None else row._replace(parent=parent)


def _note(known: Known, rows: Iterable[RecordRow]) -> None:
    for row in rows:
        if row.kind == RecordKind.INSTITUTION and (name := _value(row, NAME)):
            place = (_site(row), name)
            known[place] = row.id if known.get(place, row.id) == row.id else None


def _institution_of(row: RecordRow) -> str:
    return _value(row, INSTITUTION) if row.kind == RecordKind.PROJECT else ""


def _value(row: RecordRow, name: str) -> str:
    return next(
        (" ".join(each["value"].casefold().split()) for each in row.fields if each["name"] == name),
        "",
    )


def _site(row: RecordRow) -> str:
    return registrable_domain(host_of(Url(row.url)))
