"""What was done to a query, in a sentence for the person who typed it."""

from auslese.records.query import Note, Reason
from auslese.search.names import Language

_ENGLISH = {
    Reason.CUT: "The query is too long; its end was left out.",
    Reason.TOO_MANY: "There are too many words; the last ones were left out.",
    Reason.TOO_DEEP: "There are too many brackets in brackets; the inner ones were left out.",
    Reason.QUOTE: "A quotation mark without its partner was left out.",
    Reason.OPEN: "A bracket was not closed; it goes to the end.",
    Reason.CLOSE: "A bracket was closed that was not open; it was left out.",
    Reason.HOLLOW: "Brackets or quotation marks with nothing between them were left out.",
    Reason.OPERATOR: "{} has nothing to work on and was left out.",
    Reason.UNKNOWN_FIELD: "There is no field {}; it was taken as a word.",
    Reason.NO_VALUE: "The field {} has no value.",
    Reason.VALUE: "{} is not a value of this field; it was taken as words.",
    Reason.SWAPPED: "The bounds of {} were swapped.",
    Reason.STAR: "A star can only stand at the end of a word: {}",
    Reason.NEAR: "NEAR can only stand between words and phrases; it was taken as AND.",
    Reason.NUMBER: "{} is too far; the largest distance was taken.",
    Reason.ADDRESS: "Pages under this address are looked for: {}",
    Reason.ONLY_NOT: "All pages but those excluded are looked for.",
    Reason.NO_WORDS: "There is nothing to look for in it.",
    Reason.NO_LANGUAGE: "No page is in this language; these there are: {}",
    Reason.NO_CLUSTER: "No cluster has this label; these there are: {}",
    Reason.NO_TOPICS: "Pages are not rated by topics yet, so none fits: {}",
    Reason.NO_PERSONS: "People named in pages are not known yet; authors are looked for: {}",
}
_GERMAN = {
    Reason.CUT: "Die Anfrage ist zu lang; ihr Ende wurde weggelassen.",
    Reason.TOO_MANY: "Es sind zu viele Wörter; die letzten wurden weggelassen.",
    Reason.TOO_DEEP: "Zu viele Klammern in Klammern; die inneren wurden weggelassen.",
    Reason.QUOTE: "Ein einzelnes Anführungszeichen wurde weggelassen.",
    Reason.OPEN: "Eine Klammer wurde nicht geschlossen; sie geht bis zum Ende.",
    Reason.CLOSE: "Eine Klammer zu viel wurde weggelassen.",
    Reason.HOLLOW: "Klammern oder Anführungszeichen ohne Inhalt wurden weggelassen.",
    Reason.OPERATOR: "{} steht allein und wurde weggelassen.",
    Reason.UNKNOWN_FIELD: "Es gibt kein Feld {}; es wurde als Wort genommen.",
    Reason.NO_VALUE: "Dem Feld {} fehlt ein Wert.",
    Reason.VALUE: "{} ist kein Wert dieses Feldes; es wurde als Wörter genommen.",
    Reason.SWAPPED: "Die Grenzen von {} wurden vertauscht.",
    Reason.STAR: "Ein Stern kann nur am Ende eines Wortes stehen: {}",
    Reason.NEAR: "NAHE kann nur zwischen Wörtern und Phrasen stehen; es wurde als UND genommen.",
    Reason.NUMBER: "{} ist zu weit; der größte Abstand wurde genommen.",
    Reason.ADDRESS: "Gesucht werden Seiten unter dieser Adresse: {}",
    Reason.ONLY_NOT: "Gesucht werden alle Seiten außer den ausgeschlossenen.",
    Reason.NO_WORDS: "Darin ist nichts, wonach gesucht werden kann.",
    Reason.NO_LANGUAGE: "Keine Seite ist in dieser Sprache; es gibt diese: {}",
    Reason.NO_CLUSTER: "Kein Cluster heißt so; es gibt diese: {}",
    Reason.NO_TOPICS: "Seiten sind noch nicht nach Themen bewertet, darum passt keine: {}",
    Reason.NO_PERSONS: "Wer in Seiten genannt ist, ist noch nicht bekannt; gesucht wird {}"
    " unter den Verfassern.",
}


def told(note: Note, language: Language = "en") -> str:
    """A note as a sentence."""
    sentence = (_GERMAN if language == "de" else _ENGLISH)[note.reason]
    return sentence.replace("{}", note.about or "…")
