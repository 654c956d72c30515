"""What is said of URLs that a crawl lacks: what would have to change for each to be held."""

from auslese.wording.coded_sentence import SentenceForm


class CoverageRemedy(SentenceForm):
    """What would have to change so that a URL is held."""

    BEGIN = "nothing was crawled yet: crawl", "noch nichts ist gecrawlt: crawlen"
    CRAWL_ON = (
        "it waits to be fetched: crawl on",
        "sie wartet darauf, geholt zu werden: weiter crawlen",
    )
    UNREACHABLE = (
        "{host} could not be reached ({reason}): try again later",
        "{host} war nicht zu erreichen ({reason}): später noch einmal versuchen",
    )
    NO_HOST = (
        "nothing of this host was ever seen: name {start} as a start page",
        "nichts von diesem Rechner wurde je gesehen: {start} als Startseite nennen",
    )
    LINK = (
        "no page that was read links to it: name it as a start page",
        "keine gelesene Seite verweist darauf: als Startseite nennen",
    )
    LINK_LATER = (
        "no page links to it yet, and {waiting:page} wait: crawl on",
        "noch verweist keine Seite darauf, und {waiting:page} warten: weiter crawlen",
    )
    LINK_DEEPER = (
        "no page that was read links to it, and {deep:url} lie deeper than limits.depth:"
        " raise it, or name it as a start page",
        "keine gelesene Seite verweist darauf, und {deep:url} liegen tiefer als limits.depth:"
        " es erhöhen, oder sie als Startseite nennen",
    )
    ALLOW = "add the rule {rule} to allow", "die Regel {rule} zu allow hinzufügen"
    UNDENY = "take the rule {rule} out of deny", "die Regel {rule} aus deny nehmen"
    RULES_CHANGED = (
        "the rules of today take it in: crawl again",
        "die Regeln von heute nehmen sie auf: noch einmal crawlen",
    )
    DEEPER = "raise limits.depth to {depth:d}", "limits.depth auf {depth:d} erhöhen"
    ROBOTS_LINE = (
        "robots.txt of {host} says `{line}`: ask its owner, or name the host in"
        " politeness.own_sites if it is yours",
        "robots.txt von {host} sagt `{line}`: den Betreiber fragen, oder den Rechner in"
        " politeness.own_sites nennen, wenn es der eigene ist",
    )
    ROBOTS = (
        "robots.txt of {host} could not be read: try again later with crawl --again",
        "robots.txt von {host} war nicht zu lesen: später noch einmal, mit crawl --again",
    )
    SUFFIX = (
        "files that end in {suffix} are not read; nothing can be changed",
        "Dateien mit der Endung {suffix} werden nicht gelesen; daran ist nichts zu ändern",
    )
    TYPE = (
        "its type is none of crawl.types: {type}",
        "ihr Format ist keins von crawl.types: {type}",
    )
    LENGTH = (
        "raise limits.url_length to {letters:d}",
        "limits.url_length auf {letters:d} erhöhen",
    )
    REDIRECTS = (
        "raise limits.redirects, if it ends anywhere",
        "limits.redirects erhöhen, falls sie irgendwo endet",
    )
    HELD_ELSEWHERE = (
        "nothing: the page is held under the address it redirects to",
        "nichts: die Seite ist unter der Adresse da, auf die sie weiterleitet",
    )
    HELD_ON_TWIN = (
        "nothing: its host is another name of {host}, and the page is held there",
        "nichts: ihr Rechner ist ein anderer Name von {host}, und dort ist die Seite da",
    )
    REDIRECTED = (
        "it redirects, and its target is not held: {remedy}",
        "sie leitet weiter, und ihr Ziel ist nicht da: {remedy}",
    )
    MISSING_TWIN = (
        "its host is another name of {host}, and the page is not held there: {remedy}",
        "ihr Rechner ist ein anderer Name von {host}, und dort ist die Seite nicht da: {remedy}",
    )
    ADDRESS = (
        "its address is not public: name it in allow ({detail})",
        "ihre Adresse ist nicht öffentlich: sie in allow nennen ({detail})",
    )
    NOINDEX = (
        "the page asks robots not to keep it: ask its owner",
        "die Seite bittet Robots, sie nicht aufzunehmen: den Betreiber fragen",
    )
    NOFOLLOW = (
        "links to it ask not to be followed: name it as a start page, if you may",
        "Links darauf wollen nicht verfolgt werden: als Startseite nennen, wenn Sie dürfen",
    )
    FOCUS = (
        "it seemed off the topic: raise focus.razor, or crawl with --focus none",
        "sie schien nicht zum Thema zu gehören: focus.razor erhöhen, oder mit --focus none crawlen",
    )
    TRAP = "add the rule {rule} to traps.allow", "die Regel {rule} zu traps.allow hinzufügen"
    ERRORS = (
        "its host answered with errors: try again later with crawl --again",
        "ihr Rechner antwortete mit Fehlern: später noch einmal, mit crawl --again",
    )
    GONE = (
        "the server does not have it: take it off the list",
        "der Server hat sie nicht: von der Liste streichen",
    )
    FORBIDDEN = (
        "the server shows it to nobody without a right: ask its owner",
        "der Server zeigt sie niemandem ohne Erlaubnis: den Betreiber fragen",
    )
    TLS = (
        "its certificate does not verify: set presence.unverified_tls, if you trust it",
        "ihr Zertifikat ist nicht gültig: presence.unverified_tls setzen, wenn Sie ihm trauen",
    )
    TOO_LARGE = (
        "raise limits.body_bytes: {detail}",
        "limits.body_bytes erhöhen: {detail}",
    )
    TRY_AGAIN = (
        "try again with crawl --again",
        "noch einmal versuchen, mit crawl --again",
    )
    SITEMAP = (
        "nothing: it is a sitemap and no page",
        "nichts: sie ist eine Sitemap und keine Seite",
    )
    UNKNOWN = "look at its trace", "sehen Sie sich ihren Weg an (trace)"
