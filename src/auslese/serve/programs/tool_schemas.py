"""What the tools for programs take, as JSON schemas, and whether arguments fit.

The schemas use few words of JSON Schema, so that what checks arguments is as short; tests hold it
against a whole implementation.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

MOST_HITS = 50
HITS = 10
MOST_LETTERS = 20_000  # of a passage: some 5,000 tokens, which leaves room to think
LETTERS = 8_000
LONGEST_QUERY, LONGEST_URL = 2_000, 4_000
MOST_LANGUAGES, LONGEST_LANGUAGE = 20, 20
LAST_LETTER = 1_000_000_000

ToolSchema = Mapping[str, Any]
Arguments = Mapping[str, Any]


class ProgramTool(NamedTuple):
    """A tool as programs see it."""

    name: str
    title: str
    about: str
    schema: ToolSchema

    def as_json(self) -> dict[str, Any]:
        """As `tools/list` has it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.about,
            "inputSchema": self.schema,
            "annotations": {
                "readOnlyHint": True,
                "destructiveHint": False,
                "idempotentHint": True,
                "openWorldHint": False,
            },
        }


def _text(about: str, longest: int) -> dict[str, Any]:
    return {"type": "string", "description": about, "minLength": 1, "maxLength": longest}


def _number(about: str, least: int, most: int, usual: int) -> dict[str, Any]:
    return {
        "type": "integer",
        "description": about,
        "minimum": least,
        "maximum": most,
        "default": usual,
    }


def _object(required: list[str], **properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties | {"collection": COLLECTION},
        "required": required,
        "additionalProperties": False,
    }


COLLECTION = _text("Which collection, by its name; not needed if there is only one.", 200)
URL = _text("Address of a page, as search gives it.", LONGEST_URL)
LANGUAGES = {
    "type": "array",
    "description": "Only pages in these languages, as de.",
    "items": {"type": "string", "minLength": 1, "maxLength": LONGEST_LANGUAGE},
    "maxItems": MOST_LANGUAGES,
}
TOOLS = (
    ProgramTool(
        "search",
        "Search the collection",
        "Find pages of the collection by words. Gives title, address, language, date and a snippet"
        " of each; `read` gives the text. The query may have phrases in quotation marks, OR, -word,"
        " word*, title: and site: and similar fields.",
        _object(
            ["query"],
            query=_text("What to look for.", LONGEST_QUERY),
            k=_number("How many pages.", 1, MOST_HITS, HITS),
            language=LANGUAGES,
            where=_text(
                "Conditions on pages alone, as `site:example.org date:2024.. NOT type:pdf`.",
                LONGEST_QUERY,
            ),
        ),
    ),
    ProgramTool(
        "read",
        "Read a page",
        "Read the main text of a page as Markdown, passage by passage: where it goes on is said at"
        " the end. The first passage comes with a table of contents that has the offsets of"
        " headings.",
        _object(
            ["url"],
            url=URL,
            offset=_number("From which character on.", 0, LAST_LETTER, 0),
            limit=_number("How many characters at most.", 200, MOST_LETTERS, LETTERS),
        ),
    ),
    ProgramTool(
        "similar",
        "Find similar pages",
        "Find pages that belong to a page, by links and by words, with the reasons.",
        _object(["url"], url=URL, k=_number("How many pages.", 1, MOST_HITS, HITS)),
    ),
    ProgramTool(
        "trace",
        "Trace an address",
        "Tell what became of an address: how the crawl came to it, when it was tried, how that"
        " ended, also for addresses that were refused or failed.",
        _object(["url"], url=URL),
    ),
)


def problem_with(schema: ToolSchema, arguments: object) -> str:
    """What is wrong with the arguments of a tool, in one line; empty if they fit."""
    if not isinstance(arguments, dict):
        return "arguments: expected an object"
    properties = schema["properties"]
    if missing := [name for name in schema["required"] if name not in arguments]:
        return f"{missing[0]} is missing"
    for name, value in arguments.items():
        if name not in properties:
            return f"there is no argument {name[:100]!r}; there are {', '.join(properties)}"
        if problem := _misfit(properties[name], value):
            return f"{name}: {problem}"
    return ""


def _misfit(schema: ToolSchema, value: object) -> str:
    if schema["type"] == "string":
        return _misfit_text(schema, value)
    if schema["type"] == "array":
        return _misfit_list(schema, value)
    least, most = schema["minimum"], schema["maximum"]
    is_whole = isinstance(value, int | float) and not isinstance(value, bool) and value % 1 == 0
    return "" if is_whole and least <= value <= most else f"expected {least} to {most}"


def _misfit_text(schema: ToolSchema, value: object) -> str:
    if not isinstance(value, str):
        return "expected a text"
    if not schema["minLength"] <= len(value) <= schema["maxLength"]:
        return f"expected {schema['minLength']} to {schema['maxLength']} characters"
    return ""


def _misfit_list(schema: ToolSchema, value: object) -> str:
    if not isinstance(value, list):
        return "expected a list"
    if len(value) > schema["maxItems"]:
        return f"expected {schema['maxItems']} at most"
    return next(filter(None, (_misfit(schema["items"], each) for each in value)), "")
