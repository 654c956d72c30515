"""One host under two names: the names must suggest it and the content prove it."""

import pytest

from auslese.crawl.scope.host_aliases import is_address, is_alias_pair, under_host, without_www
from auslese.records.url import Url

ADDRESS = "192.0.2.7"


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("http://a.example/", "http://www.a.example/", True),
        ("http://www.a.example/x?y=1", "https://a.example/x?y=1", True),
        ("http://a.example:8080/", "http://www.a.example/", True),
        ("http://a.example/", f"http://{ADDRESS}/", True),
        (f"http://{ADDRESS}/x", "http://a.example/x", True),
        ("http://a.example/", "http://a.example/", False),  # it has only one name
        ("http://a.example/x", "http://www.a.example/y", False),
        ("http://a.example/", "http://mirror.example/", False),
        ("http://a.example/", "http://www2.a.example/", False),
        ("http://a.example/", "http://192.0.2.8/", False),
    ],
)
def test_only_names_that_servers_give_to_one_host_make_a_pair(
    first: str, second: str, same: bool
) -> None:
    assert is_alias_pair(Url(first), Url(second), ADDRESS) == same


def test_a_host_whose_address_is_not_known_is_not_taken_for_any_number() -> None:
    assert not is_alias_pair(Url("http://a.example/"), Url("http://192.0.2.8/"), "")


def test_an_address_of_the_new_kind_is_recognised_in_its_brackets() -> None:
    pair = Url("http://a.example/"), Url("http://[2001:db8::7]/")

    assert is_alias_pair(*pair, "2001:db8::7")


@pytest.mark.parametrize(
    ("host", "number"),
    [(ADDRESS, True), ("[2001:db8::7]", True), ("a.example", False), ("localhost", False)],
)
def test_a_number_is_told_from_a_name(host: str, number: bool) -> None:
    assert is_address(host) == number


def test_the_bare_name_has_no_www() -> None:
    assert [without_www(name) for name in ("www.a.de", "a.de", "wwwa.de")] == [
        "a.de",
        "a.de",
        "wwwa.de",
    ]


def test_a_page_keeps_scheme_port_and_path_under_another_host() -> None:
    url = Url("https://www.a.example:8443/www.a.example/?u=//www.a.example")

    assert under_host(url, "a.example") == (
        "https://a.example:8443/www.a.example/?u=//www.a.example"
    )
