"""Topics of pictures from their texts alone: our scores beside BM25 with the same good captions.

For each topic twenty captions are good ones (a third of it, if it is small), and two hundred others
stand for the neutral ones; all the rest is ranked. The parameters of the caption score for a set
are those that are best on the other two.
"""

import csv
import gzip
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from web.report import Result, ratio_of

from auslese.analyse.focus.focus_model import train_focus
from auslese.analyse.focus.focus_scores import weighted_scores
from auslese.analyse.focus.focus_tokens import focus_tokens
from auslese.analyse.focus.keywords import learn_keywords
from auslese.analyse.pictures.caption_scores import CaptionOptions, caption_scores, caption_words

GOOD, NEUTRAL = 20, 200
LEAST = {"stamps": 30, "tate": 40, "wildflowers": 40}
"""Pictures of a topic that is measured; half of all at most."""
GRID = [CaptionOptions(*each) for each in product((2.0, 5.0, 10.0), (0.0, 0.25, 0.5, 1.0))]
K1, B = 1.2, 0.75
DRAWS = 10_000
BM25, CAPTIONS, CHOSEN = "BM25", "caption score", "caption score, parameters of the other sets"
Floats = NDArray[np.float64]


class PictureSet(NamedTuple):
    """Pictures by their texts, each with its topics."""

    name: str
    texts: list[str]
    topics: list[set[str]]

    def measured(self) -> list[str]:
        """Topics with enough pictures, and not most of them."""
        sizes = Counter(topic for each in self.topics for topic in each if topic)
        most = len(self.texts) / 2
        return sorted(name for name, size in sizes.items() if LEAST[self.name] <= size <= most)


def picture_sets(data: Path) -> list[PictureSet]:
    """The three sets of the shared data."""
    return [_stamps(data), _tate(data), _wildflowers(data)]


def _stamps(data: Path) -> PictureSet:
    rows = [row for row in _lines(data / "images_stamps" / "images.jsonl.gz") if row["caption"]]
    return PictureSet(
        "stamps", [row["caption"] for row in rows], [set(row["path_topics"]) for row in rows]
    )


def _tate(data: Path) -> PictureSet:
    rows = list(_lines(data / "images_tate" / "artworks.jsonl.gz"))
    texts = [" ".join(filter(None, (r["title"], r["artist"], r["medium"]))) for r in rows]
    return PictureSet("tate", texts, [set(row["subjects_level1"]) for row in rows])


def _wildflowers(data: Path) -> PictureSet:
    with gzip.open(data / "images_wildflowers" / "images.tsv.gz", "rt") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    kinds = [{kind.strip() for kind in row["types"].split(",")} | {row["family"]} for row in rows]
    return PictureSet("wildflowers", [f"{row['alt']} {row['heading']}" for row in rows], kinds)


def _lines(path: Path) -> Iterator[dict]:
    with gzip.open(path, "rt") as file:
        yield from map(json.loads, file)


def measured_pictures(data: Path, seed: int = 1) -> list[Result]:
    """Mean average precision over all topics of the three sets, printed for all ways."""
    sets = picture_sets(data)
    found = {each.name: _measured_set(each, random.Random(seed)) for each in sets}
    for name, ways in found.items():
        ways[CHOSEN] = ways[_name(_best([each for each in found if each != name], found))]
    _print(found)
    ours, peer = (_overall(found, way) for way in (CHOSEN, BM25))
    goal = "above BM25 with the same good captions"
    name = "mean AP of picture topics from texts"
    return [Result(name, ours, peer, ratio_of(ours, peer), "mean AP", goal, ours > peer)]


Ways = dict[str, list[float]]


def _measured_set(pictures: PictureSet, dice: random.Random) -> Ways:
    ways: Ways = defaultdict(list)
    for topic in pictures.measured():
        positive = [n for n, topics in enumerate(pictures.topics) if topic in topics]
        good = set(dice.sample(positive, min(GOOD, len(positive) // 3)))
        rest = [n for n in range(len(pictures.texts)) if n not in good]
        neutral = set(dice.sample(rest, min(NEUTRAL, len(rest) // 4)))
        tested = [n for n in rest if n not in neutral]
        relevant = np.array([topic in pictures.topics[n] for n in tested], float)
        text_of = pictures.texts.__getitem__
        parts = ([text_of(n) for n in sorted(each)] for each in (good, neutral))
        for way, scores in _ways(*parts, list(map(text_of, tested))).items():
            ways[way].append(_precision(scores, relevant))
        ways["by lot"].append(float(relevant.mean()))
    return ways


def _ways(good: list[str], plain: list[str], texts: list[str]) -> dict[str, Floats]:
    """The scores of texts by every way, higher is better."""
    model = train_focus(good, plain)
    perplexities = model.language_model.perplexities(texts, fragments=True)
    keywords = model.keywords.scores(texts)
    tokens = list(map(focus_tokens, texts))
    words = caption_words(list(map(focus_tokens, good)), tokens)
    assert model.background is not None
    background = model.background.perplexities(texts, fragments=True)
    ways = {
        BM25: _bm25(tokens, focus_tokens(" ".join(good))),
        "perplexity": -perplexities,
        "perplexity less that of the background": np.log2(background) - np.log2(perplexities),
        "key words": keywords,
        "key words, log-odds": learn_keywords(good, plain, method="log-odds").scores(texts),
        "weighted score (the seed)": -weighted_scores(perplexities, keywords),
    }
    return ways | {
        _name(options): caption_scores(tokens, words, perplexities, options) for options in GRID
    }


def _bm25(texts: list[list[str]], query: list[str]) -> Floats:
    """Okapi BM25 with the texts of all good captions as the query, words as often as they stand."""
    asked, common = Counter(query), Counter(word for tokens in texts for word in set(tokens))
    mean = sum(map(len, texts)) / len(texts)
    rare = {
        word: log(1 + (len(texts) - common[word] + 0.5) / (common[word] + 0.5)) for word in asked
    }
    scores = []
    for tokens in texts:
        norm = K1 * (1 - B + B * len(tokens) / mean)
        counts = Counter(word for word in tokens if word in asked)
        scores.append(
            sum(asked[w] * rare[w] * n * (K1 + 1) / (n + norm) for w, n in counts.items())
        )
    return np.array(scores)


def _precision(scores: Floats, relevant: Floats) -> float:
    """Average precision; ties in the order of the set."""
    hits = relevant[np.argsort(-scores, kind="stable")]
    precisions = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return float((precisions * hits).sum() / hits.sum())


def _name(options: CaptionOptions) -> str:
    return f"{CAPTIONS} (padding {options.padding:g}, model {options.language_model:g})"


def _best(names: list[str], found: dict[str, Ways]) -> CaptionOptions:
    """The parameters with the best mean over these sets, each set counting alike."""

    def value(options: CaptionOptions) -> float:
        return float(np.mean([np.mean(found[name][_name(options)]) for name in names]))

    return max(GRID, key=value)


def _overall(found: dict[str, Ways], way: str) -> float:
    return float(np.mean([value for ways in found.values() for value in ways[way]]))


def _print(found: dict[str, Ways]) -> None:
    heads = [f"{name} ({len(ways[BM25])})" for name, ways in found.items()]
    print(f"{'mean AP over topics':48}", *(f"{head:>17}" for head in heads), f"{'all':>7}")
    for way in next(iter(found.values())):
        means = [np.mean(ways[way]) for ways in found.values()]
        cells = (f"{mean:>17.3f}" for mean in means)
        print(f"{way:48}", *cells, f"{_overall(found, way):>7.3f}")
    wins = [
        ours > peer
        for ways in found.values()
        for ours, peer in zip(ways[CHOSEN], ways[BM25], strict=True)
    ]
    print(f"topics in which it is above BM25: {sum(wins)} of {len(wins)}")
    low, high = _interval(found)
    print(
        f"mean AP above BM25, 95 % of 10,000 draws of topics: {low:.4f} to {high:.4f}", flush=True
    )


def _interval(found: dict[str, Ways]) -> tuple[float, float]:
    """By drawing the topics of each set anew."""
    dice = np.random.default_rng(1)
    sums = np.zeros(DRAWS)
    number = 0
    for ways in found.values():
        gains = np.array(ways[CHOSEN]) - np.array(ways[BM25])
        sums += gains[dice.integers(0, len(gains), (DRAWS, len(gains)))].sum(axis=1)
        number += len(gains)
    low, high = np.percentile(sums / number, (2.5, 97.5))
    return float(low), float(high)
