"""Weights for telling texts from noise, learnt and measured."""

import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import numpy.typing as npt
from languages.noise import NOISE_KINDS, Half, noise_of
from languages.sets import KINDS, read_kind
from scipy.optimize import minimize

from auslese.analyse.language.noise import (
    FEATURES,
    NOISE_WEIGHTS,
    NoiseJudge,
    UsualText,
    features,
    size_of,
    usual_table,
)
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.text_looks import TextLooks

from .fitting import fit_of
from .samples import Sample, declarations, documentation, varied, wanted_texts

MOST_LOST = (0.003, 0.006, 0.006)  # of real texts, by size
PENALTY = 1e-5  # on the squares of the weights
HALF = 0.5
SAME = 1e-6  # a feature that varies less says nothing
Rows = npt.NDArray[np.float32]


def usual_of(recogniser: Recogniser, *sources: dict[str, list[str]]) -> dict[str, UsualText]:
    """What is usual in each language, and in the median of them for those not measured."""
    found = {}
    for language in sorted(set().union(*sources)):
        each = [text for source in sources for text in source.get(language, ())]
        fit = fit_of(recogniser, each)
        own = fit.best == recogniser.languages.index(language)
        if own.sum() * 4 > len(each):
            capitals = TextLooks.of(each).first_capitals / np.maximum(fit.words, 1)
            columns = (fit.cost, fit.known, fit.zipf, capitals)
            found[language] = UsualText(
                *(round(float(np.mean(column[own])), 3) for column in columns)
            )
    rows = usual_table(found | {"": UsualText(0, 0, 0, 0)}, list(found))
    median = UsualText(*(round(float(value), 3) for value in np.median(rows, axis=0)))
    # A model that has learnt from the very texts that are measured here takes them for cheap.
    loosened = {
        language: replace(
            each,
            cost=max(each.cost, median.cost),
            known=min(each.known, median.known),
            zipf=min(each.zipf, median.zipf),
        )
        for language, each in found.items()
    }
    return loosened | {"": median}


def learn(recogniser: Recogniser) -> NoiseJudge:
    """The judge, learnt from real texts and the half of the noise that is for developing."""
    declared = wanted_texts(declarations(), recogniser.languages)
    documented = wanted_texts(documentation(), recogniser.languages)
    usual = usual_of(recogniser, declared, documented)
    samples = varied(declared, in_pieces=True) + varied(documented, in_pieces=False)
    print(f"{len(samples):,} texts in {len(declared)} languages", flush=True)
    samples += [Sample("", text) for kind in NOISE_KINDS for text in noise_of(kind, Half.DEVELOP)]
    texts = [sample.text for sample in samples]
    fit = fit_of(recogniser, texts)
    found = features(TextLooks.of(texts), fit, usual_table(usual, recogniser.languages)[fit.best])
    is_real = np.array([bool(sample.language) for sample in samples])
    sizes = np.where(fit.words > 0, size_of(fit.words), -1)
    weights = [
        _weights(found[sizes == size], is_real[sizes == size]) for size in range(len(MOST_LOST))
    ]
    for size, lost in enumerate(MOST_LOST):
        logits = found[is_real & (sizes == size)] @ weights[size]
        weights[size][0] -= np.quantile(logits, lost)  # so that noise is below one half
    return NoiseJudge(np.array(weights).round(4), usual)


def _weights(found: Rows, is_real: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """A logistic regression whose weights keep to their directions; both classes count the same."""
    spread = found.std(axis=0)
    spread[spread < SAME] = 1
    rows = (found / spread).astype(np.float64)
    signs = np.where(is_real, 1.0, -1.0)
    shares = np.where(is_real, 0.5 / is_real.sum(), 0.5 / (~is_real).sum())

    def loss(weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        margins = signs * (rows @ weights)
        slopes = -signs * shares / (1 + np.exp(np.clip(margins, -30, 30)))
        value = float(shares @ np.logaddexp(0, -margins)) + PENALTY * float(weights @ weights)
        return value, rows.T @ slopes + 2 * PENALTY * weights

    bounds = [(None if way <= 0 else 0, None if way >= 0 else 0) for way in FEATURES.values()]
    done = minimize(loss, np.zeros(found.shape[1]), jac=True, bounds=bounds, method="L-BFGS-B")
    return np.asarray(done.x / spread, np.float64)


def write(judge: NoiseJudge, path: Path = NOISE_WEIGHTS) -> None:
    """Write what was learnt, as the house reads it."""
    usual = {
        language: [each.cost, each.known, each.zipf, each.capitals]
        for language, each in judge.usual.items()
    }
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in usual.items()
    )
    rows = ",\n".join(f"  {json.dumps(row)}" for row in judge.weights.tolist())
    path.write_text(f'{{"weights": [\n{rows}\n],\n"usual": {{\n{lines}\n}}}}\n', "utf-8")


def report(judge: NoiseJudge, recogniser: Recogniser, data: Path | None) -> None:
    """What is rejected of each noise, and what is lost of labelled texts."""
    for half in Half:
        for kind in NOISE_KINDS:
            texts = noise_of(kind, half)
            accepted = _accepted(judge, recogniser, texts)
            print(
                f"{half:8} {kind:16}{100 * (1 - accepted.mean()):6.1f} % of {len(texts)} rejected"
            )
    for kind in KINDS if data else ():
        assert data
        _report_lost(judge, recogniser, data, kind)
    _report_unseen(judge, recogniser)


def _accepted(judge: NoiseJudge, recogniser: Recogniser, texts: list[str]) -> npt.NDArray[np.bool_]:
    fit = fit_of(recogniser, texts)
    return judge.probabilities(texts, fit, recogniser.languages) >= HALF


def _report_lost(judge: NoiseJudge, recogniser: Recogniser, data: Path, kind: str) -> None:
    rows = [row for row in read_kind(data, kind) if row.language in recogniser.languages]
    texts = [row.text for row in rows]
    accepted = _accepted(judge, recogniser, texts)
    by_language: dict[str, list[bool]] = defaultdict(list)
    for row, is_accepted in zip(rows, accepted.tolist(), strict=True):
        by_language[row.language].append(not is_accepted)
    worst = sorted(
        ((fmean(lost), language) for language, lost in by_language.items()), reverse=True
    )
    told = ", ".join(f"{language} {100 * lost:.1f}" for lost, language in worst[:10])
    print(f"{kind}: lost {100 * (1 - accepted.mean()):.2f} %; most: {told}")


def _report_unseen(judge: NoiseJudge, recogniser: Recogniser) -> None:
    """Languages that the model does not know: how many of their sentences are called noise."""
    found = {
        name: texts
        for name, texts in declarations().items()
        if name.split("-")[0] not in {known.split("-")[0] for known in recogniser.languages}
    }
    shares = []
    for texts in found.values():
        accepted = _accepted(judge, recogniser, texts)
        shares.append(1 - accepted.mean())
    print(
        f"unseen languages: {len(shares)}, of their sentences {100 * fmean(shares):.1f} % rejected"
    )
