"""Languages learnt from a crawl without labels, as Stein (1997) did it.

Each top-level domain is first taken for a language of its own. Dictionaries are counted, the
sentences are judged by them, only those that are surely in the language of their domain are counted
anew, and so on until nothing changes. After the first round it is seen which domains have the same
language and which have none of their own; these teach what is recognised in them.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.domain_kinds import (
    OWN_LEAST,
    DomainKind,
    DomainRole,
    common_words,
    own_share,
    same_language_domains,
)
from auslese.analyse.language.domain_sample import DomainSample, Sentences
from auslese.analyse.language.missing_words import STEINS, Sureness, pruned
from auslese.analyse.language.sentence_judge import SentenceJudge, judged_words
from auslese.analyse.language.text_batches import batches
from auslese.analyse.language.word_letters import letter_words

TaughtLanguages = npt.NDArray[np.intp]
"""For each sentence of a domain the number of the language it teaches; -1 for none."""
COMMON = "*"  # what nearly all domains have a little of, and none as its own
MOST_WORDS = 100_000  # different ones that are counted for a language; the rarest are forgotten
FEW_WORDS = 2_000  # counted; with fewer the frequent words of a language are not yet known
COLLAPSE = 0.6  # a language that keeps less than this of what it had is being swallowed
KNOWN_LEAST = 0.5  # of the words of a sentence in a mixed domain: its language may be none of ours
SCATTERED = 2  # times as many sentences in others as in the own language: then there is none
CORE_LOSS = 0.05  # of the held-out sentences that were its own; more is no chance


@dataclass(frozen=True, slots=True)
class TrainingRules:
    """How languages are learnt from domains."""

    sureness: Sureness = STEINS
    rounds: int = 5
    """At most."""
    per_domain: int = 20_000
    """Different sentences, so that no domain outweighs another."""
    least: int = 50
    """Different sentences; a domain with fewer teaches nothing."""
    most_domains: int = 250
    """The largest ones; a model numbers its languages with a byte."""
    stable: float = 0.005
    """Share of sentences that were taken otherwise than before; with fewer it is done."""
    apart: frozenset[str] = frozenset()
    """Domains that are not joined with others, however alike they are."""


class DomainFigures(NamedTuple):
    """What one round found in one domain."""

    sentences: int
    kept: int
    """They teach the language of the domain; of a mixed domain, the languages they are in."""
    foreign: int
    """Surely in another language."""
    contamination: float
    """Share of those that had taught its language until now and are found foreign."""


class TrainingRound(NamedTuple):
    """One round of cleaning."""

    number: int
    domains: Mapping[str, DomainFigures]
    held_out: Mapping[str, float]
    """By language, how many of the held-out sentences that were surely its own still are."""
    restored: tuple[str, ...]
    """Languages that were being swallowed: they keep the dictionary they had."""
    changed: float
    """Share of the sentences that are taken otherwise than in the round before."""

    @property
    def contamination(self) -> float:
        """Mean over the domains that have a language."""
        shares = [each.contamination for each in self.domains.values()]
        return sum(shares) / len(shares) if shares else 0.0


@dataclass(slots=True)
class SelfTrainedLanguages:
    """What the domains taught. A language is called like its largest domain."""

    kinds: dict[str, DomainKind] = field(default_factory=dict)
    rounds: list[TrainingRound] = field(default_factory=list)
    is_stable: bool = False
    words: dict[str, Counter[str]] = field(default_factory=dict)
    """The dictionaries: by language how often each word was seen."""
    core: dict[str, list[str]] = field(default_factory=dict)
    """By language some held-out sentences that are surely in it."""

    def domains_of(self, language: str) -> list[str]:
        """The domains that have this language."""
        return [
            domain
            for domain, found in self.kinds.items()
            if domain == language or found.as_domain == language
        ]


RoundProgress = Callable[[int, str, int], None]
"""Is told the round, the domain and how many of its sentences were looked at."""


def train_from_domains(
    domains: Mapping[str, Sentences],
    rules: TrainingRules | None = None,
    progress: RoundProgress = lambda number, domain, sentences: None,
) -> SelfTrainedLanguages:
    """Learn a language from each domain that has one."""
    return _Training(domains, rules or TrainingRules(), progress).run()


class _Training:
    """The state between rounds: dictionaries, and which sentence teaches which language."""

    def __init__(
        self, domains: Mapping[str, Sentences], rules: TrainingRules, progress: RoundProgress
    ) -> None:
        self._rules = rules
        self._progress = progress
        self._result = SelfTrainedLanguages()
        self._samples: dict[str, DomainSample] = {}
        for domain, sentences in sorted(domains.items()):
            self._take(domain, sentences)
        self._leave_out_smallest()
        self._home = {domain: domain for domain in self._samples}
        """The language of each domain; none for those that are mixed."""
        self._raw = {domain: self._count_all(domain) for domain in self._samples}
        self._counts: dict[str, Counter[str]] = dict(self._raw)
        self._common = common_words(self._raw)
        self._taken = {
            domain: np.full(sample.taught, number, np.intp)
            for number, (domain, sample) in enumerate(self._samples.items())
        }
        self._languages = tuple(self._samples)
        self._best: dict[str, int] = {}
        """By language, the most sentences it ever kept since its domains are known."""
        self._frozen: set[str] = set()

    def _take(self, domain: str, sentences: Sentences) -> None:
        self._progress(0, domain, 0)
        sample = DomainSample(sentences, self._rules.per_domain)
        is_small = sample.different < self._rules.least
        self._result.kinds[domain] = DomainKind(DomainRole.SMALL if is_small else DomainRole.OWN)
        if not is_small:
            self._samples[domain] = sample

    def _leave_out_smallest(self) -> None:
        by_size = sorted(self._samples, key=lambda name: (-self._samples[name].different, name))
        for domain in by_size[self._rules.most_domains :]:
            del self._samples[domain]
            self._result.kinds[domain] = DomainKind(DomainRole.SMALL)

    def _count_all(self, domain: str) -> Counter[str]:
        counts: Counter[str] = Counter()
        for sentence in self._samples[domain]:
            counts = _counted(counts, judged_words(sentence))
        return pruned(counts, MOST_WORDS)

    def run(self) -> SelfTrainedLanguages:
        """Clean until nothing changes."""
        for number in range(1, self._rules.rounds + 1):
            if not self._languages:
                break
            done = self._round(number)
            self._result.rounds.append(done)
            regrouped = number < self._rules.rounds and self._regroup(done)
            if done.changed <= self._rules.stable and not regrouped:
                self._result.is_stable = True
                break
        if self._languages:
            self._result.words = self._final_words()
        return self._result

    # -- one round ---------------------------------------------------------------------------------

    def _round(self, number: int) -> TrainingRound:
        judge = self._judge()
        counts: dict[str, Counter[str]] = {language: Counter() for language in self._languages}
        found: dict[str, TaughtLanguages] = {}
        figures: dict[str, DomainFigures] = {}
        for domain in self._samples:
            found[domain], verdicts = self._judged(judge, domain, counts, number)
            figures[domain] = self._figures(domain, found[domain], verdicts)
        held_out = self._held_out(judge)
        restored = self._swallowed(found, held_out)
        for language in restored:
            counts[language] = self._counts[language]
            found |= {
                name: self._taken[name] for name, home in self._home.items() if home == language
            }
        changed = sum(int((found[name] != self._taken[name]).sum()) for name in found)
        self._taken = found
        self._counts = {name: pruned(each, MOST_WORDS) for name, each in counts.items()}
        every = sum(map(len, found.values()))
        return TrainingRound(number, figures, held_out, restored, changed / max(every, 1))

    def _judge(self) -> SentenceJudge:
        dictionaries: dict[str, Mapping[str, float]] = dict(self._counts)
        if self._common:
            dictionaries[COMMON] = self._common
        return SentenceJudge(dictionaries)

    def _judged(
        self, judge: SentenceJudge, domain: str, counts: dict[str, Counter[str]], number: int
    ) -> tuple[TaughtLanguages, TaughtLanguages]:
        """Which sentences teach what from now on, and the sure verdict on each."""
        home, before = self._home[domain], self._taken[domain]
        verdicts: list[TaughtLanguages] = []
        taken: list[TaughtLanguages] = []
        seen = 0
        for sentences in batches(self._samples[domain]):
            self._progress(number, domain, seen)
            earlier = before[seen : seen + len(sentences)]
            verdict = self._sure(judge, sentences, earlier, 0.0 if home else KNOWN_LEAST)
            ours = verdict == self._number(home) if home else verdict < len(self._languages)
            takes = np.where(ours, verdict, -1)
            for sentence, language in zip(sentences, takes, strict=True):
                if language >= 0:
                    name = self._languages[language]
                    counts[name] = _counted(counts[name], judged_words(sentence))
            seen += len(sentences)
            verdicts.append(verdict)
            taken.append(takes)
        return np.concatenate(taken), np.concatenate(verdicts)

    def _sure(
        self, judge: SentenceJudge, sentences: list[str], before: TaughtLanguages, known: float
    ) -> TaughtLanguages:
        """The language of each sentence, judged without what it taught itself.

        The language must have this share of its words. What was sure once stays as long as no
        other language is likelier: otherwise doubt about words that neighbours share would eat up
        a dictionary round by round.
        """
        verdicts = np.full(len(sentences), -1, np.intp)
        for language in np.unique(before):
            rows = np.flatnonzero(before == language)
            own = self._languages[language] if language >= 0 else ""
            judged = judge.judge([sentences[row] for row in rows], own)
            sure = judged.sure(*self._rules.sureness)
            if self._result.rounds:  # before the first round nothing was sure
                still = (sure < 0) & (judged.shares.argmax(axis=1) == language)
                sure = np.where(still, language, sure)
            is_known = judged.known[np.arange(len(rows)), sure] >= known
            verdicts[rows] = np.where(is_known, sure, -1)
        return verdicts

    def _figures(
        self, domain: str, taken: TaughtLanguages, verdicts: TaughtLanguages
    ) -> DomainFigures:
        home = self._home[domain]
        if not home:
            return DomainFigures(len(taken), int((taken >= 0).sum()), 0, 0.0)
        is_foreign = (verdicts >= 0) & (verdicts != self._number(home))
        taught = self._taken[domain] >= 0
        contamination = float((is_foreign & taught).sum() / max(int(taught.sum()), 1))
        kept = int((taken >= 0).sum())
        return DomainFigures(len(taken), kept, int(is_foreign.sum()), contamination)

    def _number(self, language: str) -> int:
        return self._languages.index(language)

    # -- a small language must not be swallowed by a large one -------------------------------------

    def _held_out(self, judge: SentenceJudge) -> dict[str, float]:
        """How many of the sentences that were surely its own each language still has."""
        if not self._result.core:
            self._result.core = self._core(judge)
        still = {}
        for at, language in enumerate(self._languages):
            core = self._result.core[language]
            is_own = judge.judge(core).shares.argmax(axis=1) == at
            still[language] = float(is_own.mean()) if core else 1.0
        return still

    def _core(self, judge: SentenceJudge) -> dict[str, list[str]]:
        core: dict[str, list[str]] = {language: [] for language in self._languages}
        for domain, home in self._home.items():
            if home and (held_out := list(self._samples[domain].held_out)):
                verdicts = judge.judge(held_out).sure(*self._rules.sureness)
                own = np.flatnonzero(verdicts == self._number(home))
                core[home] += [held_out[at] for at in own]
        return core

    def _swallowed(
        self, found: Mapping[str, TaughtLanguages], held_out: Mapping[str, float]
    ) -> tuple[str, ...]:
        """Languages that lose their sentences to others; once is enough."""
        numbers = np.concatenate([*found.values()])
        for at, language in enumerate(self._languages):
            kept = int((numbers == at).sum())
            best = max(self._best.get(language, kept), kept)
            if kept < COLLAPSE * best or held_out[language] < 1 - CORE_LOSS:
                self._frozen.add(language)
            self._best[language] = best
        return tuple(sorted(self._frozen))

    # -- which domains have a language -------------------------------------------------------------

    def _regroup(self, done: TrainingRound) -> bool:
        """Join domains with the same language, set apart those with none; whether any was found."""
        known = {
            domain: self._counts[domain]
            if self._counts[domain].total() >= FEW_WORDS
            else self._raw[domain]
            for domain in self._languages
        }
        sizes = {domain: self._samples[domain].different for domain in self._languages}
        same = same_language_domains(known, sizes, self._rules.apart)
        heads = {domain: known[domain] for domain in known if domain not in same}
        mixed = [
            domain
            for domain in heads
            if _is_scattered(done.domains[domain])
            and own_share(self._raw_of_group(domain, same), _others(domain, heads)) < OWN_LEAST
        ]
        if not same and not mixed:
            return False
        self._result.kinds |= same
        self._result.kinds |= {domain: DomainKind(DomainRole.MIXED) for domain in mixed}
        self._rehome(same, mixed)
        return True

    def _raw_of_group(self, domain: str, same: Mapping[str, DomainKind]) -> Counter[str]:
        raw = Counter(self._raw[domain])
        for other, found in same.items():
            if found.as_domain == domain:
                raw.update(self._raw[other])
        return raw

    def _rehome(self, same: Mapping[str, DomainKind], mixed: list[str]) -> None:
        """Go on with fewer languages."""
        gone = {domain: found.as_domain for domain, found in same.items()}
        gone |= dict.fromkeys(mixed, "")
        gone |= {domain: "" for domain, head in gone.items() if head in mixed}
        counts = {name: Counter(self._counts[name]) for name in self._languages if name not in gone}
        for domain, head in gone.items():
            if head:
                counts[head].update(self._counts[domain])
        renumbered = [self._new_number(name, gone, counts) for name in self._languages]
        self._home = {domain: gone.get(home, home) for domain, home in self._home.items()}
        for domain, taken in self._taken.items():
            self._taken[domain] = np.append(renumbered, -1).astype(np.intp)[taken]
        self._languages = tuple(counts)
        self._counts = counts
        self._best.clear()
        self._frozen &= set(counts)
        self._result.core = {}

    @staticmethod
    def _new_number(name: str, gone: Mapping[str, str], counts: Mapping[str, object]) -> int:
        home = gone.get(name, name)
        return list(counts).index(home) if home in counts else -1

    # -- the end -----------------------------------------------------------------------------------

    def _final_words(self) -> dict[str, Counter[str]]:
        """The words of all sentences that are likelier in the language of their domain than others.

        The rounds doubt much, so that the judge is clean. A clean judge may be believed without:
        to leave out what is doubtful costs a small language more than the few errors.
        """
        words: dict[str, Counter[str]] = {language: Counter() for language in self._languages}
        judge = self._judge()
        for domain, home in self._home.items():
            seen = 0
            for sentences in batches(self._samples[domain]):
                earlier = self._taken[domain][seen : seen + len(sentences)]
                seen += len(sentences)
                taught = self._likeliest(judge, sentences, earlier, home) if home else earlier
                for sentence, language in zip(sentences, taught, strict=True):
                    if language >= 0:
                        name = self._languages[language]
                        words[name] = _counted(words[name], letter_words(sentence))
        return {language: pruned(words[language], MOST_WORDS) for language in self._languages}

    def _likeliest(
        self, judge: SentenceJudge, sentences: list[str], before: TaughtLanguages, home: str
    ) -> TaughtLanguages:
        number = self._number(home)
        with_own, without = judge.judge(sentences).shares, judge.judge(sentences, home).shares
        shares = np.where((before == number)[:, None], without, with_own)
        is_own = (shares.argmax(axis=1) == number) & shares.any(axis=1)
        return np.where(is_own, number, -1)


def _others(domain: str, heads: Mapping[str, Counter[str]]) -> list[Counter[str]]:
    return [counts for name, counts in heads.items() if name != domain]


def _is_scattered(figures: DomainFigures) -> bool:
    """Whether the sentences of a domain go to other languages; few of what has its own do."""
    return SCATTERED * figures.kept <= figures.foreign


def _counted(counts: Counter[str], words: list[str]) -> Counter[str]:
    counts.update(words)
    return pruned(counts, MOST_WORDS) if len(counts) > 2 * MOST_WORDS else counts
