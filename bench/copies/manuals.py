"""Debian's installation guide for two machines: every page twice, more or less the same.

A page of one guide and the page of the same path in the other are a pair of known similarity: that
of all their shingles, counted. Languages in which both guides say the same are the easy part; where
chapters are about the machine they differ.
"""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.alike_pairs import SketchedTexts, alike_pairs
from auslese.analyse.duplicates.bands import choose_bands
from auslese.analyse.duplicates.copy_groups import SimilarTextPairs, group_pages
from auslese.analyse.duplicates.group_original import PageColumns
from auslese.analyse.duplicates.minhash import shuffles
from auslese.analyse.duplicates.mirrors import Mirror, MirrorPage, find_mirrors
from auslese.analyse.duplicates.shingles import ShingleSets, shingle_sets
from auslese.analyse.duplicates.text_likeness import likeness
from auslese.extract.document_reader import read_document
from auslese.extract.source import Source
from auslese.recipes.duplicates.pair_filter import marks_of
from auslese.records.document import Unreadable
from auslese.records.url import Url

WORK = Path(__file__).resolve().parents[1] / ".work" / "manuals"
PACKAGES = ("installation-guide-amd64", "installation-guide-arm64")
DOCUMENTS = "usr/share/doc"
HOST = "http://manuals.example/"
THRESHOLD = 0.8
BANDS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Where bands of similarity begin; the last is 1 alone."""


class Guides(NamedTuple):
    """The pages of both guides as they were read."""

    urls: list[str]
    texts: list[str]
    pairs: list[tuple[int, int]]
    """Pages with the same path."""
    seconds: float
    """To read them."""


class Judged(NamedTuple):
    """What is known of a pair, and what was found of it."""

    path: str
    similarity: float
    is_found: bool
    is_grouped: bool


class Figures(NamedTuple):
    """What was measured."""

    judged: list[Judged]
    found: int
    """Pairs in all, also of pages with different paths."""
    mirrors: list[Mirror]
    pair_seconds: float
    mirror_seconds: float

    @property
    def recall(self) -> float:
        """Of the pairs that are alike, those that were found."""
        alike = [each for each in self.judged if each.similarity >= THRESHOLD]
        return sum(each.is_found for each in alike) / max(1, len(alike))

    @property
    def wrong(self) -> list[Judged]:
        """Pairs that are less alike and were taken for copies."""
        return [each for each in self.judged if each.similarity < THRESHOLD and each.is_found]


def are_there() -> bool:
    """Whether both packages are unpacked."""
    return all((WORK / DOCUMENTS / package).is_dir() for package in PACKAGES)


def fetch() -> None:
    """Fetch and unpack what is not there."""
    WORK.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        if (WORK / DOCUMENTS / package).is_dir():
            continue
        print(f"set-up: Debian's package {package}", file=sys.stderr, flush=True)
        if not list(WORK.glob(f"{package}_*.deb")):
            subprocess.run(["apt-get", "download", "-qq", package], cwd=WORK, check=True)
        (archive,) = WORK.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", archive, WORK], check=True)


def read_guides(languages: frozenset[str] = frozenset()) -> Guides:
    """All pages, or those in some languages; each with a URL as if both guides were on one host."""
    began = perf_counter()
    urls, texts = list[str](), list[str]()
    numbers: dict[str, list[int]] = defaultdict(list)
    for package in PACKAGES:
        folder = WORK / DOCUMENTS / package
        for path in sorted(folder.rglob("*.html")):
            name = path.relative_to(folder).as_posix()
            if languages and name.partition("/")[0] not in languages:
                continue
            url = f"{HOST}{package}/{name}"
            document = read_document(Source(Url(url), path.read_bytes(), "text/html"))
            numbers[name].append(len(urls))
            urls.append(url)
            texts.append("" if isinstance(document, Unreadable) else document.text)
    pairs = [(both[0], both[1]) for both in numbers.values() if len(both) > 1]
    return Guides(urls, texts, pairs, perf_counter() - began)


def measure(guides: Guides) -> Figures:
    """Find pairs, groups and mirrors as the house does, beside what is true."""
    began = process_time()
    sets = shingle_sets(guides.texts)
    bands = choose_bands(THRESHOLD)
    sketches = shuffles(bands.minima).sketches(sets)
    found = list(
        alike_pairs(SketchedTexts(sets, sketches, bands.keys(sketches), marks_of(sets)), THRESHOLD)
    )
    pair_seconds = process_time() - began
    groups = _groups(guides, np.array(found).reshape(-1, 3))
    began = process_time()
    order = np.argsort(groups, kind="stable").tolist()
    copies = [MirrorPage(guides.urls[each], int(groups[each])) for each in order]
    mirrors = find_mirrors(lambda: copies)
    judged = _judged(guides, sets, {(one, other) for one, other, _ in found}, groups)
    return Figures(judged, len(found), mirrors, pair_seconds, process_time() - began)


def _groups(guides: Guides, found: NDArray[np.float64]) -> NDArray[np.int64]:
    number = len(guides.urls)
    ids = np.arange(number)
    lengths = np.array([len(url) for url in guides.urls], np.int32)
    pages = PageColumns(ids, ids, np.full(number, -1), np.zeros(number, bool), lengths)
    one, other = found[:, :2].astype(np.int64).T
    alike = SimilarTextPairs(one, other, found[:, 2].astype(np.float32))
    return group_pages(pages, alike).first


def _judged(
    guides: Guides, sets: ShingleSets, found: set[tuple[int, int]], groups: NDArray[np.int64]
) -> list[Judged]:
    return [
        Judged(
            guides.urls[one].removeprefix(f"{HOST}{PACKAGES[0]}/"),
            likeness(sets.of(one), sets.of(other)),
            (one, other) in found,
            bool(groups[one] == groups[other]),
        )
        for one, other in guides.pairs
    ]
