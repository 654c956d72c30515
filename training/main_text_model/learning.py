"""Learning the model: word weights, the kind of page, each block alone, each block once more."""

import json
import math
import warnings
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from reading.scores import shingle_counts, snippet_counts, summed, summed_snippets, word_counts

from auslese.extract.html.element_marks import name_words
from auslese.extract.main_text.block_evidence import (
    BlockEvidence,
    BlockLexicon,
    short_words,
    title_shares,
)
from auslese.extract.main_text.main_text import (
    NEXT_TO_NONE,
    apply_customs,
    block_evidence,
    choose,
    is_hopeless,
    look_around,
    with_kin,
)
from auslese.extract.main_text.page_type import PAGE_TYPES

from .pages import PARTS, LabelledPage

warnings.filterwarnings("ignore")
FOLDS = 5
NAME_LEVELS = 6  # elements around a block whose names are weighed
LEAST_SITES = 5  # on which a word must be found to be weighed
DOUBT = 6.0  # pages that a word is supposed to have been seen on already, half and half
LEAST_WEIGHT = 0.15
GUESSED = 0.3  # weight of a page whose labels are the first judgement's
SHARED: dict[str, Any] = {
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "verbose": -1,
    "num_threads": 1,
    "seed": 1,
}
TYPES = SHARED | {
    "objective": "multiclass",
    "num_class": len(PAGE_TYPES),
    "learning_rate": 0.1,
    "num_leaves": 8,
    "max_depth": 5,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.4,
    "lambda_l2": 3,
}
BLOCKS = SHARED | {
    "objective": "cross_entropy",
    "learning_rate": 0.08,
    "num_leaves": 20,
    "max_depth": 6,
    "max_bin": 63,
    "min_data_in_leaf": 50,
    "feature_fraction": 0.3,
    "lambda_l2": 5,
}
ROUNDS = {"page_types": 40, "alone": 90, "around": 80}
SET_WEIGHTS = {"aeb": 0.7, "wcxb": 1.0, "snippets": 0.25}  # of a page for learning kinds of pages
BARE_WEIGHT = 0.5  # of a bare copy; 0.15 and 0.3 tell fewer kinds of pages never seen

Pages = list[LabelledPage]
Matrices = dict[tuple[str, str], np.ndarray]


def page_type(page: LabelledPage) -> int:
    """The kind of a page; news and blogs where the set says nothing."""
    return PAGE_TYPES.index(page.row.get("page_type") or "article")


# -- words ----------------------------------------------------------------------------------------


def learn_lexicon(pages: Pages) -> BlockLexicon:
    """Log-odds of words in names and short blocks; every page counts once for each word."""
    names, texts = _Tally(), _Tally()
    for page in pages:
        page.word_shares = page.word_shares or _word_shares(page)
        in_names, in_texts = page.word_shares
        names.take(in_names, page.site)
        texts.take(in_texts, page.site)
    return BlockLexicon(names.weights(), texts.weights())


class _Tally:
    def __init__(self) -> None:
        self._sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._sites: dict[str, set[str]] = defaultdict(set)

    def take(self, shares: dict[str, list[float]], site: str) -> None:
        for word, (good, bad) in shares.items():
            if good + bad > 0:
                self._sums[word][0] += good / (good + bad)
                self._sums[word][1] += bad / (good + bad)
                self._sites[word].add(site)

    def weights(self) -> dict[str, float]:
        good, bad = (sum(column) for column in zip(*self._sums.values(), strict=True))
        usual = good / (good + bad)
        found = {}
        for word, (for_it, against) in sorted(self._sums.items()):
            if len(self._sites[word]) >= LEAST_SITES and len(word) > 1:
                odds = math.log((for_it + DOUBT * usual) / (against + DOUBT * (1 - usual)))
                weight = odds - math.log(usual / (1 - usual))
                if abs(weight) > LEAST_WEIGHT:
                    found[word] = round(weight, 2)
        return found


def _word_shares(page: LabelledPage) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    names: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    texts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for block, place in enumerate(page.sheet.places):
        label = page.labels[block]
        if np.isnan(label):
            continue
        weight = min(page.words[block], 50)
        for word in _names_around(page, place):
            names[word][0] += label * weight
            names[word][1] += (1 - label) * weight
        for word in set(short_words(page.sheet.texts[block])):
            texts[word][0] += label
            texts[word][1] += 1 - label
    return names, texts


def _names_around(page: LabelledPage, place: int) -> set[str]:
    where, words = page.sheet.where, set()
    for _ in range(NAME_LEVELS):
        words.update(name_words(where.names[place]))
        if place == where.parents[place]:
            break
        place = where.parents[place]
    return words


# -- forests --------------------------------------------------------------------------------------


def learn_types(pages: Pages) -> lightgbm.Booster:
    """Learn the kind of a page, also from what is left of it without a design."""
    rows, weights, labels = [], [], []
    for page in pages:
        for share, of_page in ((1.0, [page.type_row]), (BARE_WEIGHT, page.bare_rows)):
            rows += of_page
            weights += [share * SET_WEIGHTS[page.set]] * len(of_page)
            labels += [page_type(page)] * len(of_page)
    data = lightgbm.Dataset(np.array(rows), np.array(labels), weight=np.array(weights))
    return lightgbm.train(TYPES, data, ROUNDS["page_types"])


def judged_types(model: lightgbm.Booster, pages: Pages) -> Matrices:
    """The chances of each kind, page by page."""
    rows = np.array([page.type_row for page in pages])
    return dict(zip([page.key for page in pages], model.predict(rows), strict=True))


def out_of_part(pages: Pages, judge: Callable[[Pages, Pages], Matrices], parts: int) -> Matrices:
    """Judge every page by what was learnt from pages of other sites."""
    found: Matrices = {}
    for part in range(parts):
        own = [page for page in pages if page.part % parts == part]
        if own:
            found |= judge([page for page in pages if page.part % parts != part], own)
    return found


def evidence_rows(pages: Pages, lexicon: BlockLexicon, types: Matrices) -> Matrices:
    """What is known of each block."""
    return {page.key: _evidence(page, lexicon, types).columns().T for page in pages}


def rows_around(
    pages: Pages, lexicon: BlockLexicon, types: Matrices, chances: Matrices
) -> Matrices:
    """The same, with what the first judgement says of the surroundings."""
    found = {}
    for page in pages:
        evidence = _evidence(page, lexicon, types)
        look_around(page.figures, chances[page.key].astype(np.float32), evidence)
        found[page.key] = evidence.columns().T
    return found


def _evidence(page: LabelledPage, lexicon: BlockLexicon, types: Matrices) -> BlockEvidence:
    figures = page.figures
    return block_evidence(figures, title_shares(figures, page.title), types[page.key], lexicon)


def block_weights(page: LabelledPage) -> np.ndarray:
    """Every page counts the same, long blocks more than short ones, but not by their length."""
    weights = np.where(np.isnan(page.labels), 0, np.sqrt(np.minimum(page.words, 200)))
    whole = weights.sum()
    known = (weights > 0).sum()
    share = 1.0 if page.set != "snippets" else GUESSED * min(1, known / 6)
    return weights / whole * share * 100 if whole else weights


def learn_blocks(
    pages: Pages, rows: Matrices, rounds: int, guesses: Matrices | None = None
) -> lightgbm.Booster:
    """Learn to judge blocks; `guesses` are taken for labels where there are none."""
    xs, ys, ws = [], [], []
    for page in pages:
        labels, weights = page.labels.copy(), block_weights(page)
        if guesses is not None and page.set == "snippets":
            unknown = np.isnan(labels) & (page.words > 0)
            labels[unknown] = guesses[page.key][unknown]
            extra = np.where(unknown, np.sqrt(np.minimum(page.words, 200)), 0)
            weights = weights + extra / max(extra.sum(), 1) * GUESSED * 100
        kept = weights > 0
        xs.append(rows[page.key][kept])
        ys.append(np.nan_to_num(labels[kept]))
        ws.append(weights[kept])
    data = lightgbm.Dataset(np.vstack(xs), np.concatenate(ys), weight=np.concatenate(ws))
    return lightgbm.train(BLOCKS, data, rounds)


def learn(pages: Pages) -> tuple[BlockLexicon, dict[str, lightgbm.Booster]]:
    """Learn everything; each step sees the one before as it will be on pages never seen."""
    types = out_of_part(pages, lambda a, b: judged_types(learn_types(a), b), PARTS)
    rows = out_of_part(pages, lambda a, b: evidence_rows(b, learn_lexicon(a), types), PARTS)
    chances = out_of_part(
        pages,
        lambda a, b: _predicted(learn_blocks(a, rows, ROUNDS["alone"]), b, rows),
        FOLDS,
    )
    around = out_of_part(
        pages, lambda a, b: rows_around(b, learn_lexicon(a), types, chances), PARTS
    )
    return learn_lexicon(pages), {
        "page_types": learn_types(pages),
        "alone": learn_blocks(pages, rows, ROUNDS["alone"]),
        "around": learn_blocks(pages, around, ROUNDS["around"], chances),
    }


def _predicted(model: lightgbm.Booster, pages: Pages, rows: Matrices) -> Matrices:
    return {page.key: _judged(model, page, rows[page.key]) for page in pages}


def _judged(model: lightgbm.Booster, page: LabelledPage, rows: np.ndarray) -> np.ndarray:
    """As `main_text.judged`, with the forest as it was learnt."""
    hopeless = is_hopeless(page.figures)
    return np.where(hopeless, NEXT_TO_NONE, model.predict(rows))


# -- measuring ------------------------------------------------------------------------------------


def taken_texts(pages: Pages, lexicon: BlockLexicon, models: dict[str, Any]) -> dict[Any, str]:
    """The main text of pages, by what was learnt from others."""
    types = judged_types(models["page_types"], pages)
    rows = evidence_rows(pages, lexicon, types)
    chances = _predicted(models["alone"], pages, rows)
    around = rows_around(pages, lexicon, types, chances)
    texts = {}
    for page in pages:
        figures = page.figures
        found = _judged(models["around"], page, around[page.key]).astype(np.float32)
        in_title = title_shares(figures, page.title)
        found = apply_customs(figures, found, types[page.key], in_title)
        kept = with_kin(figures, found, choose(found, figures.words))
        lines = zip(page.sheet.texts, kept, strict=True)
        texts[page.key] = "\n".join(text for text, is_main in lines if is_main)
    return texts


def _fold(pages: Pages, fold: int) -> dict[Any, str]:
    lexicon, models = learn([page for page in pages if page.part % FOLDS != fold])
    return taken_texts([page for page in pages if page.part % FOLDS == fold], lexicon, models)


def cross_validate(pages: Pages, processes: int) -> None:
    """Print how well pages are read by models that have not seen their sites."""
    learn_lexicon(pages)  # counted before the processes part, so that each has it
    texts: dict[Any, str] = {}
    with get_context("fork").Pool(processes) as pool:
        for part in pool.imap_unordered(partial(_fold, pages), range(FOLDS)):
            texts |= part
    print_scores(pages, texts)


def print_scores(pages: Pages, texts: dict[Any, str]) -> None:
    """Print the figures of bench/extract for these texts."""
    of_set = {name: [page for page in pages if page.set == name] for name in SET_WEIGHTS}
    aeb = summed(shingle_counts(texts[p.key], p.row["gold_text"]) for p in of_set["aeb"])
    print(f"aeb: precision {aeb.precision:.3f}, recall {aeb.recall:.3f}, F1 {aeb.f1:.4f}")
    scores = defaultdict(list)
    for page in of_set["wcxb"]:
        score = word_counts(texts[page.key], page.row["gold_text"]).f1
        scores[page.row["page_type"]].append(score)
        scores["all"].append(score)
    print(
        "wcxb:", ", ".join(f"{kind} {np.mean(each):.4f}" for kind, each in sorted(scores.items()))
    )
    found = summed_snippets(
        snippet_counts(texts[p.key], p.row["with"], p.row["without"]) for p in of_set["snippets"]
    )
    print(f"snippets: {found}")


# -- writing --------------------------------------------------------------------------------------


def write_model(pages: Pages, path: Path) -> None:
    """Learn from all pages and write the model that ships."""
    lexicon, models = learn(pages)
    weights = {"names": lexicon.names, "texts": lexicon.texts}
    _write(path, models, np.frombuffer(json.dumps(weights, sort_keys=True).encode(), np.uint8))


def write_types(pages: Pages, path: Path) -> None:
    """Learn the kinds of pages alone, and leave all else in the model as it is."""
    with np.load(path) as arrays:
        others = {name: arrays[name] for name in arrays if not name.startswith("page_types_")}
    lexicon = others.pop("lexicon")
    _write(path, {"page_types": learn_types(pages)}, lexicon, others)


def _write(
    path: Path,
    models: dict[str, lightgbm.Booster],
    lexicon: np.ndarray,
    others: dict[str, np.ndarray] | None = None,
) -> None:
    arrays: dict[str, Any] = {**(others or {}), "lexicon": lexicon}
    for name, model in models.items():
        arrays |= {f"{name}_{part}": array for part, array in _arrays(model).items()}
    np.savez_compressed(path, **arrays)
    print(f"{path}: {path.stat().st_size:,} bytes")


def _arrays(model: lightgbm.Booster) -> dict[str, np.ndarray]:
    """The trees as the arrays of a Forest."""
    told = model.dump_model()
    nodes = [tree["tree_structure"] for tree in told["tree_info"]]
    trees, features, borders = len(nodes), [], []
    for _ in range(max(map(_depth, nodes))):
        features += [node.get("split_feature", 0) for node in nodes]
        borders += [_border(node) for node in nodes]
        nodes = [child for node in nodes for child in _children(node)]
    return {
        "features": np.array(features, np.int16),
        "borders": np.array(borders, np.float32),
        "values": np.array([node["leaf_value"] for node in nodes], np.float32),
        "shape": np.array([trees, told["num_tree_per_iteration"]]),
    }


def _children(node: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Left and right; a leaf goes on as itself."""
    return node.get("left_child", node), node.get("right_child", node)


def _border(node: dict[str, Any]) -> float:
    """Rounded up, so that a value on it stays on the left in 32 bits too."""
    border = node.get("threshold", math.inf)
    rounded = np.float32(border)
    return float(rounded if rounded >= border else np.nextafter(rounded, np.float32(np.inf)))


def _depth(tree: dict[str, Any]) -> int:
    if "leaf_value" in tree:
        return 0
    return 1 + max(_depth(tree["left_child"]), _depth(tree["right_child"]))
