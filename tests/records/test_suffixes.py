"""Who owns a host? Tables under cases/, and agreement with the library that keeps the list."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from publicsuffixlist import PSLFILE, PublicSuffixList

from auslese.records.suffixes import public_suffix, registrable_domain

TABLE = Path(__file__).with_name("cases") / "suffixes.tsv"
ROWS = [line.split("\t") for line in TABLE.read_text("utf-8").rstrip("\n").split("\n")[1:]]
RULES = [
    line.split()[0].removeprefix("!")
    for line in Path(PSLFILE).read_text("utf-8").splitlines()
    if line.strip() and not line.startswith("//")
]
LIBRARY = PublicSuffixList()

labels = st.sampled_from(["www", "city", "co", "com", "a-b", "xn--bcher-kva", "bücher", "x1"])
endings = st.builds(
    lambda rule, label: rule.replace("*", label), st.sampled_from(RULES), labels
) | st.sampled_from([rule.removeprefix("*.") for rule in RULES if rule.startswith("*.")])
hosts = st.builds(lambda front, end: ".".join([*front, end]), st.lists(labels, max_size=4), endings)


@pytest.mark.parametrize(("host", "domain", "suffix", "rule"), ROWS)
def test_a_host_has_one_owner(host: str, domain: str, suffix: str, rule: str) -> None:
    assert (registrable_domain(host), public_suffix(host)) == (domain, suffix), rule


@given(hosts)
def test_owner_and_suffix_agree_with_the_library(host: str) -> None:
    assert registrable_domain(host) == (LIBRARY.privatesuffix(host) or host)
    assert public_suffix(host) == LIBRARY.publicsuffix(host)


@given(hosts)
def test_unicode_and_ascii_names_have_the_same_owner(host: str) -> None:
    ascii_host = host.encode("idna").decode()

    assert registrable_domain(ascii_host) == registrable_domain(host).encode("idna").decode()


@given(st.text(max_size=60))
def test_no_text_makes_it_raise(host: str) -> None:
    assert host.lower().endswith(public_suffix(host))
    assert registrable_domain(host).lower() in host.lower()


def test_a_name_too_long_for_the_net_stands_for_itself() -> None:
    host = "a." * 50_000 + "de"

    assert (registrable_domain(host), public_suffix(host)) == (host, "")
