"""What is said to somebody whose machine joins others."""

from auslese.wording.coded_sentence import SentenceForm


class JoinProblem(SentenceForm):
    """Why a machine cannot join, and what to do about it."""

    NOTHING_TO_JOIN = (
        "nobody has begun a collection on {url}: `auslese crawl` on the first machine puts its"
        " settings there, if fleet.storage names it",
        "auf {url} hat noch niemand eine Sammlung begonnen: `auslese crawl` auf dem ersten Rechner"
        " legt ihre Einstellungen dort ab, wenn fleet.storage dorthin zeigt",
    )
    FENCED = (
        "this machine was silent for so long that others took it for dead and went on with its"
        " work; nothing recorded is lost: give the same command again, and it joins anew",
        "dieser Rechner hat so lange geschwiegen, dass andere ihn für tot hielten und seine Arbeit"
        " fortsetzten; nichts Verzeichnetes ist verloren: denselben Befehl noch einmal geben, dann"
        " tritt er neu bei",
    )
    FRONTIER_NOT_SHARED = (
        "the collection on {url} keeps its frontier in a file of one machine: `auslese frontier"
        " move` brings it into a database that machines share",
        "die Sammlung auf {url} hat ihre Frontier in einer Datei eines einzigen Rechners: `auslese"
        " frontier move` bringt sie in eine Datenbank, die Rechner sich teilen",
    )
    ONE_MACHINE = (
        "the frontier of {path} is in a file of one machine: there are no others",
        "die Frontier von {path} liegt in einer Datei eines einzigen Rechners: es gibt keinen"
        " zweiten",
    )
    NO_SUCH_MACHINE = (
        "no machine of this crawl is called {name}; there are: {names}",
        "kein Rechner dieses Crawls heißt {name}; es gibt: {names}",
    )
    IS_GATHERED = (
        "{path} holds what other machines have published: crawl on one of these, or join with a"
        " folder of its own: auslese worker --join URL --dir DIR",
        "{path} enthält, was andere Rechner veröffentlicht haben: dort crawlen, oder mit einem"
        " eigenen Ordner beitreten: auslese worker --join URL --dir DIR",
    )
