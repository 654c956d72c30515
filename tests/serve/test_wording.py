"""What pages say: in both languages, all of it, and nothing that is never said."""

import re
import string
from pathlib import Path

import pytest

import auslese.serve
from auslese.extract.main_text.page_type import PAGE_TYPES
from auslese.records.query import QueryNote, QueryNoteReason
from auslese.search.answer.weights import WEIGHT_NAMES
from auslese.wording.hit_wording import HIT_TEXTS
from auslese.wording.page_wording import FORMS, TEXTS, text_for
from auslese.wording.query_notes import NOTES, describe_note

ROOM = Path(auslese.serve.__file__).parent
TEMPLATES = sorted((ROOM / "templates").iterdir())
SAID = re.compile(r"""\bt\(\s*["']([a-z_ ]+)["']\s*[,)]""")
BEGUN = re.compile(r"""["']([a-z]+_)(?:["'] ~|\{)""")


def names_in(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_something_with_the_same_parts() -> None:
    for key, (english, german) in TEXTS.items():
        assert english.strip(), key
        assert german.strip(), key
        assert names_in(english) == names_in(german), key


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_only_what_there_are_words_for(template: Path) -> None:
    text = template.read_text("utf-8")

    assert [key for key in SAID.findall(text) if key not in TEXTS] == []
    assert [
        start for start in BEGUN.findall(text) if not any(k.startswith(start) for k in TEXTS)
    ] == []


def test_there_are_no_words_that_nobody_says() -> None:
    everything = "\n".join(path.read_text("utf-8") for path in (*TEMPLATES, *ROOM.rglob("*.py")))
    begun = tuple(BEGUN.findall(everything))
    quoted = set(re.findall(r"""["']([a-z_ ]+)["']""", everything)) | {key for _, key in FORMS}

    assert [key for key in TEXTS if key not in quoted and not key.startswith(begun)] == []


def test_every_reason_has_words() -> None:
    assert set(NOTES) == set(QueryNoteReason)
    notes = [QueryNote(reason, "x") for reason in QueryNoteReason]
    assert all(describe_note(note, language) for note in notes for language in ("en", "de"))


def test_parts_that_look_like_places_for_parts_stay_as_they_are() -> None:
    assert text_for("answer_heading", "en", query="{name} {0}") == "Answer to “{name} {0}”"


def test_templates_never_trust_what_is_not_made_by_us() -> None:
    for template in TEMPLATES:
        text = template.read_text("utf-8")
        assert "|safe" not in text.replace(" ", "")
        assert "autoescape" not in text
        assert "trusted(" not in text or template.name == "clusters.html"
        assert "style=" not in text


def test_every_part_of_a_score_and_every_kind_of_page_has_words() -> None:
    assert {f"part_{name}" for name in WEIGHT_NAMES} <= set(HIT_TEXTS)
    assert {f"kind_{name}" for name in PAGE_TYPES} <= set(HIT_TEXTS)
