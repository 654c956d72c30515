"""The table of records: what evenly built pages say, field by field."""

from auslese.store.tables.column_types import INT32, INT64, MOMENT, STRING, list_of
from auslese.store.tables.harvest_schemas import ATTRIBUTE
from auslese.store.tables.table_schema import TableSchema, column, maybe

RECORDS = TableSchema(
    "A record that stands on a page, by the rules of a wrapper or as the page marks it up for"
    " machines, or that a person entered and another one checked; written anew as a whole.",
    (
        column("id", INT64, "its key: of a robot's the same for the same wrapper, page and key"),
        column("page", INT64, "id of the page; 0 for none"),
        column("url", STRING, "canonical URL of the page; of a person's entry its net address"),
        column("place", INT32, "which record of the wrapper on this page it is, from 0"),
        column("kind", STRING, "what it is, as the wrapper says: institution, project …"),
        column(
            "fields",
            list_of(ATTRIBUTE),
            "its values by name, in order; a name may stand there several times",
        ),
        column("wrapper", STRING, "name of the wrapper; json-ld, microdata or rdfa for markup"),
        column("source", STRING, "who said it: robot, or curated if a person did"),
        column("taken_at", MOMENT, "when it was taken from the page, or accepted"),
        maybe("parent", INT64, "key of the record to which it belongs"),
    ),
)
