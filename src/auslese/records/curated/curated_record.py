"""Institutions and projects that people describe: their fields, and what becomes of an entry.

The fields are those of the database in which Nitsche's robot stood (2004, chapter 4.2), with their
names of then: a file of that time can be read, and one can be written that its programs know.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class RecordKind(StrEnum):
    """What a curated record describes."""

    INSTITUTION = "institution"
    PROJECT = "project"


class RecordField(NamedTuple):
    """A field of a curated record."""

    name: str
    unico_name: str
    """What it was called in the database of 2004."""
    of: frozenset[RecordKind]
    has_lines: bool = False
    """Whether several lines are expected."""


_BOTH = frozenset(RecordKind)
_INSTITUTION = frozenset({RecordKind.INSTITUTION})
FIELDS = (
    RecordField("name", "NAME", _BOTH),
    RecordField("institution", "INSTITUT", frozenset({RecordKind.PROJECT})),
    RecordField("person", "PERSON", _BOTH),
    RecordField("contact", "KONTAKT", _BOTH, has_lines=True),
    RecordField("address", "NETZADRESSE", _BOTH),
    RecordField("created", "ERSTELLT", _BOTH),
    RecordField("keywords", "SCHLAGWORT", _BOTH),
    RecordField("research", "FORSCHUNG", _BOTH, has_lines=True),
    RecordField("publications", "PUBLIKATION", _BOTH, has_lines=True),
    RecordField("cooperation", "KOOPERATION", _INSTITUTION, has_lines=True),
    RecordField("equipment", "AUSSTATTUNG", _INSTITUTION, has_lines=True),
    RecordField("offers", "ANGEBOT", _INSTITUTION, has_lines=True),
    RecordField("teaching", "LEHRE", _INSTITUTION, has_lines=True),
)
"""In the order in which they are shown. Besides these a record has a key (SCHLUESSEL), the moment
at which it was entered (ERFASST), a project its institution (PARENT), which has it among its
projects (CHILD)."""
FIELD_OF = {field.name: field for field in FIELDS}


class Submission(NamedTuple):
    """What somebody entered: a new record, or another state of one that is there."""

    number: int
    kind: RecordKind
    fields: Mapping[str, str]
    parent: int
    """Key of the institution of a project; 0 if none is named."""
    key: int
    """Key of the record that is to be changed; 0 for a new one."""
    sender: str
    """Whom to ask, as they wrote it; shown to those who check alone."""
    at: float
    """Seconds since 1970."""


class CuratedRecord(NamedTuple):
    """A record that a person has checked."""

    key: int
    kind: RecordKind
    fields: Mapping[str, str]
    parent: int
    entered: float
    """Seconds since 1970: when it was accepted last."""


class Decision(StrEnum):
    """What becomes of a submission."""

    ACCEPT = "accept"
    REFUSE = "refuse"
