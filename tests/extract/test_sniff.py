"""What the content is, whatever the server says: a table of first bytes."""

from pathlib import Path

import pytest

from auslese.extract.sniff import LOOK, SIGNATURES, true_type

CASES = Path(__file__).parent / "cases" / "sniff.tsv"


def read_cases() -> list[tuple[bytes, str, str]]:
    lines = CASES.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    cells = [["" if cell == "-" else cell for cell in row] for row in rows]
    return [
        (content.encode().decode("unicode_escape").encode("latin-1"), declared, expected)
        for content, declared, expected in cells
    ]


@pytest.mark.parametrize(("body", "declared", "expected"), read_cases())
def test_the_content_counts(body: bytes, declared: str, expected: str) -> None:
    assert true_type(body, declared) == expected


@pytest.mark.parametrize(("signature", "media_type"), SIGNATURES)
def test_a_signature_is_recognised_whatever_follows(signature: bytes, media_type: str) -> None:
    assert true_type(signature + b"<html>", "text/html") == media_type


def test_only_the_beginning_is_looked_at() -> None:
    assert true_type(b"x" * LOOK + b"\x00", "text/plain") == "text/plain"
