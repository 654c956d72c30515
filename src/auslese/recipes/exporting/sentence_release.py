"""Sentences of a collection as a corpus is released: shuffled, numbered, their sources apart."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from auslese.export.corpus.shuffled_sentences import (
    FEW_PIECES,
    ShuffledLines,
    numbered,
    size_name,
)
from auslese.export.sentence_files import FiledSentence, LineMaker
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.system.durable_files import write_whole
from auslese.wording.figures import plural


class ReleaseSummary(NamedTuple):
    """What became of the sentences."""

    sentences: int
    different: int
    """Sentences that could have been released."""
    repeated: int
    """How often one stood there again."""
    sources: int
    """Pages that the released sentences are from."""

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""
        if not self.sentences:
            return "no sentences of this kind: `auslese status` counts the pages by language"
        words = f"{plural(self.sentences, 'sentence')} of {plural(self.sources, 'page')}, shuffled"
        if options.best is not None and self.sentences < options.best:
            words += f"; there are no more than these, {options.best:,} were asked for"
        elif self.sentences < self.different:
            words += f", of {self.different:,}"
        return (
            f"{words}; {plural(self.repeated, 'repetition')} left out" if self.repeated else words
        )


class _Release:
    """Sentences on their way out; when they were taken, the counts are right."""

    def __init__(self, sentences: ShuffledLines, sources: ShuffledLines, most: int | None) -> None:
        self._sentences, self._sources, self._most = sentences, sources, most
        self.taken = self.different = self.pages = 0

    def sentences(self) -> Iterator[bytes]:
        """The sentences that are released."""
        for line, url in self._sentences:
            self.different += 1
            if self._most is None or self.taken < self._most:
                self.taken += 1
                self._sources.add(url)
                yield line

    def sources(self) -> Iterator[bytes]:
        """The pages that these are from."""
        for url, _ in self._sources:
            self.pages += 1
            yield url


def release_to_stream(
    rows: Iterable[FiledSentence], line: LineMaker, write: Write, options: ExportOptions
) -> ReleaseSummary:
    """Write the sentences; who wants their sources, too, wants files."""

    def write_all(release: _Release) -> None:
        for each in numbered(release.sentences()):
            write(each)
        deque(release.sources(), 0)

    return _released(rows, line, options, write_all)


def release_to_folder(
    rows: Iterable[FiledSentence], line: LineMaker, stem: Path, options: ExportOptions
) -> ReleaseSummary:
    """Write a file of sentences and one of sources, whose names begin as this path ends."""
    size = f"_{size_name(options.best)}" if options.best else ""

    def write_all(release: _Release) -> None:
        named = stem.with_name(f"{stem.name}{size}-sentences.txt")
        write_whole(named, numbered(release.sentences()))
        write_whole(stem.with_name(f"{stem.name}{size}-sources.txt"), numbered(release.sources()))

    return _released(rows, line, options, write_all)


def _released(
    rows: Iterable[FiledSentence],
    line: LineMaker,
    options: ExportOptions,
    write_all: Callable[[_Release], None],
) -> ReleaseSummary:
    key = str(options.seed)
    with ShuffledLines(key) as sentences, ShuffledLines(key, FEW_PIECES) as sources:
        for row in rows:
            if text := line("SEN", row.text).strip():
                sentences.add(text, row.url.encode("utf-8", "replace"))
        release = _Release(sentences, sources, options.best)
        write_all(release)
    repeated = sentences.added - release.different
    return ReleaseSummary(release.taken, release.different, repeated, release.pages)
