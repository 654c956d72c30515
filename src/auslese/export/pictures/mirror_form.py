"""The folder form of Werner (2015): each picture with its XML beside it, and one log for all.

    JOB/DATE/mirror/host/path/file.jpg        the picture
    JOB/DATE/mirror/host/path/file.jpg.xml    all that is known of it, a block for each page
    JOB/DATE/log.tsv                       the log (3.7): scores, paths, texts, parents, siblings

Names of elements are those of his listing 3.3; parents and siblings are counted from 0.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from auslese.export.pictures.picture_entry import PictureEntry, Record

LOG = "log.tsv"
MOST_NEAR = 5
LONGEST_SEGMENT = 120  # letters; file systems take 255 bytes, and the XML adds some
UNSAFE = re.compile(r"[^A-Za-z0-9._~%@+,=()-]")
NO_NAME = re.compile(r"[^A-Za-z0-9_.-]")
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BLANKS = re.compile(r"\s+")
SCORED = ("alt", "title", "guess")


def mirror_path(url: str, ending: str) -> PurePosixPath:
    """Where a picture lies below the mirror: host and path of its URL as folders.

    A query is told by a number behind the name; what has no ending gets that of its type.
    """
    parts = urlsplit(url)
    *folders, name = [segment for segment in parts.path.split("/") if segment] or ["index"]
    if parts.query:
        stem, dot, suffix = name.rpartition(".")
        mark = sha256(parts.query.encode()).hexdigest()[:8]
        name = f"{stem}-{mark}.{suffix}" if dot else f"{name}-{mark}"
    if "." not in name:
        name = f"{name}.{ending}"
    host = parts.netloc.replace(":", "_")
    return PurePosixPath(_safe(host), *map(_safe, folders), _safe(name))


def _safe(segment: str) -> str:
    """A name that every file system takes, and that leads nowhere else."""
    safe = UNSAFE.sub("_", segment)
    if safe.strip(".") == "":
        return "_"
    if len(safe) <= LONGEST_SEGMENT:
        return safe
    mark = sha256(segment.encode()).hexdigest()[:8]
    return f"{safe[: LONGEST_SEGMENT - 20]}-{mark}{safe[-11:]}"


def info_file(entry: PictureEntry) -> bytes:
    """The XML beside a picture; further pages that show it are further blocks."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<image>"]
    for record in entry.records:
        lines += ["<embedding>", *_elements(record), "</embedding>"]
    return "\n".join([*lines, "</image>", ""]).encode()


def _elements(record: Record) -> Iterator[str]:
    yield _element("urlimagefound", record["page_url"])
    yield _element("imageurltext", record["url"])
    yield _element("width-real", record["width"])
    yield _element("height-real", record["height"])
    yield _element("src-guesstring", record["guess"])
    yield from _scores("src-guesstring-perplexity", record["guess_score"])
    for name in ("alt", "title"):
        if record[name]:
            yield _element(name, record[name])
            yield _element(f"{name}-length", len(record[name]))
            yield from _scores(f"{name}-perplexity", record[f"{name}_score"], f"{name}-")
    for attribute in record["attributes"]:
        yield _element(NO_NAME.sub("_", attribute["name"]), attribute["value"])
    for kind in ("parent", "sibling"):
        scores = record[f"{kind}_scores"] or [None] * len(record[f"{kind}s"])
        for number, near in enumerate(record[f"{kind}s"]):
            yield _element(f"{kind}-{number}", near["text"])
            yield _element(f"{kind}-{number}-length", near["length"])
            yield from _scores(f"{kind}-{number}-perplexity", scores[number])
            distance = f"{kind}-{number}-perplexity-weighted-distance"
            yield _element(distance, near["distance"])
    for licence in record["licences"]:
        yield _element("licence", licence)


def _scores(name: str, score: Any, keyword: str = "") -> Iterator[str]:
    """Three elements; the seed calls the key words of alt and title `alt-keywordscore`."""
    if score:
        yield _element(f"{name}-pure", score["perplexity"])
        yield _element(f"{keyword or f'{name}-'}keywordscore", score["keyword"])
        yield _element(f"{name}-weighted", score["weighted"])


def _element(name: str, value: object) -> str:
    return f"<{name}>{escape(NOT_IN_XML.sub(' ', str(value)))}</{name}>"


def log_head() -> bytes:
    """The first line of the log: what its columns are."""
    columns = [f"{name}-{kind}" for name in SCORED for kind in ("pure", "weighted")]
    columns += ["image", "info", *SCORED]
    for kind in ("parent", "sibling"):
        for number in range(MOST_NEAR):
            columns += [f"{kind}-{number}-pure", f"{kind}-{number}-weighted"]
    return _line(columns)


def log_line(record: Record, image: str, info: str) -> bytes:
    """A record as a line: scores, paths, texts, then the scores of parents and siblings."""
    cells: list[object] = []
    for name in SCORED:
        cells += _cells(record[f"{name}_score"])
    cells += [image, info, *(record[name] for name in SCORED)]
    for kind in ("parent", "sibling"):
        scores = (record[f"{kind}_scores"] or [])[:MOST_NEAR]
        for score in [*scores, *[None] * (MOST_NEAR - len(scores))]:
            cells += _cells(score)
    return _line(cells)


def _cells(score: Any) -> tuple[object, object]:
    return (score["perplexity"], score["weighted"]) if score else ("", "")


def _line(cells: list[Any]) -> bytes:
    return ("\t".join(BLANKS.sub(" ", str(cell)) for cell in cells) + "\n").encode()
