"""What is said when something of this machine is used up; nobody else is to blame for that."""

from pathlib import Path

from auslese.system.unwritable import reason_of, remedy_for
from auslese.wording.coded_sentence import CodedSentence, SentenceForm


class ExhaustedResource(SentenceForm):
    """What is used up, and what to do; the names are those of `system.exhausted.Resource`."""

    FILES = (
        "this machine lets us open no more files at once ({problem}); nothing recorded is lost:"
        " allow more (`ulimit -n 1024`) and give the same command again",
        "dieser Rechner lässt uns nicht mehr Dateien zugleich öffnen ({problem}); nichts"
        " Verzeichnetes ist verloren: mehr erlauben (`ulimit -n 1024`) und denselben Befehl noch"
        " einmal geben",
    )
    MEMORY = (
        "memory is used up ({problem}); nothing recorded is lost: end other programs or let this"
        " one do less at once, and give the same command again",
        "der Speicher ist aufgebraucht ({problem}); nichts Verzeichnetes ist verloren: andere"
        " Programme beenden oder dieses weniger zugleich tun lassen und denselben Befehl noch"
        " einmal geben",
    )
    THREADS = (
        "this machine lets us start no more processes or threads ({problem}); nothing recorded is"
        " lost: end other programs or allow more (`ulimit -u`), and give the same command again",
        "dieser Rechner lässt uns keine Prozesse oder Threads mehr starten ({problem}); nichts"
        " Verzeichnetes ist verloren: andere Programme beenden oder mehr erlauben (`ulimit -u`) und"
        " denselben Befehl noch einmal geben",
    )
    DISK = (
        "the disk is full ({problem}); nothing recorded is lost: make room and give the same"
        " command again",
        "die Platte ist voll ({problem}); nichts Verzeichnetes ist verloren: Platz schaffen und"
        " denselben Befehl noch einmal geben",
    )
    PROCESSOR = (
        "this machine is too busy ({problem}); nothing recorded is lost: end other programs and"
        " give the same command again",
        "dieser Rechner ist zu beschäftigt ({problem}); nichts Verzeichnetes ist verloren: andere"
        " Programme beenden und denselben Befehl noch einmal geben",
    )


class DiskTrouble(SentenceForm):
    """That something cannot be written or read, why, and what to do about it."""

    UNWRITABLE = (
        "{place} cannot be written ({problem}); nothing recorded is lost: {remedy} and give the"
        " same command again",
        "{place} lässt sich nicht beschreiben ({problem}); nichts Verzeichnetes ist verloren:"
        " {remedy} und denselben Befehl noch einmal geben",
    )
    DATABASE = (
        "a database of the collection cannot be read or written: {problem}; {remedy} and give the"
        " same command again",
        "eine Datenbank der Sammlung lässt sich nicht lesen oder beschreiben: {problem}; {remedy}"
        " und denselben Befehl noch einmal geben",
    )
    DAMAGED_DATABASE = (
        "a database of the collection cannot be read or written: {problem}",
        "eine Datenbank der Sammlung lässt sich nicht lesen oder beschreiben: {problem}",
    )


class DiskRemedy(SentenceForm):
    """What a person does about it; the names are those of `system.unwritable.Remedy`."""

    ROOM = "make room", "Platz schaffen"
    RIGHT = "get the right to write there", "sich das Recht geben lassen, dort zu schreiben"
    WRITABLE = "make it writable", "es beschreibbar machen"


class ResourceNote(SentenceForm):
    """What a crawl says that goes on with less, or stops before the disk is full."""

    FEWER_HOSTS = (
        "each worker asks {hosts:host} at once, not {wanted:d}: it may open {files:d} files"
        " (`ulimit -n` allows more)",
        "jeder Arbeiter befragt {hosts:host} zugleich, nicht {wanted:d}: er darf {files:d} Dateien"
        " öffnen (`ulimit -n` erlaubt mehr)",
    )
    FEWER_WORKERS = (
        "no more than {workers:worker} can be started here ({problem}); the crawl goes on with"
        " these",
        "mehr als {workers:worker} lassen sich hier nicht starten ({problem}); der Crawl geht damit"
        " weiter",
    )
    SHORT = (
        "this machine is short of {resource} ({problem}): fewer hosts are asked at once, and no"
        " host is charged with it",
        "diesem Rechner fehlt es an {resource} ({problem}): es werden weniger Rechner zugleich"
        " befragt, und keinem wird es angelastet",
    )
    LOW_DISK = (
        "stopped before the disk is full: {free:,.0f} MB are free at {folder}, less than"
        " {wanted:,.0f} MB (limits.free_disk); make room, and the same command goes on",
        "angehalten, bevor die Platte voll ist: bei {folder} sind {free:,.0f} MB frei, weniger als"
        " {wanted:,.0f} MB (limits.free_disk); Platz schaffen, dann geht derselbe Befehl weiter",
    )


class ResourceName(SentenceForm):
    """What it is short of; the names are those of `system.exhausted.Resource`."""

    FILES = "open files", "offenen Dateien"
    MEMORY = "memory", "Speicher"
    THREADS = "threads", "Threads"
    DISK = "room on the disk", "Platz auf der Platte"
    PROCESSOR = "processor time", "Rechenzeit"


def exhausted_sentence(resource: str, problem: str) -> str:
    """That this resource is used up, and what to do about it."""
    return ExhaustedResource[resource.upper()].of(problem=problem)


def unwritable_sentence(place: Path, error: BaseException) -> CodedSentence:
    """That this cannot be written, why, and what to do about it."""
    remedy = DiskRemedy[remedy_for(error).name].of()
    return DiskTrouble.UNWRITABLE.of(place=place, problem=reason_of(error), remedy=remedy)


def database_sentence(error: BaseException) -> CodedSentence:
    """That a database cannot be used because of the disk, and what to do about it."""
    remedy = DiskRemedy[remedy_for(error).name].of()
    return DiskTrouble.DATABASE.of(problem=error, remedy=remedy)
