"""A whole frontier out of its schema, or into a new one, for another store."""

from collections.abc import Callable, Iterator, Sequence
from time import time
from typing import Any, Final

import numpy as np

from auslese.crawl.frontier.moving import MOVED, OUTCOME_COLUMNS, Rows
from auslese.crawl.frontier.roster import PATIENCE_SECONDS
from auslese.crawl.frontier.shared.database_link import DatabaseLink, LinkPatience
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.shared.host_names import clean_text, host_id_of
from auslese.crawl.frontier.shared.openers import enrol
from auslese.crawl.frontier.shared.schema_versions import prepare_schema
from auslese.crawl.frontier.shared.verbs.host_lines import refresh_hosts
from auslese.crawl.frontier.shared.verbs.link_intake import IDS_AT_ONCE
from auslese.system.key_set import Keys

AT_ONCE: Final = 20_000
ALL_AT_ONCE: Final = LinkPatience(answer=6 * 3600.0)  # one statement may look at all URLs
ONE_MOMENT: Final = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
ENDED: Final = f"SELECT {', '.join(OUTCOME_COLUMNS)}"
READ: Final = {
    "host": (
        "SELECT host.name, host.address, host.delay, host.next_at, host.token, host.last_access,"
        " host.failures, host.asked, host.known, host.bytes, host.seconds,"
        " coalesce(main.name, ''), host.resolved_at, host.errors, host.unverified"
        " FROM host LEFT JOIN host AS main ON main.id = host.alias_of ORDER BY host.seq"
    ),
    "url": (
        "SELECT key, host.name, text, depth, via, hops, bucket"
        " FROM url JOIN host ON host.id = host_id ORDER BY url.id"
    ),
    "again": (
        "SELECT key, bucket, was_page, tries FROM waiting WHERE was_page IS NOT NULL ORDER BY id"
    ),
    "outcome": f"{ENDED} FROM outcome ORDER BY seq",
    "history": f"{ENDED} FROM history ORDER BY seq",
    # Of a URL that waits: when it may be tried again is said by where it waits.
    "attempt": (
        "SELECT attempt.key, reason, detail, status, at,"
        " CASE WHEN waiting.id IS NULL THEN again_at ELSE least(again_at, not_before) END"
        " FROM attempt JOIN url USING (key, host_id) LEFT JOIN waiting"
        " ON waiting.host_id = url.host_id AND waiting.id = url.id ORDER BY attempt.seq"
    ),
    "sketch": "SELECT key, bits FROM sketch ORDER BY seq",
    "outage": (
        "SELECT name, since, reason, detail, answered, outage.ended"
        " FROM outage JOIN host ON host.id = host_id ORDER BY host.seq"
    ),
    "tally": (
        "SELECT kind, reason, depth, sum(n)::bigint FROM tally GROUP BY 1, 2, 3 HAVING sum(n) <> 0"
    ),
    "found": "SELECT depth, sum(n)::bigint, sum(refused)::bigint FROM found GROUP BY depth",
}
NUMBERS: Final = {
    "again": "SELECT count(*) FROM waiting WHERE was_page IS NOT NULL",
    "tally": f"SELECT count(*) FROM ({READ['tally']}) AS sums",
    "found": "SELECT count(DISTINCT depth) FROM found",
    "table_segment": "SELECT count(*) FROM table_segment WHERE opener = $1",
    "waiting": "SELECT count(*) FROM waiting",
}
OF_URLS: Final = ("outcome", "history", "attempt", "page", "sketch")
OF_OPENERS: Final = ("tally", "found", "table_segment")
LAST_OUTCOME: Final = """
    SELECT setval('outcome_seq', greatest(1, (SELECT max(seq) FROM outcome),
        (SELECT max(seq) FROM history)))
"""
OWN_SEGMENTS: Final = "SELECT name, next FROM table_segment WHERE opener = $1"
UNWRITTEN: Final = """
    SELECT (SELECT count(*) FROM staged_page) + (SELECT count(*) FROM staged_links)
        + (SELECT count(*) FROM staged_outcomes)
        + (SELECT count(*) FROM host WHERE worker IS NOT NULL
           AND lease_until > extract(epoch FROM clock_timestamp()))
"""


class SchemaSource:
    """Keeps the promises of `FrontierSource` on a schema of PostgreSQL."""

    def __init__(self, place: DatabasePlace, opener: str) -> None:
        """Look at it as who opens it under this name."""
        self._link = DatabaseLink(place, "auslese move", ALL_AT_ONCE)
        self._name = opener

    def __enter__(self) -> "SchemaSource":
        """Read all of it at one moment."""
        prepare_schema(self._link)
        self._opener = enrol(self._link, self._name, time())
        self._moment = self._link.transaction(ONE_MOMENT)
        self._moment.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        """Close the connection."""
        self._moment.__exit__(*error)
        self._link.close()

    def unwritten(self) -> int:
        """How many rows wait for tables, and hosts are with a worker."""
        return int(self._link.value(UNWRITTEN))

    def numbers(self) -> dict[str, int]:
        """How many rows of each kind there are, and how many URLs wait."""
        return _numbers(self._link, self._opener)

    def rows(self, table: str) -> Iterator[Rows]:
        """The rows of one kind, some at a time."""
        if table == "table_segment":
            yield from self._link.stream(OWN_SEGMENTS, self._opener)
            return
        usual = f"SELECT {', '.join(MOVED[table])} FROM {table}"
        yield from self._link.stream(READ.get(table, usual), at_once=AT_ONCE)


MAKE_ROOM: Final = """
    CREATE TEMPORARY TABLE planned (
        key bigint PRIMARY KEY, bucket smallint, was_page smallint, tries integer
    ) ON COMMIT DROP
"""
# Tries of this visit are the last ones; when the next one may be, the latest of them says.
QUEUE_UP: Final = """
    INSERT INTO waiting (host_id, id, key, not_before, bucket, tries, was_page)
    SELECT url.host_id, url.id, url.key, coalesce((
            SELECT max(again_at) FROM (
                SELECT again_at FROM attempt
                WHERE attempt.key = url.key AND attempt.host_id = url.host_id
                ORDER BY seq DESC LIMIT coalesce(planned.tries, tried.n)
            ) AS latest
        ), 0), coalesce(planned.bucket, url.bucket), coalesce(planned.tries, tried.n, 0), was_page
    FROM url LEFT JOIN outcome USING (key, host_id) LEFT JOIN planned ON planned.key = url.key
        LEFT JOIN (SELECT key, count(*)::integer AS n FROM attempt GROUP BY key) AS tried
        ON tried.key = url.key
    WHERE outcome.key IS NULL
"""
COUNT_UP: Final = """
    UPDATE opener SET urls = (SELECT count(*) FROM url), waiting = (SELECT count(*) FROM waiting),
        again = (SELECT count(*) FROM waiting WHERE was_page IS NOT NULL),
        hosts_asked = (SELECT count(*) FROM host WHERE asked > 0)
    WHERE id = $1
"""
SHARED_ADDRESSES: Final = """
    INSERT INTO address (address, free_at)
    SELECT address, max(last_access) FROM host WHERE address <> '' GROUP BY address
"""


class SchemaTarget:
    """Keeps the promises of `FrontierTarget` on a schema of PostgreSQL, in one transaction."""

    def __init__(self, place: DatabasePlace, opener: str) -> None:
        """Make it as who opens it under this name."""
        self._link = DatabaseLink(place, "auslese move", ALL_AT_ONCE)
        self._name = opener
        self._opener = self._urls = 0
        self._keys: list[Keys] = []
        self._hosts: list[Keys] = []
        self._is_sorted = False

    def __enter__(self) -> "SchemaTarget":
        """Begin; FrontierError if there is a frontier already."""
        self._all = self._link.transaction()
        self._all.__enter__()
        prepare_schema(self._link)
        self._opener = enrol(self._link, self._name, time())
        self._link.run(MAKE_ROOM)
        return self

    def __exit__(self, *error: Any) -> None:
        """Keep all of it, or nothing."""
        self._all.__exit__(*error)
        self._link.close()

    def put(self, table: str, rows: Rows) -> None:
        """Take in rows."""
        if table == "again":
            self._copy("planned", ("key", "bucket", "was_page", "tries"), rows)
        elif table == "url":
            self._put_urls(rows)
        elif table in OF_URLS:
            hosts = self._hosts_of([row[0] for row in rows])
            numbered = [(host, *row) for host, row in zip(hosts, rows, strict=True)]
            self._copy(table, ("host_id", *MOVED[table]), numbered)
        elif table in OF_OPENERS:
            self._copy(table, ("opener", *MOVED[table]), [(self._opener, *row) for row in rows])
        else:
            columns, shape = SHAPES.get(table, (MOVED[table], tuple))
            self._copy(table, columns, list(map(shape, rows)))

    def _copy(self, table: str, columns: Sequence[str], rows: Rows) -> None:
        if table == "sketch":
            columns, rows = ("opener", *columns), [(self._opener, *row) for row in rows]
        self._link.copy(table, columns, rows)

    def _put_urls(self, rows: Rows) -> None:
        hosts = [host_id_of(row[1]) for row in rows]
        self._keys.append(np.array([row[0] for row in rows], np.int64))
        self._hosts.append(np.array(hosts, np.int64))
        numbered = [
            (number, row[0], host, *row[2:])
            for number, (row, host) in enumerate(zip(rows, hosts, strict=True), self._urls + 1)
        ]
        self._urls += len(rows)
        self._copy("url", ("id", "key", "host_id", *MOVED["url"][2:]), numbered)

    def _hosts_of(self, keys: Sequence[int]) -> list[int]:
        """The hosts of URLs: 16 bytes of memory for each URL there is."""
        if not self._is_sorted:
            everything = np.concatenate(self._keys)
            order = np.argsort(everything)
            self._keys = [everything[order]]
            self._hosts = [np.concatenate(self._hosts)[order]]
            self._is_sorted = True
        places = self._keys[0].searchsorted(np.array(keys, np.int64))
        hosts: list[int] = self._hosts[0][places].tolist()
        return hosts

    def finish(self) -> dict[str, int]:
        """Make it whole; how many rows of each kind there are, and how many URLs wait."""
        link = self._link
        link.run("ANALYZE url; ANALYZE outcome; ANALYZE attempt")
        link.run(QUEUE_UP)
        link.run(COUNT_UP, self._opener)
        for table in ("run", "archive_segment"):
            link.run(f"UPDATE {table} SET opener = $1", self._opener)
        link.run(SHARED_ADDRESSES)
        blocks = -(-self._urls // IDS_AT_ONCE)
        link.run("SELECT setval('url_id', $1, false)", blocks * IDS_AT_ONCE + 1)
        link.run(LAST_OUTCOME)
        hosts = [host for (host,) in link.rows("SELECT id FROM host ORDER BY id")]
        for first in range(0, len(hosts), AT_ONCE):
            refresh_hosts(link, hosts[first : first + AT_ONCE], PATIENCE_SECONDS)
        return _numbers(link, self._opener)


Shape = Callable[[Sequence[Any]], tuple[Any, ...]]
ALIAS: Final = MOVED["host"].index("alias_of")


def _host_row(row: Sequence[Any]) -> tuple[Any, ...]:
    main = host_id_of(row[ALIAS]) if row[ALIAS] else None
    return (host_id_of(row[0]), *row[:ALIAS], main, *row[ALIAS + 1 : -1], bool(row[-1]))


def _outage_row(row: Sequence[Any]) -> tuple[Any, ...]:
    host, since, reason, detail, answered, ended = row
    return host_id_of(host), since, reason, clean_text(detail), bool(answered), ended


SHAPES: Final[dict[str, tuple[Sequence[str], Shape]]] = {
    "host": (("id", *MOVED["host"]), _host_row),
    "outage": (("host_id", *MOVED["outage"][1:]), _outage_row),
    "archive_segment": (MOVED["archive_segment"], lambda row: (*row[:3], bool(row[3]))),
    "robots": (MOVED["robots"], lambda row: (*row[:2], clean_text(row[2]), *row[3:])),
}
"""Tables that differ here: their columns, and what makes a row of what travels."""


def _numbers(link: DatabaseLink, opener: int) -> dict[str, int]:
    counts = {}
    for table in (*MOVED, "waiting"):
        question = NUMBERS.get(table, f"SELECT count(*) FROM {table}")
        counts[table] = int(link.value(question, *([opener] if "$1" in question else ())))
    return counts
