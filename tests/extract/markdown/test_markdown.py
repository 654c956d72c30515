"""Pages say the same in Markdown, and nothing that they say is taken for markup."""

import random

import pytest

from auslese.extract.markdown.markdown_text import markdown_of, markdown_page
from auslese.extract.markdown.plain_markdown import paragraphs_in_markdown
from auslese.extract.source import Source
from auslese.records.document import ParagraphKind, Unreadable
from auslese.records.url import Url
from tests.extract.markdown.markdown_parsing import (
    ADDRESS,
    letters_of,
    markdown_from,
    paragraphs_of,
    parsed,
    source_of,
)

FORMS = {
    "headings keep their order": ("<h1>A</h1><h3>B <b>c</b></h3>", "# A\n\n### B c"),
    "emphasis": ("<p>a <b>b</b> <i>c</i> <del>d</del></p>", "a **b** *c* ~~d~~"),
    "blanks go outside of emphasis": ("<p>a<b> b </b>c", "a **b** c"),
    "emphasis twice is emphasis": ("<p><b>a <strong>b</strong></b>", "**a b**"),
    "what goes on at once is one": ("<p><b>a</b><b>b</b> c", "**ab** c"),
    "no star within a word": ("<p>the 4<i>th</i> one", "the 4th one"),
    "but two of them": ("<p><b>F</b>onts", "**F**onts"),
    "not between letter and sign": ("<p>x<b>(y)</b>z", "x(y)z"),
    "links are absolute": (
        '<p>see <a href="d.html#e">this</a>.',
        "see [this](http://a.example/b/d.html#e).",
    ),
    "links to nowhere are text": (
        '<p><a href="#x">a</a> <a href="mailto:b@c.example">b</a>',
        "a b",
    ),
    "brackets of addresses": (
        '<p><a href="/w_(x)?a=<b>">w</a>',
        "[w](http://a.example/w_%28x%29?a=%3Cb%3E)",
    ),
    "a mark before a link makes no picture": (
        '<p>See!<a href="/x">x</a>',
        "See\\![x](http://a.example/x)",
    ),
    "pictures": (
        '<p>a <img src="p.png" alt="p [1]"> b',
        "a ![p \\[1\\]](http://a.example/b/p.png) b",
    ),
    "pictures that count visitors": ('<p>a <img src="p.png" width="1" height="1">', "a"),
    "line breaks": ("<p>a<br>b", "a  \nb"),
    "two of them are a paragraph": ("<p>a<br><br>b", "a\n\nb"),
    "code": ("<p>call <code>f(x_y)</code>", "call `f(x_y)`"),
    "code with backticks": ("<p><code>a`b</code> <code>`</code>", "``a`b`` `` ` ``"),
    "code that is a link": (
        '<p><code>a<a href="/s">S</a></code>',
        "`a`[`S`](http://a.example/s)",
    ),
    "lists within lists": (
        "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>",
        "- a\n  1. b\n  2. c\n- d",
    ),
    "numbers go on": ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
    "a list behind a list": ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
    "paragraphs in items": ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c"),
    "quotations": (
        "<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>",
        "> a\n>\n> b\n>\n> > c",
    ),
    "definitions": (
        "<dl><dt>a<dd>b<dt>c<dd>d</dl>",
        "- **a**\n\n  b\n\n- **c**\n\n  d",
    ),
    "programs keep their lines": (
        "<pre><code class=language-python>def f():\n    return 1\n</code></pre>",
        "```python\ndef f():\n    return 1\n```",
    ),
    "programs of Sphinx": (
        '<div class="highlight-console notranslate"><div><pre>$ x</pre></div></div>',
        "```console\n$ x\n```",
    ),
    "fences within programs": ("<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"),
    "tables": (
        "<table><tr><th>a<th>b<tr><td>c|d<td><b>e</b><br>f</table>",
        "| a | b |\n| --- | --- |\n| c\\|d | **e** f |",
    ),
    "tables without a head": (
        "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
        "|  |  |\n| --- | --- |\n| a | b |\n| c | d |",
    ),
    "empty cells and wide ones": (
        "<table><tr><th colspan=2>a<th>b<tr><td><td>c<td>d</table>",
        "| a |  | b |\n| --- | --- | --- |\n|  | c | d |",
    ),
    "cells that are high": (
        "<table><tr><th>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</table>",
        "| a | b |\n| --- | --- |\n| c | d |\n|  | e |",
    ),
    "layout tables are not there": (
        f"<table><tr><td><p>{'Long text of a page. ' * 20}</table>",
        ("Long text of a page. " * 20).strip(),
    ),
}
TEXTS = {
    "a number": ("1. a", "1\\. a"),
    "a number in brackets": ("12) a", "12\\) a"),
    "a dash": ("- a", "\\- a"),
    "a plus": ("+ a", "\\+ a"),
    "a double cross": ("# a", "\\# a"),
    "a rule": ("---", "\\---"),
    "a rule with gaps": ("- - -", "\\- - -"),
    "an underline": ("===", "\\==="),
    "a quotation": ("&gt; a", "\\> a"),
    "stars": ("a *b* **c**", "a \\*b\\* \\*\\*c\\*\\*"),
    "lines below": ("__a__ b_c", "\\_\\_a\\_\\_ b_c"),
    "backticks": ("`a`", "\\`a\\`"),
    "HTML": ("&lt;b>a&lt;/b> 1 &lt; 2", "\\<b>a\\</b> 1 < 2"),
    "entities": ("&amp;amp; a & b", "\\&amp; a & b"),
    "a link": ("[a](http://b.example/)", "\\[a\\](http://b.example/)"),
    "a definition": ("[a]: http://b.example/", "\\[a\\]: http://b.example/"),
    "brackets": ("a [1] b", "a [1] b"),
    "a box": ("[x] a", "\\[x] a"),
    "waves": ("~~a~~", "\\~\\~a\\~\\~"),
    "a backslash": ("a\\b", "a\\\\b"),
    "no markup": ("3.5 - 4 = 2! (a) snake_case", "3.5 - 4 = 2! (a) snake_case"),
}


@pytest.mark.parametrize("name", FORMS)
def test_what_a_page_has_is_there_in_markdown(name: str) -> None:
    html, markdown = FORMS[name]

    assert markdown_from(html) == markdown


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_no_markup(name: str) -> None:
    text, markdown = TEXTS[name]

    assert markdown_from(f"<p>{text}</p>") == markdown
    assert not parsed(markdown).tags - parsed("a").tags


def test_a_text_of_a_page_in_pieces_is_escaped_where_they_meet() -> None:
    parts = "<p><span>[a]</span><span>(http://evil.example/)</span> &lt;<span>script></span>"

    found = parsed(markdown_from(parts))

    assert found.links == found.raw == ()
    assert found.letters == "[a](http://evil.example/)<script>"


SIGNS = "a foo_bar 1. - # > * ** _ ` [ ](x) [b](c) < &lt;b> &amp;amp; \\ | --- = ! ~ ~~ . » ä"
WORDS = SIGNS.split()
INLINE = ("b", "em", "code", "a", "span", "del")
BLOCKS = ("p", "h2", "ul", "ol", "blockquote", "pre", "table", "dl", "div")


def _inline(random_one: random.Random, depth: int) -> str:
    parts = []
    for _ in range(random_one.randint(1, 4)):
        if depth and random_one.random() < 0.4:
            tag = random_one.choice(INLINE)
            href = ' href="/x"' if tag == "a" else ""
            parts.append(f"<{tag}{href}>{_inline(random_one, depth - 1)}</{tag}>")
        else:
            parts.append(random_one.choice(WORDS) + random_one.choice(("", " ", "<br>")))
    return "".join(parts)


def _block(random_one: random.Random, depth: int) -> str:
    tag = random_one.choice(BLOCKS) if depth else "p"
    inner = {"ul": "li", "ol": "li", "dl": "dt", "table": "td"}.get(tag)
    if inner is None and tag in ("div", "blockquote"):
        return f"<{tag}>{_block(random_one, depth - 1)}{_block(random_one, depth - 1)}</{tag}>"
    if inner is None:
        return f"<{tag}>{_inline(random_one, 2)}</{tag}>"
    content = "".join(f"<{inner}>{_inline(random_one, 2)}</{inner}>" for _ in range(3))
    within = f"<tr>{content}</tr>" * 2 if tag == "table" else content
    return f"<{tag}>{within}{'' if tag == 'table' else _block(random_one, depth - 1)}</{tag}>"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_page_says_no_link_and_no_element_comes_of_it(seed: int) -> None:
    random_one = random.Random(seed)
    same = 0
    for _ in range(60):
        html = "".join(_block(random_one, 2) for _ in range(2))
        found = parsed(markdown_from(html))
        assert not found.raw, html
        assert set(found.links) <= {"http://a.example/x"}, html
        same += found.letters == letters_of("".join(text for _, text in paragraphs_of(html)))
    # Of stars and waves side by side not all mean what they should; of these pages hardly any.
    assert same >= 58


def test_only_the_main_text_is_told_with_its_markup() -> None:
    html = (
        "<nav><ul><li><a href=/>Home</a><li><a href=/b>Bees</a></ul></nav><main><h1>Bees</h1>"
        "<p>Bees live in <b>hives</b>.</p></main><footer>Home</footer>"
    )
    main = [("heading", "Bees"), ("text", "Bees live in hives.")]

    assert markdown_of(source_of(html), main) == "# Bees\n\nBees live in **hives**."


def test_a_text_that_stands_in_a_menu_after_all_is_found_there() -> None:
    html = "<p>Bees live in hives.</p><nav><p>More of <i>them</i>.</p></nav>"
    main = [("text", "Bees live in hives."), ("text", "More of them.")]

    assert markdown_of(source_of(html), main) == "Bees live in hives.\n\nMore of *them*."


def test_what_the_page_does_not_have_any_more_is_told_without_markup() -> None:
    main = [("text", "Wax is *soft*."), ("text", "Bees live in hives.")]

    found = markdown_of(source_of("<p>Bees live in <b>hives</b>."), main)

    assert found == "Wax is \\*soft\\*.\n\nBees live in **hives**."


def test_pictures_stand_where_the_text_around_them_stands() -> None:
    html = (
        "<nav>Menu<img src=logo.png></nav><p>One.</p><figure><img data-src=bee.png alt=Bee>"
        "<figcaption>A bee.</figcaption></figure><p>Two.</p><aside><img src=ad.png></aside>"
    )

    assert markdown_of(source_of(html), [("text", "One."), ("text", "Two.")]) == (
        "One.\n\n![Bee](http://a.example/b/bee.png)\n\nTwo."
    )


def test_documents_that_are_no_pages_are_told_by_their_paragraphs() -> None:
    kinds = ParagraphKind
    paragraphs = [
        (kinds.HEADING, "On wax #"),
        (kinds.TEXT, "Wax is\nsoft."),
        (kinds.LIST, "• yellow"),
        (kinds.LIST, "white"),
        (kinds.TABLE, "a\tb|c"),
        (kinds.TABLE, "d\te"),
        (kinds.CODE, "x = `1`"),
        (kinds.LINE, "- 3 -"),
    ]

    assert paragraphs_in_markdown(paragraphs) == (
        "## On wax \\#\n\nWax is  \nsoft.\n\n- yellow\n- white\n\n|  |  |\n| --- | --- |\n"
        "| a | b\\|c |\n| d | e |\n\n```\nx = `1`\n```\n\n\\- 3 -"
    )


def test_a_page_of_another_type_is_read_as_what_it_is() -> None:
    source = Source(ADDRESS, b"Wax is soft.\n\nAnd *yellow*.", "text/plain")

    found = markdown_page(source)

    assert not isinstance(found, Unreadable)
    assert found.markdown == "Wax is soft.\n\nAnd \\*yellow\\*."
    assert isinstance(markdown_page(Source(Url(ADDRESS), b"\x00\x01", "image/x-none")), Unreadable)
