"""An index whose parts are on servers: it answers as one index would, and says what is missing.

A question is asked twice: how frequent its words are in each part, and then, with the sums, for the
best pages of each. So every page is worth what it is worth in one index of them all. What an index
says of itself is kept for a minute.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from threading import Lock
from time import perf_counter
from typing import Protocol

from auslese.recipes.metasearch.packed_statistics import StatisticsError, packed_statistics
from auslese.recipes.metasearch.search_source import SourceError
from auslese.recipes.metasearch.server_source import values_of
from auslese.recipes.metasearch.shards.answer_merging import (
    hits_in_order,
    merged_beside,
)
from auslese.recipes.metasearch.shards.shard import Shard
from auslese.recipes.metasearch.shards.shard_addresses import ShardAddresses
from auslese.recipes.metasearch.shards.shard_requests import (
    RequestCarrier,
    ShardRequests,
    unreadable,
)
from auslese.recipes.metasearch.shared_replies import (
    IndexReply,
    KnownPagesReply,
    LexiconReply,
    QueryReply,
    Said,
    SharedReply,
    SimilarPagesReply,
    read_reply,
)
from auslese.records.answer import (
    Answer,
    Hit,
    HitGroup,
    SearchQuery,
    SimilarPage,
    SourceReport,
)
from auslese.records.errors import AusleseError
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    ShardHealth,
    SharedStatistics,
    SourceAnswer,
    summed_index,
    summed_query,
)
from auslese.records.page_standing import PageStanding
from auslese.records.query import ParsedQuery, QueryNoteReason
from auslese.search.query.query_parser import parse
from auslese.search.query.understood import query_text, tree_as_json
from auslese.wording.problem_sentences import ShardProblem

SECONDS = 5.0
"""For an answer, in all; a person waits for it."""
BEFORE_ANSWERS = 0.4  # of this time for what comes before: who is silent leaves others the time
GROUPED = 100  # hits that are put into groups, as one index does
MOST_SHARED = 1000  # hits of one part: nobody turns farther
MOST_CARRIERS = 16  # kept between questions, each with its open connections
DIGITS = 2
Reading = Callable[[bytes], Said]


class ShardCarrier(RequestCarrier, Protocol):
    """Who carries requests, and is let go of in the end."""

    def close(self) -> None:
        """Drop everything under way."""
        ...


class ShardedSearch:
    """Answers questions as `searcher.Searcher` does; several threads may ask at once."""

    def __init__(
        self,
        shards: Sequence[ShardAddresses],
        new_carrier: Callable[[], ShardCarrier],
        seconds: float = SECONDS,
    ) -> None:
        """Ask these parts, each question with a carrier of its own, and wait so long."""
        self.shards = tuple(Shard(*each) for each in shards)
        self._new_carrier = new_carrier
        self._seconds = seconds
        self._lock = Lock()
        self._carriers: list[ShardCarrier] = []

    def answer(self, question: SearchQuery) -> Answer:
        """What the whole index says; SourceError if no part of it answers."""
        began = perf_counter()
        with self._requests() as requests:
            said = _Question(self, requests, question).answer()
            if not said.total and said.suggestion:
                meant = replace(question, text=said.suggestion)
                better = _Question(self, requests, meant).answer()
                said = _corrected(said, better, question) if better.total else said
        return replace(said, milliseconds=round((perf_counter() - began) * 1000, DIGITS))

    def similar(self, page: int, most: int) -> list[SimilarPage]:
        """Pages that belong to this one; by words only those of its own part of the index."""
        values = {"page": page, "most": most}
        said = self._each("/shared/similar", values, _reading(SimilarPagesReply)).values()
        found: dict[int, SimilarPage] = {}
        for each in (each for some in said for each in some.pages):
            told = SimilarPage(
                each.id, each.url, each.title, each.score, each.by_links, each.by_words,
                each.together, each.same, tuple(each.words), each.standing,
            )  # fmt: skip
            if each.id not in found or found[each.id].score < each.score:
                found[each.id] = told
        ordered = sorted(found.values(), key=_similar_order)
        return ordered[:most]

    def has(self, ids: Sequence[int]) -> set[int]:
        """Those of these pages that the index has by their own words."""
        values = {"page": [str(each) for each in ids]}
        said = self._each("/shared/pages", values, _reading(KnownPagesReply)).values()
        return {int(each) for some in said for each in some.ids}

    def lexicon(self, most: int) -> tuple[int, list[tuple[str, int]]]:
        """How many pages there are, and the words in them with how many pages have each."""
        said = self._each("/lexicon", {"most": most}, _reading(LexiconReply)).values()
        words: dict[str, int] = {}
        for word, pages in (pair for some in said for pair in some.words):
            words[word] = words.get(word, 0) + pages
        ordered = sorted(words.items(), key=lambda pair: (-pair[1], pair[0]))
        return sum(each.pages for each in said), ordered[:most]

    def index_statistics(self) -> IndexStatistics:
        """What all parts say of themselves together."""
        with self._requests() as requests:
            return summed_index(self.selves(requests).values())

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """What they say of the words of a question."""
        values = values_of(replace(question, beside=False)) | {"all": ",".join(languages)}
        said = self._each("/shared/query", values, _reading(QueryReply)).values()
        return summed_query(each.statistics() for each in said)

    def shared_answer(self, question: SearchQuery, shared: SharedStatistics) -> SourceAnswer:
        """The best pages of all parts, if others are asked together with them."""
        values = values_of(question) | {"statistics": packed_statistics(shared)}
        reading = _reading(SharedReply)
        said = self._each("/shared/answer", values, lambda body: reading(body).answer(question))
        answers = list(said.values())
        hits = hits_in_order(answers, by_standing=by_standing(question))
        return SourceAnswer(
            sum(each.total or 0 for each in answers),
            tuple(hits[: question.most]),
            answers[0].understood,
            any(each.softened for each in answers),
            any(each.by_value for each in answers),
        )

    def shard_health(self) -> tuple[ShardHealth, ...]:
        """How each part does."""
        return tuple(each.health() for each in self.shards)

    def selves(self, requests: ShardRequests) -> dict[str, IndexStatistics]:
        """What each part says of itself, or has said a while ago."""
        known = {each.name: kept for each in self.shards if (kept := each.statistics) is not None}
        asked = [each for each in self.shards if each.name not in known]
        if asked:
            read = _reading(IndexReply)
            seconds = requests.seconds_left * BEFORE_ANSWERS
            said = requests.ask(asked, "/shared/index", {}, read, seconds)
            self._refuse_same(said, requests)
            for each in asked:
                if each.name in said:
                    known[each.name] = said[each.name].statistics()
                    each.keep(known[each.name], said[each.name].shard)
        return known

    def _refuse_same(self, said: dict[str, IndexReply], requests: ShardRequests) -> None:
        """Leave out a server that is none of so many parts, or the same part as another one."""
        parts = {each.part: each.title for each in self.shards if each.part and each.statistics}
        for shard in self.shards:
            part = said[shard.name].shard if shard.name in said else ""
            if not part:
                continue
            if part in parts and parts[part] != shard.title:
                problem = ShardProblem.SAME_SHARD.of(part=part, other=parts[part])
            elif part.partition("/")[2] != str(len(self.shards)):
                problem = ShardProblem.OTHER_SHARDS.of(part=part, shards=len(self.shards))
            else:
                parts[part] = shard.title
                continue
            requests.problems[shard.name] = problem
            del said[shard.name]

    def _each(
        self, path: str, values: Mapping[str, object], reading: Reading[Said]
    ) -> dict[str, Said]:
        """What each part says; SourceError if one of them says nothing."""
        with self._requests() as requests:
            said = requests.ask(self.shards, path, values, reading)
            for problem in requests.problems.values():
                raise SourceError(problem)
            return said

    @contextmanager
    def _requests(self) -> Iterator[ShardRequests]:
        """Requests of one question, with connections that are kept for the next one."""
        with self._lock:
            carrier = self._carriers.pop() if self._carriers else None
        carrier = carrier or self._new_carrier()
        try:
            yield ShardRequests(carrier, self._seconds)
        except AusleseError:
            self._keep(carrier)
            raise
        except BaseException:
            carrier.close()
            raise
        self._keep(carrier)

    def _keep(self, carrier: ShardCarrier) -> None:
        with self._lock:
            if len(self._carriers) < MOST_CARRIERS:
                self._carriers.append(carrier)
                return
        carrier.close()

    def close(self) -> None:
        """Hang up."""
        with self._lock:
            for each in self._carriers:
                each.close()
            self._carriers.clear()


class _Question:
    """One question on its way through all parts of the index."""

    def __init__(
        self, search: ShardedSearch, requests: ShardRequests, question: SearchQuery
    ) -> None:
        self._search = search
        self._requests = requests
        self._question = question
        # All parts give their pages from the first on: which are wanted is known later.
        most = min(question.first + question.most, MOST_SHARED)
        most = max(most, GROUPED) if question.groups else most
        self._asked = replace(question, first=0, most=most)

    def answer(self) -> Answer:
        question, requests = self._question, self._requests
        said = self._said()
        answers = list(said.values())
        hits = hits_in_order(answers, by_standing=by_standing(question))
        wanted = hits[question.first : question.first + question.most]
        beside = merged_beside([each.beside for each in answers if each.beside])
        query = parse(question.text, every_word=question.every_word)
        reports = tuple(
            SourceReport(
                shard.name,
                shard.title,
                said[shard.name].total if shard.name in said else None,
                requests.problems.get(shard.name, ""),
                requests.took.get(shard.name, 0.0),
            )
            for shard in self._search.shards
        )
        return Answer(
            question=question,
            understood=query_text(query.tree, "de" if question.ui_language == "de" else "en"),
            tree=tree_as_json(query.tree),
            notes=beside.notes if question.beside else query.notes,
            total=sum(each.total or 0 for each in answers),
            hits=tuple(each.hit for each in wanted),
            suggestion=beside.suggestion,
            facets=beside.facets,
            related=beside.related,
            words=beside.words,
            groups=self._groups([each.hit for each in hits], query) if question.groups else (),
            softened=any(each.softened for each in answers),
            people=beside.people,
            shards=reports,
        )

    def _said(self) -> dict[str, SourceAnswer]:
        """What each part says; SourceError if none says anything."""
        requests = self._requests
        shared, shards = self._shared()
        values = values_of(self._asked) | {"statistics": packed_statistics(shared)}
        read = _reading(SharedReply)
        said = requests.ask(
            shards, "/shared/answer", values, lambda body: read(body).answer(self._asked)
        )
        return said or self._fail()

    def _fail(self) -> dict[str, SourceAnswer]:
        problem = next(iter(self._requests.problems.values()), "")
        raise SourceError(ShardProblem.NO_SHARDS_LEFT.of(problem=problem))

    def _shared(self) -> tuple[SharedStatistics, list[Shard]]:
        """What all parts say of the words of the question, and which of them do."""
        search, requests = self._search, self._requests
        selves = search.selves(requests)
        languages = summed_index(selves.values()).ordered_languages
        values = values_of(replace(self._asked, beside=False)) | {"all": ",".join(languages)}
        known = [each for each in search.shards if each.name in selves]
        seconds = requests.seconds_left * BEFORE_ANSWERS
        said = requests.ask(known, "/shared/query", values, _fitting_query(), seconds)
        if not said:
            self._fail()
        # What a part that fell silent has said of itself counts no more.
        index = summed_index(selves[name] for name in said)
        counts = summed_query(each.statistics() for each in said.values())
        return SharedStatistics(index, counts), [each for each in known if each.name in said]

    def _groups(self, hits: Sequence[Hit], query: ParsedQuery) -> tuple[HitGroup, ...]:
        """The best hits, put together by what they have in common."""
        texts = [
            (hit.title, "".join(piece.text for piece in hit.snippet), hit.language)
            for hit in hits[:GROUPED]
        ]
        # With scipy behind it, which takes long to import.
        groups = import_module("auslese.recipes.searching.hit_groups")
        found: tuple[HitGroup, ...] = groups.groups_of(texts, query)
        return found


def _similar_order(page: SimilarPage) -> tuple[bool, float, int]:
    """Living pages first, then those that belong most to it, then by key."""
    return page.standing != PageStanding.LIVING, -page.score, page.id


def by_standing(question: SearchQuery) -> bool:
    """Whether living pages come first: unless people chose what pages are to be."""
    return all(name != "standing" for name, _ in question.filters)


def _corrected(failed: Answer, better: Answer, question: SearchQuery) -> Answer:
    """The answer to what was probably meant, with a note that it is."""
    notes = (
        replace(note, reason=QueryNoteReason.CORRECTED)
        if note.reason is QueryNoteReason.NOT_FOUND
        else note
        for note in failed.notes
    )
    return replace(better, question=question, notes=tuple(notes), suggestion=failed.suggestion)


def _reading(kind: type[Said]) -> Reading[Said]:
    """Reads answers of this kind; SourceError says why one is none."""

    def read(body: bytes) -> Said:
        try:
            return read_reply(body, kind)
        except SourceError as problem:
            raise SourceError(unreadable(problem)) from None

    return read


def _fitting_query() -> Reading[QueryReply]:
    """Reads what a part says of words; more than can be sent on to the others is no answer."""
    read = _reading(QueryReply)

    def read_fitting(body: bytes) -> QueryReply:
        said = read(body)
        try:
            packed_statistics(SharedStatistics(IndexStatistics(), said.statistics()))
        except StatisticsError as problem:
            raise SourceError(unreadable(SourceError(str(problem)))) from None
        return said

    return read_fitting
