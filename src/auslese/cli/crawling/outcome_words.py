"""The reasons for outcomes, each with its number and what it means."""

from collections.abc import Mapping

from auslese.wording.outcome_wording import OUTCOME_TEXTS


def reasons_report(reasons: Mapping[str, int]) -> str:
    """As `3 http_404 (not found), 9 robots (robots.txt forbids it)`, the most frequent first."""
    ordered = sorted(reasons.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{number:,} {reason}{_meaning(reason)}" for reason, number in ordered)


def _meaning(reason: str) -> str:
    """What it means, unless it says so itself."""
    english, _ = OUTCOME_TEXTS.get(f"reason_{reason}", ("", ""))
    return f" ({english})" if english and english != reason else ""
