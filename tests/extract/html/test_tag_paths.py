"""In which tags links stand."""

from auslese.extract.html.tag_paths import LONGEST_PATH
from auslese.extract.page_reader import read_page
from auslese.extract.reading_options import PageReadOptions
from auslese.records.reading import Links
from auslese.records.url import Url

URL = Url("http://a.example/")
PAGE = """<html><head><link rel="next" href="/next"></head><body>
<nav class="menu top"><ul><li><a href="/1">one</a></li><li class="item-7"><a href="/2">two</a></li>
</ul></nav><p>See <b><a href="/3">three</a></b>.</p></body></html>"""


def links_of(page: str, *, tag_paths: bool = True) -> Links:
    options = PageReadOptions(tag_paths=tag_paths)
    return read_page(URL, page.encode(), "text/html", b"", options).links


def test_each_link_of_the_page_has_its_path_and_numbers_name_no_kind() -> None:
    links = links_of(PAGE)

    assert [url.removeprefix(URL) for url in links.urls] == ["1", "2", "3", "next"]
    assert links.tag_paths == ["html body nav.menu ul li"] * 2 + ["html body p b"]


def test_paths_are_not_read_unless_they_are_wished_for() -> None:
    assert links_of(PAGE, tag_paths=False).tag_paths == []


def test_deep_nests_have_short_paths() -> None:
    deep = "<div>" * 3000 + '<a href="/1">x</a>'

    assert all(len(path) <= LONGEST_PATH for path in links_of(deep).tag_paths)
