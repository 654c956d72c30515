"""The words of a page of the web, as somebody who reads it sees them."""

from auslese.extract.document_reader import Source, read_document
from auslese.records.document import Unreadable
from auslese.records.engine_reply import ReceivedAnswer
from auslese.records.url import Url


def text_in(got: ReceivedAnswer) -> str | None:
    """Title and all visible text; None if the page cannot be read."""
    source = Source(Url(got.url), got.body, got.media_type, got.header, pictures=False)
    document = read_document(source)
    if isinstance(document, Unreadable):
        return None
    return f"{document.about.title}\n{document.visible_text}"
