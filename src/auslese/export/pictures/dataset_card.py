"""A data set that says what it is: a card for people, and Croissant for programs."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from typing import Any

from auslese.export.datasets.croissant_terms import (
    CONTEXT,
    CROISSANT,
    parquet_file,
    record_field,
    record_set,
)

MOST_SOURCES = 50
MOST_LICENCES = 20
MOST_FIGURES = 100  # of agreement
UNKNOWN = "none stated"
UNTOLD = ("created_at", "confidence")
"""Numbers in a report of agreement that are no figures."""
METADATA = "train/metadata.parquet"
FIRST_TYPES = ("image/jpeg", "image/png")
"""Named first: readers take the first type that they know and open all pictures alike."""
FILE_PART = "(?:.*/)?(.+)"
"""The name of a file without its folders; the first group counts."""
FIELDS: Mapping[str, str] = {
    "url": "sc:URL",
    "page_url": "sc:URL",
    "alt": "sc:Text",
    "title": "sc:Text",
    "width": "sc:Integer",
    "height": "sc:Integer",
}


@dataclass(slots=True)
class DatasetFacts:
    """What is counted while pictures are written."""

    name: str
    pictures: int = 0
    records: int = 0
    bytes: int = 0
    sources: Counter[str] = field(default_factory=Counter)
    """Records by the host of their page."""
    types: Counter[str] = field(default_factory=Counter)
    """Pictures by their media type."""
    licences: Counter[str] = field(default_factory=Counter)
    """Records by each licence that stands at a picture or its page."""
    days: list[str] = field(default_factory=list)
    """First and last day on which pages were fetched."""
    agreement: Mapping[str, Any] | None = None
    """How annotators agree, if there were any."""

    def take(self, host: str, licences: Sequence[str], day: str) -> None:
        """Count a record."""
        self.records += 1
        self.sources[host] += 1
        self.licences.update(licences or (UNKNOWN,))
        self.days = [min([day, *self.days]), max([day, *self.days])]


def card(facts: DatasetFacts) -> str:
    """README.md of the data set, with the head that the Hugging Face hub reads."""
    span = " to ".join(dict.fromkeys(facts.days))
    parts = [
        "---",
        "configs:",
        "- config_name: default",
        "  data_dir: train",
        "tags:",
        "- image-text",
        "task_categories:",
        "- image-to-text",
        "license: other",
        f"pretty_name: {json.dumps(facts.name)}",
        "---",
        "",
        f"# {facts.name}",
        "",
        f"{facts.pictures:,} pictures with {facts.records:,} records of the texts around them, from"
        f" pages that were fetched {span}." if facts.days else "No pictures.",
        "`train/metadata.parquet` has a row for each record; `file_name` names its picture.",
        "",
        "## Sources",
        "",
        *_table(("host", "records"), facts.sources.most_common(MOST_SOURCES)),
        "",
        "## Licences",
        "",
        "As links at the pictures or on their pages say; no check was made, and a picture without a"
        " stated licence is nobody's permission. Pictures whose owners reserve such use (`noai`,"
        " `noimageai`, robots.txt and others) are not in here.",
        "",
        *_table(("licence", "records"), facts.licences.most_common(MOST_LICENCES)),
        "",
        "## Agreement of annotators",
        "",
    ]  # fmt: skip
    if facts.agreement:
        parts += _table(("measure", "value"), list(facts.agreement.items()))
    else:
        parts.append("Nobody has annotated these pictures yet.")
    return "\n".join([*parts, ""])


def figures_in(found: object, name: str = "") -> dict[str, Any]:
    """All numbers in a tree of JSON objects, by the names that lead to each; lists are left out."""
    if isinstance(found, dict):
        if "value" in found:  # a figure with its interval
            return _with_interval(found, name)
        parts = (figures_in(each, f"{name}.{key}".lstrip(".")) for key, each in found.items())
        return dict(list(chain.from_iterable(part.items() for part in parts))[:MOST_FIGURES])
    if name.rpartition(".")[2] in UNTOLD:
        return {}
    is_figure = isinstance(found, int | float) and not isinstance(found, bool)
    return {name: found} if is_figure else {}


def _with_interval(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A figure that is known, and both ends of its interval."""
    if found["value"] is None:
        return {}
    short = ".".join(part for part in name.split(".") if part not in ("phases", "figures"))
    ends = {f"{short} {end}": found.get(end) for end in ("low", "high")}
    return {short: found["value"]} | {end: at for end, at in ends.items() if at is not None}


def _table(head: tuple[str, str], rows: Sequence[tuple[str, Any]]) -> list[str]:
    lines = [f"| {head[0]} | {head[1]} |", "|---|---|"]
    return lines + [f"| {str(name).replace('|', '%7C')} | {value} |" for name, value in rows]


def croissant(facts: DatasetFacts, metadata_sha256: str, day: date) -> str:
    """The data set in Croissant 1.0 (JSON-LD); `day` is that on which it is written."""
    licences = [name for name, _ in facts.licences.most_common(MOST_LICENCES) if name != UNKNOWN]
    about = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": facts.name,
        "conformsTo": CROISSANT,
        "description": f"{facts.pictures} pictures with the texts around them.",
        "license": licences or [UNKNOWN],
        "version": f"{day.year}.{day.month}.{day.day}",
        "datePublished": day.isoformat(),
        "citeAs": f"{facts.name}: pictures with the texts around them, {day.isoformat()}",
        "isBasedOn": [f"https://{host}/" for host, _ in facts.sources.most_common(MOST_SOURCES)],
        "distribution": _distribution(facts, metadata_sha256),
        "recordSet": [record_set("records", list(_fields()))],
    }
    if facts.agreement:
        about["measurementTechnique"] = "several annotators for each picture"
        about["variableMeasured"] = [
            {"@type": "PropertyValue", "name": name, "value": value}
            for name, value in facts.agreement.items()
        ]
    return json.dumps(about, ensure_ascii=False, indent=2) + "\n"


def _distribution(facts: DatasetFacts, metadata_sha256: str) -> list[dict[str, Any]]:
    """The files: one table, and all pictures."""
    types = sorted(facts.types or FIRST_TYPES, key=lambda kind: (kind not in FIRST_TYPES, kind))
    return [
        parquet_file("metadata", METADATA, metadata_sha256),
        {
            "@type": "cr:FileSet",
            "@id": "pictures",
            "name": "pictures",
            "encodingFormat": types,
            "includes": "train/images/*/*",
        },
    ]


def _fields() -> Iterator[dict[str, Any]]:
    """Columns of the table, and the pictures themselves, which go with them by file name."""
    for name, kind in FIELDS.items():
        yield _field(name, kind, _column(name))
    file = _column("file_name") | {"transform": {"regex": FILE_PART}}
    named = {"fileSet": {"@id": "pictures"}, "extract": {"fileProperty": "filename"}}
    yield _field("file", "sc:Text", file) | {"references": named}
    content = {"fileSet": {"@id": "pictures"}, "extract": {"fileProperty": "content"}}
    yield _field("image", "sc:ImageObject", content)


def _field(name: str, kind: str, source: Mapping[str, Any]) -> dict[str, Any]:
    return record_field("records", name, kind, source)


def _column(name: str) -> dict[str, Any]:
    return {"fileObject": {"@id": "metadata"}, "extract": {"column": name}}
