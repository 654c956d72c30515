"""Collections, servers and engines answer one question together, and who fails is named."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from tests.crawl.scripted_server import scripted
from tests.recipes.small_engine import DESCRIPTION, HONEST, answer_of, whole
from tests.sampled_collections import WORDS, page_url, world_collection
from tests.serve.served import TOKEN, shelf_of

from auslese.recipes.metasearch.collection_source import CollectionSource
from auslese.recipes.metasearch.joint_search import JointSearch
from auslese.recipes.metasearch.search_source import SearchSource
from auslese.recipes.metasearch.source_opening import open_sources
from auslese.recipes.searching.searcher import Searcher
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.answer import SearchQuery
from auslese.records.errors import NotFoundError
from auslese.records.joint_answer import JointAnswer
from auslese.serve.app import make_app
from auslese.serve.server import take_port
from auslese.serve.server_options import ServerPolicy
from auslese.store.collection import Collection

pytestmark = pytest.mark.slow

PAGES, SHARDS = 80, 4
QUERIES = [*WORDS[:4], " ".join(WORDS[1:3]), " ".join(WORDS[:6]), f'"{WORDS[0]} {WORDS[1]}"', ""]
SETTINGS = {"crawl.request_timeout": "5s", "crawl.connect_timeout": "1s"}


@contextmanager
def served(*collections: Collection) -> Iterator[str]:
    """A server of these collections, in a thread; where it is."""
    app = make_app(shelf_of(*collections), ServerPolicy(TOKEN))
    with take_port("127.0.0.1", 0) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = Thread(target=asyncio.run, args=(server.serve([listening]),))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """One collection of all pages; two shards of them here, and two behind a server."""
    folder = tmp_path_factory.mktemp("world")
    parts = [
        world_collection(folder / f"part{at}", range(at, PAGES, SHARDS)) for at in range(SHARDS)
    ]
    whole_world = world_collection(folder / "whole", range(PAGES))
    with served(*parts[2:]) as address:
        yield {
            "whole": str(whole_world.path),
            "part0": str(parts[0].path),
            "part1": str(parts[1].path),
            "part2": f"{address}/c/part2",
            "part3": f"{address}/c/part3",
        }


@contextmanager
def joint_search(*words: str, seconds: float = 10.0) -> Iterator[JointSearch]:
    with open_sources(words, load_settings(None, SETTINGS, {})) as sources:
        search = JointSearch(sources, seconds)
        yield search
        search.close()


@pytest.fixture(scope="module")
def parts(world: dict[str, str]) -> Iterator[JointSearch]:
    with joint_search(*[world[f"part{at}"] for at in range(SHARDS)]) as search:
        yield search


def urls(answer: JointAnswer) -> list[str]:
    return [each.hit.url for each in answer.hits]


@pytest.mark.parametrize("text", QUERIES)
def test_shards_here_and_behind_a_server_answer_as_one_index(
    world: dict[str, str], parts: JointSearch, text: str
) -> None:
    question = SearchQuery(text, most=10)
    alone = Searcher(Collection.open(Path(world["whole"]))).answer(question)
    together = parts.answer(question)
    assert together.total == alone.total
    assert not together.is_partial
    scores = [hit.score for hit in alone.hits]
    assert [each.hit.score for each in together.hits] == pytest.approx(scores, abs=0.01)
    if len({round(score, 2) for score in scores}) == len(scores):
        assert urls(together) == [hit.url for hit in alone.hits]


def test_every_hit_says_from_which_source_it_is(world: dict[str, str], parts: JointSearch) -> None:
    answer = parts.answer(SearchQuery(WORDS[0], most=40))
    number_of = {page_url(number): number for number in range(PAGES)}
    names = list(parts.sources)
    for each in answer.hits:
        assert each.origins == (names[number_of[each.hit.url] % SHARDS],)
    assert len({each.origins for each in answer.hits}) == SHARDS


def test_pages_of_an_answer_follow_each_other(parts: JointSearch) -> None:
    whole_answer = urls(parts.answer(SearchQuery(WORDS[0], most=15)))
    turned = urls(parts.answer(SearchQuery(WORDS[0], first=5, most=10)))
    assert turned == whole_answer[5:]


def test_two_servers_that_have_the_same_pages_give_each_once(world: dict[str, str]) -> None:
    with joint_search(world["part2"], world["whole"]) as search:
        answer = search.answer(SearchQuery(WORDS[0], most=40))
    assert len(set(urls(answer))) == len(answer.hits)
    assert any(len(each.origins) == 2 for each in answer.hits)


def test_a_source_that_went_away_is_named_and_the_others_answer(world: dict[str, str]) -> None:
    with ExitStack() as stack:
        server = ExitStack()
        address = server.enter_context(served(Collection.open(Path(world["part1"]))))
        search = stack.enter_context(joint_search(world["part0"], f"{address}/c/part1", seconds=8))
        before = search.answer(SearchQuery(WORDS[0], most=40))
        server.close()
        after = search.answer(SearchQuery(WORDS[0], most=40))
    assert [each.problem for each in before.sources] == ["", ""]
    assert after.is_partial
    assert [bool(each.problem) for each in after.sources] == [False, True]
    assert set(urls(after)) < set(urls(before))


def test_a_collection_without_an_index_is_named_and_the_others_answer(
    world: dict[str, str], tmp_path: Path
) -> None:
    bare = Collection.create(tmp_path / "bare")
    sources: list[SearchSource] = [
        CollectionSource("bare", "bare", lambda: Searcher(bare)),
        CollectionSource("part", "part", lambda: Searcher(Collection.open(Path(world["part0"])))),
    ]
    search = JointSearch(sources)
    answer = search.answer(SearchQuery(WORDS[0]))
    search.close()
    assert answer.is_partial
    assert answer.hits
    assert {each.name: bool(each.problem) for each in answer.sources} == {
        "bare": True,
        "part": False,
    }


def engine_file(folder: Path, place: str) -> str:
    file = folder / "engine.toml"
    file.write_text(DESCRIPTION.format(place=place.rstrip("/")), "utf-8")
    return str(file)


def test_an_engine_that_is_described_is_asked_beside_a_collection(
    world: dict[str, str], tmp_path: Path
) -> None:
    with (
        scripted(answer_of(HONEST)) as heard,
        joint_search(world["part0"], engine_file(tmp_path, heard.url())) as search,
    ):
        answer = search.answer(SearchQuery("shared", most=10))
    assert not answer.is_partial
    assert len(answer.hits) == 10
    assert {each.origins for each in answer.hits} == {("small",)}


def test_an_engine_that_answers_with_rubbish_is_named(
    world: dict[str, str], tmp_path: Path
) -> None:
    with (
        scripted(lambda path: whole(b"<html>no</html>")) as heard,
        joint_search(world["part0"], engine_file(tmp_path, heard.url())) as search,
    ):
        answer = search.answer(SearchQuery(WORDS[0], most=10))
    assert answer.hits
    (problem,) = (each.problem for each in answer.sources if each.problem)
    assert problem.startswith("small: html (")


def test_who_is_neither_collection_nor_engine_is_told_what_a_source_may_be(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="may be"), joint_search(str(tmp_path / "nothing")):
        pass


def test_what_two_have_is_counted_once_when_both_have_shown_it(world: dict[str, str]) -> None:
    with joint_search(world["whole"]) as alone, joint_search(world["whole"], world["part0"]) as two:
        question = SearchQuery(WORDS[0], most=100)

        assert two.answer(question).total == alone.answer(question).total
        assert len(two.answer(question).hits) == alone.answer(question).total
