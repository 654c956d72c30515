"""What whoever learns a subject should know of its seeds, and of the model they give."""

from auslese.wording.coded_sentence import SentenceForm


class FocusNoteText(SentenceForm):
    """Notes on the seeds of a subject."""

    ONE_SEED = (
        "one good page alone: words that only it has count as those of the subject",
        "nur eine gute Seite: Wörter, die nur sie hat, zählen als solche des Themas",
    )
    NO_NEUTRAL = (
        "no neutral texts: the stop words that come with Auslese take their place, and differences"
        " to a background are those to an even distribution",
        "keine neutralen Texte: an ihre Stelle treten die mitgelieferten Stoppwörter, und"
        " Unterschiede zum Hintergrund sind solche zur Gleichverteilung",
    )
    FEW_NEUTRAL = (
        "fewer than six neutral texts: common words may pass for words of the subject",
        "weniger als sechs neutrale Texte: häufige Wörter können als solche des Themas gelten",
    )
    SHORT_SENTENCES = (
        "no sentence has five words: all sentences are learnt from",
        "kein Satz hat fünf Wörter: es wird von allen Sätzen gelernt",
    )
    NO_KEYWORDS = (
        "no word speaks for the subject: the neutral texts have them all as often",
        "kein Wort spricht für das Thema: die neutralen Texte haben alle ebenso oft",
    )
    OTHER_LANGUAGE = (
        "the good texts are in another language than the neutral ones: key words may be those"
        " of the language, not of the subject",
        "die guten Texte sind in einer anderen Sprache als die neutralen: Schlüsselwörter können"
        " solche der Sprache sein statt des Themas",
    )
    NO_REWARDS = (
        "what scores are worth cannot be told: that takes four pages on the topic and four neutral"
        " ones, the first of which score better; `crawl --focus learned` needs it",
        "was Bewertungen wert sind, ist nicht zu sagen: Dazu braucht es vier Seiten zum Thema, die"
        " besser abschneiden als vier neutrale; `crawl --focus learned` geht nicht ohne",
    )
    DISCOUNTS = (
        "too few rows of {order} words to reckon their discounts: fixed ones are taken",
        "zu wenige Folgen von {order} Wörtern für eigene Abzüge: feste werden genommen",
    )


class ForgottenReason(SentenceForm):
    """Why a crawl does not go on with what an earlier one has learnt of links."""

    OTHER_VERSION = (
        "{folder}: kept by another version of Auslese; what leads to the topic is learnt anew",
        "{folder}: von einer anderen Fassung von Auslese aufgehoben; was zum Thema führt, wird neu"
        " gelernt",
    )
    OTHER_MODEL = (
        "{folder}: learnt by another model of the topic; what leads to it is learnt anew",
        "{folder}: mit einem anderen Modell des Themas gelernt; was zum Thema führt, wird neu"
        " gelernt",
    )
    OTHER_OPTIONS = (
        "{folder}: learnt with another focus.step; what leads to the topic is learnt anew",
        "{folder}: mit einem anderen focus.step gelernt; was zum Thema führt, wird neu gelernt",
    )
    DAMAGED = (
        "{folder}: cannot be read ({problem}); what leads to the topic is learnt anew",
        "{folder}: ist nicht lesbar ({problem}); was zum Thema führt, wird neu gelernt",
    )


class ExpertProblem(SentenceForm):
    """Why what an expert taught cannot steer a crawl."""

    NOT_LEARNT = (
        "focus.reward: the topic {topic} has no model yet; rate pages and run"
        " `auslese analyse {collection} relevance`",
        "focus.reward: Das Thema {topic} hat noch kein Modell; Seiten bewerten, dann"
        " `auslese analyse {collection} relevance`",
    )
    NO_REWARDS = (
        "{folder}: this model does not say what scores are worth, which this crawl needs; with four"
        " pages on the topic and four neutral ones `auslese focus learn DIR` finds out",
        "{folder}: dieses Modell sagt nicht, was Bewertungen wert sind, und ohne das geht es hier"
        " nicht; mit vier Seiten zum Thema und vier neutralen findet `auslese focus learn DIR` es"
        " heraus",
    )


class CrawlOutlook(SentenceForm):
    """What a focused crawl brings, and whether it may stop."""

    TOO_FEW_PAGES = (
        "{pages:page} judged so far; from {wanted:,} on it can be told when the crawl may stop",
        "bisher {pages:page} beurteilt; ab {wanted:,} ist zu sagen, wann der Crawl aufhören darf",
    )
    TOO_FEW_HITS = (
        "hardly any of {pages:page} is on the topic yet: nothing can be said about an end",
        "von {pages:page} ist noch kaum eine beim Thema: über ein Ende ist nichts zu sagen",
    )
    STILL_FINDING = (
        "the last {window:page} brought {share:.0%} on the topic, the best {best:.0%}:"
        " going on is worth it",
        "die letzten {window:page} brachten {share:.0%} zum Thema, die besten {best:.0%}:"
        " Weitermachen lohnt sich",
    )
    NOT_CERTAIN_YET = (
        "the last {window:page} brought {share:.0%} on the topic, the best {best:.0%}:"
        " the crawl may soon stop, but that may be chance",
        "die letzten {window:page} brachten {share:.0%} zum Thema, die besten {best:.0%}:"
        " der Crawl darf vielleicht bald aufhören, das kann aber Zufall sein",
    )
    FADED = (
        "the last {window:page} brought {share:.1%} on the topic, the best {best:.0%}:"
        " the crawl may stop",
        "die letzten {window:page} brachten {share:.1%} zum Thema, die besten {best:.0%}:"
        " der Crawl darf aufhören",
    )


class DriftWords(SentenceForm):
    """How recent pages of a focused crawl score beside earlier ones."""

    BETTER = (
        "its pages have come nearer to the topic: median score {recent:,.0f}, before"
        " {earlier:,.0f}",
        "seine Seiten sind näher am Thema: mittlere Bewertung {recent:,.0f}, vorher {earlier:,.0f}",
    )
    WORSE = (
        "its pages drift from the topic: median score {recent:,.0f}, before {earlier:,.0f}",
        "seine Seiten treiben vom Thema ab: mittlere Bewertung {recent:,.0f}, vorher"
        " {earlier:,.0f}",
    )
    SPREAD = (
        "its pages are of another mixture than before: median score {recent:,.0f}, before"
        " {earlier:,.0f}",
        "seine Seiten sind anders gemischt als vorher: mittlere Bewertung {recent:,.0f}, vorher"
        " {earlier:,.0f}",
    )
