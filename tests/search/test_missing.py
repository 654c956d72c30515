"""Values that no page has are told, with what there is instead."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from auslese.records.query import QueryNote, QueryNoteReason
from auslese.search.answer.missing_values import KnownValues, missing_values
from auslese.search.query.query_parser import parse
from auslese.wording.query_notes import describe_note

LANGUAGES = ("de", "en", "sr-Latn")
CLUSTERS = {1: "Eis, Institut für Gletscherkunde", 7: "Orgelbau", 9: "Wein"}


def notes_on(text: str) -> list[QueryNote]:
    return list(missing_values(parse(text).tree, KnownValues(LANGUAGES, CLUSTERS)))


@pytest.mark.parametrize(
    ("text", "reason", "about"),
    [
        ("ice lang:xx", QueryNoteReason.NO_LANGUAGE, "de, en, sr-Latn"),
        ("-lang:xx ice", QueryNoteReason.NO_LANGUAGE, "de, en, sr-Latn"),
        ("lang:x*", QueryNoteReason.NO_LANGUAGE, "de, en, sr-Latn"),
        ("(a OR lang:xx) AND lang:yy", QueryNoteReason.NO_LANGUAGE, "de, en, sr-Latn"),
        ("cluster:eis", QueryNoteReason.NO_CLUSTER, 'cluster:"Eis, Institut für Gletscherkunde"'),
        (
            "cluster:77",
            QueryNoteReason.NO_CLUSTER,
            " · ".join(f'cluster:"{v}"' for v in CLUSTERS.values()),
        ),
        ("topic:energy", QueryNoteReason.NO_TOPICS, "energy"),
        ("topic:energy>0.6", QueryNoteReason.NO_TOPICS, "energy"),
        ("ice rechte:ai-train", QueryNoteReason.RIGHTS, "rights:ai-train"),
        ("person:Ahornrieder", QueryNoteReason.NO_PERSONS, "Ahornrieder"),
    ],
)
def test_a_value_in_vain_is_told_once(text: str, reason: QueryNoteReason, about: str) -> None:
    assert notes_on(text) == [QueryNote(reason, about)]


@pytest.mark.parametrize(
    "text",
    [
        "ice",
        "lang:de",
        "lang:German",
        "lang:sr",
        "lang:d*",
        "lang:unknown",
        "cluster:orgelbau",
        "cluster:9",
        'cluster:"Eis, Institut für Gletscherkunde"',
        "author:Ahornrieder depth<3",
    ],
)
def test_nothing_is_told_of_values_that_there_are(text: str) -> None:
    assert notes_on(text) == []


def test_what_is_told_about_a_cluster_finds_it() -> None:
    (note,) = notes_on("cluster:gletscher")

    assert notes_on(note.about) == []


def test_a_topic_that_there_is_not_is_told_with_those_there_are() -> None:
    known = KnownValues(LANGUAGES, CLUSTERS, ("Energy", "solar power"))
    names = 'topic:"Energy" · topic:"solar power"'

    for text in ("topic:wine", "-topic:wine>0.5", "thema:w*"):
        (note,) = missing_values(parse(text).tree, known)
        assert note == QueryNote(QueryNoteReason.NO_TOPIC, names)
    assert describe_note(note) == f"No topic has this name; these there are: {names}"
    assert describe_note(note, "de") == f"Kein Thema heißt so; es gibt diese: {names}"
    for text in ("topic:ENERGY", 'topic:"Solar  Power"<=0.5', "topic:sol*"):
        assert missing_values(parse(text).tree, known) == ()


def test_the_sentence_names_what_there_is() -> None:
    assert describe_note(notes_on("lang:xx")[0]) == (
        "No page is in this language; these there are: de, en, sr-Latn"
    )
    assert describe_note(notes_on("lang:xx")[0], "de").endswith("de, en, sr-Latn")


@given(some.text())
def test_every_query_has_notes_that_can_be_told(text: str) -> None:
    for note in notes_on(text):
        assert describe_note(note)


def test_a_query_of_very_many_values_is_looked_at_in_part() -> None:
    values = " ".join(f"topic:t{number}" for number in range(500))

    assert 0 < len(notes_on(values)) < 100
