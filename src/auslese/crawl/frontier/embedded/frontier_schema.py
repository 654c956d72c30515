"""The tables of `frontier.db`, the only mutable state of a crawl."""

SCHEMA = """
-- Every URL ever seen, in the order of arrival. What memory needs of it to come back after a
-- restart lies in `block`, column by column, so that ten million URLs are read in a second.
CREATE TABLE url (
    id    INTEGER PRIMARY KEY,
    text  TEXT NOT NULL,
    depth INTEGER NOT NULL,
    via   INTEGER NOT NULL,      -- key of the page that named it first; 0: a start page
    hops  INTEGER NOT NULL       -- redirects in a row that led here
);
CREATE TABLE block (
    first   INTEGER PRIMARY KEY, -- id of the first URL in this block
    keys    BLOB NOT NULL,       -- int64 each
    hosts   BLOB NOT NULL,       -- int32 each: host.id
    buckets BLOB NOT NULL        -- int8 each
);

-- How each URL ended; a URL without a row here waits.
CREATE TABLE outcome (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again: tables are fed by it
    url_id  INTEGER NOT NULL,
    kind    TEXT NOT NULL,       -- fetched, refused, failed
    reason  TEXT NOT NULL,
    detail  TEXT NOT NULL,
    status  INTEGER NOT NULL,
    at      REAL NOT NULL,
    seconds REAL NOT NULL,
    bytes   INTEGER NOT NULL,
    tries   INTEGER NOT NULL
);
CREATE UNIQUE INDEX outcome_of_url ON outcome (url_id);

-- Tries that were not the end.
CREATE TABLE attempt (
    seq    INTEGER PRIMARY KEY,
    url_id INTEGER NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    status INTEGER NOT NULL,
    at     REAL NOT NULL,
    again_at REAL NOT NULL
);
CREATE INDEX attempt_of_url ON attempt (url_id);

-- One row per politeness key; the site record.
CREATE TABLE host (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    address     TEXT NOT NULL DEFAULT '',
    delay       REAL,            -- seconds the site itself asks for; NULL: it asks for none
    next_at     REAL NOT NULL DEFAULT 0,
    token       INTEGER NOT NULL DEFAULT 0,
    worker      INTEGER,         -- who holds the lease; NULL: nobody
    last_access REAL NOT NULL DEFAULT 0,
    failures    INTEGER NOT NULL DEFAULT 0,
    asked       INTEGER NOT NULL DEFAULT 0,
    known       INTEGER NOT NULL DEFAULT 0,
    bytes       INTEGER NOT NULL DEFAULT 0,
    seconds     REAL NOT NULL DEFAULT 0,
    alias_of    INTEGER,         -- the host under whose name this one is crawled
    resolved_at REAL NOT NULL DEFAULT 0,     -- when the name was resolved to this address
    errors      REAL NOT NULL DEFAULT 0,     -- how much of its error budget is used up
    unverified  INTEGER NOT NULL DEFAULT 0   -- 1: its certificate does not verify, and is borne
);
CREATE TABLE robots (
    origin TEXT PRIMARY KEY,
    status INTEGER NOT NULL,
    text   TEXT NOT NULL,
    at     REAL NOT NULL,
    until  REAL NOT NULL DEFAULT 0 -- how long it may be used
);

-- What earlier visits to a page brought, for those who come back.
CREATE TABLE page (
    url_id     INTEGER PRIMARY KEY,
    etag       TEXT NOT NULL,
    modified   TEXT NOT NULL,     -- Last-Modified as the server wrote it
    digest     BLOB NOT NULL,     -- name of the content, as in `content`
    payload    BLOB NOT NULL,     -- of the body as it came
    archived_at REAL NOT NULL,    -- when that body was archived
    archived_url TEXT NOT NULL,   -- where: another page with the same body; empty: this page
    checks     INTEGER NOT NULL,  -- visits that told whether it had changed
    changes    INTEGER NOT NULL,  -- of these, how many found it changed
    quiet      REAL NOT NULL,     -- seconds between visits after which it was as before
    moved      REAL NOT NULL,     -- seconds between visits after which it had changed
    checked_at REAL NOT NULL,     -- when it was last seen to be there
    changed_at REAL NOT NULL,
    gone_at    REAL,              -- when it was found to have disappeared; NULL: it is there
    told_at    REAL NOT NULL      -- when it changed last by what others say (sitemaps); 0: nobody
);
CREATE INDEX page_gone ON page (gone_at) WHERE gone_at IS NOT NULL;

-- URLs that wait to be visited again; they have no outcome until then.
CREATE TABLE again (
    url_id  INTEGER PRIMARY KEY,
    bucket  INTEGER NOT NULL,     -- in place of the one in `block`
    page    INTEGER NOT NULL,     -- 1: the last visit found a page
    tried   INTEGER NOT NULL      -- the last attempt that belongs to earlier visits
);

-- How earlier visits ended; the last one stands in `outcome`.
CREATE TABLE history (
    seq     INTEGER PRIMARY KEY, -- as in `outcome`
    url_id  INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    reason  TEXT NOT NULL,
    detail  TEXT NOT NULL,
    status  INTEGER NOT NULL,
    at      REAL NOT NULL,
    seconds REAL NOT NULL,
    bytes   INTEGER NOT NULL,
    tries   INTEGER NOT NULL
);
CREATE INDEX history_of_url ON history (url_id);

-- Content seen before. Its name is its fingerprint (16 bytes), in a frontier of old times perhaps
-- its SHA-1 (20 bytes). A body that differs from the first one with its content, say in white
-- space, has a row of its own, under its SHA-1.
CREATE TABLE content (
    digest BLOB PRIMARY KEY,
    key    INTEGER NOT NULL,
    url    TEXT NOT NULL,
    at     REAL NOT NULL,
    payload BLOB NOT NULL        -- SHA-1 of the body as it came, still packed
) WITHOUT ROWID;

-- What each shape of URL has brought, by host: traps and unwanted types are known by it.
CREATE TABLE shape (
    host    TEXT NOT NULL,
    name    TEXT NOT NULL,       -- the shape, its family (ends in *) or an ending (*.bak)
    state   TEXT NOT NULL,       -- open, watched, throttled, stopped
    kind    TEXT NOT NULL,       -- chain, sprawl, combinations, sessions, copies
    why     TEXT NOT NULL,       -- the evidence in words
    found   INTEGER NOT NULL,
    fetched INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    rest    BLOB NOT NULL,       -- all other evidence, packed
    PRIMARY KEY (host, name)
) WITHOUT ROWID;

-- Outcomes counted, so that nobody has to count ten million rows.
CREATE TABLE tally (
    kind   TEXT NOT NULL,
    reason TEXT NOT NULL,
    depth  INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    PRIMARY KEY (kind, reason, depth)
) WITHOUT ROWID;

-- URLs found by depth, and how many of them were refused as they were found.
CREATE TABLE found (
    depth   INTEGER PRIMARY KEY,
    n       INTEGER NOT NULL,
    refused INTEGER NOT NULL
);
-- How many URLs were let in, and how many pages had come, after so many visits: the course of
-- the crawl, from which its end is forecast.
CREATE TABLE milestone (
    visited INTEGER PRIMARY KEY,
    found   INTEGER NOT NULL,
    pages   INTEGER NOT NULL
);

-- Rows on their way into Parquet segments.
CREATE TABLE staged_page (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    copy_of INTEGER,
    row     BLOB NOT NULL
);
CREATE TABLE staged_links (
    seq   INTEGER PRIMARY KEY AUTOINCREMENT,
    batch BLOB NOT NULL
);
CREATE TABLE table_segment (
    name TEXT PRIMARY KEY,
    next INTEGER NOT NULL        -- number of the next segment file
);

-- How far each archive segment is recorded; what lies behind that is cut off after a crash.
CREATE TABLE archive_segment (
    name       TEXT PRIMARY KEY,
    warc_bytes INTEGER NOT NULL,
    cdxj_bytes INTEGER NOT NULL,
    closed     INTEGER NOT NULL
);
CREATE TABLE run (
    id      TEXT PRIMARY KEY,
    started REAL NOT NULL,
    ended   REAL
);
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
"""

# Made when near copies are first wanted: sketches of pages.
SKETCHES = """
CREATE TABLE IF NOT EXISTS sketch (
    url_id INTEGER PRIMARY KEY,
    bits   INTEGER NOT NULL      -- 64 of them; the first one is the sign
);
"""

# FULL: a commit is on disk when it returns, so a power cut loses no more than kill -9 does.
# A crawl commits a few times a second, so the sync costs nothing that can be seen.
PRAGMAS = """
PRAGMA page_size = 8192;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA cache_size = -65536;
PRAGMA wal_autocheckpoint = 4000;
PRAGMA temp_store = MEMORY;
"""
