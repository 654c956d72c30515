"""Details of outcomes: what came of a visit, and why a page has no text."""

from auslese.wording.coded_sentence import SentenceForm


class OutcomeDetail(SentenceForm):
    """More about how a visit ended, beside its reason."""

    TOO_LONG = "{letters:d} letters, at most {most:d}", "{letters:d} Zeichen, höchstens {most:d}"
    TOO_DEEP = "{depth:d}, at most {most:d}", "{depth:d}, höchstens {most:d}"
    OFF_TOPIC = (
        "links to it score {score:.0f}, above {razor:.0f}",
        "Links darauf haben den Wert {score:.0f}, über {razor:.0f}",
    )
    REDIRECTS = "{hops:d} in a row", "{hops:d} hintereinander"
    OTHER_MACHINE = (
        "{address} is another machine, and no contact is set",
        "{address} ist ein anderer Rechner, und es ist kein Kontakt angegeben",
    )
    NOT_PUBLIC = (
        "{address} is not public, and the presence does not name it",
        "{address} ist nicht öffentlich, und die Präsenz nennt sie nicht",
    )
    NESTED_INDEX = (
        "named by an index of sitemaps within others",
        "genannt von einem Verzeichnis von Sitemaps in anderen",
    )
    NO_SITEMAP = "no sitemap, but {media_type}", "keine Sitemap, sondern {media_type}"
    SAID_NOTHING = (
        "{media_type}, though the server says nothing",
        "{media_type}, obwohl der Server nichts sagt",
    )
    BELIED = (
        "{media_type}, though the server says {said}",
        "{media_type}, obwohl der Server {said} sagt",
    )
    REMEMBERED = (
        "remembered: {media_type}, {answers:d} of {all:d} at {shape}",
        "erinnert: {media_type}, {answers:d} von {all:d} unter {shape}",
    )
    ROBOTS_UNREADABLE = (
        "robots.txt cannot be read: {problem}",
        "robots.txt ist nicht zu lesen: {problem}",
    )
    LEFT_ALONE = (
        "it asks to be left alone for {seconds:.0f} s",
        "er bittet darum, {seconds:.0f} s in Ruhe gelassen zu werden",
    )
    ERRORS = (
        "{errors:.0f} errors in a row at {host}",
        "{errors:.0f} Fehler hintereinander auf {host}",
    )
    NO_ADDRESS = "{host} has no address", "{host} hat keine Adresse"
    CONNECTION_REFUSED = "connection refused", "Verbindung abgelehnt"
    HOST_UNREACHABLE = "no route to the host", "kein Weg zum Rechner"
    NETWORK_UNREACHABLE = "no route to the network", "kein Weg ins Netz"
    UNPACKS_LARGE = "unpacks to more than {most:d} bytes", "entpackt mehr als {most:d} Bytes"
    TOO_LARGE = "more than {most:d} bytes", "mehr als {most:d} Bytes"
    LAYERS = "{layers:d} layers of compression", "{layers:d} Schichten von Kompression"
    UNKNOWN_ENCODING = "unknown content encoding {name}", "unbekannte Inhaltskodierung {name}"
    BROKEN_ENCODING = "broken {name}: {problem}", "{name} ist kaputt: {problem}"
    STATUS_LINE = "the status line cannot be read", "die Statuszeile ist nicht zu lesen"
    HEADER_ENDED = "the header ended too early", "der Kopf endete zu früh"
    HELD_UP = (
        "too much came in at once, so it had to wait",
        "es kam zu viel zugleich an, darum musste es warten",
    )
    TOO_BUSY = (
        "we were busy with other pages while it came",
        "wir waren mit anderen Seiten beschäftigt, während es kam",
    )
    NO_MEMORY = "there was no memory for it", "dafür war kein Speicher da"
    HEADER_LINE = (
        "a header line longer than libcurl takes",
        "eine Kopfzeile, länger als libcurl sie nimmt",
    )
    LIBCURL = "error {number:d} of libcurl", "Fehler {number:d} von libcurl"
    NOTHING_TO_KEEP = "304, though we have nothing of it", "304, obwohl wir nichts davon haben"
    NO_LOCATION = "{status:d} without a Location", "{status:d} ohne Location"
    UNVERIFIED = "certificate not verified: {problem}", "Zertifikat nicht geprüft: {problem}"
    NAMES_NOTHING = "names nothing", "nennt nichts"
    PAGES = "pages {number:d}", "Seiten {number:d}"
    SITEMAPS = "sitemaps {number:d}", "Sitemaps {number:d}"
    LINKS_LEFT_OUT = (
        "too many links: {number:d} addresses left out",
        "zu viele Links: {number:d} Adressen ausgelassen",
    )
    LEFT_OUT = "left out {number:d}", "ausgelassen {number:d}"
    ROBOTS_NO = "robots.txt says no", "robots.txt sagt nein"
    IMPORTED = "imported from {source}", "importiert aus {source}"
    ROBOTS_LOCKED = "robots.txt is locked: {status}", "robots.txt ist gesperrt: {status}"
    ROBOTS_SILENT = "robots.txt answers nothing", "robots.txt antwortet nicht"
    ROBOTS_ANSWERS = "robots.txt answers {status}", "robots.txt antwortet mit {status}"
    RENDERED = "rendered", "dargestellt"
    REQUEST = "1 request", "1 Anfrage"
    REQUESTS = "{requests:d} requests", "{requests:d} Anfragen"
    REQUESTS_REFUSED = "{requests:d} refused", "{requests:d} abgelehnt"
    NOT_SETTLED = "not settled", "nicht zur Ruhe gekommen"
    RENDERED_EMPTY = "not rendered: it is empty", "nicht dargestellt: sie ist leer"
    NOT_RENDERED = "not rendered: {problem}", "nicht dargestellt: {problem}"


class UnreadReason(SentenceForm):
    """Why there is no text of a page, beside the kind of the problem."""

    NO_CONTENT = "no content", "kein Inhalt"
    NO_BODY = "no body", "kein Rumpf"
    SCANNED = "no text: probably scanned", "kein Text: wohl eingescannt"
    FONTS = (
        "no text: its fonts do not tell their letters",
        "kein Text: die Schriften sagen nicht, welche Buchstaben sie haben",
    )
    NO_TEXT = "no text", "kein Text"
    NO_PAGE = "no page", "keine Seite"
    MEMORY = "out of memory", "der Speicher reichte nicht"
    PASSWORD = "a password is needed", "ein Passwort wird gebraucht"
    NO_PDF = "no PDF that can be opened", "kein PDF, das sich öffnen lässt"
    PACKED_TWICE = "packed within packed", "Gepacktes in Gepacktem"
    UNPACKS_LARGE = "unpacks to too much", "entpackt zu viel"
    REPEATS = (
        "a page repeats its content too often",
        "eine Seite wiederholt ihren Inhalt zu oft",
    )
    DRAWS_FORMS = (
        "a page draws its forms too often",
        "eine Seite zeichnet ihre Formulare zu oft",
    )
    DRAWS_MUCH = "its pages draw too much", "die Seiten zeichnen zu viel"
    NO_ZIP = "no ZIP file that can be opened", "keine ZIP-Datei, die sich öffnen lässt"
    NO_MAIN_PART = "it has no main part", "ein Hauptteil fehlt"
    NESTED = "nested too deeply", "zu tief verschachtelt"
    DECLARES = "it declares entities of its own", "sie erklärt eigene Entitäten"
    NO_RTF = "no RTF that can be read", "kein RTF, das sich lesen lässt"
    OLD_OFFICE = (
        "an office file of before 2007 ({media_type}): save it as docx, xlsx, pptx or PDF",
        "eine Office-Datei von vor 2007 ({media_type}): als docx, xlsx, pptx oder PDF speichern",
    )
    DIED = "the process that read it died", "der Prozess, der sie las, brach ab"
    TOO_SLOW = "not read after {seconds:g} s", "nach {seconds:g} s nicht gelesen"
    NOT_ARCHIVED = "not in the archive: {problem}", "nicht im Archiv: {problem}"


def belied_type(media_type: str, said: str) -> str:
    """That a body is something else than the server says, as it is stored."""
    if not said:
        return OutcomeDetail.SAID_NOTHING.text(media_type=media_type)
    return OutcomeDetail.BELIED.text(media_type=media_type, said=said)
