"""In which formats an answer is offered as a file."""

from collections.abc import Mapping
from typing import NamedTuple

MOST_EXPORTED = (
    500  # of an answer that leave at once; whoever wants more asks who has the collection
)
COLUMNS = ("url", "title", "author", "date", "language", "site_name", "words", "text")
"""Of a document, what somebody wants who asked a question."""


class AnswerFormat(NamedTuple):
    """A format in which an answer is offered."""

    label: str
    """A name of its own, the same in all languages."""
    media_type: str
    columns: tuple[str, ...] = ()

    @property
    def plain_type(self) -> str:
        """The type without its parameters."""
        return self.media_type.partition(";")[0]


ANSWER_FORMATS: Mapping[str, AnswerFormat] = {
    "csv": AnswerFormat("CSV", "text/csv; charset=utf-8", COLUMNS),
    "jsonl": AnswerFormat("JSON Lines", "application/x-ndjson"),
    "markdown": AnswerFormat("Markdown", "text/markdown; charset=utf-8"),
    "text": AnswerFormat("Text", "text/plain; charset=utf-8"),
    "tei": AnswerFormat("TEI", "application/tei+xml"),
    "xml": AnswerFormat("XML", "application/xml"),
    "parquet": AnswerFormat("Parquet", "application/vnd.apache.parquet"),
    "vertical": AnswerFormat("Vertical", "text/plain; charset=utf-8"),
    "conllu": AnswerFormat("CoNLL-U", "text/plain; charset=utf-8"),
    "ntriples": AnswerFormat("N-Triples", "application/n-triples"),
    "trec": AnswerFormat("TREC", "text/plain; charset=utf-8"),
    "opensearch": AnswerFormat("OpenSearch", "application/x-ndjson"),
    "warc": AnswerFormat("WARC", "application/gzip"),
    "wacz": AnswerFormat("WACZ", "application/wacz"),
}
