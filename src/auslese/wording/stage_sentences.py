"""Why an analysis or the index is not up to date."""

from auslese.wording.coded_sentence import SentenceForm


class ShardNote(SentenceForm):
    """What is done with what a run before has left."""

    FOUND = (
        "{shards:part} of the work finished in a run before; it goes on there",
        "{shards:part} der Arbeit in einem früheren Lauf erledigt; es geht dort weiter",
    )
    RENEWED = (
        "what a run before has finished was by another program, model or other settings; it is"
        " done anew",
        "was ein früherer Lauf erledigt hat, war mit einem anderen Programm oder Modell oder"
        " anderen Einstellungen; es wird neu gemacht",
    )


class StaleReason(SentenceForm):
    """What is to be done, and why."""

    UP_TO_DATE = "up to date", "auf dem neuesten Stand"
    ALL_ANEW = "all anew", "alles von neuem"
    PAGES_ANEW = "{pages:page}, all anew", "{pages:page}, alles von neuem"
    TEXTS_ANEW = "{texts:text}, all anew", "{texts:text}, alles von neuem"
    UNREAD = "{pages:page} not read yet", "{pages:page} noch nicht gelesen"
    OTHER_READER = (
        "{pages:page} read by version {old} of the reader; now it is version {new}",
        "{pages:page} von Version {old} des Lesers gelesen; jetzt ist es Version {new}",
    )
    OTHER_READING = (
        "{pages:page} read by other settings of [reading], or before these were noted",
        "{pages:page} mit anderen Einstellungen in [reading] gelesen, oder ehe diese notiert"
        " wurden",
    )
    SMALL_TEMPLATE = (
        "{hosts:host} with more pages than the template of the host knows",
        "{hosts:host} mit mehr Seiten, als die Vorlage des Rechners kennt",
    )
    OLD_TEMPLATE = (
        "{pages:page} read by an older template of the host, or beside others that were",
        "{pages:page} nach einer älteren Vorlage des Rechners gelesen, oder neben solchen",
    )
    LANGUAGES = (
        "{texts:text} whose language is not known yet, or was found by another model",
        "{texts:text}, deren Sprache noch nicht bekannt ist oder mit einem anderen Modell"
        " erkannt wurde",
    )
    UNSEARCHED = (
        "{texts:text} not searched for names yet, or by another finder",
        "{texts:text} noch nicht nach Namen durchsucht, oder von einem anderen Sucher",
    )
    PEOPLE_CHANGED = (
        "names, pages, links or what people said about persons have changed since",
        "seither haben sich Namen, Seiten, Links geändert, oder was über Personen gesagt wurde",
    )
    KEPT_TOO_LONG = (
        "there are names of pages fetched more than {days:day} ago",
        "es gibt Namen von Seiten, die länger als {days:day} bekannt sind",
    )
    CONTACTS = (
        "{texts:text} not searched for contacts yet, or before somebody asked not to be shown",
        "{texts:text} noch nicht nach Kontakten durchsucht, oder ehe jemand nicht mehr gezeigt"
        " werden wollte",
    )
    NO_RIGHTS = (
        "what sites say of the use of their pages is not worked out yet",
        "was Sites über die Nutzung ihrer Seiten sagen, ist noch nicht ausgewertet",
    )
    RIGHTS_CHANGED = (
        "pages or what their sites say of their use have changed since",
        "seither haben sich Seiten geändert, oder was ihre Sites über deren Nutzung sagen",
    )
    UNCOMPARED = (
        "{texts:text} not compared with the others yet",
        "{texts:text} noch nicht mit den anderen verglichen",
    )
    COPIES_CHANGED = (
        "pages have come, changed or gone since copies were looked for, or mirrors are to be"
        " folded",
        "Seiten sind gekommen, geändert oder verschwunden, seit nach Kopien gesucht wurde, oder"
        " Spiegel sind zusammenzulegen",
    )
    OTHER_SETTINGS = (
        "the settings of [{table}] are others than before",
        "die Einstellungen in [{table}] sind andere als vorher",
    )
    OTHER_SETTING = "the setting {name} is another one", "die Einstellung {name} ist eine andere"
    TOPIC_USE = (
        "other topics put pages forward, back or out of answers",
        "andere Themen stellen Seiten nach vorn, nach hinten oder lassen sie aus",
    )
    OPT_OUTS = (
        "somebody asked not to be found, or took that back",
        "jemand möchte nicht gefunden werden oder hat das zurückgenommen",
    )
    DAMAGED = "damaged: {files}", "beschädigt: {files}"
    NO_GRAPH = (
        "which page links to which is not worked out yet",
        "welche Seite auf welche verweist, ist noch nicht ausgewertet",
    )
    OTHER_GRAPH = (
        "an older program worked out which page links to which",
        "welche Seite auf welche verweist, hat ein älteres Programm ausgewertet",
    )
    LINKS_CHANGED = (
        "pages, texts or links have changed since",
        "seither haben sich Seiten, Texte oder Links geändert",
    )
    NO_CLUSTERS = (
        "pages are not put into groups by what they say yet",
        "die Seiten sind noch nicht nach ihrem Inhalt zu Gruppen geordnet",
    )
    CLUSTERS_CHANGED = (
        "pages, copies or languages have changed since",
        "seither haben sich Seiten, Kopien oder Sprachen geändert",
    )
    UNPREPARED = (
        "pages are not prepared for rating yet",
        "die Seiten sind noch nicht für das Bewerten vorbereitet",
    )
    RATEABLE_CHANGED = (
        "pages, copies, ranks or clusters have changed since pages were prepared for rating",
        "Seiten, Kopien, Ränge oder Cluster haben sich geändert, seit die Seiten für das Bewerten"
        " vorbereitet wurden",
    )
    RATINGS_CHANGED = (
        "topics or ratings have changed since pages were scored",
        "Themen oder Bewertungen haben sich geändert, seit die Seiten eingestuft wurden",
    )
    NO_INDEX = (
        "the pages cannot be searched yet",
        "die Seiten lassen sich noch nicht durchsuchen",
    )
    OLDER_INDEX = (
        "another version of the program made the index, with other terms",
        "eine andere Version des Programms hat den Index gemacht, mit anderen Begriffen",
    )
    INDEX_CHANGED = (
        "pages, links, copies, clusters or relevance have changed since",
        "seither haben sich Seiten, Links, Kopien, Cluster oder die Relevanz geändert",
    )
    FILES = "{files:file} to import", "{files:file} zu importieren"
