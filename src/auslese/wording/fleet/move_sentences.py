"""What is said when a frontier is brought from one store into another."""

from auslese.wording.coded_sentence import SentenceForm


class FrontierMoveProblem(SentenceForm):
    """Why a frontier was not moved, and what to do about it."""

    AT_WORK = (
        "other machines are at work in this frontier: {number:,d} of their rows and hosts are"
        " still on the way; stop them, let them write what they have, and give the same command"
        " again",
        "andere Rechner arbeiten in dieser Frontier: {number:,d} ihrer Zeilen und Hosts sind noch"
        " unterwegs; sie anhalten, sie schreiben lassen, was sie haben, und denselben Befehl noch"
        " einmal geben",
    )
    OTHER_THERE = (
        "there is another frontier in {place} already; name an empty schema, or remove that one",
        "in {place} liegt schon eine andere Frontier; ein leeres Schema nennen oder jene entfernen",
    )
    INCOMPLETE = (
        "what came to {place} is not what was sent ({tables}); nothing was changed, the frontier is"
        " where it was",
        "was in {place} ankam, ist nicht, was abging ({tables}); nichts wurde geändert, die"
        " Frontier ist, wo sie war",
    )
    NO_TARGET = (
        "{target!r} is no place for a frontier; expected embedded or"
        " postgresql://user@host:5432/database?schema=name",
        "{target!r} ist kein Ort für eine Frontier; erwartet wird embedded oder"
        " postgresql://user@host:5432/database?schema=name",
    )
