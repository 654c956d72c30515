"""The tagger by cross-validation: each text is read by a tagger that never saw its document.

`training/people DATA --folds FOLDER` learns these taggers: the shipped one has seen all texts.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from auslese.analyse.people.name_lists import SHIPPED, shipped_names
from auslese.analyse.people.name_tagger import CLUSTERS_FILE, NameTagger, TaggedSpan
from auslese.analyse.people.tagger_features import WordClusters, WordFeatures
from auslese.analyse.people.tagger_network import TaggerNetwork

from .name_texts import FOLDS, Row, Span, fold_of, read_rows
from .span_scores import SpanScores, span_scores

WORK = Path(__file__).parents[1] / ".work" / "people_folds"
"""Where bench/people looks for the taggers of the parts."""
LEAST = 0.05
"""Names of less probability are not looked at."""
CHANCES = (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
ENGLISH = ("uner-ewt", "wikigold")
SPACY = {"uner-ewt": 0.588, "wikigold": 0.663, "wnut17": 0.319}
"""F of en_core_web_sm 3.8 on the same texts, measured once (models-in-wheels)."""


def fold_taggers(folder: Path) -> list[NameTagger]:
    """The tagger that did not learn from each part."""
    features = WordFeatures(shipped_names(), WordClusters.load(SHIPPED / CLUSTERS_FILE))
    paths = [folder / f"fold_{fold}.npz" for fold in range(FOLDS)]
    return [NameTagger(TaggerNetwork.load(path), features) for path in paths]


def cross_tagged(rows: Sequence[Row], taggers: Sequence[NameTagger]) -> list[list[TaggedSpan]]:
    """The names in each text with their probabilities, by the tagger that did not learn from it."""
    return [taggers[fold_of(row)].tag_text(row["text"], LEAST) for row in rows]


def cross_scores(
    rows: Sequence[Row], find: Callable[[NameTagger, str], list[Span]], folder: Path = WORK
) -> dict[str, SpanScores]:
    """The scores of any finder that is given a tagger which did not learn from the text."""
    taggers = fold_taggers(folder)
    return span_scores(rows, [find(taggers[fold_of(row)], row["text"]) for row in rows])


def scores_from(
    rows: Sequence[Row], tagged: Sequence[list[TaggedSpan]], least: float
) -> dict[str, SpanScores]:
    """The scores of all names of at least a probability."""
    kept = [[(s.start, s.end) for s in spans if s.probability >= least] for spans in tagged]
    return span_scores(rows, kept)


def english_mean(scores: dict[str, SpanScores]) -> float:
    """The mean F of the two English sources of edited and unedited text."""
    return sum(scores[source].f_score for source in ENGLISH) / len(ENGLISH)


def print_figures(data: Path, folder: Path = WORK) -> None:
    """A table for each probability from which on names are told."""
    rows = read_rows(data)
    tagged = cross_tagged(rows, fold_taggers(folder))
    for least in CHANCES:
        scores = scores_from(rows, tagged, least)
        print(f"from {least:.2f} on   English mean F {english_mean(scores):.3f}")
        for source, score in scores.items():
            figures = f"P {score.precision:.3f}  R {score.recall:.3f}  F {score.f_score:.3f}"
            print(f"    {source:16} {figures}  of {score.gold}")
