"""The pages of a collection as the full-text index wants them: from all tables at once."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from auslese.records.person_level import (
    BEST_LEVEL,
    NEXT_LEVEL,
    NOBODY_HIDDEN,
    OTHER_LEVELS,
    HiddenPeople,
)
from auslese.records.topic_use import LEAST_MOVED, NO_USE, STEPS, TopicUse
from auslese.store.lookups.relevance_lookups import LEVEL
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 500
# How much a page is about a person: its score moves with every page that comes, a step seldom.
PERSON_LEVEL = f"""
    if(place = 1, if(is_home, {BEST_LEVEL}, {NEXT_LEVEL}),
        round(least(greatest(score, 0), 1) * {OTHER_LEVELS})::INTEGER)
"""
# Who is named on a page, without those who are hidden.
NAMED = f"""
    SELECT person_pages.id, person_pages.fetched_at, list({{
        'person': person, 'level': {PERSON_LEVEL},
        'given': given, 'particle': particle, 'family': family,
        'forms': list_transform(forms, lambda form: form.name)
    }} ORDER BY {PERSON_LEVEL} DESC, person) AS people
    FROM person_pages JOIN people USING (person)
    WHERE person NOT IN (FROM hidden_people) AND person_pages.id NOT IN (FROM hidden_pages)
"""
BY_PAGE = "GROUP BY person_pages.id, person_pages.fetched_at"
# What the index has of a page besides its texts. Ranks are rounded: links that come later move
# nearly every rank a little, and no page is to be indexed anew for that; so are scores of topics.
WANTED = f"""
    CREATE TABLE wanted AS
    WITH copies AS (
        SELECT first AS id, count(*) AS copies FROM folded GROUP BY first
    ), framed AS (
        -- Frames of a page, and by which page people come in; framesets may stand in each other.
        SELECT target AS id, pages.id AS source, pages.url AS entry FROM links
        JOIN pages ON pages.id = source WHERE rel = 'frame' AND target <> source
        QUALIFY row_number() OVER (
            PARTITION BY target ORDER BY depth, length(pages.url), pages.url
        ) = 1
    ), entries AS (
        SELECT framed.id, coalesce(around.entry, framed.entry) AS entry
        FROM framed LEFT JOIN framed AS around ON around.id = framed.source
    ), scored AS (
        SELECT id, fetched_at, topic AS name, {LEVEL} AS level, is_relevant FROM relevance
    ), taught AS (
        SELECT id, fetched_at,
            list({{'name': name, 'level': level, 'is_relevant': is_relevant}} ORDER BY name)
            AS topics,
            (max(if(list_contains($forward, name) AND level >= {LEAST_MOVED}, level, 0))
            - max(if(list_contains($back, name) AND level >= {LEAST_MOVED}, level, 0)))
            / {STEPS:.1f} AS relevance,
            bool_or(is_relevant AND list_contains($left_out, name)) AS is_left_out
        FROM scored GROUP BY id, fetched_at
    ), named AS (
        SELECT id, fetched_at, hash(people) AS people FROM ({NAMED} {BY_PAGE})
    ), known AS (
        SELECT id, fetched_at, standing,
            lower(split_part(coalesce(language_hint, ''), '-', 1)) AS language_hint,
            hash(reader, rules, words, title) AS as_read
        FROM first_documents JOIN standings USING (id)
        UNION ALL
        SELECT ranks.id, NULL, standing, '', NULL FROM ranks JOIN standings USING (id)
        WHERE $unfetched AND standing IN ('unfetched', 'outside') AND description <> ''
    )
    SELECT known.id, known.fetched_at, known.as_read,
        if(taught.is_left_out IS TRUE, 'unwanted', known.standing) AS standing,
        taught.topics, coalesce(taught.relevance, 0.0) AS relevance,
        coalesce(ranks.description, '') AS anchor,
        coalesce(round(ranks.rank, 1 - ceil(log10(greatest(ranks.rank, 0.001)))::INT), 0.0) AS rank,
        coalesce(page_clusters.cluster, -1) AS cluster,
        coalesce(copies.copies, 0) AS copies, named.people AS people_digest,
        coalesce(nullif(languages.language, ''), known.language_hint) AS language,
        ranks.url AS linked_url, coalesce(entries.entry, '') AS entry
    FROM known
    LEFT JOIN entries USING (id)
    LEFT JOIN ranks USING (id)
    LEFT JOIN page_clusters USING (id, fetched_at)
    LEFT JOIN taught USING (id, fetched_at)
    LEFT JOIN named USING (id, fetched_at)
    LEFT JOIN copies USING (id)
    LEFT JOIN languages_ever AS languages USING (id, fetched_at)
"""
PAGES = f"""
    SELECT wanted.id, wanted.fetched_at, wanted.anchor, wanted.rank, wanted.cluster, wanted.copies,
        wanted.standing, wanted.language, wanted.entry, wanted.topics, wanted.relevance,
        coalesce(documents.url, wanted.linked_url, '') AS url,
        coalesce(documents.title, '') AS title, coalesce(documents.text, '') AS text,
        -- Keywords of the head count as a menu does: they are for machines, and worth little.
        concat_ws(chr(10), nullif(documents.rest, ''), nullif(documents.keywords, '')) AS rest,
        coalesce(documents.author, '') AS author,
        coalesce(documents.date, '') AS date, coalesce(documents.page_type, '') AS page_type,
        coalesce(documents.words, 0) AS length,
        list_transform(
            list_filter(documents.paragraphs, lambda each: each.kind = 'heading'),
            lambda each: substr(documents.text, each.start + 1, each."end" - each.start)
        ) AS headings,
        coalesce(documents.host, '') AS host, coalesce(pages.site, '') AS site,
        coalesce(documents.media_type, '') AS media_type,
        coalesce(pages.depth, 0) AS depth, coalesce(pages.bytes, 0) AS bytes,
        coalesce(pages.name, '') AS name, named.people AS people
    FROM wanted SEMI JOIN chosen USING (id)
    LEFT JOIN documents_ever AS documents
    ON documents.id = wanted.id AND documents.fetched_at = wanted.fetched_at
    LEFT JOIN pages_ever AS pages
    ON pages.id = wanted.id AND pages.fetched_at = wanted.fetched_at
    LEFT JOIN ({NAMED} AND person_pages.id IN (FROM chosen) {BY_PAGE}) AS named
    ON named.id = wanted.id AND named.fetched_at = wanted.fetched_at
"""


# What few pages have is left out of the digest of the others.
DIGEST = """
    (xor(xor(xor(
        hash(fetched_at, standing, as_read, anchor, rank, cluster, copies, language),
        if(entry = '', 0::UBIGINT, hash(entry))),
        if(people_digest IS NULL, 0::UBIGINT, hash(people_digest))),
        if(topics IS NULL, 0::UBIGINT, hash(topics, relevance))) >> 1)::BIGINT
"""


def select_pages_to_index(
    tables: Connection,
    use: TopicUse = NO_USE,
    hidden: HiddenPeople = NOBODY_HIDDEN,
    *,
    unfetched: bool = True,
) -> NDArray[np.int64]:
    """Two rows: the ids of the pages that belong into the index, in order, and their digests.

    Pages that were never fetched belong there by what links call them, unless they are unwanted.
    Those that a topic leaves out belong there as unwanted: who asks for them can find them.
    Nobody who is `hidden` comes into it by name.
    """
    for name, keys in hidden._asdict().items():
        tables.execute(
            f"CREATE TABLE hidden_{name} AS SELECT unnest($keys::BIGINT[]) AS id",
            {"keys": sorted(keys)},
        )
    names = {name: list(topics) for name, topics in use._asdict().items()}
    tables.execute(WANTED, {"unfetched": unfetched} | names)
    found = tables.sql(f"SELECT id, {DIGEST} AS digest FROM wanted ORDER BY id").to_arrow_table()
    return np.stack([found[name].to_numpy() for name in ("id", "digest")]).astype(np.int64)


def chosen_pages(tables: Connection, ids: NDArray[np.int64]) -> Iterator[list[dict[str, Any]]]:
    """All about these pages of `wanted`, some at a time."""
    tables.register("chosen_ids", pa.table({"id": ids}))
    tables.execute("CREATE OR REPLACE TABLE chosen AS SELECT id FROM chosen_ids")
    tables.unregister("chosen_ids")
    rows = tables.cursor().execute(PAGES)
    names = [column[0] for column in rows.description]
    while found := rows.fetchmany(ROWS_AT_ONCE):
        yield [dict(zip(names, row, strict=True)) for row in found]


def pages_left_out(tables: Connection) -> int:
    """How many pages in `wanted` are left out of answers."""
    ((count,),) = tables.execute(
        "SELECT count(*) FROM wanted WHERE standing = 'unwanted'"
    ).fetchall()
    return int(count)


def languages_of(tables: Connection) -> list[str]:
    """The languages of the pages in `wanted`, that of most pages first."""
    rows = tables.execute("""
        SELECT language FROM wanted WHERE language NOT IN ('', 'unknown')
        GROUP BY language ORDER BY count(*) DESC, language
    """).fetchall()
    return [row[0] for row in rows]
