"""What pages mark up for machines, item by item, in three kinds of markup."""

from time import process_time

import pytest

from auslese.extract.marked_up.page_items import page_items
from auslese.records.url import Url

HERE = Url("http://a.example/dir/page.html")
JSON_LD = """<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
 {"@type": "Organization", "@id": "#house", "name": "Mill Ltd", "numberOfEmployees": 7,
  "address": {"@type": "PostalAddress", "streetAddress": "Wheel Road 1"}},
 {"@type": ["Event", "Festival"], "name": {"@value": "Milling day", "@language": "en"},
  "organizer": {"@id": "#house"}, "performer": [{"@type": "Person", "name": "A. Adler"}, "B."]}]}
</script>"""
MICRODATA = """<div itemscope itemtype="https://schema.org/Product" itemid="/p/1">
 <h1 itemprop="name">Flour</h1><img itemprop="image" src="../flour.png">
 <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
  <meta itemprop="price" content="3.50"><link itemprop="availability" href="https://schema.org/InStock">
  <time itemprop="validFrom" datetime="2024-05-31">Friday</time></div>
 <p itemprop="description">Fine<br>and <b>white</b><script>x()</script></p></div>
<p itemprop="name">of nothing</p>"""
RDFA = """<div vocab="https://schema.org/" typeof="Person" resource="#me">
 <span property="name">C. Dachs</span><a property="url" href="/dachs">page</a>
 <div property="worksFor" typeof="schema:Organization"><span property="name">Mill Ltd</span></div>
</div><meta property="og:title" content="not an item">"""


def found(page: str) -> list[tuple[str, str, int, dict[str, str]]]:
    return [
        (each.markup, each.kind, each.part_of, dict(each.fields))
        for each in page_items(page.encode(), "utf-8", HERE)
    ]


def test_json_ld_is_read_with_its_graph_its_parts_and_its_references() -> None:
    assert found(JSON_LD) == [
        (
            "json-ld",
            "Organization",
            -1,
            {"name": "Mill Ltd", "numberOfEmployees": "7"},
        ),
        ("json-ld", "PostalAddress", 0, {"streetAddress": "Wheel Road 1"}),
        (
            "json-ld",
            "Event",
            -1,
            {"name": "Milling day", "performer": "A. Adler", "organizer": "Mill Ltd"},
        ),
        ("json-ld", "Person", 2, {"name": "A. Adler"}),
    ]


def test_microdata_has_its_values_where_html_says() -> None:
    assert found(MICRODATA) == [
        (
            "microdata",
            "Product",
            -1,
            {
                "name": "Flour",
                "image": "http://a.example/flour.png",
                "description": "Fine | and white",
            },
        ),
        (
            "microdata",
            "Offer",
            0,
            {
                "price": "3.50",
                "availability": "https://schema.org/InStock",
                "validFrom": "2024-05-31",
            },
        ),
    ]


def test_rdfa_lite_is_read_and_open_graph_is_none() -> None:
    assert found(RDFA) == [
        (
            "rdfa",
            "Person",
            -1,
            {"name": "C. Dachs", "url": "http://a.example/dachs", "worksFor": "Mill Ltd"},
        ),
        ("rdfa", "Organization", 0, {"name": "Mill Ltd"}),
    ]


def test_all_kinds_of_one_page_stand_side_by_side() -> None:
    items = found(JSON_LD + MICRODATA + RDFA)

    assert [(markup, part_of) for markup, _, part_of, _ in items] == [
        ("json-ld", -1),
        ("json-ld", 0),
        ("json-ld", -1),
        ("json-ld", 2),
        ("microdata", -1),
        ("microdata", 4),
        ("rdfa", -1),
        ("rdfa", 6),
    ]


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<p>nothing</p>",
        '<script type="application/ld+json">{broken',
        '<script type="application/ld+json">"a text"</script>',
        '<script type="application/ld+json">[[[1, null, true]]]</script>',
        '<script type="application/ld+json">{"@type": 7, "@id": 8, "name": "x"}</script>',
        '<b property="a">',
        "<svg typeof>",
    ],
)
def test_pages_without_items_have_none(page: str) -> None:
    assert [fields for _, _, _, fields in found(page) if fields] == []


@pytest.mark.parametrize(
    "page",
    [
        '<script type="application/ld+json">' + '{"@type":"A","b":' * 2_000 + "1" + "}" * 2_000,
        '<script type="application/ld+json">[' + '{"@type":"A","b":["x"]},' * 20_000 + "1]",
        "<div itemscope itemprop=a>" * 3_000 + "text " * 1_000,
        "<div itemscope>" + "<b itemprop='a b c'>word</b>" * 30_000,
        "<div itemscope>" + "<div itemprop=a>" * 2_000 + "word " * 20_000,
        "<p typeof=A property=b>" * 20_000,
    ],
)
def test_hostile_pages_are_bounded(page: str) -> None:
    began = process_time()

    items = page_items(page.encode(), "utf-8", HERE)

    assert len(items) <= 1_000
    assert sum(len(each.fields) for each in items) <= 100_000
    assert process_time() - began < 10
