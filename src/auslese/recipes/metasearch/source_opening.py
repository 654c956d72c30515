"""What does a person mean by a further source: a folder, a server, the description of an engine?"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.recipes.metasearch.collection_source import CollectionSource
from auslese.recipes.metasearch.engine_source import EngineSource, name_of_engine
from auslese.recipes.metasearch.search_source import SearchSource
from auslese.recipes.metasearch.server_source import ServerSource
from auslese.recipes.samples.client_setup import fetch_settings, open_asker, presence_of
from auslese.recipes.samples.described_engine import DescribedEngine
from auslese.recipes.samples.engine_opening import open_engine
from auslese.recipes.samples.server_engine import ServerEngine
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.settings.settings_loading import Settings, settings_of
from auslese.sample.telling_words import DistinctiveWords
from auslese.store.collection import SETTINGS_FILE, Collection


@contextmanager
def open_sources(words: Sequence[str], settings: Settings) -> Iterator[list[SearchSource]]:
    """The sources that these words name, open until the end; an error says what a word may be."""
    with ExitStack() as stack:
        # A person asks, one question after the other; a host rests as long as it took to answer.
        politeness = replace(settings.politeness, delay=timedelta())
        settings = replace(settings, presence=presence_of(tuple(words)), politeness=politeness)
        names: set[str] = set()
        sources = []
        for word in words:
            sources.append(_opened(word, settings, stack, lambda name: _unlike(name, names)))
        yield sources


def collection_source(folder: Path, name: str) -> CollectionSource:
    """A collection as a source; NotFoundError if it has no index."""
    collection = Collection.open(folder)
    title = settings_of(collection).presence.name or name
    searcher = Searcher(collection)
    return CollectionSource(name, title, lambda: searcher)


def _opened(
    word: str, settings: Settings, stack: ExitStack, unlike: Callable[[str], str]
) -> SearchSource:
    folder = Path(word)
    if (folder / SETTINGS_FILE).is_file():
        return collection_source(folder, unlike(folder.resolve().name))
    kept = Path(stack.enter_context(TemporaryDirectory(prefix="auslese-source-")))
    asker = stack.enter_context(open_asker(kept, settings, again=True))
    engine = open_engine(word, asker, DistinctiveWords())
    if isinstance(engine, ServerEngine):
        fetcher = CurlFetcher(fetch_settings(settings))
        name = unlike(engine.base.partition("://")[2])
        source = ServerSource(name, engine.base, engine.base, fetcher)
        stack.callback(source.close)
        return source
    assert isinstance(engine, DescribedEngine)  # a folder was none of the others
    return EngineSource(unlike(name_of_engine(engine, word)), engine, asker)


def _unlike(name: str, names: set[str]) -> str:
    """A name that no other source has."""
    unlike, number = name, 1
    while unlike in names:
        number += 1
        unlike = f"{name}-{number}"
    names.add(unlike)
    return unlike
