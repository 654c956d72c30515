"""Sessions of 2004 keep their meaning."""

import pytest

from auslese.crawl.scope.scope import Presence, compile_scope
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.presences.unico_presence import read_unico, write_unico
from auslese.records.errors import AusleseError, SettingsError
from auslese.records.url import Url, canonical

SESSIONS = """\
# Name der Institution:
Institut für Beispiele
# Start-URL:
http://www.beispiel.example/
http://web.beispiel.example
# Restrictions:
http://192.0.2.*/
http://198.51.*.*/
http://*.beispiel.example/
# Ausschluß:
http://192.0.2.7
http://192.0.2.8/cgi-bin
http://www.beispiel.example/~
# Farbe:
blau
# Bemerkung:
nur ein
Versuch

# Name der Institution:
Zweites Institut
# Start-URL:
http://zwei.example/
"""


def url_of(text: str) -> Url:
    url = canonical(text)
    assert url is not None
    return url


def test_everything_a_session_says_is_understood() -> None:
    first, second = read_unico(SESSIONS)

    assert first.presence == Presence(
        name="Institut für Beispiele",
        start=(url_of("http://www.beispiel.example/"), url_of("http://web.beispiel.example/")),
        scope="none",
        allow=("192.0.2.0/24", "198.51.0.0/16", ".beispiel.example"),
        deny=("192.0.2.7", "192.0.2.8/cgi-bin", "www.beispiel.example/~"),
    )
    assert first.remark == "nur ein\nVersuch"
    assert first.ignored == ("farbe",)
    assert second.presence.name == "Zweites Institut"


def test_a_session_without_restrictions_keeps_to_the_domain_of_its_start_page() -> None:
    second = read_unico(SESSIONS)[1]

    assert (second.presence.scope, second.presence.allow) == ("domain", ())


@pytest.mark.parametrize(
    ("url", "address", "inside"),
    [
        ("http://192.0.2.1/", None, True),
        ("http://192.0.3.1/", None, False),
        ("http://named.example/", "198.51.100.1", True),
        ("http://named.example/", "192.0.2.7", False),
        ("http://named.example/cgi-bin/x", "192.0.2.8", False),
        ("http://named.example/other", "192.0.2.8", True),
        ("https://www.beispiel.example/~anna", None, False),
        ("https://www.beispiel.example/anna", None, True),
    ],
)
def test_addresses_count_as_soon_as_they_are_known(
    url: str, address: str | None, inside: bool
) -> None:
    scope = compile_scope(read_unico(SESSIONS)[0].presence)

    assert scope.verdict(url_of(url), address).allowed is inside


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("http://10.*.*.*/", "10.0.0.0/8"),
        (r"http://10.1.\*.\*/", "10.1.0.0/16"),
        ("http://10.*.3.*/", "10.*.3.*/*"),
        ("http://10.1.2.*/a", "10.1.2.*/a*"),
        ("http://10.1.2.3", "10.1.2.3"),
        ("http://www.a.org/", "www.a.org"),
        ("www.a.org", "www.a.org"),
        ("http://www.a.org/*", "www.a.org"),
        ("http://www.a.org/b", "www.a.org/b"),
        ("http://*.a.org", ".a.org"),
        ("http://www*.a.org/", "www*.a.org/*"),
        ("http://www.a.org/*/b", "www.a.org/*/b*"),
    ],
)
def test_each_line_becomes_the_rule_it_means(line: str, rule: str) -> None:
    (sheet,) = read_unico(f"# Restrictions:\n{line}\n")

    assert sheet.presence.allow == (rule,)


def test_a_line_above_all_headings_is_refused() -> None:
    with pytest.raises(SettingsError, match="line 2: expected a heading"):
        read_unico("\nhttp://a.org/\n")


def test_what_was_read_can_be_written_and_read_again() -> None:
    first = read_unico(SESSIONS)[0]

    text, notes = write_unico(first)

    assert read_unico(text)[0].presence == first.presence
    assert read_unico(text)[0].remark == first.remark
    assert notes == ()


def test_what_is_said_a_little_differently_is_noted() -> None:
    presence = Presence(
        start=(url_of("https://www.a.org/"),), deny=("https://www.a.org/x/",), max_depth=2
    )

    text, notes = write_unico(PresenceSheet(presence))

    assert "http://*.a.org/\n" in text
    assert notes == (
        "domain a.org is written as .a.org",
        "path prefix https://www.a.org/x/ is written as www.a.org/x/",
        "the depth limit of 2 is left out",
    )


@pytest.mark.parametrize(
    "rule", ["re:x", "10.0.0.0/12", "0.0.0.0/0", "2001:db8::/32", "surt:(de,", "*/x*y"]
)
def test_what_a_session_has_no_words_for_is_refused(rule: str) -> None:
    with pytest.raises(AusleseError, match="the unico format has no words for"):
        write_unico(PresenceSheet(Presence(scope="none", allow=(rule,))))
