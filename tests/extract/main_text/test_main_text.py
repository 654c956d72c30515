"""Main text is what a page is about, by what is around it, by custom, by its site."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.document_reader import Source, read_document, sheet_of
from auslese.extract.main_text.host_template import HostTemplate, block_keys, learn_template
from auslese.extract.main_text.main_text import choose, shipped_model
from auslese.records.document import Document
from auslese.records.url import Url

URL = Url("http://www.example.org/2024/05/the-old-mill.html")
SENTENCES = (
    "The mill at the river was built in the spring of 1742 by a family of millers.",
    "For two hundred years it ground the corn of five villages, in good years and in bad.",
    "When the railway came, flour from the cities was cheaper, and the wheel stood still.",
    "Today a small society keeps it going, and on Sundays children may turn the stones.",
    "Whoever wants to see it should come in autumn, when the water is high enough for both wheels.",
)
PARAGRAPHS = "".join(f"<p>{sentence} {sentence.lower()}</p>" for sentence in SENTENCES)
MENU = (
    "<nav><ul>" + "".join(f"<li><a href=/{n}>Part {n}</a></li>" for n in range(9)) + "</ul></nav>"
)
FOOT = "<footer>Copyright 2024. <a href=/imprint>Imprint</a> <a href=/law>Law</a></footer>"


def page(body: str, title: str = "The old mill") -> bytes:
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>".encode()


def read(body: bytes, url: Url = URL, template: HostTemplate | None = None) -> Document:
    found = read_document(Source(url, body, "text/html", template=template))
    assert isinstance(found, Document)
    return found


def test_menus_and_feet_are_not_what_a_page_is_about() -> None:
    document = read(page(f"{MENU}<article><h1>The old mill</h1>{PARAGRAPHS}</article>{FOOT}"))

    assert [sentence in document.text for sentence in SENTENCES] == [True] * len(SENTENCES)
    assert "Part 3" not in document.text
    assert "Imprint" not in document.text
    assert "Part 3" in document.visible_text


def test_comments_below_an_article_are_not_part_of_it() -> None:
    comments = "".join(
        f"<div class=comment><b>Visitor {n}</b><p>I was there last year and liked it very much,"
        f" although it rained for {n} hours and we had no coats with us.</p></div>"
        for n in range(12)
    )
    document = read(
        page(
            f"<article><h1>The old mill</h1>{PARAGRAPHS}</article><div id=comments>{comments}</div>"
        )
    )

    assert SENTENCES[0] in document.text
    assert "rained" not in document.text


def test_what_is_hidden_is_left_out_where_there_is_enough_to_see() -> None:
    hidden = "<p style='display:none'>A note on subscriptions that nobody has opened yet.</p>"
    document = read(page(f"<main>{PARAGRAPHS}</main>{hidden}"))

    assert "subscriptions" not in document.text
    assert "subscriptions" not in document.visible_text


@pytest.mark.parametrize("second", ["<div class=mobile>{}</div>", "<noscript>{}</noscript>"])
def test_a_text_that_is_there_for_two_kinds_of_readers_is_taken_once(second: str) -> None:
    text = f"<h2>How it began</h2>{PARAGRAPHS}<h2>Where it is</h2><p>At the river.</p>"
    document = read(page(f"<div class=text>{text}</div>{second.format(text)}"))

    assert document.text.count(SENTENCES[0]) == 1
    assert document.text.count("How it began") == document.text.count("At the river.") == 1


def test_what_an_author_wrote_twice_is_taken_twice() -> None:
    recipe = "One cup of oats, two apples in slices, a spoon of honey, a glass of milk. Bake it for"
    recipe += " twenty minutes and leave it to cool for ten before you take it out of its mould."
    days = "".join(f"<h3>Day {n}</h3><p>{recipe}</p><p>{SENTENCES[n]}</p>" for n in range(5))
    document = read(page(f"<article><h1>A week at the mill</h1>{days}</article>"))

    assert document.text.count(recipe) == len(SENTENCES)


def test_a_heading_that_shares_a_word_with_the_title_is_text_and_the_title_is_none() -> None:
    text = f"<h2>Mill</h2>{PARAGRAPHS}<h2>Village</h2>{PARAGRAPHS.upper()}"
    title = "The old mill and the village at the river"
    lines = read(page(f"<article><h1>{title}</h1>{text}</article>", title)).text.splitlines()

    assert "Mill" in lines
    assert "Village" in lines
    assert title not in lines


def test_a_table_in_a_figure_is_text_and_captions_are_none() -> None:
    rows = "".join(
        f"<tr><td>The wheel of the year {1742 + 30 * n} was made of oak</td>"
        f"<td>and it turned {n + 5} stones for {20 + n} years.</td></tr>"
        for n in range(6)
    )
    table = f"<figure class=wp-block-table><table>{rows}</table></figure>"
    figure = "<figure><img src=a.png><figcaption>Seen from the bridge in May.</figcaption></figure>"
    named = "<p class=caption>The wheels in winter, as a visitor photographed them.</p>"
    text = f"{PARAGRAPHS}{figure}{table}{named}{PARAGRAPHS.upper()}"
    document = read(page(f"<article><h1>The old mill</h1>{text}</article>"))

    assert "oak\tand it turned 7 stones" in document.text
    assert "bridge in May" not in document.text
    assert "photographed" not in document.text


def test_teasers_beside_an_article_are_no_part_of_it_though_each_is_called_an_article() -> None:
    teasers = "".join(
        f"<article><h3>Offer {n}</h3><p class=article-excerpt>Until Sunday the shop of the society"
        f" sells flour of {n} sorts, bread from its own oven and books on mills for half of what"
        " they cost elsewhere, as long as there are any.</p></article>"
        for n in range(6)
    )
    body = f"<article><h1>The old mill</h1>{PARAGRAPHS}</article><aside>{teasers}</aside>"
    document = read(page(body))

    assert SENTENCES[-1] in document.text
    assert "Until Sunday" not in document.text


def test_a_post_that_an_article_quotes_belongs_to_it() -> None:
    quote = (
        "<div class=social-media-embed><blockquote class=twitter-tweet><p>We are on it.</p>"
        "&mdash; The society (@mill) 18 November</blockquote></div>"
    )
    document = read(
        page(f"<article><h1>The old mill</h1>{PARAGRAPHS}{quote}{PARAGRAPHS.upper()}</article>")
    )

    assert "We are on it." in document.text


def test_headings_beside_text_are_text_whatever_the_element_around_them_is_called() -> None:
    parts = "".join(
        f"<div class=tabs-item><h2>Part {n}</h2><p>{SENTENCES[n] * 2}</p></div>" for n in range(5)
    )
    document = read(page(f"<h1>The old mill</h1>{parts}"))

    assert [f"Part {n}" in document.text for n in range(5)] == [True] * 5


def test_blocks_that_all_pages_of_a_site_have_are_not_what_one_page_is_about() -> None:
    common = "<p>We collect donations for the roof of the mill, please give what you can spare.</p>"
    pages = [
        page(
            f"<main>{common}{common.replace('roof', 'door')}"
            + "".join(f"<p>In {village} they say: {each}</p>" for each in SENTENCES)
            + "</main>",
            f"The mill of {village}",
        )
        for village in ("Asp", "Birke", "Cedern", "Dorn", "Esch")
    ]
    sheets = [sheet_of(Source(URL, body, "text/html")) for body in pages]
    template = learn_template(block_keys(sheet) for sheet in sheets if sheet is not None)

    assert "donations" in read(pages[0]).text
    assert "donations" not in read(pages[0], template=template).text


def test_a_page_without_text_has_no_main_text() -> None:
    assert read(page("<img src=a.png>")).text == ""


def test_a_page_of_one_word_is_its_own_main_text() -> None:
    assert read(page("word")).text in ("", "word")


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("http://forum.example.org/viewtopic.php?t=7", "forum"),
        ("http://www.example.org/2024/05/the-old-mill.html", "article"),
    ],
)
def test_the_kind_of_a_page_is_told(url: str, kind: str) -> None:
    posts = "".join(
        f"<div class=post id=p{n}><div class=author>Visitor{n} Posts: {n} Joined: 2019</div>"
        f"<div class=postbody>{SENTENCES[n % 5]}</div><a href=#>Reply</a> <a href=#>Quote</a></div>"
        for n in range(12)
    )
    body = posts if kind == "forum" else f"<article><h1>The old mill</h1>{PARAGRAPHS}</article>"

    assert read(page(body), Url(url)).page_type == kind


@pytest.mark.parametrize("sentences", [1, 2, 3, 5])
@pytest.mark.parametrize("menu", ["", MENU])
@pytest.mark.parametrize("name", ["mill", "about-the-mill", "mill/history/"])
def test_a_short_plain_text_is_no_listing(sentences: int, menu: str, name: str) -> None:
    text = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES[:sentences])
    body = page(f"{menu}<h1>The old mill</h1>{text}<hr><p>The society of the mill, 2024</p>")

    assert read(body, Url(f"http://www.example.org/{name}")).page_type == "article"


def test_the_same_page_gives_the_same_text() -> None:
    body = page(f"{MENU}{PARAGRAPHS}{FOOT}")

    assert read(body) == read(body)


@given(
    st.lists(st.tuples(st.floats(0.125, 1, width=16), st.integers(1, 50)), min_size=1, max_size=8)
)
def test_no_other_choice_of_blocks_has_a_higher_expected_f1(
    blocks: list[tuple[float, int]],
) -> None:
    chances = np.array([chance for chance, _ in blocks], np.float32)
    words = np.array([count for _, count in blocks], np.float32)

    def expected(chosen: list[int]) -> float:
        right = float((chances * words)[chosen].sum())
        return 2 * right / float(words[chosen].sum() + (chances * words).sum())

    ours = expected(np.flatnonzero(choose(chances, words)).tolist())
    every = (
        list(some)
        for size in range(1, len(blocks) + 1)
        for some in combinations(range(len(blocks)), size)
    )
    assert ours == pytest.approx(max(map(expected, every)), abs=1e-4)


def test_the_model_weighs_words_as_a_person_would() -> None:
    lexicon = shipped_model().lexicon

    assert lexicon.names["footer"] < 0 < lexicon.names["article"]
    assert lexicon.texts["copyright"] < 0


HELP = (
    "This help explains the pages of the manual. It tells at length how packages, classes and"
    " interfaces are described, what the tree shows, where the index is to be found, what became"
    " of what is outdated, and how the search works that all pages have in their upper corner."
)


@pytest.mark.parametrize(
    "hiding",
    [
        'class="modal" style="display: none"',
        "class=modal hidden",
        'class="modal" style="visibility:hidden"',
        'class="modal" aria-hidden="true"',
        'class="d-none d-print-block"',
    ],
)
def test_what_is_hidden_is_no_main_text_however_short_the_page(hiding: str) -> None:
    body = (
        "<!doctype html><title>Params</title><body><h1>Interface Params</h1>"
        "<p>A set of keys for signing a text.</p>"
        f"<div {hiding}><p>{HELP}</p><p>{HELP.upper()}</p></div>"
    )

    text = read(body.encode()).text

    assert "A set of keys for signing a text." in text
    assert "This help explains" not in text


def test_what_is_hidden_on_some_screens_only_is_seen_and_a_closed_dialogue_is_not() -> None:
    parts = (
        "<p class='d-none d-md-block'>Seen on wide screens.</p>"
        "<dialog><p>Opened by a script.</p></dialog><dialog open><p>Open at once.</p></dialog>"
    )
    seen = read(page(f"<main>{PARAGRAPHS}{parts}</main>")).visible_text

    assert "Seen on wide screens." in seen
    assert "Open at once." in seen
    assert "Opened by a script." not in seen


def test_a_page_that_a_script_shows_once_it_is_loaded_is_read() -> None:
    paragraphs = "".join(f"<p>{HELP.replace('help', f'text {n}')}</p>" for n in range(9))
    body = f"<!doctype html><body><div style='visibility:hidden'>{paragraphs}</div>"

    assert "This text 3 explains" in read(body.encode()).text
