"""The table of records: what evenly built pages say, field by field."""

from auslese.store.tables.column_types import INT32, INT64, MOMENT, STRING, list_of
from auslese.store.tables.harvest_schemas import ATTRIBUTE
from auslese.store.tables.table_schema import TableSchema, column

RECORDS = TableSchema(
    "A record that stands on a page, by the rules of a wrapper; written anew as a whole.",
    (
        column("id", INT64, "of the record: the same for the same kind, page and key"),
        column("page", INT64, "id of the page"),
        column("url", STRING, "canonical URL of the page"),
        column("place", INT32, "which record of the wrapper on this page it is, from 0"),
        column("kind", STRING, "what it is, as the wrapper says: institution, project …"),
        column(
            "fields",
            list_of(ATTRIBUTE),
            "its values by name, in order; a name may stand there several times",
        ),
        column("wrapper", STRING, "name of the wrapper"),
        column("source", STRING, "who said it: robot, or curated if a person did"),
        column("taken_at", MOMENT, "when it was taken from the page"),
    ),
)
