"""What CoNLL-U asks of a file, in the manner of the official validator's first levels."""

import re
import unicodedata
from typing import NamedTuple

ROW = re.compile(r"([1-9]\d*)\t([^\t\s]+)((?:\t_){7})\t(_|SpaceAfter=No)")
COLUMNS = 10


class ReadSentence(NamedTuple):
    """A sentence with its comments and forms."""

    comments: dict[str, str]
    forms: list[str]


def read_conllu(data: bytes) -> list[ReadSentence]:
    """The sentences of a file; AssertionError says what it breaks."""
    text = data.decode("utf-8")
    assert unicodedata.is_normalized("NFC", text)
    assert not set(text) & set("\r\ufffd"), "the validator takes U+FFFD for damage"
    if not text:
        return []
    assert text.endswith("\n\n"), "an empty line ends each sentence, the last one too"
    blocks = text.removesuffix("\n\n").split("\n\n")
    found = [_sentence(block) for block in blocks]
    ids = [each.comments["sent_id"] for each in found]
    assert len(set(ids)) == len(ids), "ids of sentences are there once"
    return found


def _sentence(block: str) -> ReadSentence:
    lines = block.split("\n")
    comments = [line for line in lines if line.startswith("# ")]
    rows = lines[len(comments) :]
    assert lines[: len(comments)] == comments, "comments come first"
    told = dict(line[2:].split(" = ", 1) for line in comments)
    assert re.fullmatch(r"[^\s/]+", told["sent_id"])
    forms, rebuilt = [], ""
    assert rows
    for number, row in enumerate(rows, 1):
        fields = ROW.fullmatch(row)
        assert fields, row
        assert row.count("\t") == COLUMNS - 1
        assert int(fields[1]) == number
        forms.append(fields[2])
        rebuilt += fields[2] + ("" if fields[4] != "_" else " ")
    assert rebuilt.removesuffix(" ") == told["text"]
    assert rebuilt.endswith(" "), "nothing follows the last word"
    assert told["text"] == told["text"].strip()
    return ReadSentence(told, forms)
