"""Names as they are compared."""

import pytest

from auslese.text.name_folding import family_key, folded_name, name_spellings


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Hans Müller", "hans muller"),
        ("MÜLLER, Hans", "hans muller"),
        ("J. R. R. Tolkien", "j r r tolkien"),
        ("Łukasz Żółć", "lukasz zolc"),
        ("Jørgen Strauß", "jorgen strauss"),
        ("Nu\u0301n\u0303ez", "nunez"),  # marks of their own
        ("Anna-Lena  O'Neill", "anna lena o neill"),
        ("<b>Hans</b>", "b hans b"),
        ("علي", "علي"),
        ("...", ""),
    ],
)
def test_a_name_is_compared_without_case_marks_and_signs(written: str, folded: str) -> None:
    assert folded_name(written) == folded


def test_several_commas_turn_nothing_round() -> None:
    assert folded_name("Müller, Hans, Dr.") == "muller hans dr"


def test_umlauts_may_be_written_out() -> None:
    assert name_spellings("Jörg Müller") == ("jorg muller", "joerg mueller")
    assert name_spellings("Hans Weber") == ("hans weber",)


@pytest.mark.parametrize("written", ["Müller", "Mueller", "MULLER", "müller"])
def test_all_spellings_of_a_family_name_have_one_key(written: str) -> None:
    assert family_key(written) == "muller"


def test_a_name_of_a_million_letters_is_cut() -> None:
    assert len(folded_name("a" * 1_000_000)) <= 500
    assert len(family_key("aa" * 1_000_000)) <= 500
