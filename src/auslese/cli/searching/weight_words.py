"""Weights that were learnt from ratings, in words."""

from auslese.search.answer.weight_learning import PLACES
from auslese.search.answer.weight_validation import TrainedWeights


def weights_report(weights: TrainedWeights, *, is_written: bool) -> list[str]:
    """What was learnt, in words."""
    lines = [
        f"{weights.queries:,} rated queries; nDCG@{PLACES} {weights.before:.4f} with the weights"
        f" there are, {weights.after:.4f} with weights learnt from other queries",
        f"gain {weights.gain:+.4f} ({weights.low:+.4f} to {weights.high:+.4f} in 95 of 100 cases)",
    ]
    if weights.low <= 0:
        lines.append("that may be chance: more rated queries would tell")
    if not weights.changed:
        return [*lines, "no weight changes"]
    lines += ["[search]"] + [
        f"{name} = {after:g}  # was {before:g}" for name, (before, after) in weights.changed.items()
    ]
    where = "written into auslese.toml" if is_written else "not written: --write does, if it gains"
    return [*lines, where]
