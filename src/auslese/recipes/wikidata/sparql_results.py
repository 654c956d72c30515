"""Results of a SPARQL query in JSON (W3C, SPARQL 1.1 Query Results JSON Format), read with care."""

from typing import NamedTuple

import msgspec

from auslese.records.errors import AusleseError

ENTITY = "http://www.wikidata.org/entity/"
LONGEST_SHOWN = 80  # letters of an answer that is none


class UnreadResultsError(AusleseError):
    """An answer is no complete set of results."""


class ResultTerm(msgspec.Struct, frozen=True):
    """A value in a row of results."""

    value: str
    type: str = "literal"
    language: str = msgspec.field(name="xml:lang", default="")

    @property
    def item(self) -> str:
        """The item of Wikidata that it is, as Q5; empty if it is none."""
        name = self.value.removeprefix(ENTITY)
        is_item = self.type == "uri" and name != self.value
        return name if is_item and name[:1] == "Q" and name[1:].isdecimal() else ""


ResultRow = dict[str, ResultTerm]


class _Bindings(msgspec.Struct):
    bindings: list[ResultRow]


class _Results(msgspec.Struct):
    results: _Bindings


class BadAnswer(NamedTuple):
    """What an answer is that is no set of results."""

    reason: str
    """html, xml, cut or no_results."""
    words: str


def read_results(body: bytes, media_type: str) -> list[ResultRow] | BadAnswer:
    """The rows of an answer, or what is wrong with it; the media type need not be right."""
    try:
        return msgspec.json.decode(body, type=_Results).results.bindings
    except (msgspec.MsgspecError, UnicodeError) as problem:
        return _explained(body, media_type, str(problem))


def _explained(body: bytes, media_type: str, problem: str) -> BadAnswer:
    start = body[:LONGEST_SHOWN].decode("utf-8", "replace").strip()
    if start.startswith("<"):
        is_xml = "xml" in media_type and "html" not in media_type
        return BadAnswer(
            "xml" if is_xml else "html",
            f"it answers with {media_type or 'markup'} instead of results in JSON;"
            " is this the address of the query service, as …/sparql?",
        )
    if start.startswith("{") and ("head" in start or "results" in start):
        return BadAnswer("cut", f"its answer is not whole ({problem})")
    if not start:
        return BadAnswer("cut", "its answer is empty")
    return BadAnswer(
        "no_results", f"its answer ({media_type}) holds no results of a query: {start}"
    )
