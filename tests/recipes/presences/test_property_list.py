"""OpenStep property lists are read as the programs of their time read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.recipes.presences.property_list import (
    PropertyList,
    parse_property_list,
    property_list_text,
)
from auslese.records.errors import SettingsError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("plain", "plain"),
        ('"quoted text"', "quoted text"),
        (r'"a \"b\" \\ \n \344 \U00e4"', 'a "b" \\ \n ä ä'),
        ("()", []),
        ("( a, b )", ["a", "b"]),
        ("( a, b, )", ["a", "b"]),
        ("{}", {}),
        ("{ a = b; }", {"a": "b"}),
        ("{ a = b }", {"a": "b"}),
        ('{ "a key" = ( { b = c; } ); }', {"a key": [{"b": "c"}]}),
        ("/* one */ { // two\n a = b; /* three } */ }", {"a": "b"}),
        ("{ url = http://a.org/b; }", {"url": "http://a.org/b"}),
        ("{ a = b/*c*/; }", {"a": "b"}),
        ("{ data = <0f a0>; }", {"data": "<0f a0>"}),
    ],
)
def test_a_property_list_says_what_it_means(text: str, value: PropertyList) -> None:
    assert parse_property_list(text) == value


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: expected text, found the end"),
        ("{ a = b;", "line 1: expected text, found the end"),
        ("{\n a b;\n}", "line 2: expected =, found b"),
        ("(\n a\n b )", "line 3: expected ), found b"),
        ('{ a =\n "open; }', "line 2: expected closing quotes"),
        ("a b", "line 1: expected the end, found b"),
        ("(" * 60 + ")" * 60, "line 1: expected fewer levels"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        parse_property_list(text)

    assert str(refusal.value).startswith(complaint)


VALUES = st.recursive(
    st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.from_regex(r"[A-Za-z]{1,6}", fullmatch=True), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_read_back(value: PropertyList) -> None:
    assert parse_property_list(property_list_text(value)) == value


@given(st.text('{}()=;,"\\/* <>ab\n', max_size=30))
def test_any_text_is_a_property_list_or_a_settings_error(text: str) -> None:
    try:
        value = parse_property_list(text)
    except SettingsError:
        return

    assert isinstance(value, dict | list | str)
