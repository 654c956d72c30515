"""Pages with the text a person would take out of them: the labelled sets beside the checkout."""

import base64
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).resolve().parents[2]
DATA = CHECKOUT.parent / "shared" / "data"
SETS = ("aeb", "wcxb", "snippets")


class Labelled(NamedTuple):
    """A page and what is known about its text."""

    id: str
    url: str
    content: str | bytes
    """Bytes only where the page is not UTF-8."""
    gold: str
    """The whole main text; empty in the set of snippets."""
    wanted: tuple[str, ...]
    """Pieces of the main text."""
    unwanted: tuple[str, ...]
    """Pieces of what stands around it."""
    page_type: str

    @property
    def body(self) -> bytes:
        """The page as bytes."""
        return self.content if isinstance(self.content, bytes) else self.content.encode()


def file_of(data: Path, name: str) -> Path:
    return data / f"extraction_{name}" / "pages.jsonl.gz"


def read_set(data: Path, name: str) -> Iterator[Labelled]:
    """The pages of one set."""
    with gzip.open(file_of(data, name), "rt", encoding="utf-8") as lines:
        for line in lines:
            yield _labelled(json.loads(line))


def _labelled(page: dict[str, object]) -> Labelled:
    packed = page.get("html_b64")
    return Labelled(
        str(page["id"]),
        str(page.get("url") or ""),
        base64.b64decode(str(packed)) if packed else str(page["html"]),
        str(page.get("gold_text") or ""),
        _pieces(page.get("with")),
        _pieces(page.get("without")),
        str(page.get("page_type") or ""),
    )


def _pieces(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()
