"""Wrappers: paths, rules, and what they take from pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.even_pages import faculty_page, project_list, tree

from auslese.extract.wrappers import element_paths
from auslese.extract.wrappers.coloured_page import coloured_page
from auslese.extract.wrappers.element_paths import BadPathError, parse_path, select
from auslese.extract.wrappers.page_tree import text_of
from auslese.extract.wrappers.wrapped_records import records_in
from auslese.extract.wrappers.wrapper_rules import WrapperRule, parse_wrappers
from auslese.records.errors import SettingsError

PAGE = tree("""
<div id="a" class="x y"><p>one</p><p lang="de">two</p><ul><li>three</li><li>four</li></ul></div>
<table><tr><th>Name</th><td>Mill</td></tr><tr><th>Place</th><td>River<br>Bank</td></tr></table>
<p class="y">five</p><script>six</script>
""")
# The example of the seed, as rules: a record begins with each heading and goes on to the next.
CHAIR = r"""
[[wrapper]]
name = "chairs"
kind = "institution"
pages = ["https://www.example.org/"]
starts = "h3"
[wrapper.fields]
number = { css = "h3", regex = "Informatik ([IVX]++)" }
heads = { css = "h3", regex = "Prof\\. (.*)", split = ", " }
name = "b"
teaching = { label = "Lehre:", split = ";" }
topics = { xpath = "./p[2]", split = ";" }
"""


def chosen(path: str) -> list[str]:
    return [text_of(each) for each in select(parse_path(path), [PAGE])]


def rule(text: str) -> WrapperRule:
    (found,) = parse_wrappers(text)
    return found


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        ("p", ["one", "two", "five"]),
        ("div > p", ["one", "two"]),
        ("#a li", ["three", "four"]),
        ("div.x.y li:nth-of-type(2)", ["four"]),
        ("p.y", ["five"]),
        ("p[lang]", ["two"]),
        ('p[lang="de"]', ["two"]),
        ('p[lang^="d"]', ["two"]),
        ("p:first-of-type", ["one", "five"]),
        ("li:last-child", ["four"]),
        ("div *", ["one", "two", "three\nfour", "three", "four"]),
        ("div > li", []),
        ("script", []),
        ("//p", ["one", "two", "five"]),
        ("//div/p[2]", ["two"]),
        ('//p[@lang="de"]', ["two"]),
        ('//p[contains(@class, "y")]', ["five"]),
        ('//li[contains(., "our")]', ["four"]),
        ("//li[last()]", ["four"]),
        ("//th/following-sibling::td", ["Mill", "River\nBank"]),
        ("//tr[2]/td[1]", ["River\nBank"]),
        ("./ul/li", []),
        (".//ul/li", ["three", "four"]),
    ],
)
def test_a_path_leads_to_its_elements_in_the_order_of_reading(path: str, texts: list[str]) -> None:
    assert chosen(path) == texts


@pytest.mark.parametrize(
    "path",
    [
        "",
        "p ~ q",
        "p:hover",
        "//p[",
        "//p[position()<2]",
        "//p[1][2]",
        "a" * 600,
        "p{}",
        "/",
        "a " * 21,
    ],
)
def test_a_path_that_is_not_understood_is_refused(path: str) -> None:
    with pytest.raises(BadPathError):
        parse_path(path)


@given(st.text(max_size=40))
def test_any_text_is_a_path_or_refused(text: str) -> None:
    try:
        path = parse_path(text)
    except BadPathError:
        return
    select(path, [PAGE])


def test_a_path_that_looks_at_too_much_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(element_paths, "MOST_LOOKS", 1_000)
    deep = tree("<div>" * 100 + "</div>" * 100)

    with pytest.raises(BadPathError):
        select(parse_path("* * * *"), [deep])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("wrapper = 1", "expected [[wrapper]]"),
        ("[[wrapper]]\nname = 'a b'", "letters, digits"),
        ("[[wrapper]]\nname = 'a'", "expected fields"),
        ("[[wrapper]]\nname = 'a'\ncolour = 1", "unknown: colour"),
        ("[[wrapper]]\nname='a'\nblock='p'\nstarts='p'\nfields={a='b'}", "either block or starts"),
        ("[[wrapper]]\nname='a'\nkey='z'\nfields={a='b'}", "no field z"),
        ("[[wrapper]]\nname='a'\nfields={a={css='p', regex='(a+)+'}}", "for ever"),
        ("[[wrapper]]\nname='a'\nfields={a={css='p', regex='('}}", "a: regex"),
        ("[[wrapper]]\nname='a'\nfields={a='p~q'}", "wrapper a: a: p~q"),
        ("[[wrapper]]\nname='a'\nfields={a='b'}\n" * 2, "the same name"),
        ("name =", "no TOML"),
    ],
)
def test_rules_that_cannot_be_read_say_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint.replace("[", r"\[")):
        parse_wrappers(text)


def test_the_chairs_of_a_flat_page_are_records() -> None:
    records = records_in(tree(faculty_page()), rule(CHAIR))

    assert [[(value.name, value.value) for value in each.values] for each in records[:2]] == [
        [
            ("number", "I"),
            ("heads", "A. Adler"),
            ("heads", "B. Biber"),
            ("name", "Rechnende Mühlen"),
            ("teaching", "Mühlenbau"),
            ("teaching", "Praktikum"),
            ("topics", "Getriebe"),
            ("topics", "Mahlgänge"),
        ],
        [
            ("number", "II"),
            ("heads", "C. Dachs"),
            ("name", "Grammatik der Wasserräder"),
            ("teaching", "Übersetzen"),
            ("topics", "Sprachen"),
            ("topics", "Schleusen"),
        ],
    ]
    assert len(records) == 4


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("{label = 'Name'}", ["Mill"]),
        ("{label = 'place:'}", ["River\nBank"]),
        ("{label = 'Plac'}", []),
        ("{css = 'p[lang]', attribute = 'lang'}", ["de"]),
        ("'//div/@class'", ["x y"]),
        ("{css = 'li', all = true}", ["three", "four"]),
        ("{css = 'li'}", ["three"]),
        ("{regex = 't\\w++'}", ["two"]),
        ("{css = 'h1'}", []),
    ],
)
def test_a_field_finds_its_values(field: str, values: list[str]) -> None:
    records = records_in(PAGE, rule(f"[[wrapper]]\nname='a'\nfields={{f={field}}}"))

    assert [value.value for record in records for value in record.values] == values


def test_records_have_links_to_where_they_go_on() -> None:
    text = (
        "[[wrapper]]\nname='a'\nblock='div.project'\nfields={name='h4'}\n"
        "follow={link='h4 a', fields={partner={label='Partner'}}}"
    )

    assert [each.link for each in records_in(tree(project_list(3)), rule(text))] == [
        "/p/0.html",
        "/p/1.html",
        "/p/2.html",
    ]


def test_the_coloured_page_shows_what_was_found_and_can_do_nothing() -> None:
    page = tree(
        '<h3 onclick="evil()">Informatik I - Prof. A. Adler</h3><p>^ <b>Mühlen &lt;x&gt;</b></p>'
        '<p>Rädchen</p><p>Lehre: <a href="javascript:evil()">Bau</a></p>'
        '<img src="http://b.example/a.png"><script>evil()</script><style>p{}</style>'
    )

    shown = coloured_page(page, records_in(page, rule(CHAIR)), "a <title>")

    for word in ("evil", "<script", "<img", "href", "b.example", "<style>p"):
        assert word not in shown
    assert 'title="name">Mühlen &lt;x&gt;</mark>' in shown
    assert 'title="number">I</mark>' in shown or "number" in shown
    assert "a &lt;title&gt;" in shown
    assert shown.count("</mark>") >= 5
