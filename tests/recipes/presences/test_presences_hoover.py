"""Configurations of 1997 keep their meaning."""

import pytest

from auslese.crawl.scope.scope import Presence, compile_scope
from auslese.recipes.presences.hoover_presence import read_hoover, write_hoover
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.records.errors import AusleseError, SettingsError
from auslese.records.url import Url, canonical

CONFIGURATION = """
/* Museums of the north */
{
    urls = ( "http://www.museum.example/index.html", http://schiffe.example );
    general = {
        useragentname = "Sammler/2.3";
        useragentmail = "Das Museum <post@museum.example>";
        databasename = museen;
        includehosts = ( ".example", "Museum" );
        excludehosts = ( "intern" );
        includepaths = ();
        excludepaths = ( "?", "cgi-bin" );
        httpproxy = { host = "proxy.museum.example"; port = 3128 };
        colour = blue;
    };
    version = 3;
}
"""


def url_of(text: str) -> Url:
    url = canonical(text)
    assert url is not None
    return url


def test_everything_a_configuration_says_is_understood() -> None:
    sheet = read_hoover(CONFIGURATION)

    assert sheet.presence.name == "museen"
    assert sheet.presence.start == (
        "http://www.museum.example/index.html",
        "http://schiffe.example/",
    )
    assert sheet.presence.scope == "none"
    assert sheet.agent == "Sammler"
    assert sheet.contact == "Das Museum <post@museum.example>"
    assert sheet.proxy == "http://proxy.museum.example:3128"


def test_keys_of_newer_programs_are_told_and_not_minded() -> None:
    assert read_hoover(CONFIGURATION).ignored == ("version", "colour")


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("http://www.example/", True),
        ("http://a.example.org/", True),
        ("http://museums.org/", True),
        ("http://other.org/", False),
        ("http://other.org/museum.example", False),
        ("http://intern.museum.org/", False),
        ("http://museums.org/a?b=1", False),
        ("http://museums.org/a/cgi-bin/b", False),
        ("http://cgi-bin.museums.org/", True),
        ("http://museums.org/intern", True),
    ],
)
def test_texts_match_anywhere_in_host_or_path(url: str, inside: bool) -> None:
    scope = compile_scope(read_hoover(CONFIGURATION).presence)

    assert scope.verdict(url_of(url)).allowed is inside


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("http://www.a.org/docs/x", True),
        ("http://www.a.org/x/y.html", True),
        ("http://www.a.org/x", False),
        ("http://www.docs.com/docs/x", False),
    ],
)
def test_with_host_texts_and_path_texts_a_url_needs_one_of_each(url: str, inside: bool) -> None:
    text = '{ general = { includehosts = (".org"); includepaths = ("/docs", "html"); }; }'

    assert compile_scope(read_hoover(text).presence).verdict(url_of(url)).allowed is inside


def test_without_texts_the_whole_web_is_meant() -> None:
    scope = compile_scope(read_hoover('{ urls = ( "http://a.org/" ); }').presence)

    assert scope.verdict(url_of("https://anything.example/at?all")).allowed


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("( a )", "expected a dictionary in braces for the configuration"),
        ("{ general = x; }", "expected a dictionary in braces for general"),
        ("{ urls = ( ( a ) ); }", "expected a list of texts for urls"),
        ("{ general = { databasename = ( a ); }; }", "expected a text for databasename"),
    ],
)
def test_a_value_of_the_wrong_kind_is_told_by_its_key(text: str, complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        read_hoover(text)


def test_what_was_read_can_be_written_and_read_again() -> None:
    sheet = read_hoover(CONFIGURATION)

    text, notes = write_hoover(sheet)
    again = read_hoover(text)

    assert again.presence == sheet.presence
    assert (again.agent, again.contact, again.proxy) == (sheet.agent, sheet.contact, sheet.proxy)
    assert notes == ()


def test_hosts_and_domains_are_written_as_near_as_hoover_comes() -> None:
    presence = Presence(
        start=(url_of("https://www.a.org/"),), allow=(".b.org", "country:de"), max_depth=3
    )

    text, notes = write_hoover(PresenceSheet(presence))

    assert 'includehosts = ( ".b.org", ".de", "a.org" )' in text
    assert "domain a.org: Hoover looks for the text anywhere in the host" in notes
    assert "the depth limit of 3 is left out" in notes


@pytest.mark.parametrize(
    "presence",
    [
        Presence(scope="none"),
        Presence(scope="none", allow=("10.0.0.0/8",)),
        Presence(scope="none", allow=("a.org",), deny=("a.org/x/",)),
        Presence(scope="none", allow=("a.org",), deny=("re:print=",)),
        Presence(scope="none", allow=("a.org", r"re:^https?://[^/]*(?=/).*x")),
        Presence(scope="none", allow=("a.org",), deny=(r"re:^https?://[^/:]*a[^/]*(?=/).*x",)),
    ],
)
def test_what_hoover_has_no_words_for_is_refused(presence: Presence) -> None:
    with pytest.raises(AusleseError, match="the hoover format has no words for"):
        write_hoover(PresenceSheet(presence))
