"""Which tables are there, and what does each column say?

Every table of the house is listed here and nowhere else. The descriptions travel inside the
Parquet files and make up docs/reference/tables.md:

    python -m auslese.store.tables.schemas > docs/reference/tables.md
"""

import sys
from collections.abc import Mapping

from auslese.store.records.record_schemas import RECORDS
from auslese.store.rights.rights_schemas import RIGHTS, RIGHTS_FILE
from auslese.store.tables.column_types import (
    BOOLEAN,
    FLOAT32,
    FLOAT64,
    INT16,
    INT32,
    INT64,
    MOMENT,
    STRING,
    Column,
    list_of,
    struct_of,
)
from auslese.store.tables.harvest_schemas import HARVEST, PICTURES
from auslese.store.tables.people_schemas import (
    CONTACTS,
    MARKED_CONTACT,
    MARKED_PERSON,
    MENTIONS,
    PEOPLE,
    PERSON_PAGES,
)
from auslese.store.tables.table_schema import TableSchema as TableSchema
from auslese.store.tables.table_schema import column as _column
from auslese.store.tables.table_schema import maybe as _maybe

PAGES = TableSchema(
    "A page we fetched and archived.",
    (
        _column("id", INT64, "64-bit key of the URL: its name in every table"),
        _column("url", STRING, "canonical URL"),
        _column("host", STRING, "host name of the URL"),
        _column("site", STRING, "registrable domain of the host"),
        _column("fetched_at", MOMENT, "when its answer came"),
        _column("status", INT16, "HTTP status"),
        _column("media_type", STRING, "what the content is, whatever the header says"),
        _column("charset", STRING, "charset used to read it; empty if none"),
        _column("bytes", INT64, "length of the decoded body"),
        _column("title", STRING, "title as written"),
        _column("depth", INT32, "links from a start page, by the way found first"),
        _column("via", INT64, "id of the page on which we found it first; 0: start page"),
        _column(
            "digest",
            STRING,
            "SHA-1 of the unpacked body, hexadecimal",
        ),
        _maybe("copy_of", INT64, "id of the page that had the same content before"),
        _column("last_modified", STRING, "header of that name, for asking again"),
        _column("etag", STRING, "header of that name, for asking again"),
        _column("language_hint", STRING, "language the page claims for itself"),
        _column("links", INT32, "links on it"),
        _column("segment", STRING, "archive file that has it"),
        _column("record_offset", INT64, "byte at which its record begins there"),
        _column("record_length", INT64, "bytes of its record there"),
        _maybe("canonical", STRING, "URL under which it wants to be known, or empty"),
        _maybe("directives", STRING, "what it forbids robots, as nofollow,nosnippet"),
        _maybe("optouts", STRING, "uses its owner reserves, as noai,tdm-reservation"),
        _maybe("name", STRING, "what it was called where it was imported from"),
        _maybe("focus_score", FLOAT64, "score by the focus of the crawl, the lower the nearer"),
        _maybe("focus_by", STRING, "mode of the focus and the version of its model"),
        _maybe("focus_reward", FLOAT64, "what the page was worth to that crawl, 0 to 1"),
    ),
)

LINKS = TableSchema(
    "A link from a fetched page to any URL.",
    (
        _column("source", INT64, "id of the page it stands on"),
        _column("target", INT64, "id of the URL it leads to"),
        _column("url", STRING, "canonical URL it leads to"),
        _column("anchor", STRING, "its text"),
        _column(
            "rel",
            STRING,
            "its relation as written, as nofollow, or its kind: item (of a feed), frame",
        ),
        _maybe("seen_at", MOMENT, "`fetched_at` of the page when it stood there"),
        _maybe("position", STRING, "main, navigation, header, footer, aside, or empty"),
        _maybe("context", STRING, "the words around it, its own among them"),
    ),
)

OUTCOMES = TableSchema(
    "How a visit ended; every URL we ever saw has exactly one last outcome.",
    (
        _column("id", INT64, "64-bit key of the URL"),
        _column("url", STRING, "canonical URL"),
        _column("host", STRING, "host name of the URL"),
        _column("kind", STRING, "fetched, refused or failed"),
        _column("reason", STRING, "page, copy, redirect, sitemap, or why it came to nothing"),
        _column("detail", STRING, "more about the reason"),
        _column("status", INT16, "HTTP status; 0 without an answer"),
        _column("depth", INT32, "links from a start page, by the way found first"),
        _column("via", INT64, "id of the page on which we found it first; 0: start page"),
        _column("hops", INT16, "redirects that led to it, one after the other"),
        _column("tries", INT16, "how often we asked"),
        _column("ended_at", MOMENT, "when it ended"),
        _column("seconds", FLOAT32, "how long the last answer took"),
        _column("bytes", INT64, "bytes of body that came over the wire"),
    ),
)

SITES = TableSchema(
    "A host as the crawl knows it; the table is written anew as a whole.",
    (
        _column("host", STRING, "host name, without port"),
        _column("site", STRING, "registrable domain of the host"),
        _column("address", STRING, "IP address last used"),
        _column("alias_of", STRING, "host under whose name we know the same pages"),
        _column("robots", STRING, "its robots.txt as we obey it"),
        _maybe("robots_at", MOMENT, "when robots.txt was fetched"),
        _column("delay_seconds", FLOAT32, "pause that its robots.txt asks for; 0: none"),
        _maybe("last_access", MOMENT, "when we asked last"),
        _maybe("next_access", MOMENT, "before when we do not ask again"),
        _column("bytes_per_second", FLOAT32, "transfer rate of the last fetches"),
        _column("known", INT64, "documents fetched"),
        _column("unknown", INT64, "documents waiting"),
        _column("failures", INT32, "failures in a row"),
        _maybe("ports", list_of(INT32), "ports at which it was asked, as 80, 443"),
        _maybe(
            "rights_files",
            list_of(RIGHTS_FILE),
            "what it says of rights in files of their own, tdmrep.json and RSL licences",
        ),
    ),
)

STRETCH = struct_of(start=INT32, end=INT32, kind=STRING)

DOCUMENTS = TableSchema(
    "A page as a person would read it, or why it could not be read.",
    (
        _column("id", INT64, "id of the page"),
        _column("url", STRING, "canonical URL"),
        _column("host", STRING, "host name of the URL"),
        _column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
        _column("media_type", STRING, "what the content is"),
        _column("problem", STRING, "why it could not be read, as encrypted; else empty"),
        _column("detail", STRING, "more about the problem"),
        _column("title", STRING, "title without the name of the site"),
        _column("author", STRING, "who wrote it, as far as the page says"),
        _column("date", STRING, "when it was published, as 2024-05-31; else empty"),
        _column("modified", STRING, "when it was changed last, in the same form"),
        _column("description", STRING, "description in its head"),
        _column("keywords", STRING, "keywords in its head, separated by commas"),
        _column("language_hint", STRING, "language it claims, as de or pt-BR"),
        _column("site_name", STRING, "name of the site"),
        _column(
            "page_type",
            STRING,
            "article, forum, product, listing, collection, documentation, service, or empty",
        ),
        _column("manual", STRING, "program that made it, as javadoc; else empty"),
        _column("text", STRING, "main text, one paragraph after the other"),
        _column(
            "paragraphs",
            list_of(STRETCH),
            "where each paragraph of `text` begins and ends, in letters, and its kind",
        ),
        _column("rest", STRING, "all other text that a reader sees"),
        _column("words", INT32, "words of the main text"),
        _column("is_cut", BOOLEAN, "whether the page had more than we read"),
        _column("reader", INT32, "version of the reader that read it"),
        _maybe("rules", STRING, "short name of the settings of [reading] it was read by"),
        _maybe(
            "template",
            INT64,
            "name of the template of its host that it was read by; 0: its host had none",
        ),
        _maybe(
            "is_left_out",
            BOOLEAN,
            "the settings leave such manuals out: it is no answer, and in no cluster",
        ),
        _maybe("people", list_of(MARKED_PERSON), "persons it marks up for machines"),
        _maybe("contacts", list_of(MARKED_CONTACT), "ways to reach somebody it marks up"),
    ),
)

SENTENCES = TableSchema(
    "A sentence of the running text of a page.",
    (
        _column("page", INT64, "id of the page"),
        _column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
        _column("url", STRING, "canonical URL of the page"),
        _column("domain", STRING, "top-level domain of its host, as de"),
        _column("number", INT32, "which sentence of the page, from 0"),
        _column("paragraph", INT32, "which paragraph of `documents.text`, from 0"),
        _column("text", STRING, "the sentence"),
        _column("words", INT32, "words in it"),
    ),
)

IMAGES = TableSchema(
    "A picture as it stands on a page, with the text around it.",
    (
        _column("page", INT64, "id of the page"),
        _column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
        _column("image", INT64, "64-bit key of the picture's URL"),
        _column("url", STRING, "canonical URL of the picture"),
        _column("alt", STRING, "text that stands for it"),
        _column("title", STRING, "its title"),
        _column("width", INT32, "width the page gives it, in pixels; 0: none"),
        _column("height", INT32, "height the page gives it, in pixels; 0: none"),
        _column("words", STRING, "words guessed from its file name"),
        _column("position", STRING, "main, navigation, header, footer, aside, or empty"),
        _column("parents", list_of(STRING), "texts of up to 5 elements around it"),
        _column("siblings", list_of(STRING), "texts of up to 5 elements beside it"),
    ),
)

SHARE = struct_of(language=STRING, share=FLOAT32)
PARAGRAPH_LANGUAGE = struct_of(
    number=INT32, language=STRING, confidence=FLOAT32, running_text=FLOAT32, is_running=BOOLEAN
)

LANGUAGES = TableSchema(
    "The languages of a page that was read.",
    (
        _column("id", INT64, "id of the page"),
        _column("url", STRING, "canonical URL"),
        _column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
        _column(
            "language",
            STRING,
            "what most of it is in, as de, nn or sr-Latn; unknown; empty without any text",
        ),
        _column("confidence", FLOAT32, "probability that a letter of it is in that"),
        _column("runner_up", STRING, "the next likely language, or empty"),
        _column("running_text", FLOAT32, "share of words that are Zipf words"),
        _column("is_running", BOOLEAN, "whether it is running text, on the whole"),
        _column("mix", list_of(SHARE), "its languages with their shares of the letters"),
        _column(
            "paragraphs",
            list_of(PARAGRAPH_LANGUAGE),
            "the same for each paragraph of `documents.text`, number 0 first",
        ),
        _column("hint", STRING, "language it claims, as de-CH or empty; evidence only"),
        _column("hreflang", STRING, "what links to it claim, as de,de-AT; evidence only"),
        _maybe("agrees", BOOLEAN, "whether `language` is one that was claimed"),
        _column("model", STRING, "short name of the model that said it"),
        _column("documents", STRING, "fingerprint of the segment of `documents` it is of"),
    ),
)

DUPLICATES = TableSchema(
    "Whose copy a page is, for every page; the table is written anew as a whole.",
    (
        _column("id", INT64, "id of the page"),
        _column("url", STRING, "canonical URL"),
        _column("fetched_at", MOMENT, "`fetched_at` of the page"),
        _column("group", INT64, "id of the page that stands for its group; its own if alone"),
        _column("pages", INT32, "pages of the group, itself among them"),
        _column(
            "relation",
            STRING,
            "alone, first (stands for its group), exact (the same text) or near",
        ),
        _column(
            "similarity",
            FLOAT32,
            "Jaccard coefficient with the first of the group; 0 if it is there by its place",
        ),
        _column(
            "reason",
            STRING,
            "why the first is first: canonical, mirror, present, linked, shortest, number,"
            " centre; or empty",
        ),
        _column(
            "fingerprint",
            STRING,
            "of the main text, or without one of all visible text; hexadecimal, or empty",
        ),
        _column("shingles", INT32, "different runs of words in the main text"),
    ),
)

NAME = struct_of(name=STRING, links=INT32, hosts=INT32)

RANKS = TableSchema(
    "A page of the link graph, fetched or only linked to; the table is written anew as a whole.",
    (
        _column("id", INT64, "id of the page"),
        _column("url", STRING, "canonical URL"),
        _column("number", INT32, "its number in the graph, in the order of hosts"),
        _column("rank", FLOAT64, "PageRank, 100 for the best page"),
        _column("share", FLOAT64, "PageRank as a probability; all sum to one"),
        _column("inlinks", INT32, "pages that link to it"),
        _column("linking_hosts", INT32, "hosts of these pages"),
        _column("outlinks", INT32, "pages it links to"),
        _column("description", STRING, "what links call it, the most telling names first"),
        _column("names", list_of(NAME), "these names, with the pages and hosts that use them"),
        _column("is_fetched", BOOLEAN, "whether we have it, or know it by links alone"),
    ),
)

CLUSTERS = TableSchema(
    "A cluster of pages that say alike things; the table is written anew as a whole.",
    (
        _column("cluster", INT32, "its number, from 0; groups of clusters come behind"),
        _column("parent", INT32, "number of the group it is in; -1: none"),
        _column("is_group", BOOLEAN, "whether it is a group of clusters"),
        _column("label", STRING, "what its pages have in common, in a few words"),
        _column("words", list_of(STRING), "its strongest words, the strongest first"),
        _column("pages", INT32, "pages in it"),
        _column("language", STRING, "language of most of its pages, or empty"),
        _column("x", FLOAT32, "where its middle lies on the map, 0 to 1 from the left"),
        _column("y", FLOAT32, "and 0 to 1 from above"),
    ),
)

PAGE_CLUSTERS = TableSchema(
    "Which cluster a page is in.",
    (
        _column("id", INT64, "id of the page"),
        _column("url", STRING, "canonical URL"),
        _column("fetched_at", MOMENT, "`fetched_at` of the page"),
        _column("cluster", INT32, "number of its cluster"),
        _column("closeness", FLOAT32, "cosine with the middle of its cluster, 0 to 1"),
        _column("x", FLOAT32, "where it lies on the map, 0 to 1 from the left"),
        _column("y", FLOAT32, "and 0 to 1 from above"),
        _maybe("also", list_of(INT32), "numbers of further clusters it is in, by WordCon"),
    ),
)

RELEVANCE = TableSchema(
    "How relevant a page is for a topic that an expert taught; the table is written anew as a"
    " whole.",
    (
        _column("id", INT64, "id of the page"),
        _column("url", STRING, "canonical URL"),
        _column("fetched_at", MOMENT, "`fetched_at` of the page"),
        _column("topic", STRING, "name of the topic"),
        _column("score", FLOAT32, "how relevant it is, 0 to 1; that of its group for a copy"),
        _column("is_relevant", BOOLEAN, "whether the score reaches the threshold of the topic"),
        _maybe("grade", FLOAT32, "what raters said about it or a copy of it, on the average"),
        _column("model", STRING, "short name of the model that said it"),
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
    "relevance": RELEVANCE,
    "mentions": MENTIONS,
    "people": PEOPLE,
    "person_pages": PERSON_PAGES,
    "contacts": CONTACTS,
    "rights": RIGHTS,
    "records": RECORDS,
    "pictures": PICTURES,
    "harvest": HARVEST,
}


def reference_page() -> str:
    """Return docs/reference/tables.md."""
    sections = [_section(name, table) for name, table in TABLES.items()]
    return "\n".join([REFERENCE_START, *sections])


def _section(name: str, table: TableSchema) -> str:
    rows = [_row(column) for column in table.columns]
    head = ["| column | type | |", "|---|---|---|"]
    return "\n".join([f"## {name}", "", table.about, "", *head, *rows, ""])


def _row(column: Column) -> str:
    about = f"{column.about}{' *or null*' * column.is_nullable}"
    return f"| `{column.name}` | {column.type} | {about} |"


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

`pictures` and `harvest` are filled by `auslese harvest`: a row of `pictures` for each file, and one
of `harvest` for each page that shows it.

Every column has a value in every row unless it says *or null*; unknown text is empty. Moments are
in UTC, to the millisecond. Columns may be added in later versions, never renamed or removed; older
files give null for them.

This page is made from `src/auslese/store/tables/schemas.py`.
"""

if __name__ == "__main__":
    sys.stdout.write(reference_page())
