"""What may be wrong with figures from walks, and whether walks ran long enough."""

from auslese.wording.coded_sentence import SentenceForm


class WalkBiasText(SentenceForm):
    """What to keep in mind when figures from walks are used."""

    REACH = (
        "only what links lead to from {starts}, within the rules of the collection",
        "nur, wohin Links von {starts} führen, innerhalb der Regeln der Sammlung",
    )
    INDEX = (
        "up to {incoming} in-links of each page come from an index; pages that it knows"
        " well are favoured until the walk has come round",
        "bis zu {incoming} Links hin zu jeder Seite kommen aus einem Index; Seiten, die er gut"
        " kennt, sind bevorzugt, bis der Weg herumgekommen ist",
    )
    IN_LINKS = (
        "none were taken from an index, so pages that lead here and to which nothing"
        " leads back are never seen",
        "keine kamen aus einem Index, darum bleiben Seiten ungesehen, die hierher führen und zu"
        " denen nichts zurückführt",
    )
    STORED_LINKS = (
        "pages that were never fetched are left out",
        "Seiten, die nie geholt wurden, sind ausgelassen",
    )
    RESTARTS = (
        "{moves:move} led back to random earlier pages, which favours these",
        "{moves:move} führten zu zufälligen früheren Seiten zurück, was diese bevorzugt",
    )
    DEAD_ENDS = (
        "{what} ({share:.1%} of all that was wanted): {reasons}",
        "{what} ({share:.1%} von allem Gewollten): {reasons}",
    )
    OTHER_REASONS = "and {number:,} other reasons", "und {number:,} andere Gründe"
    LINKS = (
        "{links:link} of pages with very many were left out by chance",
        "{links:link} von Seiten mit sehr vielen blieben durch Los aus",
    )
    STUCK = (
        "a walk came to an end, since nothing leads away from where it began",
        "ein Weg ging zu Ende, denn nichts führt von seinem Anfang weg",
    )
    SIZE = (
        "only {met} of {draws:,} draws met a page again ({how}); the"
        " lower bound is worth more than the estimate",
        "nur {met} von {draws:,} Zügen trafen eine Seite wieder ({how}); die untere Grenze ist"
        " mehr wert als die Schätzung",
    )
    SPAM = (
        "spam is told by what pages say (repetition, one word over and over, no sentences);"
        " some honest lists look like that, and spam that reads well does not",
        "Spam wird an dem erkannt, was Seiten sagen (Wiederholung, ein Wort immer wieder, keine"
        " Sätze); manche ehrliche Liste sieht so aus, und gut geschriebener Spam nicht",
    )
    UNKNOWN = (
        "nothing is known of the {kind} of {share:.1%} of the pages, which"
        " are left out (`auslese analyse` learns them)",
        "nichts ist bekannt ({kind}) bei {share:.1%} der Seiten, die ausgelassen sind"
        " (`auslese analyse` lernt es)",
    )


class DeadEndText(SentenceForm):
    """What walks did not see, and why."""

    ROBOTS = (
        "pages that robots.txt closes were not seen",
        "Seiten, die robots.txt verschließt, blieben ungesehen",
    )
    TRAPS = "endless pages were cut off", "endlose Seiten wurden abgeschnitten"
    LIMITS = (
        "endless pages were cut off by the limits of the walk",
        "endlose Seiten wurden von den Grenzen des Weges abgeschnitten",
    )
    FAILURES = (
        "pages that could not be fetched were not seen",
        "Seiten, die nicht zu holen waren, blieben ungesehen",
    )
    NOT_FETCHED = (
        "pages whose links nobody knows were dead ends",
        "Seiten, deren Links niemand kennt, waren Sackgassen",
    )
    REDIRECTS = (
        "pages that lead round in circles were dead ends",
        "Seiten, die im Kreis führen, waren Sackgassen",
    )
    UNKNOWN = (
        "pages that the link graph does not have were dead ends",
        "Seiten, die der Linkgraph nicht hat, waren Sackgassen",
    )
    NOINDEX = (
        "pages that do not want to be in an index were not seen",
        "Seiten, die in keinen Index wollen, blieben ungesehen",
    )
    TYPES = (
        "what is no page of the wanted types was left out",
        "was keine Seite der gewollten Arten ist, blieb aus",
    )
    RULES = (
        "pages that were refused for another reason were not seen",
        "Seiten, die aus anderen Gründen abgelehnt wurden, blieben ungesehen",
    )


class ConvergenceText(SentenceForm):
    """Whether walks ran long enough."""

    NO_MOVES = "the walk has made no moves yet", "der Weg hat noch keinen Schritt getan"
    LONG_ENOUGH = (
        "nothing says that the walks are too short",
        "nichts sagt, dass die Wege zu kurz sind",
    )
    FEW_STEPS = (
        "too few steps: {moves:,} moves say as much as {effective:,.0f}"
        " independent ones, and {least} are the least",
        "zu wenige Schritte: {moves:,} sagen so viel wie {effective:,.0f} unabhängige, und {least}"
        " sind das Mindeste",
    )
    UNSETTLED = (
        "its beginning and its end disagree by {errors:.1f} standard errors: the"
        " neighbourhood of the start still shows",
        "Anfang und Ende weichen um {errors:.1f} Standardfehler ab: Die Umgebung des Anfangs zeigt"
        " sich noch",
    )
    DISAGREE = (
        "the walks disagree (Gelman-Rubin {value:.2f}): they see other parts",
        "die Wege sind uneins (Gelman-Rubin {value:.2f}): Sie sehen verschiedene Teile",
    )
    STILL_NEW = (
        "{share:.0%} of the last moves led to new pages: the walk does not know this web yet",
        "{share:.0%} der letzten Schritte führten zu neuen Seiten: Der Weg kennt dieses Netz noch"
        " nicht",
    )
    TOO_SHORT = (
        "nothing can be said of so short a walk",
        "über einen so kurzen Weg lässt sich nichts sagen",
    )
    ONE_PLACE = (
        "{share:.0%} of the time it was at {host}",
        "{share:.0%} der Zeit war er auf {host}",
    )
