"""A picture as it leaves the house: its file, and one record for each page that shows it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

Record = Mapping[str, Any]
"""A row of the table `harvest`."""
PLACE = ("archive", "segment", "record_offset", "record_length")
"""Where our archive has it, which is of no use to others."""
SHARED_NAMES = {"image": "image_key", "page": "page_key"}
"""Names that mean something else to others: loaders call the picture itself `image`."""


class PictureEntry(NamedTuple):
    """One picture."""

    records: tuple[Record, ...]
    """In the order of finding; at least one."""
    body: bytes
    ending: str
    """Of its file, as its first bytes say."""

    @property
    def first(self) -> Record:
        """The record that was found first."""
        return self.records[0]

    @property
    def caption(self) -> str:
        """The text that stands for it: its alt text, or else its title."""
        return str(self.first["alt"] or self.first["title"])


def shared_name(entry: PictureEntry) -> str:
    """Where a file lies in folders that go by content: `ab/abcdef….jpg`."""
    return content_name(entry.first["digest"], entry.ending)


def content_name(digest: str, ending: str) -> str:
    """The same for a file of which the digest is known."""
    return f"{digest[:2]}/{digest}.{ending}"


def shared_record(record: Record) -> dict[str, Any]:
    """A record without places in our archive, under the names for others."""
    return {
        SHARED_NAMES.get(name, name): value for name, value in record.items() if name not in PLACE
    }


def plain_record(record: Record) -> dict[str, Any]:
    """The same for JSON, moments in ISO 8601."""
    plain = shared_record(record)
    plain["page_fetched_at"] = record["page_fetched_at"].isoformat()
    plain["attributes"] = {each["name"]: each["value"] for each in record["attributes"]}
    return {name: _finite(value) for name, value in plain.items()}


def _finite(value: Any) -> Any:
    """JSON has no infinity: a text without any word has no score."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, list) else value
