"""What is said when something of this machine is used up; nobody else is to blame for that."""

from auslese.wording.coded_sentence import SentenceForm


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


def exhausted_sentence(resource: str, problem: str) -> str:
    """That this resource is used up, and what to do about it."""
    return ExhaustedResource[resource.upper()].of(problem=problem)
