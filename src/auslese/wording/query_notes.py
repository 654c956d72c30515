"""What was done to a query, in a sentence for the person who typed it: in a terminal, on a page."""

from typing import NamedTuple

from auslese.records.query import QueryNote, QueryNoteReason
from auslese.wording.ui_languages import ENGLISH, GERMAN

UNNAMED = "…"  # where a note says nothing about what it is about

# English and German; braces stand for what the note is about.
NOTES = {
    QueryNoteReason.CORRECTED: (
        "No page has {}; this is the answer to what was probably meant.",
        "Keine Seite hat {}; dies ist die Antwort auf das, was wohl gemeint war.",
    ),
    QueryNoteReason.NOT_FOUND: (
        "No page has {}.",
        "Keine Seite hat {}.",
    ),
    QueryNoteReason.CUT: (
        "The query is too long; its end was left out.",
        "Die Frage war zu lang; ihr Ende fiel weg.",
    ),
    QueryNoteReason.TOO_MANY: (
        "There are too many words; the last ones were left out.",
        "Es waren zu viele Wörter; die letzten fielen weg.",
    ),
    QueryNoteReason.TOO_DEEP: (
        "There are too many brackets in brackets; the inner ones were left out.",
        "Klammern standen in zu vielen Klammern; die inneren fielen weg.",
    ),
    QueryNoteReason.QUOTE: (
        "A quotation mark without its partner was left out.",
        "Ein einzelnes Anführungszeichen wurde weggelassen.",
    ),
    QueryNoteReason.OPEN: (
        "A bracket was not closed; it goes to the end.",
        "Eine Klammer war nicht geschlossen; sie geht bis zum Ende.",
    ),
    QueryNoteReason.CLOSE: (
        "A bracket was closed that was not open; it was left out.",
        "Eine Klammer wurde geschlossen, die nicht offen war; sie fiel weg.",
    ),
    QueryNoteReason.HOLLOW: (
        "Brackets or quotation marks with nothing between them were left out.",
        "In einer Klammer oder einem Zitat stand nichts; sie fiel weg.",
    ),
    QueryNoteReason.OPERATOR: (
        "{} has nothing to work on and was left out.",
        "{} steht allein und wurde weggelassen.",
    ),
    QueryNoteReason.UNKNOWN_FIELD: (
        "There is no field {}; it was taken as a word.",
        "Es gibt kein Feld {}; es wurde als Wort genommen.",
    ),
    QueryNoteReason.NO_VALUE: (
        "The field {} has no value.",
        "Dem Feld {} fehlt ein Wert.",
    ),
    QueryNoteReason.VALUE: (
        "{} is not a value of this field; it was taken as words.",
        "{} ist kein Wert dieses Feldes; es wurde als Wörter genommen.",
    ),
    QueryNoteReason.SWAPPED: (
        "The bounds of {} were swapped.",
        "Die Grenzen von {} wurden vertauscht.",
    ),
    QueryNoteReason.STAR: (
        "A star can only stand at the end of a word: {}",
        "Ein Stern kann nur am Ende eines Wortes stehen: {}",
    ),
    QueryNoteReason.NEAR: (
        "NEAR can only stand between words and phrases; it was taken as AND.",
        "NEAR wirkt zwischen Wörtern; es wurde als UND genommen.",
    ),
    QueryNoteReason.NUMBER: (
        "{} is too far; the largest distance was taken.",
        "{} ist zu weit; der größte Abstand wurde genommen.",
    ),
    QueryNoteReason.ADDRESS: (
        "Pages under this address are looked for: {}",
        "Gesucht werden Seiten unter dieser Adresse: {}",
    ),
    QueryNoteReason.ONLY_NOT: (
        "All pages but those excluded are looked for.",
        "Es gab nur Ausschlüsse; alle anderen Seiten sind gemeint.",
    ),
    QueryNoteReason.NO_WORDS: (
        "There is nothing to look for in it.",
        "Darin war nichts, wonach gesucht werden könnte.",
    ),
    QueryNoteReason.NO_LANGUAGE: (
        "No page is in this language; these there are: {}",
        "Keine Seite ist in dieser Sprache; es gibt diese: {}",
    ),
    QueryNoteReason.NO_CLUSTER: (
        "No cluster has this label; these there are: {}",
        "Kein Cluster heißt so; es gibt diese: {}",
    ),
    QueryNoteReason.NO_TOPIC: (
        "No topic has this name; these there are: {}",
        "Kein Thema heißt so; es gibt diese: {}",
    ),
    QueryNoteReason.RIGHTS: (
        "{} is a condition for exports and lists; search knows nothing of rights.",
        "{} ist eine Bedingung für Exporte und Listen; die Suche weiß nichts von Rechten.",
    ),
    QueryNoteReason.NO_TOPICS: (
        "Pages are not rated by topics yet, so none fits: {}",
        "Seiten sind noch nicht nach Themen bewertet, darum passt keine: {}",
    ),
    QueryNoteReason.NO_PERSON: (
        "Nobody of this name is known from these pages: {}",
        "Aus diesen Seiten ist niemand dieses Namens bekannt: {}",
    ),
    QueryNoteReason.NO_PERSONS: (
        "People named in pages are not known yet; authors are looked for: {}",
        "Wer in Seiten genannt ist, ist noch nicht bekannt; gesucht wird {} unter den Verfassern.",
    ),
}


class NoteParts(NamedTuple):
    """A sentence in three parts, so that a page can set apart what somebody typed."""

    before: str
    about: str = ""
    after: str = ""


def note_parts(note: QueryNote, ui_language: str = ENGLISH) -> NoteParts:
    """A note as a sentence, cut around what it is about."""
    english, german = NOTES[note.reason]
    before, place, after = (german if ui_language == GERMAN else english).partition("{}")
    return NoteParts(before, note.about or UNNAMED if place else "", after)


def describe_note(note: QueryNote, ui_language: str = ENGLISH) -> str:
    """A note as a sentence."""
    return "".join(note_parts(note, ui_language))
