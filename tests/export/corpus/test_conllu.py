"""Pages as CoNLL-U."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.export.corpus.conllu_check import read_conllu
from tests.export.corpus.corpus_pages import CONTEXT, EMPTY, FOREIGN, IDS, LAKE, PAGES, page

from auslese.export.corpus.conllu_files import conllu_pieces, folder_files
from auslese.records.exported_page import ExportedPage


def written(*pages: ExportedPage) -> bytes:
    return b"".join(conllu_pieces(CONTEXT, pages))


def test_forms_and_spacing_of_each_token_are_told_and_nothing_else() -> None:
    small = page(1, ("text", "Der See (tief)."), title="Seen", url="http://a.example/")

    assert written(small).decode() == (
        "# newdoc id = 1\n# url = http://a.example/\n# title = Seen\n# language = de\n"
        "# newpar id = 1-p1\n# paragraph_kind = text\n"
        "# sent_id = 1-p1-s1\n# text = Der See (tief).\n"
        "1\tDer\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "2\tSee\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "3\t(\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        "4\ttief\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        "5\t)\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        "6\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    )


def test_documents_and_paragraphs_begin_where_they_begin() -> None:
    found = read_conllu(written(LAKE, EMPTY, FOREIGN))

    assert [each.comments["newdoc id"] for each in found if "newdoc id" in each.comments] == [
        "17",
        "3",
    ]
    assert [each.comments["sent_id"] for each in found][:4] == [
        "17-p1-s1",
        "17-p2-s1",
        "17-p2-s2",
        "17-p3-s1",
    ]
    assert "newpar id" not in found[2].comments
    assert found[3].comments["paragraph_kind"] == "list"
    assert " ".join(found[2].forms) == "Am 9. Mai kommen Dr. Maier und die Fische ."


@pytest.mark.parametrize("each", PAGES, ids=IDS)
def test_whatever_a_page_has_its_file_is_valid(each: ExportedPage) -> None:
    ((name, pieces),) = folder_files(CONTEXT, [each])

    assert name.endswith(".conllu")
    assert bool(read_conllu(b"".join(pieces))) == bool(each.text)


@given(some.text(), some.text())
def test_any_text_makes_a_valid_file(title: str, text: str) -> None:
    read_conllu(written(page(1, ("text", text), ("line", title), title=title)))
