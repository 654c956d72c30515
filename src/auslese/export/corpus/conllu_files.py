"""Pages as CoNLL-U, the form of Universal Dependencies: tokens, ready to be analysed.

Form and spacing of each token are told, all else is `_`. A sentence is its forms, with a blank
behind each that has no `SpaceAfter=No`. Ids of sentences are those of the page, the paragraph and
the sentence: `17-p3-s2`.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from auslese.export.corpus.corpus_paragraphs import language_code, paragraphs_of_page
from auslese.export.corpus.xml_writing import permitted
from auslese.export.page_file_names import page_file_name
from auslese.records.exported_page import ExportContext, ExportedPage
from auslese.text.corpus_tokens import tokens_of

ENDING = ".conllu"
UNTOLD = "\t_" * 7  # lemma, two parts of speech, features, head, relation, other relations
REPLACEMENT, INSTEAD = "\N{REPLACEMENT CHARACTER}", "\N{WHITE SQUARE}"
FORM: Final = "NFC"  # the format asks for it


def conllu_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """All pages, each a document."""
    del context  # such files say nothing of themselves
    for page in pages:
        yield "".join(_document(page)).encode()


def folder_files(
    context: ExportContext, pages: Iterable[ExportedPage]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """A file for each page, named after its URL."""
    for page in pages:
        yield page_file_name(page.url, page.id, ENDING), conllu_pieces(context, [page])


def _document(page: ExportedPage) -> Iterator[str]:
    head = _document_head(page)
    for number, paragraph in enumerate(paragraphs_of_page(page), 1):
        head += f"# newpar id = {page.id}-p{number}\n# paragraph_kind = {paragraph.kind}\n"
        for place, sentence in enumerate(paragraph.sentences(page.language), 1):
            text = _clean(sentence)
            if rows := _rows(text, page.language):
                yield f"{head}# sent_id = {page.id}-p{number}-s{place}\n# text = {text}\n{rows}\n"
                head = ""


def _document_head(page: ExportedPage) -> str:
    told = {
        "newdoc id": str(page.id),
        "url": page.url,
        "title": page.title,
        "language": language_code(page),
        "date": page.date,
    }
    return "".join(f"# {name} = {_clean(text)}\n" for name, text in told.items() if text)


def _rows(text: str, language: str) -> str:
    tokens = tokens_of(text, language)
    follows = [token.start for token in tokens[1:]] + [len(text) + 1]
    return "".join(
        f"{number}\t{token.text}{UNTOLD}\t{'SpaceAfter=No' if token.end == after else '_'}\n"
        for number, (token, after) in enumerate(zip(tokens, follows, strict=True), 1)
    )


def _clean(text: str) -> str:
    """In one line, composed, and without characters that the validator refuses."""
    line = " ".join(unicodedata.normalize(FORM, permitted(text)).split())
    return line.replace(REPLACEMENT, INSTEAD)
