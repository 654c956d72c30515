"""What the pages say, in English and German: one line for each thing that is said."""

from auslese.records.answer import HitOrder, LanguagePreference
from auslese.wording.crawl_wording import CRAWL_TEXTS
from auslese.wording.figures import number
from auslese.wording.hit_wording import HIT_TEXTS
from auslese.wording.outcome_wording import OUTCOME_TEXTS
from auslese.wording.ui_languages import GERMAN

NOUNS = {
    "page": (("page", "pages"), ("Seite", "Seiten")),
    "host": (("host", "hosts"), ("Rechner", "Rechner")),
    "language": (("language", "languages"), ("Sprache", "Sprachen")),
    "cluster": (("cluster", "clusters"), ("Cluster", "Cluster")),
    "hit": (("hit", "hits"), ("Treffer", "Treffer")),
    "copy": (("copy", "copies"), ("Kopie", "Kopien")),
    "link": (("link", "links"), ("Link", "Links")),
    "url": (("URL", "URLs"), ("URL", "URLs")),
    "word": (("word", "words"), ("Wort", "Wörter")),
    "worker": (("worker", "workers"), ("Arbeiter", "Arbeiter")),
    "collection": (("collection", "collections"), ("Sammlung", "Sammlungen")),
}

TEXTS = {
    # -- the frame of every page
    "skip": ("Skip to content", "Zum Inhalt springen"),
    "nav": ("Pages", "Seiten"),
    "nav_search": ("Search", "Suche"),
    "nav_crawl": ("Crawl", "Crawl"),
    "nav_clusters": ("Topics", "Themen"),
    "nav_help": ("Help", "Hilfe"),
    "other_language": ("Deutsch", "English"),
    "as_json": ("This page as JSON", "Diese Seite als JSON"),
    "api": ("API", "API"),
    "keys": ("Keys", "Tasten"),
    "close": ("Close", "Schließen"),
    "key_slash": ("go to the search field", "ins Suchfeld"),
    "key_next": ("next hit", "nächster Treffer"),
    "key_previous": ("previous hit", "voriger Treffer"),
    "key_open": ("open the hit", "Treffer öffnen"),
    "key_copy": ("open its stored copy", "gespeicherte Kopie öffnen"),
    "key_why": ("why it is there", "warum er dasteht"),
    "key_turn": ("next and previous page of hits", "nächste und vorige Trefferseite"),
    "key_help": ("show or hide these keys", "diese Tasten zeigen oder verbergen"),
    # -- search
    "search": ("Search", "Suchen"),
    "search_label": ("What are you looking for?", "Was suchen Sie?"),
    "search_in": ("Search in {name}", "Suche in {name}"),
    "languages_legend": ("Languages", "Sprachen"),
    "wish_any": ("any language", "alle Sprachen"),
    "wish_prefer": ("prefer", "bevorzugt"),
    "wish_only": ("only", "nur"),
    "home_topics": ("What it is about", "Worum es geht"),
    "home_languages": ("Languages", "Sprachen"),
    "home_newest": ("Last fetched {when}", "Zuletzt geholt {when}"),
    "home_empty": (
        "There are no pages in this collection yet.",
        "In dieser Sammlung sind noch keine Seiten.",
    ),
    "home_how": ("Ways to ask", "So kann man fragen"),
    "collections": ("Collections", "Sammlungen"),
    "collections_about": ("Choose what to search in.", "Wählen Sie, worin gesucht wird."),
    # -- the answer
    "answer_title": ("{query} · {name}", "{query} · {name}"),
    "answer_heading": ("Answer to “{query}”", "Antwort auf „{query}“"),
    "answer_everything": ("All pages", "Alle Seiten"),
    "found": ("{hits} in {ms} ms", "{hits} in {ms} ms"),
    "found_none": ("Nothing found", "Nichts gefunden"),
    "understood": ("Understood as", "Verstanden als"),
    "suggestion": ("Did you mean", "Meinten Sie"),
    "softened": (
        "Few pages have all words, so pages with some of them are here, too.",
        "Wenige Seiten haben alle Wörter; darum stehen auch solche da, die nur einige haben.",
    ),
    "only_all_words": ("Only pages with all words", "Nur Seiten mit allen Wörtern"),
    "any_words": ("Also pages with some of the words", "Auch Seiten mit einigen der Wörter"),
    "nothing_hint": (
        "No page fits. Fewer words, no filter or another spelling may help.",
        "Keine Seite passt. Weniger Wörter, kein Filter oder eine andere Schreibung helfen.",
    ),
    "nothing_trace": (
        "Looking for one page? Its record tells what became of it:",
        "Suchen Sie eine bestimmte Seite? Ihr Eintrag sagt, was aus ihr wurde:",
    ),
    "show_record": ("Show its record", "Eintrag zeigen"),
    "filters": ("Filters", "Filter"),
    "filters_chosen": ("Filters ({n})", "Filter ({n})"),
    "filter_remove": ("remove filter", "Filter entfernen"),
    "filters_clear": ("Remove all filters", "Alle Filter entfernen"),
    "facet_language": ("Language", "Sprache"),
    "facet_site": ("Site", "Website"),
    "facet_type": ("Type", "Art"),
    "facet_year": ("Year", "Jahr"),
    "facet_cluster": ("Cluster", "Cluster"),
    "facet_standing": ("Also", "Außerdem"),
    "order": ("Order", "Reihenfolge"),
    "hits": ("Hits", "Treffer"),
    "hit_copy": ("stored copy", "gespeicherte Kopie"),
    "hit_why": ("why", "warum"),
    "hit_similar": ("similar", "ähnliche"),
    "hit_links_in": ("links in", "Links hierher"),
    "hit_record": ("record", "Eintrag"),
    "why_sum": (
        "The score of {score} is the sum of these parts:",
        "Der Wert {score} ist die Summe dieser Teile:",
    ),
    "why_part": ("Part", "Teil"),
    "why_value": ("Value", "Wert"),
    "why_total": ("Score", "Summe"),
    "pager": ("Pages of hits", "Trefferseiten"),
    "pager_next": ("next", "weiter"),
    "pager_previous": ("back", "zurück"),
    "pager_page": ("Page {n}", "Seite {n}"),
    "beside": ("Around this answer", "Rund um diese Antwort"),
    "related": ("Related topics", "Verwandte Themen"),
    "words": ("Key words", "Schlüsselwörter"),
    "words_hint": ("adds the word to the query", "nimmt das Wort in die Frage auf"),
    "groups": ("Groups", "Gruppen"),
    "groups_ask": ("Put these hits into groups", "Diese Treffer in Gruppen ordnen"),
    "feed": ("Feed", "Feed"),
    "feed_title": ("{query} in {name}", "{query} in {name}"),
    "no_index": (
        "This collection cannot be searched yet",
        "Diese Sammlung ist noch nicht durchsuchbar",
    ),
    # -- the record of a page
    "record_title": ("Record of {title}", "Eintrag zu {title}"),
    "record_live": ("Open the page in the web", "Seite im Netz öffnen"),
    "record_text": ("Text", "Text"),
    "record_original": ("Original", "Original"),
    "record_views": ("Views", "Ansichten"),
    "record_copy_of": (
        "This is the copy of {when}. Scripts and pictures are off.",
        "Das ist die Kopie vom {when}. Skripte und Bilder sind aus.",
    ),
    "record_frame": ("Stored copy of {title}", "Gespeicherte Kopie von {title}"),
    "record_download": ("Download the stored file", "Gespeicherte Datei laden"),
    "record_no_copy": (
        "There is no stored copy of this page.",
        "Von dieser Seite ist keine Kopie da.",
    ),
    "record_no_text": (
        "No text of this page was read.",
        "Von dieser Seite wurde kein Text gelesen.",
    ),
    "record_read_as": (
        "Read as the page it is a copy of:",
        "Gelesen als die Seite, deren Kopie sie ist:",
    ),
    "record_unknown": ("This page was never seen here", "Diese Seite wurde hier nie gesehen"),
    "record_unknown_hint": (
        "No page of the collection links to it, and it is no start page.",
        "Keine Seite der Sammlung verweist auf sie, und sie ist keine Startseite.",
    ),
    "record_trace": ("Its life", "Ihr Leben"),
    "record_facts": ("Facts", "Angaben"),
    "record_scores": ("Scores", "Werte"),
    "record_copies": ("Copies", "Kopien"),
    "record_no_copies": ("No copies are known.", "Kopien sind nicht bekannt."),
    "record_similar": ("Similar pages", "Ähnliche Seiten"),
    "record_no_similar": ("No similar pages are known.", "Ähnliche Seiten sind nicht bekannt."),
    "record_links_in": ("Links in", "Links hierher"),
    "record_links_out": ("Links out", "Links von hier"),
    "record_more": ("Show {n} more", "Weitere {n} zeigen"),
    "record_first": (
        "These are {shown} of {all}.",
        "Das sind {shown} von {all}.",
    ),
    "record_no_links": ("None.", "Keine."),
    "record_images": ("Pictures", "Bilder"),
    "record_versions": ("Stored copies", "Gespeicherte Kopien"),
    "fact_fetched": ("Fetched", "Geholt"),
    "fact_type": ("Type", "Art"),
    "fact_size": ("Size", "Größe"),
    "fact_language": ("Language", "Sprache"),
    "fact_author": ("Author", "Verfasser"),
    "fact_published": ("Published", "Veröffentlicht"),
    "fact_words": ("Words", "Wörter"),
    "fact_depth": ("Links from a start page", "Links von einer Startseite"),
    "fact_site": ("Site", "Website"),
    "fact_cluster": ("Cluster", "Cluster"),
    "fact_directives": ("Forbids robots", "Verbietet Robotern"),
    "fact_optouts": ("Reserved uses", "Vorbehaltene Nutzungen"),
    "score_rank": ("PageRank (best page: 100)", "PageRank (beste Seite: 100)"),
    "score_inlinks": ("Pages that link here", "Seiten, die hierher verweisen"),
    "score_hosts": ("Hosts that link here", "Rechner, die hierher verweisen"),
    "score_closeness": ("Closeness to its cluster", "Nähe zu ihrem Cluster"),
    "trace_start": ("a start page", "eine Startseite"),
    "trace_link": ("linked from there", "von dort verlinkt"),
    "trace_redirect": ("redirected from there", "von dort weitergeleitet"),
    "trace_sitemap": ("named by that sitemap", "von dieser Sitemap genannt"),
    "trace_robots": ("a sitemap that robots.txt names", "eine Sitemap, die robots.txt nennt"),
    "trace_probe": ("tried under its usual name", "unter üblichem Namen versucht"),
    "trace_import": ("imported", "importiert"),
    "trace_waiting": ("waits to be fetched", "wartet darauf, geholt zu werden"),
    "trace_under way": (
        "waits; its host is being asked now",
        "wartet; ihr Rechner wird gerade befragt",
    ),
    "trace_tried": ("tried in vain", "vergeblich versucht"),
    "trace_fetched": ("fetched", "geholt"),
    "trace_refused": ("refused", "abgelehnt"),
    "trace_failed": ("failed", "misslungen"),
    "trace_unknown": ("not known to the crawl", "dem Crawl nicht bekannt"),
    "image_of": ("no text", "ohne Text"),
    # -- clusters
    "clusters_title": ("Topics of {name}", "Themen von {name}"),
    "clusters_none": ("There are no clusters yet", "Es gibt noch keine Cluster"),
    "clusters_search": ("Search in this cluster", "In diesem Cluster suchen"),
    "cluster_title": ("Cluster: {label}", "Cluster: {label}"),
    "cluster_unnamed": ("without a name ({number})", "ohne Namen ({number})"),
    "cluster_words": ("Key words", "Schlüsselwörter"),
    "cluster_nearest": ("Closest pages", "Nächste Seiten"),
    "cluster_alike": ("Clusters like it", "Ähnliche Cluster"),
    "cluster_inside": ("Clusters in it", "Cluster darin"),
    "cluster_all": ("All topics", "Alle Themen"),
    # -- help and mistakes
    "other_name": (
        "This server answers to the names of this machine alone.",
        "Dieser Server antwortet nur auf die Namen dieses Rechners.",
    ),
    "too_many": (
        "Too many requests; please wait {wait} s.",
        "Zu viele Anfragen; bitte warten Sie {wait} s.",
    ),
    "help_title": ("How to ask", "So fragt man"),
    "help_intro": (
        "Every text is a query. These forms say more:",
        "Jeder Text ist eine Frage. Diese Formen sagen mehr:",
    ),
    "help_form": ("You write", "Sie schreiben"),
    "help_meaning": ("It means", "Das heißt"),
    "not_found": ("There is no such page", "Diese Seite gibt es nicht"),
    "not_found_hint": (
        "Nothing is at this address. These pages are there:",
        "Unter dieser Adresse ist nichts. Diese Seiten gibt es:",
    ),
    "bad_request": ("That cannot be answered", "Das lässt sich nicht beantworten"),
    "refused": ("That is not allowed", "Das ist nicht erlaubt"),
    "trouble": ("Something went wrong", "Etwas ging schief"),
    "trouble_hint": (
        "The server could not answer; what happened is in its log.",
        "Der Server konnte nicht antworten; was geschah, steht in seinem Protokoll.",
    ),
    # -- forms of queries, for the help page
    "form_words": (
        "pages with these words, most of them first",
        "Seiten mit diesen Wörtern, die mit den meisten zuerst",
    ),
    "form_phrase": ("just these words one behind the other", "genau diese Wörter hintereinander"),
    "form_near": ("both, at most 5 words apart", "beide, höchstens 5 Wörter auseinander"),
    "form_not": ("without this word", "ohne dieses Wort"),
    "form_or": ("one of both (also ODER)", "eins von beiden (auch ODER)"),
    "form_prefix": ("all words that begin like this", "alle Wörter, die so anfangen"),
    "form_exact": ("just this form of the word", "nur genau diese Wortform"),
    "form_title": ("in the title", "im Titel"),
    "form_site": ("pages of a site", "Seiten einer Website"),
    "form_lang": ("pages in a language", "Seiten in einer Sprache"),
    "form_date": ("pages of 2024 and later", "Seiten von 2024 und später"),
    "form_depth": ("pages near the start pages", "Seiten nahe den Startseiten"),
    **{
        f"order_{order}": words
        for order, words in {
            HitOrder.BEST: ("best first", "beste zuerst"),
            HitOrder.NEWEST: ("newest first", "neueste zuerst"),
            HitOrder.OLDEST: ("oldest first", "älteste zuerst"),
        }.items()
    },
    **CRAWL_TEXTS,
    **OUTCOME_TEXTS,
    **HIT_TEXTS,
}
assert all(f"wish_{wish}" in TEXTS for wish in LanguagePreference)

FORMS = (
    ("orgel barock", "form_words"),
    ('"alte orgel"', "form_phrase"),
    ("orgel NEAR/5 wind", "form_near"),
    ("orgel -kirche", "form_not"),
    ("orgel OR klavier", "form_or"),
    ("komp*", "form_prefix"),
    ("=Komponisten", "form_exact"),
    ("title:orgel", "form_title"),
    ("site:example.org", "form_site"),
    ("lang:de", "form_lang"),
    ("date:2024..", "form_date"),
    ("depth<3", "form_depth"),
)


def text_for(key: str, ui_language: str, **parts: object) -> str:
    """What is said under this key."""
    english, german = TEXTS[key]
    return (german if ui_language == GERMAN else english).format(**parts)


def code_name(key: str, code: str, ui_language: str) -> str:
    """What a code is called; itself if it has no name, as that of an error of HTTP."""
    return text_for(key, ui_language) if key in TEXTS else code.replace("http_", "HTTP ")


def counted(value: int, name: str, ui_language: str) -> str:
    """A number with the noun that fits it, as `1 page` or `1,200 pages`."""
    return f"{number(value, ui_language)} {NOUNS[name][ui_language == GERMAN][value != 1]}"
