"""The tables of a shared frontier; all of one collection in a schema of their own.

What grows with the web is cut into parts by the host (contents by their name), so that parts can
one day lie on servers of their own. A host's `id` is the 64-bit name of its name, so nobody has to
ask which number a host has; and a URL's key implies its host.

Who writes much writes rows of its own: what is counted is counted by each opener for itself and
summed up when it is read, so nobody waits for another's row.
"""

from typing import Final

PARTS: Final = 16
"""Fixed from the first day: with another number every row would have to move."""

_COUNTED_OUTCOME = """
    host_id bigint NOT NULL,
    key     bigint NOT NULL,
    seq     bigint NOT NULL DEFAULT nextval('outcome_seq'),  -- tables are fed by it
    at      double precision NOT NULL,
    seconds double precision NOT NULL,
    bytes   bigint NOT NULL,
    status  integer NOT NULL,
    tries   integer NOT NULL,
    kind    text NOT NULL,       -- fetched, refused, failed
    reason  text NOT NULL,
    detail  text NOT NULL
"""

TABLES: Final = f"""
-- Who has opened this frontier for writing. A name is that of a collection on a machine: who opens
-- under it holds that collection's lock, so leases of the same name are left over from before.
CREATE TABLE opener (
    id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name        text NOT NULL UNIQUE,
    opened_at   double precision NOT NULL,
    last_report bigint NOT NULL DEFAULT 0,  -- the last of its reports that was recorded
    urls        bigint NOT NULL DEFAULT 0,  -- how many it brought; summed up: URLs ever seen
    waiting     bigint NOT NULL DEFAULT 0   -- what it added to `waiting`; summed up: its rows
) WITH (fillfactor = 50);

-- One row per politeness key; the site record. Not cut into parts: the best host of all is wanted.
CREATE TABLE host (
    id          bigint PRIMARY KEY,     -- 64-bit name of its name
    name        text NOT NULL,
    address     text NOT NULL DEFAULT '',
    delay       double precision,       -- seconds the site itself asks for; NULL: it asks for none
    next_at     double precision NOT NULL DEFAULT 0,
    token       bigint NOT NULL DEFAULT 0,
    opener      integer,                -- who holds the lease, and for which of its workers;
    worker      integer,                -- NULL: nobody
    lease_until double precision NOT NULL DEFAULT 0,
    leased      bigint[] NOT NULL DEFAULT '{{}}', -- ids in `waiting` that are with the worker
    asked_for   smallint,               -- the best bucket among those
    best        smallint,               -- best bucket that waits and may be asked for; NULL: none
    later_at    double precision,       -- when the first of those to be tried again may be
    due_at      double precision,       -- when it may be leased; NULL: leased, or nothing waits
    rank        double precision,       -- the smallest is leased first
    turn        integer NOT NULL DEFAULT 0,      -- URLs given out, for turns of age
    last_access double precision NOT NULL DEFAULT 0,
    failures    integer NOT NULL DEFAULT 0,
    asked       bigint NOT NULL DEFAULT 0,
    known       bigint NOT NULL DEFAULT 0,
    bytes       bigint NOT NULL DEFAULT 0,
    seconds     double precision NOT NULL DEFAULT 0,
    alias_of    bigint,                 -- the host under whose name this one is crawled
    resolved_at double precision NOT NULL DEFAULT 0,
    errors      double precision NOT NULL DEFAULT 0,
    unverified  boolean NOT NULL DEFAULT false,
    seq         bigint GENERATED ALWAYS AS IDENTITY  -- in the order of arrival
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX host_ready ON host (rank, due_at) WHERE rank IS NOT NULL;
CREATE INDEX host_leased ON host (lease_until) WHERE worker IS NOT NULL;

-- An address that hosts share: one of them is asked at a time.
CREATE TABLE address (
    address text PRIMARY KEY,
    tenant  bigint,                     -- the host that is being asked here now
    free_at double precision NOT NULL DEFAULT 0
) WITH (fillfactor = 60);

-- Every URL ever seen. Ids grow with arrival, as far as one opener sees.
CREATE SEQUENCE url_id INCREMENT BY 65536;
CREATE TABLE url (
    host_id bigint NOT NULL,
    key     bigint NOT NULL,
    id      bigint NOT NULL,
    via     bigint NOT NULL,            -- key of the page that named it first; 0: a start page
    depth   integer NOT NULL,
    bucket  smallint NOT NULL,
    hops    smallint NOT NULL,          -- redirects in a row that led here
    text    text NOT NULL,
    PRIMARY KEY (key, host_id)
) PARTITION BY HASH (host_id);

-- URLs without an outcome: they wait, or are with a worker (then `host.leased` names them).
CREATE TABLE waiting (
    host_id    bigint NOT NULL,
    id         bigint NOT NULL,         -- url.id
    key        bigint NOT NULL,
    not_before double precision NOT NULL DEFAULT 0,  -- 0: it may be asked for at any time
    bucket     smallint NOT NULL,
    tries      smallint NOT NULL DEFAULT 0,
    was_page   smallint,                -- NULL: the first visit; 1: the last one found a page
    PRIMARY KEY (host_id, bucket, id)
) PARTITION BY HASH (host_id);
CREATE INDEX waiting_later ON waiting (host_id, not_before) WHERE not_before > 0;

-- How each URL ended last; a URL without a row here waits.
CREATE SEQUENCE outcome_seq;
CREATE TABLE outcome ({_COUNTED_OUTCOME},
    PRIMARY KEY (key, host_id)
) PARTITION BY HASH (host_id);
CREATE INDEX outcome_by_seq ON outcome (seq);

-- How earlier visits ended.
CREATE TABLE history ({_COUNTED_OUTCOME},
    PRIMARY KEY (key, seq, host_id)
) PARTITION BY HASH (host_id);
CREATE INDEX history_by_seq ON history (seq);

-- Tries that were not the end.
CREATE TABLE attempt (
    seq      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    host_id  bigint NOT NULL,
    key      bigint NOT NULL,
    at       double precision NOT NULL,
    again_at double precision NOT NULL,
    status   integer NOT NULL,
    reason   text NOT NULL,
    detail   text NOT NULL
);
CREATE INDEX attempt_of_url ON attempt (key);

-- What earlier visits to a page brought, for those who come back; as in the embedded store.
CREATE TABLE page (
    host_id     bigint NOT NULL,
    key         bigint NOT NULL,
    archived_at double precision NOT NULL,
    quiet       double precision NOT NULL DEFAULT 0,
    moved       double precision NOT NULL DEFAULT 0,
    checked_at  double precision NOT NULL,
    changed_at  double precision NOT NULL,
    gone_at     double precision,
    told_at     double precision NOT NULL DEFAULT 0,
    checks      integer NOT NULL DEFAULT 0,
    changes     integer NOT NULL DEFAULT 0,
    etag        text NOT NULL,
    modified    text NOT NULL,
    digest      bytea NOT NULL,
    payload     bytea NOT NULL,
    archived_url text NOT NULL,         -- another page with the same body; empty: this page
    PRIMARY KEY (key, host_id)
) PARTITION BY HASH (host_id);
CREATE INDEX page_gone ON page (gone_at) WHERE gone_at IS NOT NULL;

-- Content seen before, and bodies that differ from the first with their content.
CREATE TABLE content (
    digest  bytea PRIMARY KEY,
    key     bigint NOT NULL,
    at      double precision NOT NULL,
    payload bytea NOT NULL,
    url     text NOT NULL
) PARTITION BY HASH (digest);

CREATE TABLE sketch (
    seq     bigint GENERATED ALWAYS AS IDENTITY,
    host_id bigint NOT NULL,
    key     bigint PRIMARY KEY,
    bits    bigint NOT NULL             -- 64 of them; the first one is the sign
);
CREATE INDEX sketch_by_seq ON sketch (seq);

-- What each shape of URL has brought, by host.
CREATE TABLE shape (
    host    text NOT NULL,
    name    text NOT NULL,
    state   text NOT NULL,
    kind    text NOT NULL,
    why     text NOT NULL,
    found   bigint NOT NULL,
    fetched bigint NOT NULL,
    refused bigint NOT NULL,
    rest    bytea NOT NULL,
    PRIMARY KEY (host, name)
);

CREATE TABLE robots (
    origin text PRIMARY KEY,
    status integer NOT NULL,
    text   text NOT NULL,
    at     double precision NOT NULL,
    until  double precision NOT NULL DEFAULT 0
);
CREATE TABLE outage (
    host_id  bigint PRIMARY KEY,
    since    double precision NOT NULL,
    reason   text NOT NULL,
    detail   text NOT NULL,
    answered boolean NOT NULL,
    ended    bigint NOT NULL DEFAULT 0
);

-- Counts, each opener's own.
CREATE TABLE tally (
    opener integer NOT NULL,
    kind   text NOT NULL,
    reason text NOT NULL,
    depth  integer NOT NULL,
    n      bigint NOT NULL,
    PRIMARY KEY (kind, reason, depth, opener)
) WITH (fillfactor = 50);
CREATE TABLE found (
    opener  integer NOT NULL,
    depth   integer NOT NULL,
    n       bigint NOT NULL,
    refused bigint NOT NULL,
    PRIMARY KEY (depth, opener)
) WITH (fillfactor = 50);
CREATE TABLE milestone (
    visited bigint PRIMARY KEY,
    found   bigint NOT NULL,
    pages   bigint NOT NULL
);

-- Rows on their way into tables.
CREATE TABLE staged_page (
    seq     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    copy_of bigint,
    row     bytea NOT NULL
);
CREATE TABLE staged_links (
    seq   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    batch bytea NOT NULL
);
CREATE TABLE table_segment (
    name text PRIMARY KEY,
    next bigint NOT NULL
);
CREATE TABLE archive_segment (
    name       text PRIMARY KEY,
    warc_bytes bigint NOT NULL,
    cdxj_bytes bigint NOT NULL,
    closed     boolean NOT NULL
);
CREATE TABLE run (
    id      text PRIMARY KEY,
    started double precision NOT NULL,
    ended   double precision
);
CREATE TABLE meta (
    name  text PRIMARY KEY,
    value text NOT NULL
);
"""

_CUT = ("url", "waiting", "outcome", "history", "page", "content")
_INSERTED_ONLY = ("url", "outcome", "history", "content")


def _parts() -> str:
    """The parts of the big tables."""
    lines = []
    for table in _CUT:
        often = "" if table in _INSERTED_ONLY else " WITH (autovacuum_vacuum_scale_factor = 0.05)"
        lines += [
            f"CREATE TABLE {table}_{part} PARTITION OF {table}"
            f" FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part}){often};"
            for part in range(PARTS)
        ]
    return "\n".join(lines)


STEPS: Final = (TABLES + _parts(),)
"""What brings the schema from one version to the next; version n is behind the n-th step."""
