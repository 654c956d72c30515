"""What is said when several machines work together, and something between them does not."""

from auslese.wording.coded_sentence import SentenceForm


class SharedFrontierProblem(SentenceForm):
    """Why the frontier that machines share cannot be used, and what to do about it."""

    LOST = (
        "the database of the frontier ({place}) has not answered for {seconds:,.0f} seconds"
        " ({problem}); nothing recorded is lost: see that it runs and can be reached, and give the"
        " same command again",
        "die Datenbank der Frontier ({place}) antwortet seit {seconds:,.0f} Sekunden nicht"
        " ({problem}); nichts Verzeichnetes ist verloren: nachsehen, ob sie läuft und erreichbar"
        " ist, und denselben Befehl noch einmal geben",
    )
    NOT_INSTALLED = (
        "a frontier in PostgreSQL needs the extra `cluster`: pip install 'auslese[cluster]'",
        "eine Frontier in PostgreSQL braucht die Erweiterung `cluster`:"
        " pip install 'auslese[cluster]'",
    )
    BAD_URL = (
        "{url!r} names no schema of PostgreSQL; expected"
        " postgresql://user@host:5432/database?schema=name",
        "{url!r} nennt kein Schema von PostgreSQL; erwartet wird"
        " postgresql://user@host:5432/database?schema=name",
    )
    NEWER = (
        "the frontier in {place} was made by a newer program (version {found:d}, this one knows"
        " {known:d}): update this one",
        "die Frontier in {place} stammt von einem neueren Programm (Version {found:d}, dieses kennt"
        " {known:d}): dieses aktualisieren",
    )
    NAME_TAKEN = (
        "another crawl has opened the frontier in {place} for this collection, and is at work:"
        " wait until it has ended, or end it",
        "ein anderer Crawl hat die Frontier in {place} für diese Sammlung geöffnet und arbeitet:"
        " warten, bis er zu Ende ist, oder ihn beenden",
    )
    OLD_SERVER = (
        "{place} is PostgreSQL {found}; 15 or newer is needed",
        "{place} ist PostgreSQL {found}; nötig ist 15 oder neuer",
    )
