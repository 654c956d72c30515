"""The collections that a server shows, and what it keeps of them between requests."""

import re
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from auslese.recipes.annotation.annotation_desk import AnnotationDesk
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.answer import Answer, SearchQuery, SimilarPage
from auslese.records.errors import NotFoundError
from auslese.records.joint_answer import (
    IndexStatistics,
    QueryStatistics,
    ShardHealth,
    SharedStatistics,
    SourceAnswer,
)
from auslese.store.annotation_book import AnnotationBook, round_folder, round_names
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.problem_sentences import PageProblem

if TYPE_CHECKING:
    from auslese.recipes.metasearch.joint_search import JointSearch
    from auslese.recipes.metasearch.search_source import SearchSource
    from auslese.recipes.relevance.rating_desk import RatingDesk

Value = TypeVar("Value")
_UNFIT = re.compile(r"[^A-Za-z0-9._~-]+")
FRESH_SECONDS = 10.0  # how old what is dear to compute may be


class SearchBackend(Protocol):
    """Whoever answers questions; threads may ask at once."""

    def answer(self, question: SearchQuery) -> Answer:
        """What the collection says."""
        ...

    def similar(self, page: int, most: int) -> list[SimilarPage]:
        """Pages that belong to this one."""
        ...

    def has(self, ids: Sequence[int]) -> set[int]:
        """Those of these pages that the index has by their own words."""
        ...

    def lexicon(self, most: int) -> tuple[int, list[tuple[str, int]]]:
        """How many pages there are, and the words in them with how many pages have each."""
        ...

    def index_statistics(self) -> IndexStatistics:
        """What the index says of itself to those with which it is asked together."""
        ...

    def query_statistics(
        self, question: SearchQuery, languages: tuple[str, ...]
    ) -> QueryStatistics:
        """What it says of the words of a question."""
        ...

    def shared_answer(self, question: SearchQuery, shared: SharedStatistics) -> SourceAnswer:
        """The pages that would be the best of all indexes together."""
        ...

    def shard_health(self) -> tuple[ShardHealth, ...]:
        """How the parts of the index do, if it is in parts on other servers."""
        ...


class Volume:
    """One collection on the shelf."""

    def __init__(
        self, name: str, collection: Collection, open_search: Callable[[Collection], SearchBackend]
    ) -> None:
        """Open nothing yet: there may be no index so far, and other pages do without."""
        self.name = name
        self.collection = collection
        self._open_search = open_search
        self._searching: SearchBackend | None = None
        self._lock = Lock()
        self._tables: Connection | None = None
        self._kinds: frozenset[str] = frozenset()
        self._kept: dict[str, tuple[float, Any]] = {}
        self._desk: RatingDesk | None = None
        self._annotation_desks: dict[str, AnnotationDesk] = {}

    @property
    def title(self) -> str:
        """What people call it: the name of its presence, or else of its folder."""
        return self.cached("title", lambda: settings_of(self.collection).presence.name) or self.name

    def answer(self, question: SearchQuery) -> Answer:
        """What the collection says to a question; NotFoundError if it has no index."""
        return self._search().answer(question)

    def similar(self, page: int, most: int) -> list[SimilarPage]:
        """Pages that belong to this one; NotFoundError if there is no index."""
        return self._search().similar(page, most)

    def has(self, ids: Sequence[int]) -> set[int]:
        """Those of these pages that the index has; NotFoundError if there is no index."""
        return self._search().has(ids)

    def lexicon(self, most: int) -> tuple[int, list[tuple[str, int]]]:
        """The words of the pages; NotFoundError if there is no index."""
        return self._search().lexicon(most)

    def searching(self) -> SearchBackend:
        """What answers questions; NotFoundError if there is no index."""
        return self._search()

    def desk(self) -> "RatingDesk":
        """The desk at which pages are rated; opened when somebody does."""
        with self._lock:
            if self._desk is None:
                # With scipy behind it, which takes long to import.
                desks = import_module("auslese.recipes.relevance.rating_desk")
                self._desk = desks.RatingDesk(self.collection)
            return self._desk

    @property
    def has_rounds(self) -> bool:
        """Whether there is anything to annotate."""
        return bool(self.cached("rounds", lambda: round_names(self.collection.path)))

    def annotation_desk(self, name: str = "") -> AnnotationDesk:
        """The desk of a round of annotation; of the only one without a name."""
        folder = round_folder(self.collection.path, name)
        with self._lock:
            if folder.name not in self._annotation_desks:
                self._annotation_desks[folder.name] = AnnotationDesk(AnnotationBook(folder))
            return self._annotation_desks[folder.name]

    def _search(self) -> SearchBackend:
        with self._lock:
            if self._searching is None:
                self._searching = self._open_search(self.collection)
            return self._searching

    def tables(self) -> Connection:
        """A cursor on the tables for one request.

        A connection takes half a second to make, and sees new segments of tables by itself; only
        when a table gets its first segment another one is needed.
        """
        folders = (path for path in self.collection.tables.iterdir() if path.is_dir())
        kinds = frozenset(path.name for path in folders if any(path.glob("*.parquet")))
        with self._lock:
            if self._tables is None or kinds != self._kinds:
                # Requests go side by side; more threads for one cost more than they bring.
                self._tables, self._kinds = connect(self.collection, threads=1), kinds
            return self._tables.cursor()

    def cached(self, what: str, make: Callable[[], Value]) -> Value:
        """What was made some seconds ago at the most; made anew if it is older.

        Two threads may make it at once: that costs time and does no harm.
        """
        made_at, value = self._kept.get(what, (0.0, None))
        if not made_at or monotonic() - made_at > FRESH_SECONDS:
            value = make()
            self._kept[what] = (monotonic(), value)
        found: Value = value
        return found

    def forget(self) -> None:
        """Something was changed: make everything anew."""
        self._kept.clear()


class Shelf:
    """All collections of a server, by name, in the order in which they were given."""

    def __init__(self, volumes: Iterable[Volume], others: Sequence["SearchSource"] = ()) -> None:
        """At least one, and further sources for questions to all."""
        self.volumes = {volume.name: volume for volume in volumes}
        self.others = tuple(others)
        self._joint: JointSearch | None = None
        self._lock = Lock()

    @property
    def has_several(self) -> bool:
        """Whether a question to all goes to more than one."""
        return len(self.volumes) + len(self.others) > 1

    def joint_search(self) -> "JointSearch":
        """All collections and other sources as one."""
        with self._lock:
            if self._joint is None:
                search = import_module("auslese.recipes.metasearch.joint_search")
                own = import_module("auslese.recipes.metasearch.collection_source")
                volumes = [
                    own.CollectionSource(volume.name, volume.title, volume.searching)
                    for volume in self.volumes.values()
                ]
                self._joint = search.JointSearch([*volumes, *self.others])
            return self._joint

    @property
    def only(self) -> Volume | None:
        """The one collection, if there is but one: it is at the root, too."""
        return next(iter(self.volumes.values())) if len(self.volumes) == 1 else None

    def named(self, name: str | None) -> Volume:
        """The collection of this name; without a name, the only one."""
        volume = self.volumes.get(name) if name is not None else self.only
        if volume is None:
            raise NotFoundError(PageProblem.NO_COLLECTION.of(name=name))
        return volume


def names_for(folders: Sequence[Path]) -> list[str]:
    """Names for addresses: those of the folders, made fit, each once."""
    names: list[str] = []
    for folder in folders:
        plain = _UNFIT.sub("-", folder.resolve().name).strip("-.") or "collection"
        name, number = plain, 1
        while name in names:
            number += 1
            name = f"{plain}-{number}"
        names.append(name)
    return names
