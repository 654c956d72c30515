"""What fields, measures and operators are called, in German and English alike."""

from typing import Literal

from auslese.records.query import FieldName, Measure

Language = Literal["de", "en"]

ANDS = ("AND", "UND")
ORS = ("OR", "ODER")
NOTS = ("NOT", "NICHT")
NEARS = ("NEAR", "NAHE")

_GERMAN_FIELDS = {
    FieldName.TITLE: "titel",
    FieldName.TEXT: "text",
    FieldName.ANCHOR: "linktext",
    FieldName.AUTHOR: "autor",
    FieldName.PERSON: "person",
    FieldName.URL: "url",
    FieldName.SITE: "site",
    FieldName.HOST: "host",
    FieldName.LANGUAGE: "sprache",
    FieldName.TYPE: "typ",
    FieldName.TOPIC: "thema",
    FieldName.CLUSTER: "gruppe",
    FieldName.RIGHTS: "rechte",
}
_GERMAN_MEASURES = {
    Measure.DATE: "datum",
    Measure.DEPTH: "tiefe",
    Measure.WORDS: "wörter",
    Measure.SIZE: "größe",
    Measure.RANK: "rang",
    Measure.TOPIC: "thema",
}
# What people type after other search engines.
_ALSO_FIELDS = {
    "intitle": FieldName.TITLE,
    "intext": FieldName.TEXT,
    "inanchor": FieldName.ANCHOR,
    "autorin": FieldName.AUTHOR,
    "inurl": FieldName.URL,
    "adresse": FieldName.URL,
    "language": FieldName.LANGUAGE,
    "filetype": FieldName.TYPE,
    "dateityp": FieldName.TYPE,
}
_ALSO_MEASURES = {
    "woerter": Measure.WORDS,
    "groesse": Measure.SIZE,
    "grösse": Measure.SIZE,
    "jahr": Measure.DATE,
}

FIELDS: dict[str, FieldName] = (
    {str(name): name for name in FieldName}
    | {called: name for name, called in _GERMAN_FIELDS.items()}
    | _ALSO_FIELDS
)
MEASURES: dict[str, Measure] = (
    {str(name): name for name in Measure}
    | {called: name for name, called in _GERMAN_MEASURES.items()}
    | _ALSO_MEASURES
)


def operator(names: tuple[str, str], language: Language) -> str:
    """What an operator is called in a language."""
    return names[language == "de"]


def field_name(name: FieldName, language: Language) -> str:
    """What a field is called in a language."""
    return _GERMAN_FIELDS[name] if language == "de" else str(name)


def measure_name(name: Measure, language: Language) -> str:
    """What a measure is called in a language."""
    return _GERMAN_MEASURES[name] if language == "de" else str(name)
