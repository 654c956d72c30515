"""Which tables are there, and what does each column say?

Every schema of the house stands here and nowhere else. The descriptions travel inside the
Parquet files and make up docs/reference/tables.md:

    python -m auslese.store.tables.schemas > docs/reference/tables.md
"""

import sys
from collections.abc import Mapping
from typing import NamedTuple

import pyarrow as pa

MOMENT = pa.timestamp("ms", tz="UTC")


class TableSchema(NamedTuple):
    """What a row of it is, and its columns."""

    about: str
    schema: pa.Schema


def _column(name: str, kind: pa.DataType, about: str) -> pa.Field:
    return pa.field(name, kind, nullable=False, metadata={"about": about})


def _maybe(name: str, kind: pa.DataType, about: str) -> pa.Field:
    """Return a column that may be empty; what is added to a table later must be one."""
    return pa.field(name, kind, nullable=True, metadata={"about": about})


PAGES = TableSchema(
    "A page we fetched and archived.",
    pa.schema(
        [
            _column("id", pa.int64(), "64-bit key of the URL: its name in every table"),
            _column("url", pa.string(), "canonical URL"),
            _column("host", pa.string(), "host name of the URL"),
            _column("site", pa.string(), "registrable domain of the host"),
            _column("fetched_at", MOMENT, "when its answer came"),
            _column("status", pa.int16(), "HTTP status"),
            _column("media_type", pa.string(), "what the content is, whatever the header says"),
            _column("charset", pa.string(), "charset used to read it; empty if none"),
            _column("bytes", pa.int64(), "length of the decoded body"),
            _column("title", pa.string(), "title as written"),
            _column("depth", pa.int32(), "links from a start page, by the way found first"),
            _column("via", pa.int64(), "id of the page on which we found it first; 0: start page"),
            _column(
                "digest",
                pa.string(),
                "SHA-1 of the unpacked body, hexadecimal",
            ),
            _maybe("copy_of", pa.int64(), "id of the page that had the same content before"),
            _column("last_modified", pa.string(), "header of that name, for asking again"),
            _column("etag", pa.string(), "header of that name, for asking again"),
            _column("language_hint", pa.string(), "language the page claims for itself"),
            _column("links", pa.int32(), "links on it"),
            _column("segment", pa.string(), "archive file that has it"),
            _column("record_offset", pa.int64(), "byte at which its record begins there"),
            _column("record_length", pa.int64(), "bytes of its record there"),
            _maybe("canonical", pa.string(), "URL under which it wants to be known, or empty"),
            _maybe("directives", pa.string(), "what it forbids robots, as nofollow,nosnippet"),
            _maybe("optouts", pa.string(), "uses its owner reserves, as noai,tdm-reservation"),
            _maybe("name", pa.string(), "what it was called where it was imported from"),
        ]
    ),
)

LINKS = TableSchema(
    "A link from a fetched page to any URL.",
    pa.schema(
        [
            _column("source", pa.int64(), "id of the page it stands on"),
            _column("target", pa.int64(), "id of the URL it leads to"),
            _column("url", pa.string(), "canonical URL it leads to"),
            _column("anchor", pa.string(), "its text"),
            _column(
                "rel",
                pa.string(),
                "its relation as written, as nofollow, or its kind, as item for an entry of a feed",
            ),
            _maybe("seen_at", MOMENT, "`fetched_at` of the page when it stood there"),
            _maybe("position", pa.string(), "main, navigation, header, footer, aside, or empty"),
            _maybe("context", pa.string(), "the words around it, its own among them"),
        ]
    ),
)

OUTCOMES = TableSchema(
    "How a visit ended; every URL we ever saw has exactly one last outcome.",
    pa.schema(
        [
            _column("id", pa.int64(), "64-bit key of the URL"),
            _column("url", pa.string(), "canonical URL"),
            _column("host", pa.string(), "host name of the URL"),
            _column("kind", pa.string(), "fetched, refused or failed"),
            _column(
                "reason", pa.string(), "page, copy, redirect, sitemap, or why it came to nothing"
            ),
            _column("detail", pa.string(), "more about the reason"),
            _column("status", pa.int16(), "HTTP status; 0 without an answer"),
            _column("depth", pa.int32(), "links from a start page, by the way found first"),
            _column("via", pa.int64(), "id of the page on which we found it first; 0: start page"),
            _column("hops", pa.int16(), "redirects that led to it, one after the other"),
            _column("tries", pa.int16(), "how often we asked"),
            _column("ended_at", MOMENT, "when it ended"),
            _column("seconds", pa.float32(), "how long the last answer took"),
            _column("bytes", pa.int64(), "bytes of body that came over the wire"),
        ]
    ),
)

SITES = TableSchema(
    "A host as the crawl knows it; the table is written anew as a whole.",
    pa.schema(
        [
            _column("host", pa.string(), "host name, without port"),
            _column("site", pa.string(), "registrable domain of the host"),
            _column("address", pa.string(), "IP address last used"),
            _column("alias_of", pa.string(), "host under whose name we know the same pages"),
            _column("robots", pa.string(), "its robots.txt as we obey it"),
            _maybe("robots_at", MOMENT, "when robots.txt was fetched"),
            _column("delay_seconds", pa.float32(), "pause that its robots.txt asks for; 0: none"),
            _maybe("last_access", MOMENT, "when we asked last"),
            _maybe("next_access", MOMENT, "before when we do not ask again"),
            _column("bytes_per_second", pa.float32(), "transfer rate of the last fetches"),
            _column("known", pa.int64(), "documents fetched"),
            _column("unknown", pa.int64(), "documents waiting"),
            _column("failures", pa.int32(), "failures in a row"),
        ]
    ),
)

STRETCH = pa.struct(
    [
        pa.field("start", pa.int32(), nullable=False),
        pa.field("end", pa.int32(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
    ]
)

DOCUMENTS = TableSchema(
    "A page as a person would read it, or why it could not be read.",
    pa.schema(
        [
            _column("id", pa.int64(), "id of the page"),
            _column("url", pa.string(), "canonical URL"),
            _column("host", pa.string(), "host name of the URL"),
            _column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
            _column("media_type", pa.string(), "what the content is"),
            _column("problem", pa.string(), "why it could not be read, as encrypted; else empty"),
            _column("detail", pa.string(), "more about the problem"),
            _column("title", pa.string(), "title without the name of the site"),
            _column("author", pa.string(), "who wrote it, as far as the page says"),
            _column("date", pa.string(), "when it was published, as 2024-05-31; else empty"),
            _column("modified", pa.string(), "when it was changed last, in the same form"),
            _column("description", pa.string(), "description in its head"),
            _column("keywords", pa.string(), "keywords in its head, separated by commas"),
            _column("language_hint", pa.string(), "language it claims, as de or pt-BR"),
            _column("site_name", pa.string(), "name of the site"),
            _column(
                "page_type",
                pa.string(),
                "article, forum, product, listing, collection, documentation, service, or empty",
            ),
            _column("manual", pa.string(), "program that made it, as javadoc; else empty"),
            _column("text", pa.string(), "main text, one paragraph after the other"),
            _column(
                "paragraphs",
                pa.list_(STRETCH),
                "where each paragraph of `text` begins and ends, in letters, and its kind",
            ),
            _column("rest", pa.string(), "all other text that a reader sees"),
            _column("words", pa.int32(), "words of the main text"),
            _column("is_cut", pa.bool_(), "whether the page had more than we read"),
            _column("reader", pa.int32(), "version of the reader that read it"),
            _maybe("rules", pa.string(), "short name of the settings of [reading] it was read by"),
            _maybe(
                "template",
                pa.int64(),
                "name of the template of its host that it was read by; 0: its host had none",
            ),
        ]
    ),
)

SENTENCES = TableSchema(
    "A sentence of the running text of a page.",
    pa.schema(
        [
            _column("page", pa.int64(), "id of the page"),
            _column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
            _column("url", pa.string(), "canonical URL of the page"),
            _column("domain", pa.string(), "top-level domain of its host, as de"),
            _column("number", pa.int32(), "which sentence of the page, from 0"),
            _column("paragraph", pa.int32(), "which paragraph of `documents.text`, from 0"),
            _column("text", pa.string(), "the sentence"),
            _column("words", pa.int32(), "words in it"),
        ]
    ),
)

IMAGES = TableSchema(
    "A picture as it stands on a page, with the text around it.",
    pa.schema(
        [
            _column("page", pa.int64(), "id of the page"),
            _column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
            _column("image", pa.int64(), "64-bit key of the picture's URL"),
            _column("url", pa.string(), "canonical URL of the picture"),
            _column("alt", pa.string(), "text that stands for it"),
            _column("title", pa.string(), "its title"),
            _column("width", pa.int32(), "width the page gives it, in pixels; 0: none"),
            _column("height", pa.int32(), "height the page gives it, in pixels; 0: none"),
            _column("words", pa.string(), "words guessed from its file name"),
            _column("position", pa.string(), "main, navigation, header, footer, aside, or empty"),
            _column("parents", pa.list_(pa.string()), "texts of up to 5 elements around it"),
            _column("siblings", pa.list_(pa.string()), "texts of up to 5 elements beside it"),
        ]
    ),
)

SHARE = pa.struct(
    [
        pa.field("language", pa.string(), nullable=False),
        pa.field("share", pa.float32(), nullable=False),
    ]
)
PARAGRAPH_LANGUAGE = pa.struct(
    [
        pa.field("number", pa.int32(), nullable=False),
        pa.field("language", pa.string(), nullable=False),
        pa.field("confidence", pa.float32(), nullable=False),
        pa.field("running_text", pa.float32(), nullable=False),
        pa.field("is_running", pa.bool_(), nullable=False),
    ]
)

LANGUAGES = TableSchema(
    "The languages of a page that was read.",
    pa.schema(
        [
            _column("id", pa.int64(), "id of the page"),
            _column("url", pa.string(), "canonical URL"),
            _column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
            _column(
                "language",
                pa.string(),
                "what most of it is in, as de, nn or sr-Latn; unknown; empty without any text",
            ),
            _column("confidence", pa.float32(), "probability that a letter of it is in that"),
            _column("runner_up", pa.string(), "the next likely language, or empty"),
            _column("running_text", pa.float32(), "share of words that are Zipf words"),
            _column("is_running", pa.bool_(), "whether it is running text, on the whole"),
            _column("mix", pa.list_(SHARE), "its languages with their shares of the letters"),
            _column(
                "paragraphs",
                pa.list_(PARAGRAPH_LANGUAGE),
                "the same for each paragraph of `documents.text`, number 0 first",
            ),
            _column("hint", pa.string(), "language it claims, as de-CH or empty; evidence only"),
            _column("hreflang", pa.string(), "what links to it claim, as de,de-AT; evidence only"),
            _maybe("agrees", pa.bool_(), "whether `language` is one that was claimed"),
            _column("model", pa.string(), "short name of the model that said it"),
            _column("documents", pa.string(), "fingerprint of the segment of `documents` it is of"),
        ]
    ),
)

DUPLICATES = TableSchema(
    "Whose copy a page is, for every page; the table is written anew as a whole.",
    pa.schema(
        [
            _column("id", pa.int64(), "id of the page"),
            _column("url", pa.string(), "canonical URL"),
            _column("fetched_at", MOMENT, "`fetched_at` of the page"),
            _column(
                "group", pa.int64(), "id of the page that stands for its group; its own if alone"
            ),
            _column("pages", pa.int32(), "pages of the group, itself among them"),
            _column(
                "relation",
                pa.string(),
                "alone, first (stands for its group), exact (the same text) or near",
            ),
            _column(
                "similarity",
                pa.float32(),
                "Jaccard coefficient with the first of the group; 0 if it is there by its place",
            ),
            _column(
                "reason",
                pa.string(),
                "why the first is first: canonical, mirror, present, linked, shortest, number,"
                " centre; or empty",
            ),
            _column(
                "fingerprint",
                pa.string(),
                "of the main text, or without one of all visible text; hexadecimal, or empty",
            ),
            _column("shingles", pa.int32(), "different runs of words in the main text"),
        ]
    ),
)

NAME = pa.struct(
    [
        pa.field("name", pa.string(), nullable=False),
        pa.field("links", pa.int32(), nullable=False),
        pa.field("hosts", pa.int32(), nullable=False),
    ]
)

RANKS = TableSchema(
    "A page of the link graph, fetched or only linked to; the table is written anew as a whole.",
    pa.schema(
        [
            _column("id", pa.int64(), "id of the page"),
            _column("url", pa.string(), "canonical URL"),
            _column("number", pa.int32(), "its number in the graph, in the order of hosts"),
            _column("rank", pa.float64(), "PageRank, 100 for the best page"),
            _column("share", pa.float64(), "PageRank as a probability; all sum to one"),
            _column("inlinks", pa.int32(), "pages that link to it"),
            _column("linking_hosts", pa.int32(), "hosts of these pages"),
            _column("outlinks", pa.int32(), "pages it links to"),
            _column("description", pa.string(), "what links call it, the most telling names first"),
            _column("names", pa.list_(NAME), "these names, with the pages and hosts that use them"),
            _column("is_fetched", pa.bool_(), "whether we have it, or know it by links alone"),
        ]
    ),
)

CLUSTERS = TableSchema(
    "A cluster of pages that say alike things; the table is written anew as a whole.",
    pa.schema(
        [
            _column("cluster", pa.int32(), "its number, from 0; groups of clusters come behind"),
            _column("parent", pa.int32(), "number of the group it is in; -1: none"),
            _column("is_group", pa.bool_(), "whether it is a group of clusters"),
            _column("label", pa.string(), "what its pages have in common, in a few words"),
            _column("words", pa.list_(pa.string()), "its strongest words, the strongest first"),
            _column("pages", pa.int32(), "pages in it"),
            _column("language", pa.string(), "language of most of its pages, or empty"),
            _column("x", pa.float32(), "where its middle lies on the map, 0 to 1 from the left"),
            _column("y", pa.float32(), "and 0 to 1 from above"),
        ]
    ),
)

PAGE_CLUSTERS = TableSchema(
    "Which cluster a page is in.",
    pa.schema(
        [
            _column("id", pa.int64(), "id of the page"),
            _column("url", pa.string(), "canonical URL"),
            _column("fetched_at", MOMENT, "`fetched_at` of the page"),
            _column("cluster", pa.int32(), "number of its cluster"),
            _column("closeness", pa.float32(), "cosine with the middle of its cluster, 0 to 1"),
            _column("x", pa.float32(), "where it lies on the map, 0 to 1 from the left"),
            _column("y", pa.float32(), "and 0 to 1 from above"),
        ]
    ),
)

TABLES: Mapping[str, TableSchema] = {
    "pages": PAGES,
    "links": LINKS,
    "outcomes": OUTCOMES,
    "sites": SITES,
    "documents": DOCUMENTS,
    "sentences": SENTENCES,
    "images": IMAGES,
    "languages": LANGUAGES,
    "duplicates": DUPLICATES,
    "ranks": RANKS,
    "clusters": CLUSTERS,
    "page_clusters": PAGE_CLUSTERS,
}


def reference_page() -> str:
    """Return docs/reference/tables.md."""
    sections = [_section(name, table) for name, table in TABLES.items()]
    return "\n".join([REFERENCE_START, *sections])


def _section(name: str, table: TableSchema) -> str:
    rows = [_row(column) for column in table.schema]
    head = ["| column | type | |", "|---|---|---|"]
    return "\n".join([f"## {name}", "", table.about, "", *head, *rows, ""])


def _row(column: pa.Field) -> str:
    about = column.metadata[b"about"].decode()
    return f"| `{column.name}` | {column.type} | {about}{' *or null*' if column.nullable else ''} |"


REFERENCE_START = """\
# Tables

Every table is a folder of Parquet files, `tables/<name>/000001.parquet` and on. Files are only ever
added (`sites` and `duplicates` are written anew as a whole), so any tool can read them while a
crawl runs:

    duckdb -c "SELECT host, count(*) FROM 'tables/pages/*.parquet' GROUP BY ALL ORDER BY 2 DESC"
    python -c "import pandas; print(pandas.read_parquet('tables/links'))"

A page that was fetched again and had changed has one row for each time in `pages`; the one with
the latest `fetched_at` counts, with those rows of `links` whose `seen_at` is the same. The views
made by `auslese.store.tables.sql_views` show only these, and in `pages` a further column
`gone_at`: since when the page is not there any more, or null.

`documents`, `sentences` and `images` are filled by `auslese analyse` and belong to the page of the
same id and `fetched_at`; the views show those of today's pages. A copy (`copy_of`) is not read
twice: its document is that of the page it is a copy of. `languages` has a row for each row of
`documents`; the view `sentence_languages` shows every sentence with the `language`, `confidence`
and `is_running` of its paragraph. `duplicates` has a row for each row of the view `pages`; the view
`firsts` shows the pages that are no copies of others, and `first_documents` their documents.
`ranks` has a row for each page of the link graph, also for pages
that were never fetched; copies and other spellings of a page have none. `page_clusters` has a row
for each page that is no copy, and `clusters` one for each cluster and each group of clusters.

Every column has a value in every row unless it says *or null*; unknown text is empty. Moments are
in UTC, to the millisecond. Columns may be added in later versions, never renamed or removed; older
files give null for them.

This page is made from `src/auslese/store/tables/schemas.py`.
"""

if __name__ == "__main__":
    sys.stdout.write(reference_page())
