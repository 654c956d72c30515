-- The tables of frontier.db as format 1 had them.
CREATE TABLE url (
    id    INTEGER PRIMARY KEY,
    text  TEXT NOT NULL,
    depth INTEGER NOT NULL,
    via   INTEGER NOT NULL,
    hops  INTEGER NOT NULL
);
CREATE TABLE block (
    first   INTEGER PRIMARY KEY,
    keys    BLOB NOT NULL,
    hosts   BLOB NOT NULL,
    buckets BLOB NOT NULL
);
CREATE TABLE outcome (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
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
CREATE UNIQUE INDEX outcome_of_url ON outcome (url_id);
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
CREATE TABLE host (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    address     TEXT NOT NULL DEFAULT '',
    delay       REAL,
    next_at     REAL NOT NULL DEFAULT 0,
    token       INTEGER NOT NULL DEFAULT 0,
    worker      INTEGER,
    last_access REAL NOT NULL DEFAULT 0,
    failures    INTEGER NOT NULL DEFAULT 0,
    asked       INTEGER NOT NULL DEFAULT 0,
    known       INTEGER NOT NULL DEFAULT 0,
    bytes       INTEGER NOT NULL DEFAULT 0,
    seconds     REAL NOT NULL DEFAULT 0,
    alias_of    INTEGER
);
CREATE TABLE robots (
    origin TEXT PRIMARY KEY,
    status INTEGER NOT NULL,
    text   TEXT NOT NULL,
    at     REAL NOT NULL
);
CREATE TABLE content (
    digest BLOB PRIMARY KEY,
    key    INTEGER NOT NULL,
    url    TEXT NOT NULL,
    at     REAL NOT NULL,
    payload BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE tally (
    kind   TEXT NOT NULL,
    reason TEXT NOT NULL,
    depth  INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    PRIMARY KEY (kind, reason, depth)
) WITHOUT ROWID;
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
    next INTEGER NOT NULL
);
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
