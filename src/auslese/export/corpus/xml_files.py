"""Pages as XML: in our own form, or in one of the two of UNICO."""

from collections.abc import Iterable, Iterator

from auslese.export.corpus.auslese_xml import auslese_xml_files, auslese_xml_pieces
from auslese.export.corpus.unico_xml import UNICO, UNICO_2, unico_pieces, unico_site_files
from auslese.records.exported_page import ExportContext, ExportedPage

UNICO_FORMS = {"unico": UNICO, "unico-2": UNICO_2}


def xml_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """All pages in one file, in the form that the context names."""
    form = UNICO_FORMS.get(context.form)
    if form is None:
        return auslese_xml_pieces(context, pages)
    return unico_pieces(form, context, pages)


def folder_files(
    context: ExportContext, pages: Iterable[ExportedPage]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Our own form as a file for each page, those of UNICO as one for each site."""
    form = UNICO_FORMS.get(context.form)
    if form is None:
        return auslese_xml_files(context, pages)
    return unico_site_files(form, pages)
