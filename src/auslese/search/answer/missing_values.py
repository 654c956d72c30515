"""Values of fields that no page has: what there is instead, or what may have been meant."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from auslese.records.query import (
    And,
    Field,
    FieldName,
    Measure,
    Not,
    Or,
    Phrase,
    Prefix,
    QueryNote,
    QueryNoteReason,
    Range,
    Some,
    Term,
    Tree,
)
from auslese.records.topic_use import topic_in, topics_by_key, topics_meant

MOST_LANGUAGES = 12  # codes are short
MOST_LABELS = 5
MOST_TOPICS = 12
MOST_LIMITS = 30  # of a query that are looked at: each is held against all clusters
UNKNOWN = "unknown"
"""What a page in no language we know has in the place of its language."""


class KnownValues(NamedTuple):
    """What pages of a collection have."""

    languages: Sequence[str]
    clusters: Mapping[int, str]
    """Labels by number."""
    topics: Sequence[str] = ()
    """Names of topics that were taught."""
    has_person: Callable[[Term], object] | None = None
    """Whether anybody has this name; None if nobody knows who is named in pages."""


def missing_values(tree: Tree, known: KnownValues) -> tuple[QueryNote, ...]:
    """Notes about values that are asked for in vain, each once."""
    limits = islice(_limits_of(tree), MOST_LIMITS)
    notes = (_note(leaf, known) for leaf in limits)
    return tuple(dict.fromkeys(note for note in notes if note is not None))


def names_topics(tree: Tree) -> bool:
    """Whether a query says anything about topics, if only what is excluded."""
    return any(
        leaf.measure is Measure.TOPIC if isinstance(leaf, Range) else leaf.name is FieldName.TOPIC
        for leaf in _limits_of(tree)
    )


def _limits_of(tree: Tree) -> Iterator[Field | Range]:
    """What says where or how much, wherever it stands."""
    match tree:
        case Field() | Range():
            yield tree
        case And(parts) | Or(parts):
            for part in parts:
                yield from _limits_of(part)
        case Some(_, demanded):
            for part in demanded:
                yield from _limits_of(part)
        case Not(part):
            yield from _limits_of(part)
        case _:
            pass


def _note(leaf: Field | Range, known: KnownValues) -> QueryNote | None:
    if isinstance(leaf, Range):
        return _topic_note(leaf, known.topics) if leaf.measure is Measure.TOPIC else None
    languages, clusters, topics, has_person = known
    value = " ".join(leaf.value.words) if isinstance(leaf.value, Phrase) else leaf.value.text
    match leaf.name:
        case FieldName.LANGUAGE if not _is_spoken(value, languages, isinstance(leaf.value, Prefix)):
            return QueryNote(QueryNoteReason.NO_LANGUAGE, ", ".join(languages[:MOST_LANGUAGES]))
        case FieldName.CLUSTER if not _is_cluster(value, clusters):
            return QueryNote(QueryNoteReason.NO_CLUSTER, _labels_like(value, clusters))
        case FieldName.TOPIC:
            return _topic_note(leaf, topics)
        case FieldName.RIGHTS:
            return QueryNote(QueryNoteReason.RIGHTS, f"{leaf.name}:{value}")
        case FieldName.PERSON:
            return _person_note(leaf.value, value, has_person)
        case _:
            return None


def _topic_note(leaf: Field | Range, topics: Sequence[str]) -> QueryNote | None:
    if not topics:
        return QueryNote(QueryNoteReason.NO_TOPICS, topic_in(leaf))
    if topics_meant(leaf, topics_by_key(topics)):
        return None
    names = " · ".join(f'topic:"{name}"' for name in topics[:MOST_TOPICS])
    return QueryNote(QueryNoteReason.NO_TOPIC, names)


def _person_note(
    asked: Term, written: str, has_person: Callable[[Term], object] | None
) -> QueryNote | None:
    if has_person is None:
        return QueryNote(QueryNoteReason.NO_PERSONS, written)
    return None if has_person(asked) else QueryNote(QueryNoteReason.NO_PERSON, written)


def _is_spoken(code: str, languages: Sequence[str], is_beginning: bool) -> bool:
    if is_beginning:
        return any(each.startswith(code) for each in (*languages, UNKNOWN))
    # As pages are found: a language in all its scripts.
    return code == UNKNOWN or code in languages or f"{code}-Latn" in languages


def _is_cluster(value: str, clusters: Mapping[int, str]) -> bool:
    """Whether the value is the number or the whole label of a cluster."""
    known = {str(number) for number in clusters} | {label.lower() for label in clusters.values()}
    return value.lower() in known


def _labels_like(value: str, clusters: Mapping[int, str]) -> str:
    """Labels that have the value in them, as one would ask for them; any labels if none has."""
    alike = [label for label in clusters.values() if value.lower() in label.lower()]
    labels = (alike or list(clusters.values()))[:MOST_LABELS]
    return " · ".join(f'cluster:"{label}"' for label in labels)
