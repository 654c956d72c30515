"""Asks all sources at once and makes one answer of what they say.

Sources that share their words are asked three times: what they say of themselves (kept for a
while), what they say of the words of the question, and for their pages, with the sum of all that.
Who does not answer in time is left out and named; the answer of the others is marked as a part.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from time import monotonic, perf_counter
from typing import TypeVar

from auslese.recipes.metasearch.answer_joining import joined_hits
from auslese.recipes.metasearch.search_source import SearchSource
from auslese.records.answer import SearchQuery, SourceReport
from auslese.records.errors import AusleseError
from auslese.records.joint_answer import (
    IndexStatistics,
    JointAnswer,
    SharedStatistics,
    SourceAnswer,
    summed_index,
    summed_query,
)
from auslese.wording.error_messages import message_of

SECONDS = 10.0
"""For an answer; a person waits for it."""
BEFORE_ANSWERS = (
    0.5  # of this time for what comes before: who is silent then leaves the others time
)
FRESH_SECONDS = 60.0  # how old what an index says of itself may be
LATE = "it did not answer within {seconds:g} s"
DIGITS = 2
MOST_SHARED = 1000  # hits of one source: nobody turns farther
Said = TypeVar("Said")


class JointSearch:
    """Several sources that answer as one; several threads may ask at once."""

    def __init__(self, sources: Sequence[SearchSource], seconds: float = SECONDS) -> None:
        """Ask these, each by its own name, and wait so long."""
        self.sources = {each.name: each for each in sources}
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(max(1, 2 * len(sources)), "source")
        self._known: dict[str, tuple[float, IndexStatistics]] = {}

    def answer(self, question: SearchQuery) -> JointAnswer:
        """What all of them say; who fails is named in it."""
        return _Asking(self, question, self._seconds).answer()

    def index_statistics(self, name: str) -> IndexStatistics:
        """What a source has said of itself a while ago, or says now."""
        made_at, known = self._known.get(name, (0.0, IndexStatistics()))
        if not made_at or monotonic() - made_at > FRESH_SECONDS:
            known = self.sources[name].index_statistics()
            self._known[name] = (monotonic(), known)
        return known

    def submit(self, work: Callable[[], Said]) -> Future[Said]:
        """Do it beside the rest."""
        return self._threads.submit(work)

    def close(self) -> None:
        """Let go of all of them; who is still waited for is left to end by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for each in self.sources.values():
            each.close()


class _Asking:
    """One question on its way through all sources."""

    def __init__(self, search: JointSearch, question: SearchQuery, seconds: float) -> None:
        self._search = search
        # All sources give their pages from the first on: which of them are wanted is known later.
        self._asked = _from_the_first(question)
        self._question = question
        self._began = perf_counter()
        self._seconds = seconds
        self._problems: dict[str, str] = {}
        self._took: dict[str, float] = {}

    def answer(self) -> JointAnswer:
        sources = self._search.sources
        others = {
            name: self._started(name, None)
            for name, each in sources.items()
            if not each.shares_words
        }
        sharing = [name for name, each in sources.items() if each.shares_words]
        shared, sharing = self._shared(sharing)
        futures = others | {name: self._started(name, shared) for name in sharing}
        answers = self._collected(futures)
        return self._joint(answers, frozenset(sharing))

    def _shared(self, names: list[str]) -> tuple[SharedStatistics | None, list[str]]:
        """What the sources that share their words say together, and which of them do."""
        if not names:
            return None, []
        search = self._search
        selves = self._collected(
            {name: search.submit(partial(search.index_statistics, name)) for name in names},
            BEFORE_ANSWERS,
        )
        index = summed_index(selves.values())
        languages = index.ordered_languages
        counts = self._collected(
            {
                name: search.submit(
                    partial(search.sources[name].query_statistics, self._asked, languages)
                )
                for name in selves
            },
            BEFORE_ANSWERS,
        )
        # What a source that fell silent has said of itself counts no more.
        index = summed_index(selves[name] for name in counts)
        return SharedStatistics(index, summed_query(counts.values())), list(counts)

    def _started(self, name: str, shared: SharedStatistics | None) -> Future[SourceAnswer]:
        source, began = self._search.sources[name], perf_counter()

        def work() -> SourceAnswer:
            try:
                return source.answer(self._asked, shared)
            finally:
                self._took[name] = round((perf_counter() - began) * 1000, DIGITS)

        return self._search.submit(work)

    def _collected(self, futures: dict[str, Future[Said]], share: float = 1.0) -> dict[str, Said]:
        """What was said in time, or in this share of it; of the others is noted why not."""
        left = share * self._seconds - (perf_counter() - self._began)
        wait(futures.values(), max(0.0, left))
        found: dict[str, Said] = {}
        for name, future in futures.items():
            if not future.done():
                future.cancel()
                self._problems[name] = LATE.format(seconds=self._seconds)
                continue
            try:
                found[name] = future.result()
            except AusleseError as problem:
                self._problems[name] = message_of(problem)
        return found

    def _joint(self, answers: dict[str, SourceAnswer], sharing: frozenset[str]) -> JointAnswer:
        first, most = self._question.first, self._question.most
        joined = joined_hits(answers, sharing)
        told = sum(each.total or 0 for each in answers.values())
        copies = sum(len(each.hits) for each in answers.values()) - len(joined)
        first_said = next((it for it in answers.values() if it.understood), None)
        return JointAnswer(
            self._question,
            tuple(joined[first : first + most]),
            max(told - copies, len(joined)),
            tuple(self._reports(answers)),
            first_said.understood if first_said else "",
            any(each.softened for each in answers.values()),
            round((perf_counter() - self._began) * 1000, DIGITS),
        )

    def _reports(self, answers: dict[str, SourceAnswer]) -> Iterable[SourceReport]:
        for name, source in self._search.sources.items():
            total = answers[name].total if name in answers else None
            problem = self._problems.get(name, "")
            yield SourceReport(name, source.title, total, problem, self._took.get(name, 0.0))


def _from_the_first(question: SearchQuery) -> SearchQuery:
    last = min(question.first + question.most, MOST_SHARED)
    return replace(question, first=0, most=last, beside=False)
