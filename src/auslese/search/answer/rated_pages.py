"""Which pages people rated for which query, as TREC writes it down."""

from collections.abc import Mapping
from pathlib import Path

from auslese.records.errors import AusleseError

TREC_COLUMNS = (3, 4)
Ratings = dict[str, dict[str, float]]
"""By query and page the grade, 0 or more."""


class BadRatingError(AusleseError):
    """A line is no rating, or there are too few."""


def one_word(name: str) -> str:
    """A name without blanks, which part the columns of a run."""
    return "_".join(name.split()) or "_"


def ratings_in(text: str, path: Path) -> Ratings:
    """Ratings as TREC has them (`query 0 page grade`) or in three columns, a heading left out."""
    found: Ratings = {}
    for number, line in enumerate(text.splitlines(), 1):
        parts = line.split()
        if not parts or (number == 1 and not _is_number(parts[-1])):
            continue
        if len(parts) not in TREC_COLUMNS or not _is_number(parts[-1]):
            raise BadRatingError(
                f"{path}, line {number}: expected a query, a page and a grade, found {line[:80]!r}"
            )
        grades = found.setdefault(parts[0], {})
        grades[parts[-2]] = max(0.0, float(parts[-1]))
    return found


def has_good_page(grades: Mapping[str, float]) -> bool:
    """Whether any page is rated above 0."""
    return max(grades.values(), default=0.0) > 0


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < float("inf")
    except ValueError:
        return False
