"""The table of rights: what may be done with a page, and who said so."""

from auslese.store.tables.column_types import INT64, MOMENT, STRING, list_of, struct_of
from auslese.store.tables.table_schema import TableSchema, column

STATEMENT = struct_of(
    use=STRING, permission=STRING, source=STRING, vocabulary=STRING, said_at=MOMENT, detail=STRING
)
RIGHTS_FILE = struct_of(url=STRING, status=INT64, at=MOMENT, text=STRING)

RIGHTS = TableSchema(
    "What may be done with a page, as far as its owner has said; written anew as a whole.",
    (
        column("id", INT64, "id of the page"),
        column("url", STRING, "canonical URL"),
        column("fetched_at", MOMENT, "`fetched_at` of the page"),
        column(
            "search",
            STRING,
            "for use in a search engine: unstated, allowed, conditional or reserved; of all that is"
            " said the most restrictive",
        ),
        column("ai_input", STRING, "the same for answers of language models"),
        column("ai_train", STRING, "the same for training of models"),
        column(
            "statements",
            list_of(STATEMENT),
            "all that is said: use, what, where, vocabulary, when, in which words",
        ),
    ),
)
