"""A page is in the language of its running text; names and code do not tell."""

import pytest

from auslese.analyse.language.language_mix import (
    LanguageMix,
    LanguageMixInput,
    in_its_running_text,
    recognise_mixes,
)
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.records.language import UNKNOWN

CODE = (
    "goa_object_peek_account goa_client_new_sync gtk_widget_destroy gdk_display_beep",
    "GtkTreeViewColumn GtkCellRendererToggle gtk_cell_area_box_pack_start",
)
SENTENCE = "This is the name of the function that is called when the window is to be closed."


def language_of(*paragraphs: str, claims: tuple[str, ...] = ()) -> LanguageMix:
    page = LanguageMixInput(paragraphs, claims)
    (mix,) = recognise_mixes(shipped_recogniser(), [page])
    return in_its_running_text(mix, page)


@pytest.mark.parametrize("title", ["Deprecated", "Interface builder", "GObject Demo"])
def test_a_page_of_names_is_in_no_language(title: str) -> None:
    assert language_of(title, *CODE).language == UNKNOWN
    assert language_of(title).language == UNKNOWN


def test_a_page_of_code_with_a_sentence_is_in_the_language_of_the_sentence() -> None:
    assert language_of("Deprecated", *CODE, SENTENCE).language == "en"


def test_a_page_of_names_is_in_the_language_that_it_claims_and_looks_like() -> None:
    names = "Mitarbeiterinnen und Mitarbeiter, Institut für Gletscherkunde\tDoktorand\tTelefon"

    assert language_of(names, claims=("de",)).language == "de"
    assert language_of("Deprecated", claims=("de",)).language in ("de", UNKNOWN)


def test_running_text_is_left_as_it_is() -> None:
    assert language_of(SENTENCE, SENTENCE).language == "en"
    assert language_of("").language == ""
