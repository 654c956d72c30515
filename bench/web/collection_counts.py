"""What lies in a collection: archived pages and rows of every table. Runs in Auslese's venv.

python collection_counts.py DIR
"""

import json
import sys
from pathlib import Path

import pyarrow.parquet
from fastwarc.warc import ArchiveIterator, WarcRecordType

# Asked of every host, and no pages.
SITE_FILES = ("/robots.txt", "/.well-known/tdmrep.json")
PAGE_RECORDS = WarcRecordType.response | WarcRecordType.revisit


def archived_pages(archive: Path) -> int:
    """Return how many addresses have a response in the archive, files of sites left out."""
    addresses = set()
    for file in sorted(archive.rglob("*.warc.gz")):
        with file.open("rb") as stream:
            for record in ArchiveIterator(stream, record_types=PAGE_RECORDS, parse_http=False):
                addresses.add(record.headers["WARC-Target-URI"])
    return sum(not address.endswith(SITE_FILES) for address in addresses)


def table_rows(tables: Path) -> dict[str, int]:
    """Return the rows of every table, each column read once to see that it can be."""
    rows = dict.fromkeys(sorted(folder.name for folder in tables.iterdir() if folder.is_dir()), 0)
    for name in rows:
        for file in (tables / name).rglob("*.parquet"):
            rows[name] += pyarrow.parquet.read_table(file).num_rows
    return rows


def main(collection: Path) -> None:
    counts = {
        "archived": archived_pages(collection / "archive"),
        "rows": table_rows(collection / "tables"),
    }
    print(json.dumps(counts))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
