"""Documents in the rows of a Parquet file, under the names that columns of a table may have."""

from collections.abc import Iterator
from pathlib import Path

from auslese.crawl.worker.receiver import Arrival
from auslese.recipes.importing.json_documents import ImportOrigin, RefusedDocument, given_arrival
from auslese.recipes.importing.separated_values import addresses_alone, columns_of
from auslese.store.exports.foreign_parquet import (
    UnreadableParquetError,
    parquet_columns,
    parquet_rows,
)

PARQUET_START = b"PAR1"


def read_parquet(path: Path, origin: ImportOrigin) -> Iterator[Arrival | RefusedDocument]:
    """The documents of a file, row by row."""
    addresses = 0
    try:
        own = parquet_columns(path)
        columns = columns_of(own, [])
        names = dict(zip(own, columns.names, strict=True))
        for number, row in enumerate(parquet_rows(path, own), 1):
            if columns.has_documents:
                fields = {names[name]: value for name, value in row.items() if value is not None}
                yield given_arrival(fields, f"{origin.source}:{number}", origin)
            else:
                addresses += 1
    except UnreadableParquetError as error:
        yield RefusedDocument(origin.source, "damaged", str(error))
    if addresses and "url" in names.values():
        yield addresses_alone(origin.source, addresses)
