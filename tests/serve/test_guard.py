"""Who may ask, how often, and what every answer carries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from auslese.serve.guard import is_known
from auslese.serve.rate_limit import BURST_SECONDS, MOST_CLIENTS, Buckets
from auslese.serve.server_options import LOCAL_NAMES, ServerPolicy, is_local
from auslese.store.collection import Collection
from tests.serve.served import HIVE, TOKEN, client_of

ADDRESSES = (
    "/",
    "/search?q=honey",
    "/search.json?q=honey",
    f"/page?url={HIVE}",
    f"/copy?url={HIVE}",
    "/crawl",
    "/feed?q=x",
    "/static/script.js",
    "/no/such",
    "/healthz",
    "/metrics",
    "/openapi.json",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_carries_what_keeps_browsers_safe(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    policy = headers["content-security-policy"]

    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'self'" in policy or "script-src" not in policy
    assert "unsafe-inline" not in policy or address.startswith("/copy")
    assert "frame-ancestors 'none'" in policy or address.startswith("/copy")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_a_local_server_answers_to_no_strange_name(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80", "[::1]"]
)
def test_a_local_server_answers_to_the_names_of_this_machine(host: str) -> None:
    assert is_known(host, LOCAL_NAMES)


def test_a_public_server_answers_to_every_name(collection: Collection) -> None:
    with client_of(collection, policy=ServerPolicy("", is_local=False)) as client:
        assert client.get("/", headers={"host": "search.example"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("192.0.2.1", False),
        ("::", False),
        ("example.org", False),
    ],
)
def test_only_loopback_addresses_are_local(host: str, expected: bool) -> None:
    assert is_local(host) is expected


def test_who_asks_too_often_is_told_when_to_come_back(collection: Collection) -> None:
    with client_of(collection, policy=ServerPolicy(TOKEN, rate=0.5)) as client:
        answers = [client.get("/healthz") for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert int(answers[-1].headers["retry-after"]) in (1, 2)


@given(
    rate=st.floats(0.1, 100),
    waits=st.lists(st.floats(0, 10), min_size=1, max_size=200),
)
def test_no_client_gets_more_than_its_rate_and_one_burst(rate: float, waits: list[float]) -> None:
    now = [0.0]
    buckets = Buckets(rate, lambda: now[0])
    let_in = 0
    for wait in waits:
        now[0] += wait
        let_in += buckets.wait_for("client") == 0

    assert let_in <= max(rate * BURST_SECONDS, 1) + rate * sum(waits) + 1


def test_one_client_does_not_use_up_what_is_anothers() -> None:
    buckets = Buckets(0.1, lambda: 0.0)

    assert [buckets.wait_for(name) == 0 for name in ("a", "a", "b", "a", "b")] == [
        True,
        False,
        True,
        False,
        False,
    ]


def test_very_many_clients_take_bounded_memory() -> None:
    buckets = Buckets(1.0, lambda: 0.0)
    for number in range(MOST_CLIENTS + 50):
        buckets.wait_for(str(number))

    assert len(buckets._buckets) == MOST_CLIENTS


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("address", ["/", "/search?q=x", "/crawl", f"/copy?url={HIVE}"])
def test_pages_can_only_be_looked_at(client: TestClient, method: str, address: str) -> None:
    refused = client.request(method, address)
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


def test_an_address_of_thousands_of_values_makes_no_huge_page(client: TestClient) -> None:
    plain = client.get("/search?q=honey")
    stuffed = client.get("/search?q=honey" + "&a=1" * 7_000)

    assert stuffed.status_code == 200
    assert len(stuffed.content) < 3 * len(plain.content)
