"""Names are found wherever a page has them, with exact spans, and other words are not."""

import unicodedata
from itertools import pairwise

import pytest

from auslese.analyse.people.combined_finder import STRICT
from auslese.analyse.people.name_finder import shipped_finder, titled_span

FINDER = shipped_finder()

NAMES = [
    ("Gestern sprach Prof. Dr.-Ing. Hans von der Müller.", ["Hans von der Müller"]),
    ("Anna Koch und Peter Richter kamen.", ["Anna Koch", "Peter Richter"]),
    ("a talk by J. R. R. Tolkien and C. S. Lewis", ["J. R. R. Tolkien", "C. S. Lewis"]),
    ("Müller, Hans\nvon der Leyen, Ursula\n", ["Müller, Hans", "von der Leyen, Ursula"]),
    ("Meier, Prof. Dr. Anna (Dekanin)\n", ["Meier, Prof. Dr. Anna"]),
    ("Nilsson, S.; Grasegger, V. (2022): On", ["Nilsson, S.", "Grasegger, V."]),
    ("R. Valderrubia and Z. Quaxer: New", ["R. Valderrubia", "Z. Quaxer"]),
    ("URSULA VON DER LEYEN\n", ["URSULA VON DER LEYEN"]),
    ("Dipl.-Inf. (FH) Eva Meier\tRaum 3", ["Eva Meier"]),
    ("M.Sc. Eva Meier, M. Sc. Olga Meier", ["Eva Meier", "Olga Meier"]),
    ("Frau Quaxinger ist da.", ["Quaxinger"]),
    ("Herr Dennis Armbruster", ["Dennis Armbruster"]),
    ("Hans-Peter Müller-Lüdenscheidt lacht", ["Hans-Peter Müller-Lüdenscheidt"]),
    ("Sean O'Neill's book", ["Sean O'Neill"]),
    ("Robert De Niro and Martin Luther King Jr. met", ["Robert De Niro", "Martin Luther King Jr."]),
    ("Speaker: Wudong Quaxaro\nTime: 3 pm", ["Wudong Quaxaro"]),
    ("Sprechstunde: Xulia Quaxaro, Mo 12 Uhr", ["Xulia Quaxaro"]),
    ("Ich bin Wudong Quaxaro und", ["Wudong Quaxaro"]),
    ("Wudong Quaxaro's Home Page", ["Wudong Quaxaro"]),
    ("Wudong Quaxaro\nE-Mail: w.quaxaro@uni-x.example", ["Wudong Quaxaro"]),
    ("Wudong Quaxaro\nwquaxaro (at) uni-x.example", ["Wudong Quaxaro"]),
    ("Anna Koch\nWudong Quaxaro\nPeter Richter", ["Anna Koch", "Wudong Quaxaro", "Peter Richter"]),
    (
        "Edeltraud Moosberger lehrt hier. Nach Ansicht von Moosberger ist",
        ["Edeltraud Moosberger", "Moosberger"],
    ),
    ("Dr.Ted Adelson spoke", ["Ted Adelson"]),
    ("Rosalind Young, Charles R. Price", ["Rosalind Young", "Charles R. Price"]),
]
NO_NAMES = [
    "Frau Professor, bitte kommen Sie in das Institut für Informatik.",
    "Die Humboldt-Universität zu Berlin liegt an der Albert-Einstein-Allee.",
    "Johns Hopkins University and Newell Simon Hall",
    "das Max-Planck-Institut, die Robert Bosch Stiftung, der Marie Curie Award",
    "Der Rat der Stadt, die Abteilung Einkauf und das Haus Karl Jaspers",
    "New York, San Francisco and Los Angeles",
    "Edmonton, Alberta\nDurham, NC\nWashington, D.C.\n",
    "Montag, 3. Mai, April und June 5",
    "Der Bauer pflügt, der Wolf kehrt zurück, der Fuchs bleibt.",
    "",
    "   \n\t",
    "1234 5678",
]


def spans(text: str, finder_mode: str = "usual") -> list[str]:
    """The names as they stand in the text."""
    return [text[each.start : each.end] for each in shipped_finder(finder_mode).find(text)]


@pytest.mark.parametrize(("text", "names"), NAMES)
def test_names_are_found_with_exact_spans(text: str, names: list[str]) -> None:
    assert spans(text) == names


@pytest.mark.parametrize("text", NO_NAMES)
def test_other_words_are_no_names(text: str) -> None:
    assert spans(text) == []


def test_titles_are_told_beside_the_name_and_their_span_can_be_had() -> None:
    text = "Es spricht Univ.-Prof. Dr. Dr. h. c. mult. Anna Koch, M.A., PhD, heute."
    (found,) = FINDER.find(text)
    assert found.name.titles == "Univ.-Prof. Dr. Dr. h. c. mult."
    assert found.name.suffixes == "M.A. PhD"
    begin, end = titled_span(text, found)
    assert text[begin:end] == "Univ.-Prof. Dr. Dr. h. c. mult. Anna Koch, M.A., PhD"
    assert text[found.start : found.end] == "Anna Koch"


def test_a_name_behind_a_comma_is_turned_round() -> None:
    (found,) = FINDER.find("Müller, Prof. Dr. Hans\n")
    assert (found.name.given, found.name.family) == ("Hans", "Müller")
    assert found.name.titles == "Prof. Dr."


def test_names_are_in_order_and_do_not_overlap() -> None:
    text = "\n".join(text for text, _ in NAMES)
    found = FINDER.find(text)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(0 < each.confidence <= 1 for each in found)


def test_strict_keeps_only_what_is_nearly_sure() -> None:
    text = "\n".join(text for text, _ in NAMES)
    strict = {(each.start, each.end) for each in shipped_finder(STRICT).find(text)}
    usual = {(each.start, each.end) for each in FINDER.find(text)}
    assert strict
    assert strict < usual


def test_an_article_makes_a_word_of_a_surname() -> None:
    assert spans("Anna Koch isst. Der Koch kocht, der Bauer pflügt.") == ["Anna Koch"]


def test_combining_marks_belong_to_the_name() -> None:
    text = unicodedata.normalize("NFD", "Heute kommt Jürgen Müller.")
    (found,) = FINDER.find(text)
    assert unicodedata.normalize("NFC", text[found.start : found.end]) == "Jürgen Müller"
    assert found.name.full == unicodedata.normalize("NFC", "Jürgen Müller")


@pytest.mark.parametrize(
    "text",
    [
        "\u202eHans Müller\u202c \u200f\u0634\u0645\u0633",
        "<b>Hans</b> <script>Anna Koch</script>",
        "A" * 50_000,
        "A." * 50_000,
        "A-" * 50_000,
        "a'" * 50_000,
        "von " * 30_000 + "Müller",
        "Prof. " * 50_000 + "Müller",
        "Hans " * 50_000,
        "Hans\n" * 50_000,
        "Müller, H., " * 10_000,
        "@" * 50_000,
        "a@" * 50_000,
        ":" * 50_000,
        "\ud800Hans Müller",
        "A\u0301" * 50_000,
    ],
)
def test_hostile_texts_are_gone_through(text: str) -> None:
    for each in FINDER.find(text):
        assert 0 <= each.start < each.end <= len(text)


def test_a_page_with_a_hundred_thousand_names_is_read() -> None:
    page = "\n".join(f"Anna Koch {chr(65 + at % 26)}. Quaxer" for at in range(100_000))
    assert len(FINDER.find(page)) >= 100_000


def test_the_finder_has_a_name_that_tells_its_mode() -> None:
    assert FINDER.name != shipped_finder(STRICT).name


def test_a_surname_alone_has_no_given_name() -> None:
    found = FINDER.find("Edeltraud Moosberger lehrt. Nach Ansicht von Moosberger ist")[-1]
    assert (found.name.given, found.name.particle, found.name.family) == ("", "", "Moosberger")
    known = FINDER.find("Eva von Moosberg lehrt. Nach Ansicht von Moosberg ist")[-1]
    assert (known.name.particle, known.name.family) == ("von", "Moosberg")


@pytest.mark.parametrize("line", ["ORM Examples", "Wayland Interaction", "Anna Interaction"])
def test_an_ordinary_word_that_nobody_is_called_by_is_no_family_name_in_a_line(line: str) -> None:
    assert shipped_finder().find(f"Contents\n{line}\nIndex") == []
