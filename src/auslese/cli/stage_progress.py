"""Progress of a reading: how far it is, how fast, and how long it still takes."""

from typing import Any

from auslese.cli.crawl_progress import ProgressDisplay, ProgressRate
from auslese.cli.terminal import say
from auslese.system.progress import StageProgress
from auslese.wording.figures import plural


class ReadingDisplay(ProgressDisplay):
    """Shows how a reading goes, and what else is done with pages one after the other."""

    _what = ""

    def show(self, progress: StageProgress) -> None:
        """Take notice of how far it is."""
        if progress.what != self._what:  # other work counts from nothing, at its own rate
            self._what, self._rate = progress.what, ProgressRate()
        self._line.show(in_words(progress, self._rate.note(progress.read)))

    def tell(self, words: str) -> None:
        """Tell something that is worth a line of its own, if anybody listens."""
        if not self._quiet:
            self._line.clear()
            say(words, err=True)


def in_words(progress: StageProgress, rate: float) -> str:
    """How far it is, as `0:12  3,000 of 10,000 pages read  250.0/s  2 workers  · 0:28 left`."""
    left = f"  · {clock((progress.of - progress.read) / rate)} left" if rate else ""
    pages = f"{progress.read:,} of {plural(progress.of, 'page')} {progress.what}"
    return (
        f"{clock(progress.seconds)}  {pages}"
        f"  {rate:.1f}/s  {plural(progress.workers, 'worker')}{left}"
    )


def reading_report(summary: dict[str, Any]) -> str:
    """What a reading brought, in words."""
    if not summary["pages"] and not summary["left"]:
        return "every page is read"
    words = [
        f"{plural(summary['pages'], 'page')} read in {summary['seconds']:.1f} s"
        f" ({summary['pages_per_second']:.1f} per second):"
        f" {plural(summary['documents'], 'document')}, {plural(summary['sentences'], 'sentence')},"
        f" {plural(summary['images'], 'picture')}"
    ]
    if summary["unreadable"]:
        reasons = sorted(summary["unreadable"].items())
        parts = ", ".join(f"{reason} {number:,}" for reason, number in reasons)
        words.append(f"could not be read: {parts}")
    left = plural(summary["left"], "page")
    if summary["left"] and summary["again"]:
        words.append(
            f"stopped; the other {left} are as they were before; --again begins anew with all of"
            " them, and without it only unread pages are read"
        )
    elif summary["left"]:
        words.append(f"stopped, all of it saved; {left} left; the same command goes on with them")
    return "\n".join(words)


def clock(seconds: float) -> str:
    """A span of time, as `0:12` or `1:05:30`."""
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
