"""A collection teaches languages: its sentences by top-level domain in, a model of its own out."""

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from auslese.analyse.language.language_learning import LanguageCounts, learn
from auslese.analyse.language.learnt_names import LanguageNaming, name_languages
from auslese.analyse.language.recogniser import SHIPPED, Recogniser, shipped_recogniser
from auslese.analyse.language.self_training import (
    RoundProgress,
    SelfTrainedLanguages,
    TrainingRound,
    TrainingRules,
    train_from_domains,
)
from auslese.analyse.language.word_letters import letter_words
from auslese.export.sentence_files import DOMAIN, OTHER
from auslese.recipes.languages.trained_languages import TrainedLanguages
from auslese.records.errors import AusleseError, SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.sentence_lookups import (
    DomainFiling,
    DomainSentence,
    sentences_by_domain,
)
from auslese.store.tables.sql_views import connect

SPOOL = ".training-"

NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
"""How a language may be called: also the name of a file."""


@dataclass(frozen=True, slots=True)
class LanguageTrainingOptions:
    """How a collection shall teach."""

    rules: TrainingRules = field(default_factory=TrainingRules)
    names: Mapping[str, str] = field(default_factory=dict)
    """By top-level domain, what its language is called."""
    progress: RoundProgress = lambda number, domain, sentences: None


class LanguageTrainingSummary(NamedTuple):
    """What a collection taught."""

    learnt: SelfTrainedLanguages
    names: Mapping[str, LanguageNaming]
    """By the domain after which the language is called in `learnt`."""
    rejected: int
    """Words left out because a reviewer said so."""

    def as_json(self) -> dict[str, Any]:
        """What `language train --json` prints, and what is kept beside the model."""
        return {
            "languages": [self._language(domain) for domain in self.learnt.words],
            "domains": {domain: _kind(found) for domain, found in self.learnt.kinds.items()},
            "rounds": [_round(each, self.names) for each in self.learnt.rounds],
            "stable": self.learnt.is_stable,
            "rejected_words": self.rejected,
        }

    def _language(self, domain: str) -> dict[str, Any]:
        name = self.names[domain]
        return {
            "name": name.name,
            "domains": self.learnt.domains_of(domain),
            "taken_for": name.taken_for,
            "share": round(name.share, 3),
            "words": len(self.learnt.words[domain]),
            "seen": self.learnt.words[domain].total(),
        }


def _kind(found: Any) -> dict[str, Any]:
    report: dict[str, Any] = {"kind": str(found.kind)}
    if found.as_domain:
        report |= {"as": found.as_domain, "likeness": round(found.likeness, 3)}
    return report


def _round(done: TrainingRound, names: Mapping[str, LanguageNaming]) -> dict[str, Any]:
    return {
        "round": done.number,
        "contamination": round(done.contamination, 4),
        "changed": round(done.changed, 4),
        "restored": [names[each].name if each in names else each for each in done.restored],
        "domains": {
            domain: each._replace(contamination=round(each.contamination, 4))._asdict()
            for domain, each in done.domains.items()
        },
    }


def train_languages(
    collection: Collection, options: LanguageTrainingOptions
) -> LanguageTrainingSummary:
    """Learn the languages of a collection and keep them in it."""
    with collection.lock(), _spooled(collection) as files:
        if unknown := sorted(set(options.names) - set(files.domains)):
            known = ", ".join(files.domains)
            raise SettingsError(f"there are no sentences of .{unknown[0]}; there are of: {known}")
        learnt = train_from_domains(files.factories(), options.rules, options.progress)
        if not any(words for words in learnt.words.values()):
            raise AusleseError("too few sentences to learn from: `auslese analyse` makes them")
        core = {language: learnt.core.get(language, []) for language in learnt.words}
        names = name_languages(core, options.names, _known())
        kept = TrainedLanguages(collection.models)
        words = {names[domain].name: counts for domain, counts in learnt.words.items()}
        rejected = sum(len(kept.rejected(name) & set(words[name])) for name in words)
        trained = LanguageTrainingSummary(learnt, names, rejected)
        kept.save(words, trained.as_json())
    return trained


def _known() -> Recogniser | None:
    return shipped_recogniser() if SHIPPED.is_dir() else None


def learn_labelled(lines: Iterable[str], folder: Path) -> dict[str, int]:
    """Learn from lines with a language, a tab and a text; how many there were of each."""
    counts: dict[str, Counter[str]] = {}
    number: Counter[str] = Counter()
    for at, line in enumerate(lines, 1):
        language, tab, text = line.rstrip("\n").partition("\t")
        if not tab or not NAME.fullmatch(language):
            raise SettingsError(f"line {at}: expected a language, as de or sr-Latn, a tab, a text")
        counts.setdefault(language, Counter()).update(letter_words(text))
        number[language] += 1
    if not counts:
        raise AusleseError("no lines to learn from")
    learn({name: LanguageCounts.of_words(words) for name, words in counts.items()}).save(folder)
    return dict(number)


class _SentenceSpool:
    """The sentences of each domain in a file of its own, a line each, to be read many times."""

    def __init__(self, folder: Path, collection: Collection) -> None:
        self._folder = folder
        self.domains: list[str] = []
        with ExitStack() as files:
            write: Callable[[str], object] = str
            for domain, text in _sentences(collection):
                if not self.domains or self.domains[-1] != domain:
                    files.close()
                    self.domains.append(domain)
                    opened = self._path(domain).open("w", encoding="utf-8", errors="replace")
                    write = files.enter_context(opened).write
                write(f"{' '.join(text.split())}\n")

    def factories(self) -> dict[str, Callable[[], Iterable[str]]]:
        """By domain, what reads its sentences anew."""
        return {domain: partial(self._lines, domain) for domain in self.domains}

    def _lines(self, domain: str) -> Iterator[str]:
        with self._path(domain).open(encoding="utf-8", newline="\n") as file:
            for line in file:
                yield line.rstrip("\n")

    def _path(self, domain: str) -> Path:
        return self._folder / str(self.domains.index(domain))


@contextmanager
def _spooled(collection: Collection) -> Iterator[_SentenceSpool]:
    """The sentences lie in a folder of the collection as long as they are needed."""
    for left_over in collection.models.glob(f"{SPOOL}*"):  # of a training that was killed
        shutil.rmtree(left_over, ignore_errors=True)
    with TemporaryDirectory(prefix=SPOOL, dir=collection.models) as folder:
        yield _SentenceSpool(Path(folder), collection)


def _sentences(collection: Collection) -> Iterator[DomainSentence]:
    with connect(collection) as tables:
        yield from sentences_by_domain(tables, DomainFiling(DOMAIN, OTHER))
