"""Pages whose relevance is known: newsgroups, and personal pages of universities."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.field_terms import RelevanceText
from auslese.extract.document_reader import Document, Source, read_document
from auslese.extract.page_reader import read_page
from auslese.records.url import canonical

SUBJECT = "subject:"
# Fixed before anything was measured: of the 20 groups in the order of the alphabet the 1st, 3rd,
# 6th, 8th, 11th, 13th, 16th and 18th. Options were chosen on the other twelve alone.
FIXED = (0, 2, 5, 7, 10, 12, 15, 17)
PERSONAL = frozenset(("student", "faculty", "staff"))
HEADER = b"content-type: text/html; charset=utf-8\r\n"


class LabelledPages(NamedTuple):
    """Texts, the label of each, and where each comes from."""

    texts: list[RelevanceText]
    labels: NDArray[np.str_]
    homes: NDArray[np.str_]
    links: tuple[NDArray[np.int64], NDArray[np.int64]]
    """Between these pages: where from and where to."""

    def is_in(self, group: str) -> NDArray[np.float64]:
        """1 for the pages of a group."""
        return (self.labels == group).astype(np.float64)


def newsgroups(data: Path) -> LabelledPages:
    """Posts by their subject and body."""
    rows = list(rows_of(data / "newsgroups20"))
    texts = [_post(row["text"].replace("\t", "\n")) for row in rows]
    labels, nothing = np.array([row["label"] for row in rows]), np.zeros(0, np.int64)
    return LabelledPages(texts, labels, np.array([""]), (nothing, nothing))


def fixed_groups(pages: LabelledPages) -> list[str]:
    """The eight topics."""
    groups = sorted(set(pages.labels.tolist()))
    return [groups[at] for at in FIXED]


def _post(text: str) -> RelevanceText:
    head, _, body = text.partition("\n\n")
    lines = (line for line in head.split("\n") if line.lower().startswith(SUBJECT))
    return RelevanceText(" ".join(line[len(SUBJECT) :].strip() for line in lines), body, "", "en")


def personal_pages(data: Path) -> LabelledPages:
    """Pages of universities by our own extraction, with what links between them say."""
    rows = list(rows_of(data / "webkb"))
    read = [_page(row) for row in rows]
    places = {_plain(row["url"]): at for at, row in reversed(list(enumerate(rows)))}
    anchors: defaultdict[int, list[str]] = defaultdict(list)
    between: list[tuple[int, int]] = []
    for at, (_, links) in enumerate(read):
        for url, anchor in links:
            there = places.get(_plain(url.partition("#")[0]))
            if there is not None and there != at:
                anchors[there].append(anchor)
                between.append((at, there))
    texts = [page._replace(anchors="\n".join(anchors[at])) for at, (page, _) in enumerate(read)]
    labels = np.array(["personal" if row["label"] in PERSONAL else "other" for row in rows])
    ends = np.array(between, np.int64).reshape(-1, 2)
    homes = np.array([row["university"] for row in rows])
    return LabelledPages(texts, labels, homes, (ends[:, 0], ends[:, 1]))


def _page(row: dict[str, Any]) -> tuple[RelevanceText, list[tuple[str, str]]]:
    url = canonical(row["url"]) or canonical("http://page.invalid/")
    body = row["html"].encode("utf-8", "replace")
    found = read_document(Source(url, body, "text/html", HEADER))
    page = read_page(url, body, "text/html", HEADER)
    text = found.text if isinstance(found, Document) else ""
    links = list(zip(map(str, page.links.urls), page.links.anchors, strict=True))
    return RelevanceText(page.title, text, row["url"], "en"), links


def _plain(url: str) -> str:
    return url.partition("://")[2].rstrip("/").lower()


def rows_of(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of a set."""
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
