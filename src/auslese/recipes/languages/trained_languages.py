"""The languages that a collection taught: their model, their dictionaries, what reviewers said.

models/language/           the model, as `Model.save` writes it
models/language/words/     a dictionary for each language: word, how often seen, share
models/language/training.json    how they were learnt
models/language-review.tsv       words that were looked at, kept for later trainings
models/language-words.tsv        words that were added, kept likewise
"""

import csv
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from auslese.analyse.language.language_learning import LanguageCounts, learn
from auslese.analyse.language.word_review import doubtful_words
from auslese.recipes.languages.chosen_model import TRAINED_FOLDER
from auslese.records.errors import NotFoundError, SettingsError
from auslese.system.durable_files import publish_folder, write_whole, written_aside

REVIEW = "language-review.tsv"
ADDED = "language-words.tsv"
WORDS, TRAINING = "words", "training.json"
Seen = TypeVar("Seen", int, float)
YES, NO = "yes", "no"
COLUMNS = ("language", "word", "share", "why", "keep")


class ReviewedWord(NamedTuple):
    """What somebody who speaks the language said of a word."""

    language: str
    word: str
    keep: str


class TrainedLanguages:
    """What a collection has learnt, in its folder for models."""

    def __init__(self, models: Path) -> None:
        self.folder = models / TRAINED_FOLDER
        self._review = models / REVIEW
        self._added = models / ADDED

    def save(self, words: Mapping[str, Mapping[str, float]], training: Mapping[str, Any]) -> None:
        """Keep these languages in the place of those before, with words that somebody added.

        Words that were rejected are left out.

        The folder is written aside and then put in its place in one step, so that nobody reads
        half of it, and a crash leaves one of the two.
        """
        added = self._added_words()
        kept = {
            name: _without(dict(added.get(name, {})) | dict(counts), self.rejected(name))
            for name, counts in words.items()
        }
        learnt = learn({name: LanguageCounts.of_words(counts) for name, counts in kept.items()})
        with written_aside(self.folder) as aside:
            shutil.rmtree(aside, ignore_errors=True)
            learnt.save(aside)
            (aside / WORDS).mkdir()
            for name, counts in kept.items():
                write_whole(aside / WORDS / f"{name}.tsv", _dictionary_lines(counts))
            write_whole(aside / TRAINING, [json.dumps(training, indent=1).encode(), b"\n"])
            publish_folder(aside, self.folder)

    def dictionaries(self) -> dict[str, Counter[str]]:
        """By language how often each of its words was seen."""
        paths = sorted((self.folder / WORDS).glob("*.tsv"))
        if not paths:
            raise NotFoundError("no languages were learnt here yet: `auslese language train`")
        return {path.stem: _read_dictionary(path) for path in paths}

    # -- growth ---------------------------------------------------------------------------------

    def add_words(self, found: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
        """Add words that the dictionaries lack, now and in later trainings; those that were."""
        dictionaries = self.dictionaries()
        new = {
            language: {
                word: seen
                for word, seen in _without(words, self.rejected(language)).items()
                if word not in dictionaries[language]
            }
            for language, words in found.items()
            if language in dictionaries
        }
        if not any(new.values()):
            return {}
        every = self._added_words()
        for language, words in new.items():
            every[language] = every.get(language, Counter()) | Counter(words)
        rows = [
            f"{language}\t{word}\t{seen}\n".encode()
            for language in sorted(every)
            for word, seen in every[language].most_common()
        ]
        write_whole(self._added, [b"language\tword\tseen\n", *rows])
        training = json.loads((self.folder / TRAINING).read_text("utf-8"))
        self.save(dictionaries, training)
        return {language: words for language, words in new.items() if words}

    def _added_words(self) -> dict[str, Counter[str]]:
        found: dict[str, Counter[str]] = {}
        if self._added.is_file():
            for line in self._added.read_text("utf-8").splitlines()[1:]:
                language, word, seen = line.split("\t")
                found.setdefault(language, Counter())[word] = int(seen)
        return found

    # -- review ------------------------------------------------------------------------------------

    def review_lines(self, most: int) -> Iterator[str]:
        """A table of words for somebody who speaks the language; what was said before is in it."""
        said = {(each.language, each.word): each.keep for each in self._reviewed()}
        yield "\t".join(COLUMNS) + "\n"
        for each in doubtful_words(self.dictionaries(), most):
            keep = said.get((each.language, each.word), "")
            row = (each.language, each.word, f"{each.share:.7f}", each.why, keep)
            yield "\t".join(row) + "\n"

    def take_review(self, name: str, lines: Iterable[str]) -> Counter[str]:
        """Keep what was said of words, take rejected ones out; how many were kept and rejected."""
        dictionaries = self.dictionaries()
        said = {(each.language, each.word): each for each in self._reviewed()}
        new = list(_read_review(name, lines))
        if strange := sorted({each.language for each in new} - set(dictionaries)):
            raise SettingsError(f"{name}: there is no learnt language {strange[0]}")
        said |= {(each.language, each.word): each for each in new}
        rows = [("language", "word", "keep"), *(said[key] for key in sorted(said))]
        write_whole(self._review, ["\t".join(row).encode() + b"\n" for row in rows])
        training = json.loads((self.folder / TRAINING).read_text("utf-8"))
        self.save(dictionaries, training)
        return Counter(each.keep for each in new)

    def rejected(self, language: str) -> set[str]:
        """The words that do not belong to it, as somebody said."""
        return {
            each.word for each in self._reviewed() if each.language == language and each.keep == NO
        }

    def _reviewed(self) -> list[ReviewedWord]:
        if not self._review.is_file():
            return []
        with self._review.open(encoding="utf-8", newline="") as file:
            return list(_read_review(str(self._review), file))


def _without(counts: Mapping[str, Seen], words: set[str]) -> dict[str, Seen]:
    return {word: count for word, count in counts.items() if word not in words}


def _dictionary_lines(counts: Mapping[str, float]) -> Iterator[bytes]:
    every = sum(counts.values())
    yield b"word\tseen\tshare\n"
    for word in sorted(counts, key=lambda word: (-counts[word], word)):
        yield f"{word}\t{counts[word]:.0f}\t{counts[word] / every:.9f}\n".encode()


def _read_dictionary(path: Path) -> Counter[str]:
    with path.open(encoding="utf-8") as file:
        next(file)
        rows = (line.split("\t") for line in file)
        return Counter({row[0]: int(float(row[1])) for row in rows})


def _read_review(name: str, lines: Iterable[str]) -> Iterator[ReviewedWord]:
    """The rows that say yes or no; those left empty are not reviewed."""
    table = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    if missing := {"language", "word", "keep"} - set(table.fieldnames or ()):
        raise SettingsError(f"{name}: the first line names no column {sorted(missing)[0]}")
    for number, row in enumerate(table, 2):
        keep = (row["keep"] or "").strip().lower()
        if keep not in ("", YES, NO):
            raise SettingsError(f"{name}, line {number}, keep: {keep!r} is neither yes nor no")
        if keep:
            yield ReviewedWord(row["language"], row["word"], keep)
