"""Eight newsgroups as topics, one post of each known: how much is rated until most is found?"""

import json
import math
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from reading.runs import ready_peers

from auslese.analyse.relevance.expert_simulation import SimulationOptions, simulate_expert
from auslese.analyse.relevance.page_choice import ChoiceOptions, ChoiceState
from auslese.analyse.relevance.page_features import PageFeatures

from .autotar import autotar, tf_idf
from .sets import LabelledPages, fixed_groups

FOLDER = Path(__file__).resolve().parent
WORK = FOLDER.parent / ".work" / "relevance"
PEER_PACKAGES = ("asreview==3.0.8",)
RECALLS = (0.8, 0.9, 0.95)
UNTIL = max(RECALLS)
BATCH_SHARE = 0.01  # of the answers given, after which we learn anew; ASReview does after each
BY_MODEL = ChoiceOptions(random_share=0.0, doubt_share=0.0)
WITH_SLICE = ChoiceOptions()


class Run(NamedTuple):
    """A topic, the page that is known, and one that ASReview needs beside it."""

    group: str
    seed: int
    first: int
    irrelevant: int


def runs_of(pages: LabelledPages, seeds: int) -> Iterator[Run]:
    """Every topic with so many seeds."""
    groups = sorted(set(pages.labels.tolist()))
    for seed in range(seeds):
        for group in fixed_groups(pages):
            rng = np.random.default_rng([seed, groups.index(group)])
            relevant = pages.is_in(group)
            first = int(rng.choice(np.flatnonzero(relevant)))
            yield Run(group, seed, first, int(rng.choice(np.flatnonzero(relevant == 0))))


def effort(order: NDArray[np.float64], relevant: int) -> list[float]:
    """Rated pages for each relevant page there is, at each recall; one page is known before."""
    found = 1 + np.cumsum(order)
    wanted = [math.ceil(recall * relevant) for recall in RECALLS]
    return [(int(np.searchsorted(found, each)) + 1) / relevant for each in wanted]


def our_order(
    pages: LabelledPages, features: PageFeatures, run: Run, choice: ChoiceOptions
) -> NDArray[np.float64]:
    """The labels in the order in which we ask for them."""
    options = SimulationOptions(
        choice, first=(run.first,), most=len(pages.texts), until=UNTIL, batch_share=BATCH_SHARE
    )
    found = simulate_expert(features, pages.is_in(run.group), ChoiceState(len(features)), options)
    return np.array([answer.rating for answer in found.answers[1:]])


def autotar_orders(pages: LabelledPages, runs: list[Run]) -> Iterator[NDArray[np.float64]]:
    """The same of AutoTAR."""
    words = tf_idf(pages.texts)
    for run in runs:
        yield autotar(words, pages.is_in(run.group), run.first, UNTIL, run.seed)


def elas_orders(pages: LabelledPages, runs: list[Run]) -> Iterator[NDArray[np.float64]]:
    """The same of ASReview; runs that were made before are taken from the working folder."""
    WORK.mkdir(parents=True, exist_ok=True)
    done_file = WORK / f"{PEER_PACKAGES[0]}.jsonl"
    lines = done_file.read_text().splitlines() if done_file.exists() else []
    done = {_key(row): row["order"] for row in map(json.loads, lines)}
    todo = [run for run in runs if _key(run._asdict()) not in done]
    if todo:
        _run_elas(pages, todo, done_file)
        done = {_key(row): row["order"] for row in map(json.loads, done_file.open())}
    for run in runs:
        yield np.array(done[_key(run._asdict())], float)


def _run_elas(pages: LabelledPages, runs: list[Run], done_file: Path) -> None:
    asked = {
        "titles": [text.title for text in pages.texts],
        "texts": [text.text for text in pages.texts],
        "labels": pages.labels.tolist(),
        "until": UNTIL,
        "runs": [run._asdict() for run in runs],
    }
    (WORK / "asked.json").write_text(json.dumps(asked))
    python = ready_peers(PEER_PACKAGES, WORK)
    with done_file.open("a") as file:
        command = [python, FOLDER / "elas.py", WORK / "asked.json"]
        # In a folder of its own: it leaves a cache where it is started.
        if subprocess.run(command, stdout=file, cwd=WORK).returncode:
            raise SystemExit("bench: ASReview did not come to its end")


def _key(run: dict[str, object]) -> tuple[object, ...]:
    return run["group"], run["seed"], run["first"], run["irrelevant"]
