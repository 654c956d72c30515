"""What was done to a query, in a sentence for the person who typed it."""

from auslese.records.query import QueryNote, QueryNoteReason
from auslese.search.query.field_names import Language

_ENGLISH = {
    QueryNoteReason.CUT: "The query is too long; its end was left out.",
    QueryNoteReason.TOO_MANY: "There are too many words; the last ones were left out.",
    QueryNoteReason.TOO_DEEP: (
        "There are too many brackets in brackets; the inner ones were left out."
    ),
    QueryNoteReason.QUOTE: "A quotation mark without its partner was left out.",
    QueryNoteReason.OPEN: "A bracket was not closed; it goes to the end.",
    QueryNoteReason.CLOSE: "A bracket was closed that was not open; it was left out.",
    QueryNoteReason.HOLLOW: "Brackets or quotation marks with nothing between them were left out.",
    QueryNoteReason.OPERATOR: "{} has nothing to work on and was left out.",
    QueryNoteReason.UNKNOWN_FIELD: "There is no field {}; it was taken as a word.",
    QueryNoteReason.NO_VALUE: "The field {} has no value.",
    QueryNoteReason.VALUE: "{} is not a value of this field; it was taken as words.",
    QueryNoteReason.SWAPPED: "The bounds of {} were swapped.",
    QueryNoteReason.STAR: "A star can only stand at the end of a word: {}",
    QueryNoteReason.NEAR: "NEAR can only stand between words and phrases; it was taken as AND.",
    QueryNoteReason.NUMBER: "{} is too far; the largest distance was taken.",
    QueryNoteReason.ADDRESS: "Pages under this address are looked for: {}",
    QueryNoteReason.ONLY_NOT: "All pages but those excluded are looked for.",
    QueryNoteReason.NO_WORDS: "There is nothing to look for in it.",
    QueryNoteReason.NO_LANGUAGE: "No page is in this language; these there are: {}",
    QueryNoteReason.NO_CLUSTER: "No cluster has this label; these there are: {}",
    QueryNoteReason.NO_TOPICS: "Pages are not rated by topics yet, so none fits: {}",
    QueryNoteReason.NO_PERSONS: (
        "People named in pages are not known yet; authors are looked for: {}"
    ),
}
_GERMAN = {
    QueryNoteReason.CUT: "Die Anfrage ist zu lang; ihr Ende wurde weggelassen.",
    QueryNoteReason.TOO_MANY: "Es sind zu viele Wörter; die letzten wurden weggelassen.",
    QueryNoteReason.TOO_DEEP: "Zu viele Klammern in Klammern; die inneren wurden weggelassen.",
    QueryNoteReason.QUOTE: "Ein einzelnes Anführungszeichen wurde weggelassen.",
    QueryNoteReason.OPEN: "Eine Klammer wurde nicht geschlossen; sie geht bis zum Ende.",
    QueryNoteReason.CLOSE: "Eine Klammer zu viel wurde weggelassen.",
    QueryNoteReason.HOLLOW: "Klammern oder Anführungszeichen ohne Inhalt wurden weggelassen.",
    QueryNoteReason.OPERATOR: "{} steht allein und wurde weggelassen.",
    QueryNoteReason.UNKNOWN_FIELD: "Es gibt kein Feld {}; es wurde als Wort genommen.",
    QueryNoteReason.NO_VALUE: "Dem Feld {} fehlt ein Wert.",
    QueryNoteReason.VALUE: "{} ist kein Wert dieses Feldes; es wurde als Wörter genommen.",
    QueryNoteReason.SWAPPED: "Die Grenzen von {} wurden vertauscht.",
    QueryNoteReason.STAR: "Ein Stern kann nur am Ende eines Wortes stehen: {}",
    QueryNoteReason.NEAR: (
        "NAHE kann nur zwischen Wörtern und Phrasen stehen; es wurde als UND genommen."
    ),
    QueryNoteReason.NUMBER: "{} ist zu weit; der größte Abstand wurde genommen.",
    QueryNoteReason.ADDRESS: "Gesucht werden Seiten unter dieser Adresse: {}",
    QueryNoteReason.ONLY_NOT: "Gesucht werden alle Seiten außer den ausgeschlossenen.",
    QueryNoteReason.NO_WORDS: "Darin ist nichts, wonach gesucht werden kann.",
    QueryNoteReason.NO_LANGUAGE: "Keine Seite ist in dieser Sprache; es gibt diese: {}",
    QueryNoteReason.NO_CLUSTER: "Kein Cluster heißt so; es gibt diese: {}",
    QueryNoteReason.NO_TOPICS: "Seiten sind noch nicht nach Themen bewertet, darum passt keine: {}",
    QueryNoteReason.NO_PERSONS: "Wer in Seiten genannt ist, ist noch nicht bekannt; gesucht wird {}"
    " unter den Verfassern.",
}


def describe_note(note: QueryNote, language: Language = "en") -> str:
    """A note as a sentence."""
    sentence = (_GERMAN if language == "de" else _ENGLISH)[note.reason]
    return sentence.replace("{}", note.about or "…")
