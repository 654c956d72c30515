"""What a PDF says about itself: often nothing, sometimes what its program thought."""

import re
from collections.abc import Callable
from datetime import date

from auslese.extract.pdf.pdf_layout import LARGER, PrintedPage, PrintLine, usual_size
from auslese.records.document import DocumentMetadata, language_of
from auslese.text.hyphens import joined_lines

LONGEST_TITLE = 300
LONGEST_FIELD = 1_000
LEAST_LETTERS = 4  # of a title that is taken from the page
TITLE_LINES = 6
SAME_SIZE = 0.5  # points
NEARLY = 0.8  # of the largest size: authors are sometimes printed larger than what they wrote
FOOTNOTE_MARKS = " *∗†‡§¶"
EARLIEST_YEAR = 1970  # what the print describes may be older; the file is not

DATE = re.compile(r"\s*(?:D:)?\s*(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?")
PRINTED_BY = re.compile(r"\s*(?:Microsoft (?:Office )?\w+|Word|PowerPoint)\s*-\s*", re.IGNORECASE)
# What programs write there if nobody tells them better: names of files, and of nothing.
NO_TITLE = re.compile(
    r"(?:untitled|unbenannt|ohne titel|no title|document|dokument|title|titel|default|layout)"
    r"[\s\d_-]*|(?:presentation|präsentation|powerpoint[- ]präsentation|folie|slide)\s*\d*"
    r"|\S*\.(?:docx?|odt|rtf|dvi|tex|pdf|ps|indd|qxd|qxp|pptx?|xlsx?|cdr|fm|pub|pmd|p65|txt|html?)"
    r"|[\W\d_]*|.*\\[^\\]*",
    re.IGNORECASE | re.DOTALL,
)
COMMAS = re.compile(r"\s*[,;]\s*")


def about_of(info: dict[str, str], language: str, first_page: list[PrintLine]) -> DocumentMetadata:
    """What the data of a document and its first page say."""
    tidy = {name: " ".join(value[:LONGEST_FIELD].split()) for name, value in info.items()}
    return DocumentMetadata(
        metadata_title(tidy.get("Title", "")) or printed_title(first_page),
        tidy.get("Author", ""),
        date_of(tidy.get("CreationDate", "")),
        date_of(tidy.get("ModDate", "")),
        tidy.get("Subject", ""),
        ", ".join(filter(None, COMMAS.split(tidy.get("Keywords", "")))),
        language_of(language),
    )


def metadata_title(title: str) -> str:
    """The title that the data of a document tell; empty if a machine made it up."""
    title = PRINTED_BY.sub("", title, count=1).strip()
    return "" if NO_TITLE.fullmatch(title) else title[:LONGEST_TITLE]


def printed_title(lines: list[PrintLine]) -> str:
    """The first large text of a page, or the first bold one; empty if nothing stands out."""
    worded = [line for line in lines if sum(map(str.isalpha, line.text)) >= LEAST_LETTERS]
    usual = usual_size([PrintedPage(0, worded)])
    largest = max((line.size for line in worded), default=0)
    if largest > LARGER * usual:
        return _run(worded, lambda line: line.size >= max(NEARLY * largest, LARGER * usual))
    return _run(worded[:TITLE_LINES], lambda line: line.is_bold)


def _run(lines: list[PrintLine], stands_out: Callable[[PrintLine], bool]) -> str:
    """The first lines one after the other that stand out and are of one size."""
    title: list[PrintLine] = []
    for line in lines:
        is_alike = not title or abs(line.size - title[0].size) < SAME_SIZE
        if stands_out(line) and is_alike and len(title) < TITLE_LINES:
            title.append(line)
        elif title:
            break
    text = joined_lines((line.text for line in title), frozenset())
    return text.rstrip(FOOTNOTE_MARKS)[:LONGEST_TITLE]


def date_of(written: str) -> str:
    """A date as 2004-05-31 of D:20040531120000+02'00'; empty if it is none."""
    found = DATE.match(written)
    if found is None or int(found[1]) < EARLIEST_YEAR:
        return ""
    try:
        return date(int(found[1]), int(found[2] or 1), int(found[3] or 1)).isoformat()
    except ValueError:
        return ""
