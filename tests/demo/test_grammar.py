"""Sentences from word files: choices made, slots filled, nothing left over."""

from importlib.resources import files
from random import Random

import pytest

from auslese.demo.grammar import Grammar, parse, words

WORD_FILES = sorted(
    (folder.name, file.name.removesuffix(".txt"))
    for folder in (files("auslese.demo") / "words").iterdir()
    for file in folder.iterdir()
)


@pytest.fixture
def grammar() -> Grammar:
    return parse(
        "# not read\n== animal\ncat\n== line\nA [big|small] {animal} of {2..4}, {name}.\nB.\nC.\n"
    )


def test_choices_and_slots_are_worked_out(grammar: Grammar) -> None:
    line = grammar.lines("line")[0]
    said = {grammar.work_out(line, Random(n), {"name": "Tom"}) for n in range(99)}

    assert said == {f"A {size} cat of {n}, Tom." for size in ("big", "small") for n in (2, 3, 4)}


def test_choices_may_lie_in_choices() -> None:
    said = {parse("== a\n[x|[y|z]{2..2}]\n").say("a", Random(n)) for n in range(50)}

    assert said == {"x", "y2", "z2"}


def test_several_gives_different_lines_and_never_more_than_there_are(grammar: Grammar) -> None:
    said = grammar.several("line", 9, Random(1), name="Tom")

    assert len(said) == len(set(said)) == 3


def test_in_order_keeps_the_order_of_the_file(grammar: Grammar) -> None:
    for seed in range(20):
        said = grammar.in_order("line", 2, Random(seed), name="Tom")
        assert said == sorted(said)
        assert len(said) == 2


@pytest.mark.parametrize(("language", "name"), WORD_FILES)
def test_every_bracket_of_every_word_file_is_closed(language: str, name: str) -> None:
    grammar = words(language, name)
    for lines in grammar.sections.values():
        for line in lines:
            assert line.count("[") == line.count("]"), line
            assert line.count("{") == line.count("}"), line
            assert "|" not in line or "[" in line or " | " in line, line


@pytest.mark.parametrize("language", ["de", "en", "fr", "no"])
@pytest.mark.parametrize("theme", ["bees", "maps", "organs", "ice", "wine", "stars"])
def test_every_theme_has_enough_to_say_in_every_language(language: str, theme: str) -> None:
    grammar = words(language, theme)
    said = [grammar.work_out(line, Random(1), {}) for line in grammar.lines("sentence")]

    assert len(said) >= 10
    assert all(sentence.rstrip("»\u00a0").endswith((".", "”")) for sentence in said)
    assert not set("".join(said)) & set("[]{}|")
