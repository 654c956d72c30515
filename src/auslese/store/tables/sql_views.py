"""What does SQL see? One view per table, over whatever segments there are."""

from collections.abc import Iterator, Set
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Self

from auslese.store.collection import Collection
from auslese.store.tables.query_sources import NAME, FoundRows, QuerySources, late_duckdb
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import literal_pattern, segment_path, segments_of
from auslese.store.tables.sql_types import columns_in_sql

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

EVER = "_ever"
OF_PAGES = {
    "documents": "id",
    "languages": "id",
    "sentences": "page",
    "images": "page",
    "mentions": "id",
    "contacts": "id",
}
"""Tables with what was read of pages, and the column that has the id of the page."""
CURRENT = {
    # Pages with several rows. They are few, so asking whether a row is one of theirs costs little;
    # numbering the rows of every page took half a minute for a million of them.
    "refetched": """
        SELECT id, max(fetched_at) AS fetched_at FROM pages_ever GROUP BY id HAVING count(*) > 1
    """,
    # A page has disappeared if after the last visit that found it another one found nothing, or
    # was sent elsewhere; one that asks not to be indexed any more is left out.
    "pages": """
        WITH parted AS (
            SELECT id, ended_at, reason FROM outcomes
            WHERE status IN (404, 410) OR reason IN ('redirect', 'noindex')
        ), found AS (
            SELECT id, max(ended_at) AS at FROM outcomes
            WHERE kind = 'fetched' AND reason <> 'redirect' AND id IN (SELECT id FROM parted)
            GROUP BY id
        ), gone AS (
            SELECT id, min(ended_at) AS gone_at, bool_or(reason = 'noindex') AS unwanted
            FROM parted LEFT JOIN found USING (id)
            WHERE found.at IS NULL OR ended_at > found.at
            GROUP BY id
        )
        SELECT pages_ever.*, gone.gone_at FROM pages_ever LEFT JOIN gone USING (id)
        WHERE unwanted IS NOT TRUE AND NOT EXISTS (
            SELECT 1 FROM refetched
            WHERE refetched.id = pages_ever.id AND pages_ever.fetched_at < refetched.fetched_at
        )
    """,
    # Links from before `seen_at` was written belong to the first visit.
    "links": """
        SELECT * FROM links_ever WHERE NOT EXISTS (
            SELECT 1 FROM refetched
            WHERE id = source AND coalesce(seen_at, TIMESTAMPTZ 'epoch') < refetched.fetched_at
        )
    """,
} | {
    # What was read of pages as they are today; a page that asks not to be indexed any more is none.
    name: f"""
        SELECT * FROM {name}_ever
        WHERE ({key}, fetched_at) IN (SELECT (id, fetched_at) FROM pages)
    """
    for name, key in OF_PAGES.items()
}
# Of a copy that the crawl found, the title of the page it is a copy of.
TITLE_KEY = (
    "trim(regexp_replace(lower(coalesce(own.title, original.title, '')),"
    " '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'))"
)
JOINED = {
    # Every sentence with the language of its paragraph; null where that is not known yet.
    "sentence_languages": """
        SELECT sentences.*, told.language, told.confidence, told.is_running
        FROM sentences LEFT JOIN (
            SELECT id, fetched_at, unnest(paragraphs, recursive := true) FROM languages_ever
        ) AS told
        ON told.id = page AND told.fetched_at = sentences.fetched_at
        AND told.number = sentences.paragraph
    """,
    # Copies that stand behind another page, with that page: pages of a group that have one title,
    # and those without any. What has a title of its own is looked for by that title, however like
    # its text is, and stands for itself; so does a page that has changed since copies were looked
    # for, or whose first page has, or is none any more: what that says now is not what they say.
    "folded": f"""
        WITH titled AS (
            SELECT duplicates.id, duplicates.fetched_at, "group", relation <> 'first' AS is_copy,
                gone_at IS NOT NULL AS is_gone, length(duplicates.url) AS letters,
                {TITLE_KEY} AS title
            FROM duplicates JOIN pages USING (id, fetched_at)
            LEFT JOIN documents AS own ON own.id = pages.id
            LEFT JOIN documents AS original ON original.id = pages.copy_of
            WHERE relation <> 'alone'
        )
        SELECT id, titled.fetched_at, first_value(id) OVER (
            PARTITION BY "group", coalesce(nullif(title, ''), first_title)
            ORDER BY is_copy, is_gone, letters, id
        ) AS first
        FROM titled JOIN (
            SELECT "group", title AS first_title FROM titled WHERE NOT is_copy
        ) USING ("group")
        QUALIFY first <> id
    """,
    # Pages that stand for themselves and their copies.
    "firsts": """
        SELECT * FROM pages WHERE (id, fetched_at) NOT IN (SELECT (id, fetched_at) FROM folded)
    """,
    # What each page is to the collection: the rule of `records.page_standing`. Today's pages are
    # named five times; found once, they take a third of the time, most of which was planning.
    "standings": """
        WITH last AS (
            SELECT id, reason, status FROM outcomes
            QUALIFY row_number() OVER (PARTITION BY id ORDER BY ended_at DESC) = 1
        ), today AS MATERIALIZED (
            SELECT id, fetched_at, host, copy_of, gone_at FROM pages
        ), read AS MATERIALIZED (
            SELECT id, is_left_out FROM documents_ever
            WHERE (id, fetched_at) IN (SELECT (id, fetched_at) FROM today)
        )
        SELECT today.id, CASE
            WHEN is_left_out THEN 'unwanted'
            WHEN gone_at IS NOT NULL THEN 'gone'
            ELSE 'living'
        END AS standing
        FROM today LEFT JOIN read ON read.id = coalesce(
            if(today.id IN (SELECT id FROM read), NULL, today.copy_of), today.id
        )
        UNION ALL
        SELECT ranks.id, CASE
            WHEN ranks.id IN (SELECT id FROM pages_ever) OR reason IN ('noindex', 'alias')
            THEN 'unwanted'
            WHEN status IN (404, 410) THEN 'dead'
            WHEN reason = 'scope' THEN 'outside'
            WHEN reason IS NULL AND regexp_extract(url, '^https?://(\\[[^\\]]*\\]|[^/:?#]*)', 1)
                NOT IN (SELECT host FROM today) THEN 'outside'
            ELSE 'unfetched'
        END
        FROM ranks LEFT JOIN last USING (id) WHERE ranks.id NOT IN (SELECT id FROM today)
    """,
    # The documents of these, without manuals that are left out; a copy that the crawl found has
    # that of the page it is a copy of.
    "first_documents": """
        SELECT * FROM documents WHERE is_left_out IS NOT TRUE AND (
            id IN (SELECT id FROM firsts) OR id IN (
                SELECT copy_of FROM firsts
                WHERE copy_of IS NOT NULL AND id NOT IN (SELECT id FROM documents)
            )
        )
    """,
}


class Connection:
    """A connection to DuckDB that makes a view when a query names it, over sound segments alone.

    All views take a tenth of a second to make; most who ask need a few of them.
    """

    def __init__(
        self, connection: "DuckDBPyConnection", views: "_LateViews", sources: QuerySources
    ) -> None:
        """Take a connection that is nobody else's; cursors on it share the rest."""
        self._connection = connection
        self._views = views
        self._sources = sources

    def execute(self, query: str, parameters: object = None) -> FoundRows:
        """Run a query; what this gives has the rows. DamagedFileError if they are damaged."""
        with self._ready_for(query):
            rows = self._connection.execute(query, parameters)
        return FoundRows(rows, self._sources, query)

    def sql(self, query: str) -> "DuckDBPyRelation":
        """A query as something to go on with; all that it may read is verified now."""
        with self._ready_for(query):
            return self._connection.sql(query)

    def columns_of(self, view: str) -> list[str]:
        """The names of the columns of a view; none of them is read."""
        with self._sources.naming_damage(view):
            self._views.make(self._sources.words_of(view), self._connection)
            return list(self._connection.sql(f"FROM {view}").columns)

    @contextmanager
    def _ready_for(self, query: str) -> Iterator[None]:
        """Verify what a query may read, and make the views that it is made of."""
        with self._sources.naming_damage(query):
            words = self._sources.words_of(query)
            self._sources.verify(query, words)
            self._views.make(words, self._connection)
            yield

    def register(self, name: str, rows: object) -> None:
        """Let queries see these rows by a name."""
        self._connection.register(name, rows)

    def unregister(self, name: str) -> None:
        """Let go of such rows."""
        self._connection.unregister(name)

    def cursor(self) -> "Connection":
        """Another connection to the same views, for another thread or beside open rows."""
        return Connection(self._connection.cursor(), self._views, self._sources)

    def close(self) -> None:
        """Let go of all."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Close at the end."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()


def connect(collection: Collection, *, threads: int | None = None) -> Connection:
    """Return a DuckDB connection in which every table of the house is a view.

    A table without segments is an empty view with its columns. Moments are shown in UTC.

    `pages` and `links` are those of today: of a page that was fetched several times the last row,
    with `gone_at` for those that have disappeared, and the links that stand on it now. So are
    `documents`, `languages`, `sentences` and `images`. All rows ever written are in `pages_ever`
    and so on. `sentence_languages` is `sentences` with the language of each; `folded` has copies
    that have the title of the page they stand behind, `firsts` all other pages, and
    `first_documents` their documents.

    DuckDB uses all cores unless it is given a number of `threads`.
    """
    connection = late_duckdb().connect()
    connection.execute("SET TimeZone = 'UTC'; CREATE SCHEMA columns")
    if threads is not None:
        connection.execute(f"SET threads = {threads:d}")
    sources = QuerySources(collection.tables, _WHOLE_TABLES, CURRENT | JOINED)
    return Connection(connection, _LateViews(collection), sources)


class _LateViews:
    """The views of a database, each made when it is first named."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._made: set[str] = set()
        self._lock = Lock()

    def make(self, words: Set[str], connection: "DuckDBPyConnection") -> None:
        """Make those views among these words that are not there yet; their sources are named."""
        if (_VIEWS & words) <= self._made:
            return
        with self._lock:
            wanted = (_VIEWS & words) - self._made
            self._make(wanted, connection)
            self._made |= wanted

    def _make(self, wanted: Set[str], connection: "DuckDBPyConnection") -> None:
        """Make these; what was left half made, for a segment was damaged, is made once more."""
        tables = [name for name in TABLES if _view_of(name) in wanted]
        segments = {name: _segments(self._collection, name) for name in tables}
        joined = {name: query for name, query in (CURRENT | JOINED).items() if name in wanted}
        below = set(NAME.findall(" ".join(joined.values())))
        for name in tables:
            # An empty table: names and types of all columns.
            columns = columns_in_sql(TABLES[name].columns)
            connection.execute(f"CREATE TABLE IF NOT EXISTS columns.{name} ({columns})")
            if not segments[name] or _view_of(name) in below:
                _make_view(connection, _view_of(name), f"FROM columns.{name}")
        for name, query in joined.items():
            _make_view(connection, name, query)
        # Segments come last: a view is checked when it is made, and those above would open all of
        # them again.
        for name in filter(segments.get, tables):
            _make_view(connection, _view_of(name), f"FROM columns.{name}{segments[name]}")


def _make_view(connection: "DuckDBPyConnection", name: str, query: str) -> None:
    connection.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")


def _view_of(name: str) -> str:
    """The view that has all rows of a table."""
    return f"{name}{EVER}" if name in CURRENT else name


_WHOLE_TABLES = {_view_of(name): name for name in TABLES}
_VIEWS = frozenset({*CURRENT, *JOINED, *_WHOLE_TABLES})


def segment_source(collection: Collection, name: str, number: int) -> str:
    """Return what stands for one segment of a table behind FROM."""
    path = segment_path(collection.tables, name, number)
    return f"read_parquet('{_literal_path(path)}')"


def _segments(collection: Collection, name: str) -> str:
    """Return the rest of the view: old segments may lack columns, so they are joined by name."""
    if not segments_of(collection.tables, name):
        return ""
    pattern = f"{_literal_path(collection.tables / name)}/*.parquet"
    return f" UNION ALL BY NAME FROM read_parquet('{pattern}', union_by_name = true)"


def _literal_path(path: Path) -> str:
    """Return the path quoted for SQL and for DuckDB's patterns."""
    return literal_pattern(path).replace("'", "''")
