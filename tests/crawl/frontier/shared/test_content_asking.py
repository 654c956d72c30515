"""A worker asks for contents beside its fetching, and never waits for a database that is gone."""

from pathlib import Path
from time import monotonic

from tests.crawl.frontier_cases import PAGE, Clock, fetch, visit
from tests.crawls import wait_until
from tests.postgres_server import PostgresServer, new_schema

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.opening import FrontierPlace
from auslese.crawl.frontier.shared.shared_store import SharedStore
from auslese.crawl.frontier.shared.store_time import caller_time

LONGEST_SECONDS = 10.0  # on a busy machine; what is promised is a second or two


def test_what_is_asked_while_the_database_is_gone_is_new_and_found_when_it_is_back(
    postgres: PostgresServer,
) -> None:
    place = FrontierPlace(Path("none"), "postgresql", postgres.url(new_schema()), "one")
    store = SharedStore(place, caller_time)
    body = b"<p>a text</p>"
    with store.open(FrontierSettings(), Clock()) as frontier:
        asked = store.open_contents()
        name = asked(body, b"", b"payload").name
        frontier.add([visit("http://a.example/")])
        fetch(frontier, PAGE._replace(digest=name, payload=b"payload"))
    assert asked(body, b"", b"payload").earlier is not None

    postgres.kill()
    try:
        began = monotonic()
        gone = [asked(body, b"", b"payload") for _ in range(100)]
        assert monotonic() - began < LONGEST_SECONDS
    finally:
        postgres.start()

    assert {(seen.name, seen.earlier) for seen in gone} == {(name, None)}
    wait_until(lambda: asked(body, b"", b"payload").earlier)
