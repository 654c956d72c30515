"""The languages of pages, batch by batch: what the stage `language` hands to processes."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from auslese.analyse.language.language_mix import (
    LanguageMix,
    LanguageMixInput,
    in_its_running_text,
    recognise_mixes,
)
from auslese.analyse.language.recogniser import Recogniser
from auslese.recipes.languages.chosen_model import ChosenLanguageModel
from auslese.recipes.languages.model_opening import recogniser_of
from auslese.records.document import ReadProblem
from auslese.system.shard_function import LISTS, ShardFunction

MOST_LETTERS = 400_000  # of a page that are handed over; more are not looked at


class DocumentParagraphs(NamedTuple):
    """What is needed of a document to tell its languages."""

    id: int
    url: str
    fetched_at: datetime
    text: str
    paragraphs: list[dict[str, int]]
    rest: str
    language_hint: str


class LanguageInput(NamedTuple):
    """A page on its way to the process that tells its languages."""

    paragraphs: list[str]
    claims: list[str]


class LanguageColumns(NamedTuple):
    """The answer: the columns of the table that the process knows."""

    language: str
    confidence: float
    runner_up: str
    running_text: float
    is_running: bool
    mix: list[dict[str, Any]]
    paragraphs: list[dict[str, Any]]


NO_LANGUAGE_COLUMNS = LanguageColumns("", 0.0, "", 0.0, False, [], [])


def letters_looked_at(document: DocumentParagraphs) -> int:
    """How many letters of a document cost work."""
    return min(len(document.text) or len(document.rest), MOST_LETTERS)


def pack(documents: Iterable[DocumentParagraphs], claims: dict[int, list[str]]) -> bytes:
    """Pages for the process that tells their languages."""
    pages = [
        LanguageInput(paragraphs_of(each), [each.language_hint, *claims.get(each.id, [])])
        for each in documents
    ]
    return msgspec.msgpack.encode(pages)


def paragraphs_of(document: DocumentParagraphs) -> list[str]:
    """The paragraphs of the main text; of a page without one, the lines that a reader sees."""
    if not document.text:
        return document.rest[:MOST_LETTERS].split("\n")
    text = document.text[:MOST_LETTERS]
    return [text[each["start"] : each["end"]] for each in document.paragraphs]


def unpack(answer: bytes) -> list[LanguageColumns]:
    """The languages of pages as they came from a process."""
    return msgspec.msgpack.decode(answer, type=list[LanguageColumns])


def recognise_batch(recogniser: Recogniser, batch: bytes) -> bytes:
    """The languages of each page of a batch."""
    decoded = msgspec.msgpack.decode(batch, type=list[LanguageInput])
    pages = [LanguageMixInput(*page) for page in decoded]
    mixes = map(in_its_running_text, recognise_mixes(recogniser, pages), pages)
    return msgspec.msgpack.encode([language_columns_of(mix) for mix in mixes])


def leave_unrecognised(model: ChosenLanguageModel, batch: bytes, why: ReadProblem) -> bytes:
    """Of a page that kills its process nothing is told."""
    return msgspec.msgpack.encode([NO_LANGUAGE_COLUMNS])


def language_columns_of(mix: LanguageMix) -> LanguageColumns:
    """The languages of a page as the table has them."""
    paragraphs = [
        {
            "number": number,
            "language": each.language,
            "confidence": each.confidence,
            "running_text": each.running_text,
            "is_running": each.is_running,
        }
        for number, each in enumerate(mix.paragraphs)
    ]
    others = [code for code, _ in mix.alternatives if code != mix.language]
    return LanguageColumns(
        mix.language,
        mix.confidence,
        others[0] if others else "",
        mix.running_text,
        mix.is_running,
        [{"language": code, "share": share} for code, share in mix.shares],
        paragraphs,
    )


LANGUAGE_SHARDS = ShardFunction(recogniser_of, recognise_batch, leave_unrecognised, LISTS)
