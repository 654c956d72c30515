"""What links claim about the languages of pages: `hreflang`."""

from collections.abc import Sequence

from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection, segment_source

HREFLANG = "alternate hreflang="
CLAIMS = f"""
    CREATE TEMP TABLE claims AS
    SELECT DISTINCT target, substr(rel, {len(HREFLANG) + 1}) AS tag FROM links
    WHERE starts_with(rel, '{HREFLANG}')
"""


def gather_claims(tables: Connection) -> None:
    """Find all claims once, for `claims_about`."""
    tables.execute(CLAIMS)


def claims_about(
    tables: Connection, collection: Collection, chunk: int
) -> Sequence[tuple[int, str]]:
    """The pages of a chunk of documents that links say something of, each with what they say."""
    segment = segment_source(collection, "documents", chunk)
    query = f"SELECT target, tag FROM claims WHERE target IN (SELECT id FROM {segment})"
    return tables.execute(query).fetchall()
