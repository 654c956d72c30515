"""The connection comes back when the server does, and nothing is half done."""

import os
import signal
import socket
from collections.abc import Iterator
from time import monotonic

import asyncpg
import pytest
from tests.postgres_server import PostgresServer, new_schema, running_server

from auslese.crawl.frontier.shared.database_link import (
    DatabaseLink,
    LinkPatience,
    SharedFrontierLostError,
)
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.shared.schema_versions import prepare_schema, read_version, rights
from auslese.crawl.frontier.shared.shared_schema import STEPS
from auslese.records.errors import SettingsError


@pytest.fixture
def place(postgres: PostgresServer) -> DatabasePlace:
    return DatabasePlace.read(postgres.url(new_schema()))


@pytest.fixture
def link(place: DatabasePlace) -> Iterator[DatabaseLink]:
    link = DatabaseLink(place)
    prepare_schema(link)
    yield link
    link.close()


def test_a_url_that_is_none_of_postgresql_is_refused_without_telling_its_password() -> None:
    with pytest.raises(SettingsError, match="schema") as told:
        DatabasePlace.read("mysql://me:secret@host/base")

    assert "secret" not in str(told.value)


def test_a_place_is_shown_without_its_password() -> None:
    place = DatabasePlace.read("postgresql://me:secret@one:5432,two:5432/base?schema=mine")

    assert place.shown == "one:5432,two:5432/base (mine)"
    assert place.url == "postgresql://me:secret@one:5432,two:5432/base"


def test_the_schema_is_made_once_whoever_comes_first(
    link: DatabaseLink, place: DatabasePlace
) -> None:
    other = DatabaseLink(place)
    prepare_schema(other)

    assert read_version(other) == len(STEPS)
    other.close()


def test_a_transaction_that_fails_leaves_nothing(link: DatabaseLink) -> None:
    def fail() -> None:
        with link.transaction():
            link.run("INSERT INTO meta VALUES ('a', 'b')")
            raise ArithmeticError

    with pytest.raises(ArithmeticError):
        fail()

    assert link.value("SELECT count(*) FROM meta") == 0


def test_a_worker_may_write_rows_and_make_no_tables_and_a_reader_may_only_read(
    link: DatabaseLink, postgres: PostgresServer
) -> None:
    schema = link.place.schema
    worker, reader = f"{schema}_worker", f"{schema}_reader"
    link.run(f"CREATE ROLE {worker} LOGIN; CREATE ROLE {reader} LOGIN")
    link.run(rights(schema, worker, reader))
    working, reading = (
        DatabaseLink(DatabasePlace.read(postgres.url(schema, role))) for role in (worker, reader)
    )
    prepare_schema(working)

    working.run("INSERT INTO meta VALUES ('a', 'b')")
    assert reading.value("SELECT value FROM meta") == "b"
    for who, forbidden in (
        (working, "DROP TABLE meta"),
        (working, "CREATE TABLE more (n integer)"),
        (working, "DELETE FROM version"),
        (reading, "DELETE FROM meta"),
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            who.run(forbidden)
    working.close()
    reading.close()


def test_the_network_is_entered_by_tls_alone(postgres: PostgresServer) -> None:
    place = DatabasePlace.read(postgres.network_url(new_schema()))
    link = DatabaseLink(place)
    assert link.value("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") is True
    link.close()

    plain = place._replace(url=place.url.replace("verify-full", "disable"))
    with pytest.raises(asyncpg.InvalidAuthorizationSpecificationError):
        DatabaseLink(plain).value("SELECT 1")


@pytest.mark.slow
def test_work_goes_on_when_the_server_was_killed_and_started_again() -> None:
    with running_server() as server:
        link = DatabaseLink(DatabasePlace.read(server.network_url(new_schema())))
        prepare_schema(link)

        def note(number: int) -> None:
            with link.transaction():
                link.run("INSERT INTO run VALUES ($1, 0, NULL) ON CONFLICT DO NOTHING", str(number))

        for number in range(4):
            link.retried(lambda number=number: note(number))  # type: ignore[misc]
            server.kill()
            server.start()

        assert link.retried(lambda: link.value("SELECT count(*) FROM run")) == 4
        link.close()


def test_work_goes_on_elsewhere_when_the_other_end_falls_silent(postgres: PostgresServer) -> None:
    place = DatabasePlace.read(postgres.network_url(new_schema()))
    link = DatabaseLink(place, patience=LinkPatience(answer=0.5))
    silent = link.value("SELECT pg_backend_pid()")
    os.kill(silent, signal.SIGSTOP)
    try:
        began = monotonic()
        other = link.retried(lambda: link.value("SELECT pg_backend_pid()"))

        assert other != silent
        assert monotonic() - began < 10.0
    finally:
        os.kill(silent, signal.SIGCONT)
        link.close()


def test_who_waits_in_vain_hears_that_the_database_is_lost(postgres: PostgresServer) -> None:
    nowhere = DatabasePlace.read("postgresql://me@127.0.0.1:1/base")
    link = DatabaseLink(nowhere, patience=LinkPatience(connecting=0.2, in_all=0.3))

    with pytest.raises(SharedFrontierLostError, match="has not answered"):
        link.retried(lambda: link.value("SELECT 1"))
    link.close()


def test_behind_a_server_that_is_silent_the_next_one_is_found_and_asked_first_from_then_on(
    postgres: PostgresServer,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts, and never says a word
        url = postgres.network_url(new_schema())
        silent_port = silent.getsockname()[1]
        place = DatabasePlace.read(url.replace("@", f"@localhost:{silent_port},"))
        link = DatabaseLink(place, patience=LinkPatience(connecting=1.0, in_all=0.0))

        assert link.value("SELECT 1") == 1
        link.drop()
        began = monotonic()
        assert link.value("SELECT 1") == 1
        assert monotonic() - began < 1.0
        link.close()
