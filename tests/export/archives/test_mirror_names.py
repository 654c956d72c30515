"""Files of a mirror have names that every disk takes, none of them twice."""

import unicodedata
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.export.archives.mirror_names import MirrorEntry, MirrorNames, plain_name
from auslese.records.url import Url, canonical, key_of

HTML = "text/html"
LONG = "a" * 300


@pytest.mark.parametrize(
    ("url", "media_type", "name"),
    [
        ("http://a.example/", HTML, "a.example/index.html"),
        ("https://a.example:8443/x/", HTML, "a.example+8443/x/index.html"),
        ("http://a.example/x", HTML, "a.example/x.html"),
        ("http://a.example/x.htm", HTML, "a.example/x.htm"),
        ("http://a.example/x.php", HTML, "a.example/x.php.html"),
        ("http://a.example/x.php?id=1&b=2", HTML, "a.example/x.php@b=2&id=1.html"),
        ("http://a.example/?q=a/b", HTML, "a.example/index@q=a_b.html"),
        ("http://a.example/s.css?v=3", "text/css", "a.example/s.css@v=3.css"),
        ("http://a.example/%C3%A4%20b", HTML, "a.example/ä b.html"),
        ("http://a.example/%E4", HTML, "a.example/%E4.html"),
        ("http://a.example/a%2F..%2Fb", HTML, "a.example/a_.._b.html"),
        ("http://a.example/con/aux.txt", "text/plain", "a.example/_con/_aux.txt"),
        ("http://a.example/.well-known/x.json", "application/json", "a.example/_well-known/x.json"),
        ("http://a.example/a.../b%20", HTML, "a.example/a___/b_.html"),
        ("http://[::1]/", HTML, "[++1]/index.html"),
        ("http://index.json/", HTML, "_index.json/index.html"),
        ("http://a.example/x%00%0Ay", "", "a.example/x__y"),
        ("http://a.example/x%E2%80%AEgpj.exe", HTML, "a.example/x_gpj.exe.html"),
    ],
)
def test_a_name_says_where_the_page_was_and_what_it_is(
    url: str, media_type: str, name: str
) -> None:
    found = canonical(url)
    assert found is not None

    assert plain_name(MirrorEntry(found, media_type)) == name


def test_long_names_are_cut_and_stay_different() -> None:
    one, other = (
        plain_name(MirrorEntry(Url(f"http://a.example/{LONG}{end}.html"), HTML)) for end in "xy"
    )
    deep = plain_name(MirrorEntry(Url(f"http://a.example/{'b/' * 900}"), HTML))

    assert one != other
    assert len(PurePosixPath(one).name) <= 120
    assert one.endswith(".html")
    assert len(deep) < 100


def names_of(*urls: str) -> list[str]:
    entries = [MirrorEntry(Url(url), HTML) for url in urls]
    names = MirrorNames(entries)
    found = [names.name_of(entry.url) for entry in entries]
    assert None not in found
    return [name for name in found if name is not None]


@pytest.mark.parametrize(
    "urls",
    [
        ("http://a.example/x", "https://a.example/x"),
        ("http://a.example/Big", "http://a.example/big"),
        ("http://a.example/x/", "http://a.example/x/index.html"),
        ("http://a.example/x.html", "http://a.example/x.html/below"),
        ("http://a.example/x.HTML/below", "http://a.example/x.html"),
        ("http://a.example/a%3Ab", "http://a.example/a%2Ab"),
        ("http://a.example/%C3%A4", "http://a.example/a%CC%88"),
        ("http://a.example/stra%C3%9Fe", "http://a.example/STRASSE"),
    ],
    ids=[
        "scheme",
        "case",
        "folder",
        "file-and-folder",
        "folder-first",
        "sign",
        "letter",
        "sharp-s",
    ],
)
def test_two_urls_are_never_one_file(urls: tuple[str, ...]) -> None:
    one, other = (unicodedata.normalize("NFC", name.casefold()) for name in names_of(*urls))

    assert one != other
    assert not one.startswith(other + "/")
    assert not other.startswith(one + "/")


def test_a_name_that_is_forged_is_nobody_elses_either() -> None:
    first, second = names_of("http://a.example/x", "https://a.example/x")
    forged = "http://a.example/" + second.rpartition("/")[2]

    assert len({first, second, *names_of(forged)}) == 3


STEPS = st.text(st.sampled_from("aA.~ %/\\:?&=\x00\u202eäÄß0"), max_size=12)


@given(st.lists(STEPS, max_size=6))
def test_whatever_a_url_is_its_file_stays_in_the_folder(texts: list[str]) -> None:
    urls = [canonical(text, "http://a.example/b/c") for text in texts]
    found = list(dict.fromkeys(url for url in urls if url is not None))

    names = names_of(*found)

    folded = [unicodedata.normalize("NFC", name.casefold()) for name in names]
    assert len(set(folded)) == len(found)
    for name in names:
        steps = name.split("/")
        assert len(steps) >= 2
        assert not {"", ".", ".."} & set(steps)
        assert not any(step.startswith(".") or step.endswith((".", " ")) for step in steps)


def test_a_url_that_was_sent_on_has_the_file_it_leads_to() -> None:
    page = Url("http://a.example/new")
    one, two, lost = (Url(f"http://a.example/{step}") for step in ("one", "two", "lost"))
    redirects = {key_of(one): two, key_of(two): page, key_of(lost): lost}
    names = MirrorNames([MirrorEntry(page, HTML)], redirects)

    assert names.name_of(one) == names.name_of(page) == "a.example/new.html"
    assert names.name_of(lost) is None
    assert len(names) == 1
