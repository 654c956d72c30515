"""What is said when storage that machines share does not do what it should."""

from auslese.wording.coded_sentence import SentenceForm


class StorageProblem(SentenceForm):
    """Why something cannot be kept on shared storage or read from it, and what to do about it."""

    SILENT = (
        "the storage {url} did not answer for {seconds:.0f} s ({problem}); nothing recorded is"
        " lost: see to it that it runs and can be reached from here, and give the same command"
        " again",
        "der Speicher {url} hat {seconds:.0f} s lang nicht geantwortet ({problem}); nichts"
        " Verzeichnetes ist verloren: dafür sorgen, dass er läuft und von hier erreichbar ist, und"
        " denselben Befehl noch einmal geben",
    )
    REFUSED = (
        "the storage {url} refuses us ({problem}): AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in"
        " the environment must name somebody who may read and write there",
        "der Speicher {url} weist uns ab ({problem}): AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY"
        " in der Umgebung müssen jemanden nennen, der dort lesen und schreiben darf",
    )
    FAILED = (
        "the storage {url} does not do what it should: {problem}",
        "der Speicher {url} tut nicht, was er soll: {problem}",
    )
    BAD_URL = (
        "{url!r} names no storage: file:///a/folder and s3://bucket/prefix do"
        " (s3://bucket/prefix?endpoint=https://host for a server that is not Amazon's)",
        "{url!r} benennt keinen Speicher: das tun file:///ein/Ordner und s3://bucket/prefix"
        " (s3://bucket/prefix?endpoint=https://host für einen Server, der nicht Amazon gehört)",
    )
    NO_FOLDER = (
        "there is no folder {path}: mount the shared disk, or make the folder if it is to be there",
        "es gibt keinen Ordner {path}: die gemeinsame Platte einhängen, oder den Ordner anlegen,"
        " wenn er dort sein soll",
    )
    NO_PACKAGE = (
        "storage in buckets needs a package that is not installed here: pip install"
        " 'auslese[cluster]' brings it",
        "Speicher in Buckets braucht ein Paket, das hier nicht installiert ist: pip install"
        " 'auslese[cluster]' bringt es",
    )
    NO_CONDITIONS = (
        "the storage {url} lets two writers make the same object at once, so what is published"
        " there could get lost: it needs a version that heeds If-None-Match and If-Match",
        "der Speicher {url} lässt zwei Schreiber zugleich dasselbe Objekt anlegen,"
        " Veröffentlichtes könnte dort verloren gehen: er braucht eine Version, die If-None-Match"
        " und If-Match beachtet",
    )
    NO_LINKS = (
        "the disk of {path} cannot make hard links, without which two machines could both make the"
        " same file: NFS, CephFS and every local file system of Linux can",
        "die Platte von {path} kann keine harten Links anlegen, ohne die zwei Rechner dieselbe"
        " Datei anlegen könnten: NFS, CephFS und jedes lokale Dateisystem von Linux können es",
    )
    LOCKED = (
        "{path} has been held by another machine for {seconds:.0f} s: if none is at work there,"
        " its file server has not noticed that one died, and lets go after its lease",
        "{path} wird seit {seconds:.0f} s von einem anderen Rechner gehalten: arbeitet dort"
        " keiner, hat der Dateiserver nicht bemerkt, dass einer gestorben ist, und gibt nach"
        " seiner Frist frei",
    )
    MISSING = (
        "{key} is missing on the storage {url}",
        "{key} fehlt auf dem Speicher {url}",
    )
    DAMAGED = (
        "{key} on the storage {url} is not as it was published: its {what} differs; a copy of the"
        " storage has it perhaps",
        "{key} auf dem Speicher {url} ist nicht, wie es veröffentlicht wurde: {what} stimmt nicht;"
        " eine Kopie des Speichers hat es vielleicht",
    )
    CONTRADICTION = (
        "{file} was published by writer {writer:d} with other bytes at the same place; nothing is"
        " replaced: two folders must not write under the same name",
        "{file} wurde von Schreiber {writer:d} mit anderen Bytes an derselben Stelle"
        " veröffentlicht; nichts wird ersetzt: zwei Ordner dürfen nicht unter demselben Namen"
        " schreiben",
    )
    TAKEN = (
        "writer {writer:d} of the storage {url} is {other}, not {name}: a collection has a storage"
        " for itself, and a folder that was copied must lose its machine.json",
        "Schreiber {writer:d} des Speichers {url} ist {other}, nicht {name}: eine Sammlung hat"
        " einen Speicher für sich allein, und ein kopierter Ordner muss seine machine.json"
        " verlieren",
    )
    GAP = (
        "{path} ends before what follows in the storage: remove the file and mirror.json beside"
        " auslese.toml, and everything is fetched anew",
        "{path} endet vor dem, was auf dem Speicher folgt: die Datei und mirror.json neben"
        " auslese.toml entfernen, dann wird alles neu geholt",
    )


class StoragePart(SentenceForm):
    """What of an object is not as it was."""

    SIZE = "size", "die Größe"
    DIGEST = "SHA-256", "die SHA-256"
