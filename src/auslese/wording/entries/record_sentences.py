"""What somebody is told whose record cannot be taken, or who asks for one in vain."""

from auslese.wording.coded_sentence import SentenceForm


class RecordProblem(SentenceForm):
    """Why an entry, a decision about it, or a question for a record is not taken."""

    NO_NAME = "a record needs a name", "ein Eintrag braucht einen Namen"
    BAD_KIND = (
        "{text!r} is no kind of record; possible are {kinds}",
        "{text!r} ist keine Art von Eintrag; möglich sind {kinds}",
    )
    NO_FIELD = (
        "{kind} has no field {name!r}; possible are {names}",
        "{kind} hat kein Feld {name!r}; möglich sind {names}",
    )
    LONG_VALUE = (
        "{name}: at most {most:,} letters can be taken, found {number:,}",
        "{name}: höchstens {most:,} Zeichen sind möglich, gefunden: {number:,}",
    )
    BAD_ADDRESS = (
        "{text!r} is no address of a page, as https://www.example.org/",
        "{text!r} ist keine Adresse einer Seite wie https://www.example.org/",
    )
    BAD_DAY = (
        "{text!r} is no day as 2024-05-31, and no month or year either",
        "{text!r} ist kein Tag wie 2024-05-31, auch kein Monat oder Jahr",
    )
    BAD_KEY = "{text!r} is no key of a record", "{text!r} ist kein Schlüssel eines Eintrags"
    NO_RECORD = "there is no record {key}", "es gibt keinen Eintrag {key}"
    NO_PARENT = (
        "there is no institution {key} to which the project could belong",
        "es gibt keine Institution {key}, zu der das Projekt gehören könnte",
    )
    PARENT_OF_INSTITUTION = (
        "an institution belongs to no other one; only projects have one",
        "eine Institution gehört zu keiner anderen; nur Projekte haben eine",
    )
    HAS_PROJECTS = (
        "institution {key} has projects ({children}); remove or move them first",
        "Institution {key} hat Projekte ({children}); entfernen oder verschieben Sie erst diese",
    )
    KIND_STAYS = (
        "record {key} is of the kind {kind}, and stays so",
        "Eintrag {key} ist von der Art {kind} und bleibt es",
    )
    NO_SUBMISSION = (
        "no entry {number} waits for a decision",
        "kein Eintrag {number} wartet auf eine Entscheidung",
    )
    BAD_DECISION = (
        "{text!r} is no decision; possible are {choices}",
        "{text!r} ist keine Entscheidung; möglich sind {choices}",
    )
    MANY_WAIT = (
        "{number:,} entries wait to be checked already; please try again later",
        "{number:,} Einträge warten schon auf die Prüfung; bitte später noch einmal",
    )
    NOT_SHOWN = (
        "this server shows no records to other machines",
        "dieser Server zeigt anderen Rechnern keine Einträge",
    )
    NOT_OPEN = (
        "this server takes no entries from others",
        "dieser Server nimmt keine Einträge von anderen an",
    )
