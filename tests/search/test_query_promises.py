"""Every text is a query, and what was understood means the same again."""

import json

from hypothesis import example, given
from hypothesis import strategies as st
from tests.search.trees import trees

from auslese.records.query import ParsedQuery, Tree
from auslese.search.query.field_names import Language
from auslese.search.query.query_parser import MOST_NOTES, parse
from auslese.search.query.understood import query_text, tree_as_json

INGREDIENTS = """
    a Haus boot* =x AND UND OR ODER NOT NICHT && || | ! - + -- ( ) (( )) " „ “ ~3 ~ NEAR NEAR/3
    NAHE/99999 title: titel:( text:a site:tum.de lang:de,fr date: date:2024.. datum:1.2.2020
    depth<3 tiefe >= 2 rank:1..2 topic:energy>0.6 thema: topic:"a-b"<=1 foo:bar : :: * ** *x
    x*y www.a.de ,www.b.d* https://b.de/(c) 日本 -site: = == < > ' , . .. ...
"""
SOUP = INGREDIENTS.split()
LANGUAGES: list[Language] = ["de", "en"]


def hold(query: ParsedQuery) -> None:
    assert len(query.notes) <= MOST_NOTES
    for language in LANGUAGES:
        assert parse(query_text(query.tree, language)).tree == query.tree
    json.dumps(tree_as_json(query.tree))


@given(st.text())
@example("\ud800 site:\udc00")
@example("title:\x00 \u00ad")
@example("e\u0301 site:E\u0301")
def test_any_text_has_a_meaning_that_can_be_said_again(text: str) -> None:
    hold(parse(text))
    hold(parse(text, every_word=True))


@given(st.lists(st.sampled_from(SOUP), max_size=25), st.sampled_from(["", " "]))
@example([">=", "www.a.de"], "")
@example([",www.b.d*", ")"], "")
@example(["+", ",", "www.a.de", "a"], "")
def test_any_soup_of_tokens_has_a_meaning_that_can_be_said_again(
    tokens: list[str], between: str
) -> None:
    hold(parse(between.join(tokens)))
    hold(parse(between.join(tokens), every_word=True))


@given(trees())
def test_what_was_understood_of_a_tree_is_parsed_to_the_same_tree(tree: Tree) -> None:
    for language in LANGUAGES:
        query = parse(query_text(tree, language))

        assert query.tree == tree
