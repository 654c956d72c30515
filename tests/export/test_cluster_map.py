"""The map is a sound picture whatever pages are called: nothing overlaps, nothing runs."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.export.maps.cluster_map_page import POLICY, MapLinking, cluster_list, cluster_page
from auslese.export.maps.cluster_map_svg import (
    DARK,
    LIGHT,
    MOST_DOTS,
    drawn_pages,
    map_picture,
)
from auslese.export.maps.map_labels import LetterSizes, broken, labels_on
from auslese.export.maps.map_records import (
    COLOURS,
    ClusterMap,
    MapCluster,
    MapPage,
    colours_of,
    sections_of,
    web_address,
)
from auslese.wording.map_wording import MAP_WORDINGS

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "</title></svg><script>alert(1)</script>",
    "]]><style>*{display:none}</style><!--",
    '" onfocus="alert(1)" x="',
    "\x1b[2J\x00\x08",
    "\u202eright to left\u2028",
    "e" + "\u0301" * 200,
    "x" * 10_000,
    "\ud800",
    "a&b<c>\"d'&#0;",
    "中文词语，很多",
    " \t\n ",
]
HOSTILE_URLS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    'https://a.example/" onclick="alert(1)',
    "https://a.example/\x00",
    "https://a.example/\nx",
    "https://a.example/ b",
    " https://a.example/",
    "//a.example/",
    "file:///etc/passwd",
    "https://a.example/" + "x" * 5000,
    "",
]


def cluster(number: int, **about: Any) -> MapCluster:
    """A cluster, somewhere."""
    plain = MapCluster(number, -1, False, f"label {number}", ["word"], 10, "en", 0.5, 0.5, 0.1)
    return plain._replace(**about)


def group(number: int, **about: Any) -> MapCluster:
    return cluster(number, is_group=True, radius=0.0, **about)


def row_of(number: int, **about: Any) -> list[MapCluster]:
    """Clusters in a row, from the left."""
    return [
        cluster(at, x=(at + 0.5) / number, radius=0.45 / number, **about) for at in range(number)
    ]


def named(text: str, url: str = "https://a.example/?a=1&b=2") -> ClusterMap:
    """A map on which everything is called so."""
    one = cluster(0, parent=1, label=text, words=[text], language=text, best=[(text, url)])
    pages = [MapPage(0.5, 0.5, 0, text, url), MapPage(0.51, 0.5, 0, "", url)]
    return ClusterMap([one, group(1, label=text)], pages)


def elements_of(page: str) -> list[ET.Element]:
    """All elements of a page, which is XML too but for its head."""
    body = page[page.index("<body>") : page.index("</body>") + len("</body>")]
    return list(ET.fromstring(body.encode()).iter())


def sound(elements: list[ET.Element]) -> bool:
    """No script, no handler, no address but of the web and of the page itself."""
    addresses = [each.get("href", "#") for each in elements]
    return (
        not any(each.tag.endswith("script") for each in elements)
        and not any(name.startswith("on") for each in elements for name in each.attrib)
        and all(re.match(r"https?://|#[cd]\d+\Z|#list\Z|#\Z", to) for to in addresses)
        and all((each.text or "").replace("\n", "").isprintable() for each in elements)
    )


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_name_breaks_the_picture_or_the_page(text: str, language: str) -> None:
    picture = map_picture(named(text), language)
    page = cluster_page(named(text), language, text)

    assert sound(
        [each for each in ET.fromstring(picture.encode()).iter() if each.tag != SVG + "style"]
    )
    assert sound(elements_of(page))
    assert "<script" not in page


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_name_and_any_url_make_a_sound_picture_and_page(text: str, url: str) -> None:
    whole = named(text, "https://a.example/" + url)

    assert sound(elements_of(cluster_page(whole, "en", text)))
    ET.fromstring(map_picture(whole).encode())


@pytest.mark.parametrize("url", HOSTILE_URLS)
def test_a_url_that_does_not_lead_into_the_web_is_no_link(url: str) -> None:
    page = cluster_page(named("a", url))

    assert web_address(url) == ""
    assert not [each for each in elements_of(page) if "example" in each.get("href", "")]


def test_a_page_is_linked_by_its_own_url() -> None:
    links = [each.get("href") for each in elements_of(cluster_page(named("a")))]

    assert links.count("https://a.example/?a=1&b=2") == 3  # two dots, one entry


def test_the_page_may_load_nothing_and_run_nothing() -> None:
    page = cluster_page(named("a"))

    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in page
    assert POLICY == "default-src 'none'; style-src 'unsafe-inline'"
    assert not {"script", "img", "link", "iframe"} & {each.tag for each in elements_of(page)}


def test_each_disc_and_its_entry_lead_to_each_other() -> None:
    elements = elements_of(cluster_page(ClusterMap(row_of(6), [])))

    to_of = {each.get("id", ""): each.get("href", "") for each in elements if each.get("id")}
    links = {each.get("href") for each in elements}
    for number in range(6):
        assert to_of[f"d{number}"] == f"#c{number}"
        assert f"c{number}" in to_of
        assert f"#d{number}" in links


def test_ids_stand_once() -> None:
    ids = [each.get("id") for each in elements_of(cluster_page(named("a"))) if each.get("id")]

    assert len(ids) == len(set(ids))


def test_keys_go_to_discs_and_not_to_thousands_of_dots() -> None:
    picture = [each for each in elements_of(cluster_page(named("a"))) if each.tag == SVG + "a"]

    assert {each.get("tabindex") for each in picture if each.get("class")} == {None}
    assert {each.get("tabindex") for each in picture if not each.get("class")} == {"-1"}


def test_a_screen_reader_hears_what_the_picture_is_and_what_each_disc_is() -> None:
    elements = elements_of(cluster_page(named("bees"), "en"))

    (picture,) = [each for each in elements if each.tag == SVG + "svg"]
    ids = {each.get("id") for each in picture if each.tag in (SVG + "title", SVG + "desc")}
    assert set(picture.get("aria-labelledby", "").split()) == ids
    (disc,) = [each for each in elements if each.get("id") == "d0"]
    assert disc.get("aria-label") == "bees (10 pages) [bees]"


def test_the_picture_alone_has_no_links_to_a_list_it_lacks() -> None:
    elements = list(ET.fromstring(map_picture(named("a"))).iter())

    assert all(each.get("href", "https:").startswith("https:") for each in elements)
    assert [each.text for each in elements if each.tag == SVG + "style"]


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 0.2), st.text(max_size=60)),
        max_size=25,
    ),
    st.floats(5, 40),
)
def test_labels_stand_on_no_other_label_and_inside(
    rows: list[tuple[float, float, float, str]], least: float
) -> None:
    discs = [
        (cluster(number, x=x, y=y, radius=radius), text or "none")
        for number, (x, y, radius, text) in enumerate(rows)
    ]

    labels = labels_on(discs, LetterSizes(least, 2 * least), 1000)

    for one, other in combinations(labels, 2):
        across = abs(one.x - other.x) >= (one.width + other.width) / 2
        assert across or abs(one.y - other.y) >= (one.height + other.height) / 2
    for label in labels:
        assert label.x - label.width / 2 >= -1e-6
        assert label.x + label.width / 2 <= 1000 + 1e-6
        assert label.size >= least


def test_large_clusters_choose_their_labels_first() -> None:
    small, large = cluster(0, pages=3), cluster(1, pages=900, y=0.515)

    (label,) = labels_on([(small, "small"), (large, "large")], LetterSizes(14, 20), 1000)

    assert label.lines == ("large",)


def test_a_label_without_room_gives_way_to_its_first_words() -> None:
    disc = cluster(0, radius=0.03)

    (label,) = labels_on(
        [(disc, "bees, wonderful honeycombs, beekeepers")], LetterSizes(14, 20), 1000
    )

    assert label.lines == ("bees",)


def test_a_label_is_broken_into_lines_and_no_word_is_lost() -> None:
    assert broken("one two three four", 2) == ("one two", "three four")
    assert broken("one two three four", 1) == ("one two three four",)
    assert broken("", 3) == ("",)
    assert broken("x" * 100, 1) == ("x" * 25 + "…",)


def test_a_label_that_is_whole_in_more_lines_is_not_cut_to_one() -> None:
    (label,) = labels_on([(cluster(0, radius=0.4), "a word " * 8)], LetterSizes(14, 27), 1000)

    assert " ".join(label.lines) == " ".join(["a word"] * 8)
    assert len(label.lines) > 1


def test_dots_are_chosen_evenly_from_all_clusters() -> None:
    clusters = [cluster(0), cluster(1), cluster(2)]
    pages = [
        MapPage(at % 100 / 100, at // 100 / 100, number, "", "")
        for number, many in enumerate((9000, 900, 100))
        for at in range(many)
    ]

    drawn = drawn_pages(pages, clusters, 1000)

    numbers = [page.cluster for page in drawn]
    assert [numbers.count(number) for number in range(3)] == [900, 90, 10]
    left = [page for page in drawn if page.cluster == 0 and page.x < 0.5]
    above = [page for page in drawn if page.cluster == 0 and page.y < 0.45]
    assert len(left) == pytest.approx(450, abs=30)
    assert len(above) == pytest.approx(450, abs=30)


def test_no_more_dots_are_drawn_than_a_browser_bears_and_the_page_says_so() -> None:
    pages = [MapPage(0.5, 0.5, 0, "", "")] * 12_345
    page = cluster_page(ClusterMap([cluster(0, pages=12_345)], pages), "de")

    assert len([each for each in elements_of(page) if each.tag == SVG + "circle"]) == MOST_DOTS + 1
    assert "5.000 von 12.345 Seiten" in page


def test_pages_of_unknown_clusters_are_not_drawn() -> None:
    assert drawn_pages([MapPage(0.5, 0.5, 7, "", "")], [cluster(0), group(7)], 10) == []


def test_a_map_of_nothing_says_so() -> None:
    assert "There are no clusters yet." in cluster_page(ClusterMap([], []))
    assert sound(elements_of(cluster_page(ClusterMap([], []), "de")))


def test_the_list_has_groups_by_pages_and_clusters_by_pages_in_them() -> None:
    clusters = [
        cluster(0, parent=10, pages=5, label="few"),
        cluster(1, parent=10, pages=50, label="many"),
        cluster(2, parent=11, pages=500, label="most"),
        cluster(3, label="alone"),
        group(10, pages=55, label="small group"),
        group(11, pages=500, label="large group"),
    ]

    told = cluster_list(ClusterMap(clusters, []), MAP_WORDINGS["en"])

    names = ["large group", "most", "small group", "many", "few", "Other clusters", "alone"]
    places = [told.index(name) for name in names]
    assert places == sorted(places)


def test_clusters_of_one_group_have_one_colour_and_of_two_have_two() -> None:
    clusters = [cluster(at, parent=100 + at % 3) for at in range(9)]
    groups = [group(100 + at) for at in range(3)]

    colours = colours_of(sections_of([*clusters, *groups]))

    assert len({colours[at] for at in range(3)}) == 3
    assert all(colours[at] == colours[at % 3] for at in range(9))


def test_a_colour_that_comes_again_comes_far_away_and_with_a_broken_line() -> None:
    clusters = row_of(COLOURS + 1)
    clusters = [
        each._replace(parent=100 + each.number, pages=99 - each.number) for each in clusters
    ]
    groups = [group(100 + each.number, pages=each.pages) for each in clusters]

    colours = colours_of(sections_of([*clusters, *groups]))

    assert (
        colours[COLOURS] == COLOURS + colours[0]
    )  # the last of the row is farthest from the first
    assert f'class="disc k{colours[COLOURS]} broken"' in map_picture(
        ClusterMap([*clusters, *groups], [])
    )


def test_without_groups_few_clusters_have_colours_of_their_own_and_many_have_one() -> None:
    assert len(set(colours_of(sections_of(row_of(COLOURS))).values())) == COLOURS
    assert len(set(colours_of(sections_of(row_of(COLOURS + 1))).values())) == 1


def brightness(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def test_discs_and_text_stand_out_from_the_ground_in_light_and_dark() -> None:
    style = cluster_page(ClusterMap([], []))
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    for name, colour in re.findall(r"--(\w+): (#\w{6})", style):
        (dark if name in light else light)[name] = colour

    for scheme, colours in ((light, LIGHT), (dark, DARK)):
        assert all(contrast(scheme["ground"], colour) >= 3 for colour in colours)
        for text in ("ink", "faint", "link"):
            assert contrast(scheme["ground"], scheme[text]) >= 4.5
            assert contrast(scheme["lit"], scheme[text]) >= 4.5


def test_a_list_leads_where_it_is_told_to() -> None:
    whole = ClusterMap([cluster(7, best=[("A page", "http://a.example/")])], [])
    linking = MapLinking(lambda number: f"/cluster?number={number}", lambda url: "/page?url=x")
    told = cluster_list(whole, MAP_WORDINGS["de"], linking)

    assert '<a href="/cluster?number=7">' in told
    assert '<a href="/page?url=x" rel="noreferrer">' in told
    assert "http://a.example/" not in told
    assert "/cluster?" not in cluster_list(whole, MAP_WORDINGS["de"])
