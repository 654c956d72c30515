"""A harvest in words for people."""

from pathlib import Path
from typing import Any

from auslese.cli.terminal import harmless
from auslese.recipes.harvest.picture_ranks import PictureRanking
from auslese.wording.figures import plural

LONGEST_ALT = 60


def harvest_report(summary: dict[str, Any], folder: Path) -> str:
    """What a harvest has brought."""
    if summary["ending"] != "finished":
        return "stopped, all of it saved; the same command goes on"
    if not summary["records"]:
        return (
            "no page shows a picture with an alt text or a title"
            f" (`auslese analyse {folder} reading` finds them)"
        )
    outcomes = ", ".join(f"{outcome} {number:,}" for outcome, number in summary["outcomes"].items())
    lines = [
        f"{plural(summary['kept'], 'picture')} kept of {plural(summary['records'], 'record')} on"
        f" {plural(summary['pages'], 'page')}; {plural(summary['fetched'], 'file')} fetched in"
        f" {summary['seconds']:.1f} s",
        f"records by outcome: {outcomes}",
    ]
    if not summary["is_scored"]:
        lines.append("no model, so no scores: `auslese focus train` makes one of good pages")
    else:
        lines.append(f"next: `auslese harvest rank {folder}`")
    return "\n".join(lines)


def ranking_words(ranking: PictureRanking, most: int) -> str:
    """The first pictures of a ranking, a line each, and how many each step has left."""
    lines = [
        f"{each.place:>5}  {each.value:>10,.1f}  {each.record.width:>5} × {each.record.height:<5}"
        f"  {harmless(each.record.alt[:LONGEST_ALT])}  {harmless(each.record.url)}"
        for each in ranking.pictures[:most]
    ]
    steps = ", ".join(f"{name} {number:,}" for name, number in ranking.steps.items())
    return "\n".join([*lines, f"records left by each step: {steps}"])
