"""A harvest in words for people."""

from pathlib import Path
from typing import Any

from auslese.cli.terminal import harmless
from auslese.recipes.harvest.picture_ranks import PictureRanking
from auslese.wording.harvest.harvest_sentences import HarvestNote

LONGEST_ALT = 60


LACKING = {"pages": HarvestNote.NO_PAGES, "reading": HarvestNote.UNREAD}


def harvest_report(summary: dict[str, Any], folder: Path) -> str:
    """What a harvest has brought."""
    if summary["ending"] != "finished":
        return HarvestNote.STOPPED.text()
    if not summary["records"]:
        return LACKING.get(summary["lacks"], HarvestNote.NO_CAPTIONS).text(folder=folder)
    outcomes = ", ".join(f"{outcome} {number:,}" for outcome, number in summary["outcomes"].items())
    figures = {name: summary[name] for name in ("kept", "records", "pages", "fetched", "seconds")}
    lines = [HarvestNote.KEPT.text(**figures), HarvestNote.BY_OUTCOME.text(outcomes=outcomes)]
    if summary["unread"]:
        lines.append(HarvestNote.UNREADABLE.text(pages=summary["unread"]))
    is_scored = summary["is_scored"]
    hint = HarvestNote.RANK_NEXT if is_scored else HarvestNote.WITHOUT_MODEL
    return "\n".join([*lines, hint.text(folder=folder)])


def ranking_words(ranking: PictureRanking, most: int, folder: Path) -> str:
    """The first pictures of a ranking, a line each, and how many each step has left."""
    if not ranking.steps["initial"]:
        return HarvestNote.NONE_KEPT.text(folder=folder)
    lines = [
        f"{each.place:>5}  {each.value:>10,.1f}  {each.record.width:>5} × {each.record.height:<5}"
        f"  {harmless(each.record.alt[:LONGEST_ALT])}  {harmless(each.record.url)}"
        for each in ranking.pictures[:most]
    ]
    steps = ", ".join(f"{name} {number:,}" for name, number in ranking.steps.items())
    return "\n".join([*lines, HarvestNote.STEPS.text(steps=steps)])
