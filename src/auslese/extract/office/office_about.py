"""What an office file says about itself: title, author, days, language.

Programs write there what they like. Titles that are names of files or of nothing are left out, as
of a PDF, and so are the days and names that the templates of well-known programs bring along.
"""

from typing import NamedTuple

from auslese.extract.office.office_text import tidy_line
from auslese.extract.pdf.pdf_about import COMMAS, date_of, metadata_title
from auslese.records.document import DocumentMetadata, language_of

LONGEST_FIELD = 1_000
LONGEST_TITLE = 300
MOST_VALUES = 50  # of one field: authors of a volume, key words
# The moments that stand in the templates of Excel, python-docx and python-pptx.
TEMPLATE_MOMENTS = frozenset(
    ("2006-09-16T00:00:00Z", "2013-12-23T23:15:00Z", "2013-01-27T09:14:16Z")
)
NOBODY = frozenset(
    (
        "python-docx", "openpyxl", "apache poi", "windows user", "microsoft office user",
        "microsoft office-anwender", "windows-benutzer", "user", "unknown", "unbekannt", "admin",
    )
)  # fmt: skip


class OfficeFields(NamedTuple):
    """The fields that formats have in common, as written."""

    title: str = ""
    authors: tuple[str, ...] = ()
    created: str = ""
    modified: str = ""
    description: str = ""
    keywords: tuple[str, ...] = ()
    language: str = ""


def about_of_fields(fields: OfficeFields, set_title: str, day: str) -> DocumentMetadata:
    """What a document is told to be; `set_title` stands in its text, `day` is when it came."""
    authors = [tidy_line(each[:LONGEST_FIELD]) for each in fields.authors[:MOST_VALUES]]
    keywords = ", ".join(fields.keywords[:MOST_VALUES])[:LONGEST_FIELD]
    return DocumentMetadata(
        metadata_title(tidy_line(fields.title[:LONGEST_FIELD])) or set_title[:LONGEST_TITLE],
        ", ".join(each for each in authors if each and each.lower() not in NOBODY),
        _day_of(fields.created, day),
        _day_of(fields.modified, day),
        tidy_line(fields.description[:LONGEST_FIELD]),
        ", ".join(filter(None, COMMAS.split(tidy_line(keywords)))),
        language_of(fields.language[:LONGEST_FIELD]),
    )


def _day_of(written: str, latest: str) -> str:
    """A day; empty if a template brought it, or if it is still to come."""
    written = written.strip()
    found = "" if written in TEMPLATE_MOMENTS else date_of(written)
    return "" if latest and found > latest else found
