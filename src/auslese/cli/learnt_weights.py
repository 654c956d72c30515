"""Weights that were learnt from ratings, in words."""

from auslese.recipes.learning_weights import Learnt
from auslese.search.learning import PLACES


def told_learnt(told: Learnt, *, is_written: bool) -> list[str]:
    """What was learnt, in words."""
    lines = [
        f"{told.queries:,} rated queries; nDCG@{PLACES} {told.before:.4f} with the weights there"
        f" are, {told.after:.4f} with weights learnt from other queries",
        f"gain {told.gain:+.4f} ({told.low:+.4f} to {told.high:+.4f} in 95 of 100 cases)",
    ]
    if told.low <= 0:
        lines.append("that may be chance: more rated queries would tell")
    if not told.changed:
        return [*lines, "no weight changes"]
    lines += ["[search]"] + [
        f"{name} = {after:g}  # was {before:g}" for name, (before, after) in told.changed.items()
    ]
    where = "written into auslese.toml" if is_written else "not written: --write does, if it gains"
    return [*lines, where]
