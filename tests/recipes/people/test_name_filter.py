"""The filter tells names of texts and pages, and finders of other packages can be opened."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from auslese.analyse.people.name_finder import NameFinder, shipped_finder
from auslese.recipes.people.finder_choice import finder_names, offered_finders, open_finder
from auslese.recipes.people.name_filter import (
    FilterFinders,
    NameReport,
    filter_finders,
    give_up,
    name_reports,
)
from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError, NotFoundError

PACKAGE = """
from auslese.records.person import FoundName, PersonName

class AdaFinder:
    name = "ada-1"

    def find(self, text, language=""):
        at = text.find("Ada")
        return [FoundName(at, at + 3, PersonName(family="Ada"), 0.5)] if at >= 0 else []

def broken():
    raise OSError("no model")
"""
OFFERS = """[auslese.name_finders]
ada = ada_names:AdaFinder
none = ada_names:PersonName
broken = ada_names:broken
"""


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that offers three finders, two of which are none."""
    about = tmp_path / "ada_names-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ada-names\nVersion: 1\n")
    (about / "entry_points.txt").write_text(OFFERS)
    (tmp_path / "ada_names.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    offered_finders.cache_clear()
    yield
    offered_finders.cache_clear()
    sys.modules.pop("ada_names", None)


def report(line: dict[str, object] | bytes, finder: NameFinder | None = None) -> NameReport:
    """What is told of one line."""
    written = line if isinstance(line, bytes) else json.dumps(line).encode()
    finders = FilterFinders(finder, finder) if finder else filter_finders()
    (told,) = name_reports([written], finders)
    return told


def test_spans_are_letters_of_the_text_that_was_given() -> None:
    text = "  Gestern sprach Prof. Dr. Anna Koch, PhD, über Öl."
    told = report({"id": 7, "text": text})
    (person,) = told["persons"]
    assert told["id"] == 7
    assert "text" not in told
    assert text[person["start"] : person["end"]] == person["text"] == "Anna Koch"
    assert text[slice(*person["titled"])] == "Prof. Dr. Anna Koch, PhD"
    assert (person["given"], person["family"], person["titles"]) == ("Anna", "Koch", "Prof. Dr.")
    assert person["normalised"] == "<Anna_Koch>"
    assert 0 < person["confidence"] <= 1


def test_a_page_comes_back_with_the_text_that_its_spans_are_of() -> None:
    page = "<title>Anna Koch</title><h1>Dr. Anna Koch</h1><p>Lehrt mit Peter Richter.</p>"
    told = report({"id": "p", "html": page})
    found = [told["text"][each["start"] : each["end"]] for each in told["persons"]]
    assert found == ["Anna Koch", "Anna Koch", "Peter Richter"]


def test_every_line_gets_an_answer_in_order() -> None:
    lines = [b'{"id":1,"text":"Anna Koch"}', b"Peter Richter kam", b"", b'{"id":2}', b"{x"]
    told = name_reports(lines, filter_finders())
    assert [each["id"] for each in told] == [1, None, None, 2, None]
    assert [len(each["persons"]) for each in told] == [1, 1, 0, 0, 0]
    assert [each.get("problem") for each in told] == [None, None, None, "question", "question"]


def test_a_page_that_cannot_be_read_says_why() -> None:
    told = report({"id": 1, "pdf_b64": "JVBERi0xLjQK"})
    assert told["persons"] == []
    assert told["problem"] in set(ReadProblem)


def test_a_line_on_which_a_process_died_has_its_id() -> None:
    assert give_up(b'{"id":5,"text":"x"}', ReadProblem.CRASHED)["id"] == 5
    assert give_up(b"no json", ReadProblem.CRASHED)["persons"] == []


def test_lone_names_count_in_running_text_and_not_on_pages() -> None:
    said = "Merkel traf Obama in Berlin."

    names = [each["name"] for each in report({"text": said})["persons"]]
    on_page = report({"html": f"<p>{said}"})["persons"]

    assert names == ["Merkel", "Obama"]
    assert on_page == []


def test_the_shipped_finder_is_opened_by_no_name_and_by_its_own() -> None:
    assert open_finder() is open_finder("shipped") is shipped_finder()
    assert open_finder("strict").name != open_finder().name
    assert open_finder("seed").find("dass Anna Koch kam")[0].name.full == "Anna Koch"


def test_an_unknown_finder_is_told_with_those_there_are() -> None:
    with pytest.raises(NotFoundError, match="shipped, usual, strict, every, seed"):
        open_finder("sapcy")


def test_a_package_can_offer_a_finder(offered: None) -> None:
    assert "ada" in finder_names()
    told = report({"text": "Lady Ada"}, open_finder("ada"))
    assert [each["name"] for each in told["persons"]] == ["Ada"]


@pytest.mark.parametrize(("name", "why"), [("none", "makes no finder"), ("broken", "no model")])
def test_what_is_no_finder_is_told(offered: None, name: str, why: str) -> None:
    with pytest.raises(AusleseError, match=why):
        open_finder(name)


def test_entry_points_are_looked_up_once() -> None:
    assert offered_finders() is offered_finders()
