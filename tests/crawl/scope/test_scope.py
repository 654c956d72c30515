"""Which URLs belong to the presence: a table of verdicts, and promises that hold for all."""

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.scope import scope as scope_module
from auslese.crawl.scope.scope import Presence, ScopeName, compile_scope, suffix_refused
from auslese.records.url import Url, canonical

CASES = Path(__file__).parents[1] / "cases" / "scope.tsv"


class Case(NamedTuple):
    start: str
    scope: ScopeName
    allow: str
    deny: str
    url: str
    address: str
    inside: str
    rule: str


def read_cases() -> list[Case]:
    lines = CASES.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [Case(*("" if cell == "-" else cell for cell in row)) for row in rows]  # type: ignore[arg-type]


def url_of(text: str) -> Url:
    url = canonical(text)
    assert url is not None, text
    return url


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: f"{case.rule} / {case.url}")
def test_every_verdict_names_the_rule_that_decided(case: Case) -> None:
    presence = Presence(
        start=(url_of(case.start),),
        scope=case.scope,
        allow=tuple(case.allow.split()),
        deny=tuple(case.deny.split()),
    )

    verdict = compile_scope(presence).verdict(url_of(case.url), case.address or None)

    assert verdict == (case.inside == "yes", case.rule)


def test_countries_are_short_for_rules() -> None:
    scope = compile_scope(Presence(countries=("de", "at")))

    assert scope.verdict(url_of("https://www.example.at/")) == (True, "allow: country:at")
    assert not scope.verdict(url_of("https://www.example.ch/")).allowed


def test_a_name_may_stand_for_several_countries_and_hosts() -> None:
    scope = compile_scope(Presence(countries=("german", "at")))

    taken = ["https://www.example.ch/", "https://dict.leo.org/", "https://www.example.at/"]
    assert all(scope.verdict(url_of(url)).allowed for url in taken)
    assert scope.verdict(url_of(taken[1])) == (True, "allow: host suffix .leo.org")
    assert not scope.verdict(url_of("https://www.example.org/")).allowed


def test_several_start_pages_each_take_in_their_surroundings() -> None:
    scope = compile_scope(
        Presence(start=(url_of("https://a.org/"), url_of("https://b.org/")), scope="host")
    )

    assert scope.verdict(url_of("https://a.org/x")).rule == "scope host: a.org"
    assert scope.verdict(url_of("https://b.org/x")).rule == "scope host: b.org"


@pytest.mark.parametrize(
    ("rules", "needed"),
    [
        (("www.a.org", "a.org/x", "*/y/*"), False),
        (("10.0.0.0/8",), True),
        (("10.0.0.1/cgi-bin",), True),
    ],
)
def test_a_scope_says_whether_addresses_would_help(rules: tuple[str, ...], needed: bool) -> None:
    assert compile_scope(Presence(allow=rules)).needs_address is needed
    assert compile_scope(Presence(deny=rules)).needs_address is needed


def test_an_address_without_rules_about_addresses_changes_nothing() -> None:
    scope = compile_scope(Presence(allow=("www.a.org",)))

    assert scope.verdict(url_of("https://www.a.org/"), "10.0.0.1").allowed
    assert not scope.verdict(url_of("https://b.org/"), "no address at all").allowed


def test_verdicts_stay_the_same_when_more_hosts_come_than_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scope_module, "MAX_PLANS", 3)
    scope = compile_scope(Presence(allow=(".a.org",)))

    for number in range(10):
        assert scope.verdict(url_of(f"https://h{number}.a.org/")).allowed
        assert not scope.verdict(url_of(f"https://h{number}.b.org/")).allowed


def test_a_long_url_is_shown_to_expressions_as_far_as_they_reach() -> None:
    scope = compile_scope(Presence(start=(url_of("https://a.org/"),), deny=("re:secret",)))

    assert not scope.verdict(url_of("https://a.org/" + "x" * 1000 + "secret")).allowed
    assert scope.verdict(url_of("https://a.org/" + "x" * 3000 + "secret")).allowed


@pytest.mark.parametrize(
    ("path", "suffix"),
    [
        ("/photo.jpg", "jpg"),
        ("/PHOTO.JPG", "jpg"),
        ("/a.b/archive.tar.gz?download=1", "gz"),
        ("/style.css", "css"),
        ("/talk.ppt", "ppt"),
        ("/macros.docm", "docm"),
        ("/", ""),
        ("/people/j.smith", ""),
        ("/people/m.ram", ""),
        ("/v1.2/page", ""),
        ("/photo.jpg/", ""),
        ("/index.html", ""),
        ("/view.php?file=x.zip", ""),
        ("/paper.pdf", ""),
        ("/talk.pptx", ""),
        ("/book.epub", ""),
        ("/notes.txt", ""),
        ("/feed.xml", ""),
        ("/page.unknown", ""),
    ],
)
def test_only_known_endings_of_the_path_are_refused(path: str, suffix: str) -> None:
    assert suffix_refused(url_of(f"https://www.example.org{path}")) == suffix


def test_a_host_that_ends_like_a_file_is_not_refused() -> None:
    assert suffix_refused(url_of("https://example.zip/")) == ""


HOSTS = st.sampled_from(["a.org", "www.a.org", "b.de", "x.b.de", "10.0.0.1", "[::1]", "c.co.uk"])
PATHS = st.text("ab/.?=&-~1", max_size=12)
URLS = st.builds(
    lambda scheme, host, path: canonical(f"{scheme}://{host}/{path}"),
    st.sampled_from(["http", "https"]),
    HOSTS,
    PATHS,
).filter(bool)
RULES = st.one_of(
    st.sampled_from(
        ["www.a.org", ".b.de", "domain:a.org", "country:de", "10.0.0.0/8", "::1", "*/a*", "a.org/a"]
    ),
    st.sampled_from(["surt:(de,b,", "re:[ab]+/", "https://b.de/", "*.b.de/*", "re:^http:"]),
)
PRESENCES = st.builds(
    Presence,
    start=st.lists(URLS, max_size=2).map(tuple),
    scope=st.sampled_from(["domain", "host", "prefix", "none"]),
    allow=st.lists(RULES, max_size=4).map(tuple),
    deny=st.lists(RULES, max_size=4).map(tuple),
)
ADDRESSES = st.one_of(st.none(), st.sampled_from(["10.0.0.1", "192.0.2.1", "::1", "nonsense", ""]))


@given(PRESENCES, URLS, ADDRESSES)
def test_a_verdict_is_always_given_and_always_has_a_reason(
    presence: Presence, url: Url, address: str | None
) -> None:
    verdict = compile_scope(presence).verdict(url, address)

    assert verdict.rule
    assert verdict.rule.startswith("deny:") <= (not verdict.allowed)


@given(PRESENCES, URLS, ADDRESSES)
def test_deny_always_beats_allow(presence: Presence, url: Url, address: str | None) -> None:
    only_deny = Presence(start=(url,), scope="host", deny=presence.deny)
    denied = not compile_scope(only_deny).verdict(url, address).allowed

    verdict = compile_scope(presence).verdict(url, address)

    assert verdict.rule.startswith("deny:") == denied


@given(PRESENCES, RULES, URLS, ADDRESSES)
def test_one_more_allow_rule_never_puts_a_url_outside(
    presence: Presence, rule: str, url: Url, address: str | None
) -> None:
    wider = Presence(
        presence.name, presence.start, presence.scope, (*presence.allow, rule), presence.deny
    )

    before = compile_scope(presence).verdict(url, address).allowed
    after = compile_scope(wider).verdict(url, address).allowed

    assert before <= after


@given(PRESENCES, st.lists(st.tuples(URLS, ADDRESSES), max_size=6))
def test_what_was_asked_before_does_not_change_a_verdict(
    presence: Presence, questions: list[tuple[Url, str | None]]
) -> None:
    one_scope = compile_scope(presence)

    for url, address in questions:
        assert one_scope.verdict(url, address) == compile_scope(presence).verdict(url, address)
