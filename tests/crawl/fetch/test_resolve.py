"""Names become addresses in the background, and trouble with names is a value."""

import socket
from select import select

import pytest

from auslese.crawl.fetch.name_resolver import (
    MOST_ADDRESSES,
    NameResolver,
    ResolvedName,
    known_address,
)
from auslese.records.fetch import Failure

PATIENCE_SECONDS = 60.0


def resolve(resolver: NameResolver, *hosts: str) -> dict[object, ResolvedName]:
    for host in hosts:
        resolver.start(host, host)
    done: dict[object, ResolvedName] = {}
    while len(done) < len(hosts):
        ready, _, _ = select([resolver.descriptor], [], [], PATIENCE_SECONDS)
        assert ready, "a name was never resolved"
        done |= {resolved.ticket: resolved for resolved in resolver.finished()}
    return done


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.9", "127.0.0.9"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("localhost", "127.0.0.1"),
        ("h0.bench.localhost", "127.0.0.1"),
        ("example.org", ""),
        ("localhost.example.org", ""),
    ],
)
def test_addresses_and_this_machine_need_no_asking(host: str, address: str) -> None:
    assert known_address(host) == address


def test_names_are_told_apart_although_they_come_in_any_order() -> None:
    book = {f"h{n}.example": [f"192.0.2.{n}"] for n in range(40)}

    done = resolve(NameResolver(book.__getitem__), *book)

    assert {host: list(resolved.addresses) for host, resolved in done.items()} == book


def test_every_address_is_given_once_and_not_too_many() -> None:
    flood = ["192.0.2.1", "192.0.2.1"] + [f"198.51.100.{n}" for n in range(200)]

    addresses = resolve(NameResolver(lambda host: flood), "a.example")["a.example"].addresses

    assert len(addresses) == len(set(addresses)) == MOST_ADDRESSES


def broken(host: str) -> list[str]:
    if host == "empty.example":
        return []
    if host == "odd.example":
        raise UnicodeError("label too long")
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


@pytest.mark.parametrize("host", ["empty.example", "odd.example", "missing.example"])
def test_a_name_without_an_address_is_a_failure_that_names_it(host: str) -> None:
    failed = resolve(NameResolver(broken), host)[host].failed

    assert failed is not None
    assert failed.why is Failure.DNS
    assert host in failed.detail


def test_nothing_is_under_way_when_all_has_come() -> None:
    resolver = NameResolver(lambda host: ["192.0.2.1"])

    resolve(resolver, "a.example", "127.0.0.1")

    assert resolver.under_way == 0
    assert resolver.finished() == []
