"""Names in running text, exact spans: rules and tagger together, and the tagger alone.

Every text is read by a tagger that did not learn from its document (`people_names.runs`).
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from people_names.name_texts import read_rows
from people_names.runs import SPACY, WORK, cross_scores, cross_tagged, english_mean, fold_taggers
from people_names.runs import scores_from as tagger_scores
from people_names.span_scores import ALL, SpanScores
from web.report import Result, ratio_of

from auslese.analyse.people.combined_finder import EVERY, STRICT, CombinedFinder
from auslese.analyse.people.name_tagger import USUAL as USUAL_CHANCE
from auslese.analyse.people.name_tagger import NameTagger

GERMAN = "germeval14"
WEB = "wnut17"
GOALS = {"German": 0.74, "English": 0.74, "WNUT17": 0.55}
TIMES_SPACY = 1.15
STRICT_PRECISION, STRICT_RECALL = 0.90, 0.50
Spans = list[tuple[int, int]]


def measured_entities(data: Path) -> Iterator[Result]:
    """F of German, English and the social web; beside spaCy's; the strict mode."""
    if not (WORK / "fold_0.npz").exists():
        print(f"left out: learn the taggers first, by training/people {data} --folds {WORK}")
        return
    rows = read_rows(data)
    scores = cross_scores(rows, _combined(EVERY))
    _print_scores("rules and tagger", scores)
    alone = tagger_scores(rows, cross_tagged(rows, fold_taggers(WORK)), USUAL_CHANCE)
    _print_scores("tagger alone", alone)
    figures = {
        "German": scores[GERMAN].f_score,
        "English": english_mean(scores),
        "WNUT17": scores[WEB].f_score,
    }
    for name, figure in figures.items():
        goal, met = f">= {GOALS[name]}", figure >= GOALS[name]
        yield Result(f"running text, {name}", figure, None, None, "F, exact spans", goal, met)
    for source, peer in SPACY.items():
        ours = scores[source].f_score
        goal, met = f">= {TIMES_SPACY} times", ours >= TIMES_SPACY * peer
        unit = "F, exact spans; spaCy small English"
        yield Result(f"running text, {source}", ours, peer, ratio_of(ours, peer), unit, goal, met)
    strict = cross_scores(rows, _combined(STRICT))
    _print_scores("strict", strict)
    precision, recall = strict[ALL].precision, strict[ALL].recall
    goal, unit = f">= {STRICT_PRECISION} at recall >= {STRICT_RECALL}", f"recall {recall:.3f}"
    met = precision >= STRICT_PRECISION and recall >= STRICT_RECALL
    yield Result("running text, strict: precision", precision, None, None, unit, goal, met)


def _combined(mode: str) -> Callable[[NameTagger, str], Spans]:
    def find(tagger: NameTagger, text: str) -> Spans:
        finder = CombinedFinder(mode, tagger.tag_text)
        return [(each.start, each.end) for each in finder.find(text)]

    return find


def _print_scores(name: str, scores: dict[str, SpanScores]) -> None:
    print(name)
    for source, score in scores.items():
        figures = f"P {score.precision:.3f}  R {score.recall:.3f}  F {score.f_score:.3f}"
        print(f"    {source:16} {figures}  of {score.gold:,}", flush=True)
