"""Why something cannot be shown or done, and what to do about it."""

from auslese.wording.coded_sentence import SentenceForm


class PageProblem(SentenceForm):
    """What a person meets who asks for something that is not there, or may not be done."""

    NO_ADDRESS = (
        "{text!r} is not an http or https address",
        "{text!r} ist keine Adresse mit http oder https",
    )
    NO_STATISTICS = (
        "what all indexes say came in no form that can be read: {problem}",
        "was alle Indizes sagen, kam in keiner lesbaren Form: {problem}",
    )
    NO_COLLECTION = "there is no collection {name!r} here", "hier gibt es keine Sammlung {name!r}"
    SEVERAL_COLLECTIONS = (
        "there are several collections here; choose one",
        "hier gibt es mehrere Sammlungen; wählen Sie eine",
    )
    NO_FORMAT = (
        "an answer can be had as: {formats}",
        "eine Antwort gibt es als: {formats}",
    )
    BUSY_EXPORTING = (
        "other answers are being written into files; please try again in a moment",
        "andere Antworten werden gerade in Dateien geschrieben; bitte gleich noch einmal versuchen",
    )
    FORM_TOO_LONG = "the form is too long", "das Formular ist zu lang"
    FORM_TOO_SLOW = "the form did not come", "das Formular kam nicht an"
    FORM_FIELDS = "the form has too many fields", "das Formular hat zu viele Felder"
    FOREIGN_FORM = (
        "this form did not come from a page of this server",
        "dieses Formular kam nicht von einer Seite dieses Servers",
    )
    NO_TOKEN_SET = (
        "this server was started without a token, so nothing can be changed",
        "dieser Server wurde ohne Token gestartet, darum lässt sich nichts ändern",
    )
    WRONG_TOKEN = "the token is missing or wrong", "das Token fehlt oder ist falsch"
    NO_CRAWL = (
        "no crawl is running in this collection",
        "in dieser Sammlung läuft kein Crawl",
    )
    HARMFUL_CHANGE = (
        "{path} could not be changed without harm; please edit it by hand",
        "{path} war nicht ohne Schaden zu ändern; bitte ändern Sie die Datei von Hand",
    )
    NO_COPY = "the archive has no copy of {url}", "das Archiv hat keine Kopie von {url}"
    PACKED_COPY = (
        "the copy of {url} cannot be unpacked: {problem}",
        "die Kopie von {url} lässt sich nicht entpacken: {problem}",
    )
    NO_INDEX = (
        "there is no index yet: `{command}` makes it",
        "es gibt noch keinen Index: `{command}` legt ihn an",
    )
    OLDER_INDEX = (
        "the index was made by another version of the program: `{command}` makes it anew",
        "der Index stammt von einer anderen Version des Programms: `{command}` legt ihn neu an",
    )
    BROKEN_INDEX = (
        "the index in {folder} is broken ({problem}): `{command}` makes it anew",
        "der Index in {folder} ist kaputt ({problem}): `{command}` legt ihn neu an",
    )
    DAMAGED_FILE = (
        "{file} is damaged{problem}: `{command}` rebuilds what can be rebuilt",
        "{file} ist beschädigt{problem}: `{command}` stellt wieder her, was sich herstellen lässt",
    )
    NO_CLUSTERS = (
        "there are no clusters yet: `{command}` makes them",
        "es gibt noch keine Cluster: `{command}` bildet sie",
    )
    NO_CLUSTER = (
        "there is no cluster {number}: `{command}` shows all",
        "es gibt keinen Cluster {number}: `{command}` zeigt alle",
    )
    NO_GRAPH = (
        "there is no link graph yet: `{command}` makes it",
        "es gibt noch keinen Linkgraphen: `{command}` legt ihn an",
    )
    NOT_A_COLLECTION = (
        "{path} is not a collection: no {file} in it; `{command}` makes one",
        "{path} ist keine Sammlung: darin fehlt {file}; `{command}` legt eine an",
    )
    IN_USE = "{path} is in use by {holder}", "{path} wird benutzt von {holder}"
    READ_ONLY = (
        "{path} is read-only ({reason}): it can be searched, served and exported, not changed",
        "{path} ist nur lesbar ({reason}): man kann darin suchen, es zeigen und ausgeben,"
        " aber nichts ändern",
    )
    READ_ONLY_DISK = "its disk takes no changes", "der Datenträger nimmt nichts an"
    NO_RIGHT = "you may not write there", "Sie dürfen dort nicht schreiben"
    ANOTHER_PROCESS = "another process", "einem anderen Prozess"
    PROCESS = "process {number:d}", "Prozess {number:d}"
    LAST_WORKERS = (
        "the last workers of process {number:d}, which has ended; try again in a moment",
        "den letzten Arbeitern von Prozess {number:d}, der beendet ist;"
        " bitte gleich noch einmal versuchen",
    )


class ShardProblem(SentenceForm):
    """What is wrong with a part of an index that servers have, or with the list of them."""

    LATE_SHARD = (
        "no answer within {seconds:g} s",
        "keine Antwort innerhalb von {seconds:g} s",
    )
    SLOW_SHARD = (
        "another server answered sooner, time and again",
        "ein anderer Server war wieder und wieder schneller",
    )
    RESTS = (
        "left alone for {seconds:.1f} s more: {problem}",
        "wird noch {seconds:.1f} s in Ruhe gelassen: {problem}",
    )
    UNREADABLE_SHARD = (
        "no answer that can be read: {problem}",
        "keine lesbare Antwort: {problem}",
    )
    SILENT_SHARD = "no answer: {problem}", "keine Antwort: {problem}"
    SAME_SHARD = (
        "says that it is part {part} of the index, as server {other} does",
        "ist nach eigener Auskunft Teil {part} des Index, wie Server {other}",
    )
    OTHER_SHARDS = (
        "says that it is part {part} of the index, where {shards:d} parts were named",
        "ist nach eigener Auskunft Teil {part} des Index; genannt sind {shards:d} Teile",
    )
    NO_SHARDS_LEFT = (
        "no part of the index answers: {problem}",
        "kein Teil des Index antwortet: {problem}",
    )
    SHARDS_LISTED = (
        "1 to {most:d} parts of an index can be asked; {found:d} are named",
        "1 bis {most:d} Teile eines Index können befragt werden; genannt sind {found:d}",
    )
    NO_SHARD_LIST = (
        "{word!r} is neither the address of a server, as http://10.0.0.5:8080, nor a file that"
        " lists such addresses",
        "{word!r} ist weder die Adresse eines Servers wie http://10.0.0.5:8080 noch eine Datei,"
        " die solche Adressen nennt",
    )
    REPLICAS_LISTED = (
        "a part of the index is on 1 to {most:d} servers: {line!r}",
        "ein Teil des Index liegt auf 1 bis {most:d} Servern: {line!r}",
    )
    NO_SHARD_ADDRESS = (
        "{word!r} is not the address of a server, as http://10.0.0.5:8080",
        "{word!r} ist keine Adresse eines Servers wie http://10.0.0.5:8080",
    )
    SHARD_TWICE = (
        "{address} is named twice: its pages would be found twice",
        "{address} ist zweimal genannt: seine Seiten würden doppelt gefunden",
    )
