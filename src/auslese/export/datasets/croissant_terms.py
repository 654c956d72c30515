"""The words of Croissant 1.0: context, fields and files, for every data set that we describe."""

from collections.abc import Mapping
from typing import Any

CROISSANT = "http://mlcommons.org/croissant/1.0"
TERMS = (
    "citeAs column equivalentProperty extract field fileObject fileProperty fileSet format includes"
    " isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace"
    " samplingRate separator source subField transform"
)
CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in TERMS.split()},
}
"""The one of the specification, word for word: readers of Croissant compare it."""
PARQUET = "application/x-parquet"


def record_set(name: str, fields: list[dict[str, Any]]) -> dict[str, Any]:
    """A set of records with these fields."""
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields}


def record_field(
    record: str, name: str, kind: str, source: Mapping[str, Any], about: str = ""
) -> dict[str, Any]:
    """A field of the set `record`, as `sc:Text`, and where its values come from."""
    told = {"@type": "cr:Field", "@id": f"{record}/{name}", "name": name}
    described = {"description": about} if about else {}
    return told | described | {"dataType": kind, "source": source}


def parquet_file(name: str, path: str, sha256: str) -> dict[str, Any]:
    """A Parquet file of the data set, with its digest."""
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": path,
        "encodingFormat": PARQUET,
        "sha256": sha256,
    }
