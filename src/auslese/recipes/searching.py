"""Asks a collection: what was understood, what was found, and what lies beside it."""

from dataclasses import replace
from threading import Lock
from time import perf_counter

from auslese.analyse.topics.answer_groups import answer_groups
from auslese.analyse.topics.phrases import TextOf
from auslese.recipes.indexing import term_maker
from auslese.recipes.surroundings import Surroundings, surroundings_of
from auslese.records.answer import Answer, Group, Question
from auslese.records.language_names import name_of
from auslese.records.query import Query
from auslese.search.engine import Asked, Engine
from auslese.search.facets import Labelling
from auslese.search.index import Generation, open_index, required
from auslese.search.parse import parse
from auslese.search.tree import leaves_of
from auslese.search.understood import as_json, understood
from auslese.store.cluster_tables import all_clusters
from auslese.store.collection import Collection
from auslese.store.views import connect

GROUPED = 100  # hits that are put into groups
DIGITS = 2


class Searcher:
    """A collection that is open for questions, from several threads at once.

    It notices when the index has changed and goes on with the new one.
    """

    def __init__(self, collection: Collection) -> None:
        """Open the index; NotFoundError if there is none."""
        self._collection = collection
        self._lock = Lock()
        self._generation = required(collection.index)
        self._engine = self._opened(self._generation)
        self._beside = surroundings_of(self._generation)

    def answer(self, question: Question) -> Answer:
        """Answer a question; every text is one."""
        began = perf_counter()
        engine, beside = self._current()
        query = parse(question.text, every_word=question.every_word)
        asked = engine.asked(query, question)
        answer = Answer(
            question=question,
            understood=understood(query.tree, "de" if question.door == "de" else "en"),
            tree=as_json(query.tree),
            notes=query.notes,
            total=asked.total,
            hits=tuple(asked.hits(question.first, question.most)),
            softened=asked.softened,
        )
        if question.beside:
            answer = replace(answer, facets=asked.facets(question, _labelling(engine, question)))
            if beside is not None:
                answer = replace(
                    answer,
                    words=beside.key_words(asked, query.tree),
                    suggestion=beside.suggestion(asked, query.tree, question.door),
                )
        if question.groups:
            answer = replace(answer, groups=_groups(asked, query))
        return replace(answer, milliseconds=round((perf_counter() - began) * 1000, DIGITS))

    def ranking(self, question: Question) -> list[tuple[str, float]]:
        """The names of the best pages with their scores, and nothing else."""
        query = parse(question.text, every_word=question.every_word)
        return self._current()[0].asked(query, question).ranking(question.first, question.most)

    def close(self) -> None:
        """Let go of the index."""

    def _current(self) -> tuple[Engine, Surroundings | None]:
        found = required(self._collection.index)
        with self._lock:
            if found.note != self._generation.note:
                self._engine, self._generation = self._opened(found), found
                self._beside = surroundings_of(found)
            return self._engine, self._beside

    def _opened(self, generation: Generation) -> Engine:
        with connect(self._collection) as tables:
            clusters = {
                row["cluster"]: row["label"] for row in all_clusters(tables) if not row["is_group"]
            }
        languages = tuple(generation.note.get("languages", ()))
        return Engine(open_index(generation), term_maker(), languages, clusters=clusters)


def _labelling(engine: Engine, question: Question) -> Labelling:
    """What people call values of facets, in the language of the question's door."""

    def label(facet: str, value: str) -> str:
        if facet == "language":
            name = name_of(value)
            return name.german if question.door == "de" else name.english
        if facet == "cluster":
            return engine.clusters.get(int(value), value)
        return value

    return label


def _groups(asked: Asked, query: Query) -> tuple[Group, ...]:
    """The best hits, put together by what they have in common."""
    texts = [TextOf(*text) for text in asked.texts(GROUPED)]
    words = [text for text, _ in leaves_of(query.tree)]
    return tuple(Group(each.label, tuple(each.hits)) for each in answer_groups(texts, words).groups)
