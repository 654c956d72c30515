"""What may be wrong with figures from samples, each thing by its code."""

from auslese.wording.coded_sentence import SentenceForm


class SampleBiasText(SentenceForm):
    """Why a figure from queries may be off."""

    UNKNOWN_PRESENCE = (
        "Whether {other} has {unknown:,} of {all:,} pages from {source} is unknown."
        " They are left out; the bounds say what they could change.",
        "Ob {other} {unknown:,} von {all:,} Seiten aus {source} hat, ist unbekannt."
        " Sie sind ausgelassen; die Grenzen sagen, was sie ändern könnten.",
    )
    NO_OVERLAP = (
        "{other} has none of the pages from {source}: no bound to the quotient.",
        "{other} hat keine der Seiten aus {source}: der Quotient hat keine Grenze.",
    )
    POOL_ONE = (
        "Pages of {name} without one of the pool's {words:,} words cannot be drawn.",
        "Seiten von {name} ohne eins der {words:,} Wörter des Vorrats sind nicht zu ziehen.",
    )
    POOL_SEVERAL = (
        "Pages of {name} without {together} of the pool's {words:,} words cannot be drawn.",
        "Seiten von {name} ohne {together} der {words:,} Wörter des Vorrats sind nicht zu ziehen.",
    )
    LENGTH = (
        "Long pages of {name} are drawn too often: more queries find them.",
        "Lange Seiten von {name} werden zu oft gezogen: Mehr Anfragen finden sie.",
    )
    RANKING = (
        "Pages that {name} puts first are drawn too often.",
        "Seiten, die {name} zuerst nennt, werden zu oft gezogen.",
    )
    NO_TRIALS_WANTED = (
        "All queries of a page are believed to find it in {name}; those that do not, bias.",
        "Allen Anfragen einer Seite wird geglaubt, sie in {name} zu finden; die anderen verzerren.",
    )
    RANK_LIMIT = (
        "{name} gave only the first pages of {cut:,} of {answered:,} answers. Pages that it"
        " puts first for no query cannot be drawn.",
        "{name} gab nur die ersten Seiten von {cut:,} der {answered:,} Antworten. Seiten, die"
        " bei keiner Anfrage vorn stehen, sind nicht zu ziehen.",
    )
    REPEATED = (
        "{name} gave pages twice in {repeated:answer}; they count once.",
        "{name} gab in {repeated:answer} Seiten doppelt; sie zählen einmal.",
    )
    WRONG_TOTALS = (
        "{name} told totals that its own answers contradict, {lies:,} times of {answered:,}."
        " Nothing is computed from totals.",
        "{name} nannte Gesamtzahlen, denen die eigenen Antworten widersprechen, {lies:,}-mal von"
        " {answered:,}. Mit Gesamtzahlen wird nicht gerechnet.",
    )
    SILENT = (
        "{name} did not answer {silent:,} of {all:,} queries ({reasons}). They are left"
        " out; if it fails at broad queries, their pages are missing.",
        "{name} beantwortete {silent:,} von {all:,} Anfragen nicht ({reasons}). Sie sind"
        " ausgelassen; wenn breite Anfragen scheitern, fehlen deren Seiten.",
    )
    SILENT_TRIALS = (
        "{name} did not answer {trials:query} asked to weigh pages.",
        "{name} beantwortete {trials:query} nicht, mit denen Seiten gewogen werden.",
    )
    NO_TEXT = (
        "{count:,} of {all:,} pages from {name} have a text that could not be had; they cannot be"
        " weighed and are left out.",
        "Von {count:,} der {all:,} Seiten aus {name} war der Text nicht zu haben; sie lassen sich"
        " nicht wiegen und sind ausgelassen.",
    )
    NO_WORDS = (
        "{count:,} of {all:,} pages from {name} do not have the words they were given for; they"
        " are left out.",
        "{count:,} der {all:,} Seiten aus {name} haben die Wörter nicht, für die sie genannt"
        " wurden; sie sind ausgelassen.",
    )
    NO_TRIALS = (
        "{count:,} of {all:,} pages from {name} could not be weighed, for none of their queries"
        " was answered.",
        "{count:,} der {all:,} Seiten aus {name} ließen sich nicht wiegen, denn keine ihrer"
        " Anfragen wurde beantwortet.",
    )
    BOUNDED_WEIGHT = (
        "{count:page} from {name} count less than they should: they are found by very few"
        " queries (less than {floor}, or by none of those tried).",
        "{count:page} aus {name} zählen weniger, als sie sollten: Sehr wenige Anfragen finden"
        " sie (weniger als {floor}, oder keine der versuchten).",
    )
    HEAVY_PAGE = (
        "One page from {name} has {share:.0%} of all weight.",
        "Eine Seite aus {name} hat {share:.0%} allen Gewichts.",
    )
    NO_PAGES = (
        "No page from {name} counts: these figures say nothing.",
        "Keine Seite aus {name} zählt: Diese Zahlen sagen nichts.",
    )
    FEW_PAGES = (
        "The {count:,} pages from {name} are worth {worth:,} of equal weight: intervals"
        " are wide, and may be too narrow still.",
        "Die {count:,} Seiten aus {name} sind so viel wert wie {worth:,} gleich schwere:"
        " Die Intervalle sind weit und vielleicht noch zu eng.",
    )
    ONE_SIDED_LEXICON = (
        "The words that were asked for are those of {sides}: pages of other engines"
        " without them cannot be drawn, so these engines may look smaller than they are.",
        "Gefragt wurde nach Wörtern von {sides}: Seiten anderer Suchmaschinen ohne sie sind"
        " nicht zu ziehen, so dass diese kleiner scheinen können, als sie sind.",
    )


class EngineObservationText(SentenceForm):
    """What an engine did that an honest one would not do, in the order in which it is told."""

    SILENT = (
        "{engine}: {count:question} in all, also about single pages, had no answer that could"
        " be read: {reasons}.",
        "{engine}: {count:question} insgesamt, auch nach einzelnen Seiten, hatten keine lesbare"
        " Antwort: {reasons}.",
    )
    TOTAL_CHANGED = (
        "{engine}: {count:answer} whose total changed from page to page; totals are not believed.",
        "{engine}: {count:answer}, deren Gesamtzahl sich von Seite zu Seite änderte;"
        " Gesamtzahlen wird nicht geglaubt.",
    )
    TOTAL_ABOVE = (
        "{engine}: {count:answer} that ended before the total that the engine claims.",
        "{engine}: {count:answer}, die vor der behaupteten Gesamtzahl endeten.",
    )
    NO_ADDRESS = (
        "{engine}: {count:hit} without an address of the web, left out.",
        "{engine}: {count:hit} ohne Adresse des Netzes, ausgelassen.",
    )
    BROKEN_OFF = (
        "{engine}: {count:answer} of which a later page did not come; what came before counts"
        " as all that the engine gives.",
        "{engine}: {count:answer}, von denen eine spätere Seite ausblieb; was davor kam,"
        " gilt als alles, was die Suchmaschine gibt.",
    )
    NO_TEXT = (
        "{engine}: {count:page} whose text could not be had, so that they cannot be weighed:"
        " {reasons}.",
        "{engine}: {count:page}, deren Text nicht zu haben war und die sich darum nicht wiegen"
        " lassen: {reasons}.",
    )
    BY_WORDS = (
        "{engine}: {count:page} looked for by their most telling words, for this engine cannot"
        " be asked by address: a page that has changed since counts as missing.",
        "{engine}: {count:page}, nach denen mit ihren bezeichnendsten Wörtern gesucht wurde,"
        " denn nach Adressen kann man hier nicht fragen: Wer sich seither geändert hat, gilt als"
        " fehlend.",
    )
