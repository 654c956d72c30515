"""The contract of every bench: its last line is JSON that says what was measured and what for."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Result:
    """One measurement beside its peer's; `ratio` is always ours divided by the peer's."""

    name: str
    ours: float | None
    peer: float | None
    ratio: float | None
    unit: str
    goal: str
    met: bool


def ratio_of(ours: float | None, peer: float | None) -> float | None:
    return ours / peer if ours is not None and peer else None


def print_last_line(results: Sequence[Result]) -> None:
    told = [{key: _short(value) for key, value in asdict(result).items()} for result in results]
    print(json.dumps(told[0] if len(told) == 1 else told))


def _short(value: object) -> object:
    return float(f"{value:.4g}") if isinstance(value, float) else value
