"""How good are the first ten hits? Test collections with questions and judged answers."""

import gzip
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from math import log2
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from web.report import Result, ratio_of

from auslese.recipes.searching.searcher import Searcher
from auslese.search.answer.weight_learning import RatedPools
from auslese.store.collection import Collection

from .door import auslese, write_lines
from .left_out import chosen_values, learnt_without, pool_of, value_of
from .peers import Fts5, PlainBm25

SETS = ("cranfield", "cisi", "npl", "lisa", "time")
KNOWN_ITEMS = "xquad"
LANGUAGES = ("de", "en")
DEPTH = 10
GOAL_MEAN, GOAL_GERMAN, GOAL_LEFT_OUT = 1.08, 0.93, 1.10
WAYS = ("Auslese", "plain BM25", "FTS5")

Ranking = dict[str, list[str]]
"""The names of the best documents by query."""


class TestSet(NamedTuple):
    """Documents, queries and what is known of the answers."""

    name: str
    documents: list[dict[str, Any]]
    queries: dict[str, str]
    grades: dict[str, dict[str, float]]
    measure: Callable[[Sequence[str], dict[str, float]], float]


def measured_quality(data: Path) -> list[Result]:
    """All sets, asked of us and of the peers."""
    sets = list(_sets(data))
    if not sets:
        print(f"no test collections below {data}: quality is not measured")
        return []
    print("first ten hits".ljust(24), *(way.rjust(12) for way in WAYS))
    pools: dict[str, RatedPools] = {}
    found = {each.name: _all_ways(each, pools) for each in sets}
    judged = [found[name] for name in SETS if name in found]
    results = []
    if judged:
        ours, plain, fts = (fmean(row[way] for row in judged) for way in range(3))
        _print_row("mean nDCG@10", (ours, plain, fts))
        ratio = ratio_of(ours, plain)
        goal = f">= {GOAL_MEAN} times plain BM25"
        met = ours >= GOAL_MEAN * plain
        results.append(Result("search, mean nDCG@10", ours, plain, ratio, "nDCG@10", goal, met))
        name, row = min(
            ((name, found[name]) for name in SETS if name in found),
            key=lambda each: each[1][0] / each[1][1],
        )
        worst = Result(
            f"search, worst set ({name})", row[0], row[1], row[0] / row[1], "nDCG@10",
            ">= plain BM25", row[0] >= row[1],
        )  # fmt: skip
        results.append(worst)
    if german := found.get(f"{KNOWN_ITEMS} de"):
        ours, plain, _ = german
        goal, met = f">= {GOAL_GERMAN}", ours >= GOAL_GERMAN
        results.append(
            Result("search, xquad German", ours, plain, ours / plain, "MRR@10", goal, met)
        )
    return results + _left_out(pools, {name: found[name][1] for name in SETS if name in found})


def _left_out(pools: dict[str, RatedPools], plain: dict[str, float]) -> list[Result]:
    """Each judged set by weights that the other sets ask for."""
    judged = {name: pools[name] for name in plain}
    if len(judged) <= 1:
        return []
    print("\nweights learnt from the other sets".ljust(37), "plain BM25")
    learnt = {name: learnt_without(judged, plain, name) for name in judged}
    ours = {name: value_of(judged[name], weights) for name, weights in learnt.items()}
    for name, value in ours.items():
        cells = f"{value:.3f}".rjust(12) + f"{plain[name]:.3f}".rjust(12)
        print(name.ljust(24), cells, f" {value / plain[name]:.3f} times ", end="")
        print(chosen_values(learnt[name]))
    mean, peer = fmean(ours.values()), fmean(plain.values())
    worst = min(ours, key=lambda name: ours[name] / plain[name])
    return [
        Result(
            "search, left-out sets, mean", mean, peer, mean / peer, "nDCG@10",
            f">= {GOAL_LEFT_OUT} times plain BM25", mean >= GOAL_LEFT_OUT * peer,
        ),
        Result(
            f"search, left-out sets, worst ({worst})", ours[worst], plain[worst],
            ours[worst] / plain[worst], "nDCG@10", ">= plain BM25", ours[worst] >= plain[worst],
        ),
    ]  # fmt: skip


def _all_ways(tested: TestSet, pools: dict[str, RatedPools]) -> tuple[float, float, float]:
    texts = [(each["id"], each.get("title") or "", each["text"]) for each in tested.documents]
    plain = PlainBm25((name, f"{title}\n{text}") for name, title, text in texts)
    fts = Fts5()
    fts.add(texts)
    rankings = (
        _ours(tested, pools),
        {name: plain.best(text, DEPTH) for name, text in tested.queries.items()},
        {name: fts.best(text, DEPTH) for name, text in tested.queries.items()},
    )
    found = tuple(
        fmean(
            tested.measure(ranking.get(name, []), grades) for name, grades in tested.grades.items()
        )
        for ranking in rankings
    )
    _print_row(tested.name, found)
    return found


def _ours(tested: TestSet, pools: dict[str, RatedPools]) -> Ranking:
    with tempfile.TemporaryDirectory(prefix="search-") as name:
        folder = Path(name)
        write_lines(folder / "documents.jsonl", map(_line, tested.documents))
        asked = [{"id": key, "text": text} for key, text in tested.queries.items()]
        write_lines(folder / "queries.jsonl", asked)
        place = folder / "collection"
        auslese("import", place, folder / "documents.jsonl")
        auslese("analyse", place, "reading", "language")
        auslese("index", place)
        run = auslese("search", place, "--queries", folder / "queries.jsonl", "-k", str(DEPTH))
        if tested.name in SETS:
            searcher = Searcher(Collection.open(place))
            pools[tested.name] = pool_of(searcher, tested.queries, tested.grades)
    found: Ranking = {}
    for line in run.output.splitlines():
        query, _, document, *_ = line.split()
        found.setdefault(query, []).append(document)
    return found


def _line(document: dict[str, Any]) -> dict[str, Any]:
    return {
        name: document[name] for name in ("id", "title", "author", "text") if document.get(name)
    }


def _print_row(name: str, values: Sequence[float]) -> None:
    cells = [f"{value:.3f}".rjust(12) for value in values]
    print(name.ljust(24), *cells, f" {values[0] / values[1]:.3f} times", flush=True)


def _sets(data: Path) -> Iterator[TestSet]:
    for name in SETS:
        if (folder := data / f"ir_{name}").is_dir():
            grades: dict[str, dict[str, float]] = {}
            with gzip.open(folder / "qrels.tsv.gz", "rt", encoding="utf-8") as lines:
                for query, document, grade in (line.rstrip("\n").split("\t") for line in lines):
                    if query != "query_id":
                        grades.setdefault(query, {})[document] = float(grade)
            queries = {row["id"]: row["text"] for row in _rows(folder, "queries")}
            documents = list(_rows(folder, "documents"))
            judged = {query: grades[query] for query in queries if query in grades}
            yield TestSet(name, documents, queries, judged, gain)
    if (folder := data / f"ir_{KNOWN_ITEMS}").is_dir():
        documents, queries = list(_rows(folder, "documents")), list(_rows(folder, "queries"))
        for language in LANGUAGES:
            own = [row for row in queries if row["lang"] == language]
            yield TestSet(
                f"{KNOWN_ITEMS} {language}",
                [row for row in documents if row["lang"] == language],
                {row["id"]: row["text"] for row in own},
                {row["id"]: {row["doc_id"]: 1.0} for row in own},
                reciprocal_place,
            )


def _rows(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def gain(ranking: Sequence[str], grades: dict[str, float]) -> float:
    """The discounted gain of ten hits, as a share of the best one possible (nDCG@10)."""
    ideal = sorted(grades.values(), reverse=True)[:DEPTH]
    found = [grades.get(name, 0.0) for name in ranking[:DEPTH]]
    best = sum(grade / log2(place + 2) for place, grade in enumerate(ideal))
    return sum(grade / log2(place + 2) for place, grade in enumerate(found)) / best if best else 0.0


def reciprocal_place(ranking: Sequence[str], grades: dict[str, float]) -> float:
    """One over the place of the first hit that is right; 0 if it is not among ten."""
    return next((1 / place for place, name in enumerate(ranking, 1) if name in grades), 0.0)
