"""Made-up pages on their way out, and the export they belong to."""

from datetime import UTC, datetime
from typing import Any

from auslese.records.exported_page import ExportContext, ExportedPage

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
CONTEXT = ExportContext("mine", NOON, "0.1.0", "", "shareable")
NASTY = 'a "b" \\ <c> & ]]> </DOC>\n{"d"}\t\x00\x07\ud800\u2028\U0001f600 e\u0301'
"""A text with all that is escaped somewhere."""


def exported_page(number: int, **more: Any) -> ExportedPage:
    """A page with little said of it."""
    told: dict[str, Any] = {
        "id": number,
        "url": f"http://a.example/{number}",
        "host": "a.example",
        "fetched_at": NOON,
        "media_type": "text/html",
        "title": f"Page {number}",
        "text": "Some words.",
        "words": 2,
        "language": "en",
    }
    return ExportedPage(**told | more)
