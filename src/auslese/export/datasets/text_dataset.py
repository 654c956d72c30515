"""A data set of texts that says what it is: a card for people and the hub, Croissant for programs.

data/train-00000.parquet    a row for each page, with the columns of TEXT_COLUMNS
README.md                   the card of the Hugging Face hub, its head in YAML
croissant.json              the same for programs (Croissant 1.0, JSON-LD)
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any, NamedTuple

from auslese.export.datasets.croissant_terms import (
    CONTEXT,
    CROISSANT,
    PARQUET,
    parquet_file,
    record_field,
    record_set,
)
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.records.language import UNKNOWN

PATTERN = "data/train-*.parquet"
HEAD = f"""\
task_categories:
- text-generation
- text-retrieval
tags:
- web
- croissant
configs:
- config_name: default
  data_files:
  - split: train
    path: {PATTERN}
dataset_info:
  features:"""
MOST_HOSTS = 50  # in the table of sources; the data has them all
LANGUAGE_LETTERS = (2, 3)  # of codes that the hub knows: ISO 639-1 and 639-3
SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
)
"""The classes of the hub, each with the number that is too much for it."""
LARGEST = "n>1B"


class TextColumn(NamedTuple):
    """A column of the data set."""

    name: str
    dtype: str
    """As `datasets` calls it."""
    kind: str
    """As Croissant calls it."""
    about: str


TEXT_COLUMNS = (
    TextColumn("id", "string", "sc:Text", "id of the page in its collection"),
    TextColumn("url", "string", "sc:URL", "address of the page"),
    TextColumn("host", "string", "sc:Text", "host name of the address"),
    TextColumn("title", "string", "sc:Text", "title without the name of the site"),
    TextColumn("text", "string", "sc:Text", "main text, one paragraph after the other"),
    TextColumn("language", "string", "sc:Text", "language of most of the text, as de"),
    TextColumn("author", "string", "sc:Text", "who wrote it, as far as the page says"),
    TextColumn("date", "string", "sc:Text", "when it was published, as 2024-05-31"),
    TextColumn("description", "string", "sc:Text", "description in the head of the page"),
    TextColumn("page_type", "string", "sc:Text", "article, forum, product …, or empty"),
    TextColumn("media_type", "string", "sc:Text", "what the page was, as text/html"),
    TextColumn("fetched_at", "timestamp[ms, tz=UTC]", "sc:DateTime", "when it was fetched"),
    TextColumn("words", "int32", "sc:Integer", "words of the text"),
    TextColumn("copy_of", "string", "sc:Text", "id of the page it is a copy of, or empty"),
)
"""Ids are texts, for many readers have no whole numbers of 64 bits."""


class ShardFacts(NamedTuple):
    """A file of the data set."""

    path: str
    rows: int
    bytes: int
    sha256: str


@dataclass(slots=True)
class TextFacts:
    """What is counted while pages are written."""

    pages: int = 0
    words: int = 0
    text_bytes: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    hosts: Counter[str] = field(default_factory=Counter)
    days: tuple[str, ...] = ()
    """First and last day on which pages were fetched."""
    shards: list[ShardFacts] = field(default_factory=list)

    def take(self, page: ExportedPage) -> None:
        """Count a page."""
        self.pages += 1
        self.words += page.words
        self.text_bytes += len(page.text.encode("utf-8", "replace"))
        self.languages[page.language or UNKNOWN] += 1
        self.hosts[page.host] += 1
        day = f"{page.fetched_at.astimezone(UTC):%Y-%m-%d}"
        self.days = (min((day, *self.days)), max((day, *self.days)))


class DatasetTerms(NamedTuple):
    """What its makers say of the data set."""

    about: str = ""
    licence: str = ""
    """Of the selection as a whole; pages stay under the terms of their owners."""
    citation: str = ""
    left_out: Mapping[str, int] = {}
    """Pages that may not leave, by the reason."""


def text_row(page: ExportedPage) -> dict[str, Any]:
    """A page as a row of the table."""
    told = {each.name: getattr(page, each.name) for each in TEXT_COLUMNS}
    copied = "" if page.copy_of is None else str(page.copy_of)
    return told | {"id": str(page.id), "copy_of": copied}


def text_card(context: ExportContext, facts: TextFacts, terms: DatasetTerms) -> str:
    """README.md of the data set."""
    parts = [
        "---",
        *_head(context, facts),
        "---",
        "",
        f"# {_line(context.collection)}",
        "",
        *([_line(terms.about), ""] if terms.about else []),
        *_story(context, facts),
        "",
        "## Columns",
        "",
        *_table(("column", "type", ""), [(c.name, c.dtype, c.about) for c in TEXT_COLUMNS]),
        "",
        "## Languages",
        "",
        *_table(("language", "pages"), facts.languages.most_common()),
        "",
        "## Sources",
        "",
        *_table(("host", "pages"), facts.hosts.most_common(MOST_HOSTS)),
        "",
        *_rights(context, terms),
    ]
    if terms.citation:
        parts += ["", "## How to cite", "", "```bibtex", terms.citation, "```"]
    return "\n".join([*parts, ""])


def _head(context: ExportContext, facts: TextFacts) -> Iterator[str]:
    """The head that the hub and `datasets` read."""
    codes = sorted({code.partition("-")[0] for code in facts.languages} - {UNKNOWN})
    known = [code for code in codes if len(code) in LANGUAGE_LETTERS]
    if known:
        yield "language:"
        yield from (f"- {json.dumps(code)}" for code in known)  # `no` alone would be a truth value
    yield f"pretty_name: {json.dumps(_line(context.collection))}"
    yield f"license: other\nsize_categories:\n- {size_category(facts.pages)}"
    yield HEAD
    yield from (f"  - name: {each.name}\n    dtype: {each.dtype}" for each in TEXT_COLUMNS)
    yield f"  splits:\n  - name: train\n    num_bytes: {facts.text_bytes}"
    yield f"    num_examples: {facts.pages}"
    yield f"  download_size: {sum(shard.bytes for shard in facts.shards)}"
    yield f"  dataset_size: {facts.text_bytes}"


def size_category(pages: int) -> str:
    """The class of the hub for so many rows."""
    return next((name for limit, name in SIZES if pages < limit), LARGEST)


def _story(context: ExportContext, facts: TextFacts) -> Iterator[str]:
    span = " to ".join(dict.fromkeys(facts.days))
    yield (
        f"{facts.pages:,} pages of {len(facts.hosts):,} hosts with {facts.words:,} words, fetched"
        f" {span}. Made by Auslese {context.version} on {context.made_at:%Y-%m-%d}."
        if facts.pages
        else "No pages."
    )
    if context.where:
        yield f"Only pages that fit `{_line(context.where).replace('`', ' ')}`."
    yield "A row for each page; texts without menus, headers and footers."


def _rights(context: ExportContext, terms: DatasetTerms) -> Iterator[str]:
    yield "## Rights"
    yield ""
    yield (
        "Every page belongs to its owner, who has given no licence to us. What owners reserve"
        " (robots.txt, headers, META, TDMRep, RSL) was read, and pages were chosen by the profile"
        f" `{_line(context.profile) or 'internal'}`."
    )
    if terms.licence:
        yield f"The selection as such: {_line(terms.licence)}."
    if terms.left_out:
        yield ""
        yield from _table(("left out because of", "pages"), list(terms.left_out.items()))


def text_croissant(context: ExportContext, facts: TextFacts, terms: DatasetTerms) -> str:
    """The data set in Croissant 1.0."""
    day = context.made_at.date()
    about = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": context.collection,
        "conformsTo": CROISSANT,
        "description": terms.about or " ".join(_story(context, facts)),
        "license": terms.licence or "Every page stays under the terms of its owner.",
        "version": f"{day.year}.{day.month}.{day.day}",
        "datePublished": day.isoformat(),
        "citeAs": terms.citation or f"{context.collection}, {day.isoformat()}",
        "inLanguage": sorted(set(facts.languages) - {UNKNOWN}),
        "isBasedOn": [f"https://{host}/" for host, _ in facts.hosts.most_common(MOST_HOSTS)],
        "distribution": list(_distribution(facts)),
        "recordSet": [record_set("pages", list(_fields()))],
    }
    return json.dumps(about, ensure_ascii=False, indent=2) + "\n"


def _distribution(facts: TextFacts) -> Iterator[dict[str, Any]]:
    """Each file with its digest, and all of them together, from which the fields are."""
    for shard in facts.shards:
        told = parquet_file(shard.path, shard.path, shard.sha256)
        yield told | {"contentSize": f"{shard.bytes} B"}
    yield {
        "@type": "cr:FileSet",
        "@id": "tables",
        "name": "tables",
        "encodingFormat": PARQUET,
        "includes": PATTERN,
    }


def _fields() -> Iterator[dict[str, Any]]:
    for each in TEXT_COLUMNS:
        source = {"fileSet": {"@id": "tables"}, "extract": {"column": each.name}}
        yield record_field("pages", each.name, each.kind, source, each.about)


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for row in rows:
        yield f"| {' | '.join(_line(str(each)).replace('|', '%7C') for each in row)} |"


def _line(text: str) -> str:
    return " ".join(text.split())
