"""`ro-crate-metadata.json`: a folder with all its files, described for archives (RO-Crate 1.1).

The form is https://w3id.org/ro/crate/1.1: one flat list of entities in JSON-LD, of which one is
the descriptor, one the folder itself, and one each file and each folder in it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import quote

METADATA_FILE = "ro-crate-metadata.json"
SPECIFICATION = "https://w3id.org/ro/crate/1.1"
ROOT = "./"
MEDIA_TYPES = {
    ".cdxj": "application/x-cdxj",
    ".cff": "text/yaml",
    ".csv": "text/csv",
    ".gexf": "application/gexf+xml",
    ".graphml": "application/graphml+xml",
    ".gz": "application/gzip",
    ".html": "text/html",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".md": "text/markdown",
    ".ndjson": "application/x-ndjson",
    ".nt": "application/n-triples",
    ".parquet": "application/vnd.apache.parquet",
    ".toml": "application/toml",
    ".tsv": "text/tab-separated-values",
    ".txt": "text/plain",
    ".vcf": "text/vcard",
    ".wacz": "application/wacz",
    ".warc": "application/warc",
    ".xml": "application/xml",
}
"""By the ending of a file; what is none of them is bytes."""
UNKNOWN = "application/octet-stream"


class CrateFile(NamedTuple):
    """A file of the folder."""

    path: str
    """Seen from the folder, with slashes."""
    bytes: int
    sha256: str = ""
    """Empty where it was not calculated."""


class CrateFolder(NamedTuple):
    """A folder in it, whose parts come before it."""

    path: str
    parts: Sequence[str]
    """Paths of its files and folders, these with a slash at the end."""


class CrateFacts(NamedTuple):
    """What is said of the whole."""

    name: str
    about: str
    made_at: datetime
    version: str
    """Of the house."""
    licence: str = ""
    citation: str = ""


def crate_pieces(
    facts: CrateFacts, parts: Iterable[CrateFile | CrateFolder], root: Sequence[str]
) -> Iterator[bytes]:
    """The file, entity by entity; `root` has the paths of what lies in the folder itself."""
    yield f'{{\n"@context": {json.dumps(SPECIFICATION + "/context")},\n"@graph": [\n'.encode()
    yield _bytes(_descriptor())
    yield b",\n" + _bytes(_root(facts, root))
    for entity in (_software(facts), *_licence(facts)):
        yield b",\n" + _bytes(entity)
    for part in parts:
        yield b",\n" + _bytes(_folder(part) if isinstance(part, CrateFolder) else _file(part))
    yield b"\n]\n}\n"


def _descriptor() -> dict[str, Any]:
    return {
        "@id": METADATA_FILE,
        "@type": "CreativeWork",
        "conformsTo": {"@id": SPECIFICATION},
        "about": {"@id": ROOT},
    }


def _root(facts: CrateFacts, parts: Sequence[str]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "@id": ROOT,
        "@type": "Dataset",
        "name": facts.name,
        "description": facts.about,
        "datePublished": facts.made_at.astimezone(UTC).isoformat(timespec="seconds"),
        "license": facts.licence or "Every page stays under the terms of its owner.",
        "hasPart": [{"@id": crate_id(part)} for part in parts],
        "mentions": {"@id": "#auslese"},
    }
    for entity in _licence(facts):
        told["license"] = {"@id": entity["@id"]}
    return told | ({"creditText": facts.citation} if facts.citation else {})


def _licence(facts: CrateFacts) -> Iterator[dict[str, Any]]:
    """The licence as a thing of its own, if it has an address."""
    if facts.licence.startswith(("http://", "https://")):
        yield {"@id": facts.licence, "@type": "CreativeWork", "name": facts.licence}


def _software(facts: CrateFacts) -> dict[str, Any]:
    return {
        "@id": "#auslese",
        "@type": "SoftwareApplication",
        "name": "Auslese",
        "softwareVersion": facts.version,
    }


def _folder(folder: CrateFolder) -> dict[str, Any]:
    return {
        "@id": crate_id(folder.path),
        "@type": "Dataset",
        "name": folder.path,
        "hasPart": [{"@id": crate_id(part)} for part in folder.parts],
    }


def _file(file: CrateFile) -> dict[str, Any]:
    told = {
        "@id": crate_id(file.path),
        "@type": "File",
        "name": file.path,
        "contentSize": str(file.bytes),
        "encodingFormat": media_type_of(file.path),
    }
    return told | ({"sha256": file.sha256} if file.sha256 else {})


def media_type_of(path: str) -> str:
    """What a file is, by the ending of its name."""
    return MEDIA_TYPES.get(f".{path.rpartition('.')[2].lower()}" if "." in path else "", UNKNOWN)


def crate_id(path: str) -> str:
    """A path as it stands in a crate: blanks and their like percent-encoded."""
    return quote(path.encode("utf-8", "surrogateescape"), safe="/-._~!$&'()*+,;=@")


def _bytes(entity: dict[str, Any]) -> bytes:
    return json.dumps(entity, ensure_ascii=False, indent=1).encode("utf-8", "replace")
