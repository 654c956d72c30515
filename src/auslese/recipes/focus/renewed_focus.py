"""A focus that is opened again when its models have changed: retraining changes a running crawl."""

from collections.abc import Callable, Sequence
from pathlib import Path

from auslese.crawl.worker.link_focus import JudgeablePage, LinkFocus, PageFocus
from auslese.records.errors import AusleseError

LOOKED_EVERY = 100  # pages: a few times a minute in a quick crawl, and two calls of `stat` each
Stamps = tuple[tuple[int, int] | None, ...]


class RenewedFocus:
    """Keeps the promises of `LinkFocus` by the newest model there is."""

    def __init__(self, opened: Callable[[], LinkFocus], files: Sequence[Path]) -> None:
        """`files` are those that are written anew with the models."""
        self._opened, self._files = opened, files
        self._stamps = self._look()
        self._focus = opened()
        self._unlooked = 0

    @property
    def name(self) -> str:
        """By what is judged now."""
        return self._focus.name

    @property
    def razor(self) -> float:
        """The score above which links are dropped."""
        return self._focus.razor

    def judge(self, pages: Sequence[JudgeablePage]) -> list[PageFocus]:
        """What the newest model thinks of each of these pages."""
        self._unlooked += len(pages)
        if self._unlooked >= LOOKED_EVERY:
            self._unlooked = 0
            self._renew()
        return self._focus.judge(pages)

    def keep(self) -> None:
        """Keep what was learnt on the way."""
        self._focus.keep()

    def _renew(self) -> None:
        """Open the models again if they are others; what cannot be opened yet is tried later."""
        stamps = self._look()
        if stamps == self._stamps:
            return
        self._focus.keep()
        try:
            self._focus = self._opened()
        except (AusleseError, OSError):
            return
        self._stamps = stamps

    def _look(self) -> Stamps:
        return tuple(_stamp(file) for file in self._files)


def _stamp(file: Path) -> tuple[int, int] | None:
    """What changes when a file is written anew: its place on the disk, and its time."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
