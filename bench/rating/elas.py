"""ASReview's default (ELAS u4) with its own classes, as a script in a venv of its own.

Given a JSON file with posts, topics and seeds; for every run a line of JSON: the labels in the
order in which they were rated. One relevant and, since it cannot begin without, one irrelevant page
are known beforehand and do not count.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from asreview.learner import ActiveLearningCycle
from asreview.models.models import get_ai_config
from asreview.simulation.simulate import Simulate


class EnoughFound:
    """Ends when so many relevant pages are found."""

    def __init__(self, enough: int) -> None:
        self.enough = enough

    def stop(self, results: pd.DataFrame, data: object) -> bool:
        return bool(results["label"].sum() >= self.enough)


def main() -> None:
    asked = json.loads(Path(sys.argv[1]).read_text())
    configuration = get_ai_config()["value"]
    posts = pd.DataFrame({"title": asked["titles"], "abstract": asked["texts"]})
    matrix = ActiveLearningCycle.from_meta(configuration).transform(posts).tocsr()
    labels = np.array(asked["labels"])
    for run in asked["runs"]:
        wanted = (labels == run["group"]).astype(int)
        cycle = ActiveLearningCycle.from_meta(configuration)
        enough = EnoughFound(math.ceil(asked["until"] * int(wanted.sum())))
        simulation = Simulate(
            matrix, wanted, cycle, stopper=enough, skip_transform=True, print_progress=False
        )
        simulation.label([run["first"]])
        simulation.label([run["irrelevant"]])
        simulation.review()
        order = simulation._results["label"].to_numpy()[2:]
        print(json.dumps(run | {"order": order.tolist()}), flush=True)


if __name__ == "__main__":
    main()
