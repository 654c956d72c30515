"""Weights for telling texts from noise, learnt and measured."""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
import numpy.typing as npt
from languages.noise import NOISE_KINDS, Half, noise_of
from languages.sets import KINDS, read_kind
from sklearn.linear_model import LogisticRegression

from auslese.analyse.language.fit import Fit, WordTable
from auslese.analyse.language.letters import letter_words
from auslese.analyse.language.noise import (
    LEARNT,
    SIZES,
    Judge,
    Usual,
    features,
    size_of,
    usual_table,
)
from auslese.analyse.language.recogniser import Recogniser

from .samples import Sample, declarations, documentation, varied, wanted_texts

MOST_LOST = 0.01  # of real texts of each size; sentences elsewhere are further from these
STRENGTH = 1.0  # of the regression's penalty, scikit-learn's C


def fit_of(recogniser: Recogniser, texts: Sequence[str]) -> Fit:
    """How well texts fit the language that is best for each."""
    words = [letter_words(text) for text in texts]
    best = recogniser.scores(words).argmax(axis=1)
    different = sorted({word for each in words for word in each})
    numbers = {word: number for number, word in enumerate(different)}
    table = WordTable.of(recogniser.model, different, recogniser.model.word_costs(different))
    return Fit.of(table, [[numbers[word] for word in each] for each in words], best)


def usual_of(recogniser: Recogniser, texts: dict[str, list[str]]) -> dict[str, Usual]:
    """What is usual in each language, and in the median of them for those not measured."""
    found = {}
    for language, each in sorted(texts.items()):
        fit = fit_of(recogniser, each)
        own = fit.best == recogniser.languages.index(language)
        if own.sum() * 4 > len(each):
            found[language] = Usual(
                *(round(float(np.mean(column[own])), 3) for column in (fit.cost, fit.known, fit.zipf))
            )
    rows = usual_table(found | {"": Usual(0, 0, 0)}, list(found))
    found[""] = Usual(*(round(float(value), 3) for value in np.median(rows, axis=0)))
    return found


def learn(recogniser: Recogniser) -> Judge:
    """The judge, learnt from real texts and the half of the noise that is for developing."""
    declared = wanted_texts(declarations(), recogniser.languages)
    documented = wanted_texts(documentation(), recogniser.languages)
    usual = usual_of(recogniser, declared)
    samples = varied(declared, in_pieces=True) + varied(documented, in_pieces=False)
    print(f"{len(samples):,} texts in {len(declared)} languages", flush=True)
    samples += [Sample("", text) for kind in NOISE_KINDS for text in noise_of(kind, Half.DEVELOP)]
    texts = [sample.text for sample in samples]
    fit = fit_of(recogniser, texts)
    found = features(texts, fit, usual_table(usual, recogniser.languages)[fit.best])
    is_real = np.array([bool(sample.language) for sample in samples])
    rows = [_weights(found, is_real, np.flatnonzero((size_of(fit.words) == size) & (fit.words > 0))) for size in range(SIZES)]
    weights = np.array(rows)
    judge = Judge(weights.round(4), np.zeros(SIZES, np.float32), usual)
    shares = judge.probabilities(texts, fit, recogniser.languages)
    threshold = [
        round(float(np.quantile(shares[is_real & (size_of(fit.words) == size)], MOST_LOST)), 4)
        for size in range(SIZES)
    ]
    return Judge(judge.weights, np.minimum(np.array(threshold, np.float32), 0.5), usual)


def _weights(found: npt.NDArray[np.float32], is_real: npt.NDArray[np.bool_], rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    spread = found[rows].std(axis=0)
    spread[spread < 1e-6] = 1
    model = LogisticRegression(C=STRENGTH, max_iter=2000, fit_intercept=False, class_weight="balanced")
    model.fit(found[rows] / spread, is_real[rows])
    return np.asarray(model.coef_[0] / spread, np.float64)


def write(judge: Judge, path: Path = LEARNT) -> None:
    """Write what was learnt, as the house reads it."""
    usual = {language: [each.cost, each.known, each.zipf] for language, each in judge.usual.items()}
    told = {"weights": judge.weights.tolist(), "threshold": [round(float(each), 4) for each in judge.threshold]}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in usual.items())
    rows = ",\n".join(f"  {json.dumps(row)}" for row in told["weights"])
    path.write_text(
        f'{{"weights": [\n{rows}\n],\n"threshold": {json.dumps(told["threshold"])},\n"usual": {{\n{lines}\n}}}}\n', "utf-8"
    )


def report(judge: Judge, recogniser: Recogniser, data: Path | None) -> None:
    """What is rejected of each noise, and what is lost of labelled texts."""
    for half in Half:
        for kind in NOISE_KINDS:
            texts = noise_of(kind, half)
            accepted = judge.accepts(texts, fit_of(recogniser, texts), recogniser.languages)
            print(f"{half:8} {kind:16}{100 * (1 - accepted.mean()):6.1f} % of {len(texts)} rejected")
    for kind in KINDS if data else ():
        assert data
        _report_lost(judge, recogniser, data, kind)
    _report_unseen(judge, recogniser)


def _report_lost(judge: Judge, recogniser: Recogniser, data: Path, kind: str) -> None:
    rows = [row for row in read_kind(data, kind) if row.language in recogniser.languages]
    texts = [row.text for row in rows]
    accepted = judge.accepts(texts, fit_of(recogniser, texts), recogniser.languages)
    by_language: dict[str, list[bool]] = defaultdict(list)
    for row, is_accepted in zip(rows, accepted.tolist(), strict=True):
        by_language[row.language].append(not is_accepted)
    worst = sorted(((fmean(lost), language) for language, lost in by_language.items()), reverse=True)
    told = ", ".join(f"{language} {100 * lost:.1f}" for lost, language in worst[:10])
    print(f"{kind}: lost {100 * (1 - accepted.mean()):.2f} %; most: {told}")


def _report_unseen(judge: Judge, recogniser: Recogniser) -> None:
    """Languages that the model does not know: how many of their sentences are called noise."""
    found = {name: texts for name, texts in declarations().items() if name.split("-")[0] not in {known.split("-")[0] for known in recogniser.languages}}
    shares = []
    for texts in found.values():
        accepted = judge.accepts(texts, fit_of(recogniser, texts), recogniser.languages)
        shares.append(1 - accepted.mean())
    print(f"unseen languages: {len(shares)}, of their sentences {100 * fmean(shares):.1f} % rejected")
