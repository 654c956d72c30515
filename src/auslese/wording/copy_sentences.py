"""Why a page stands for its copies, and why a side of a mirror is the original."""

from auslese.wording.coded_sentence import SentenceForm


class FirstPageText(SentenceForm):
    """Why a page is the first of its group; the names are those that the table has, in capitals."""

    CANONICAL = (
        "pages of the group name it as canonical",
        "Seiten der Gruppe nennen sie als die maßgebliche",
    )
    PRESENT = "it is still there", "es gibt sie noch"
    LINKED = "more other sites link to it", "mehr andere Websites verweisen auf sie"
    SHORTEST = "its URL is the shortest", "ihre URL ist die kürzeste"
    NUMBER = "nothing tells it from the next best", "nichts unterscheidet sie von der nächstbesten"
    CENTRE = "no other page is like all of them", "keine andere Seite gleicht ihnen allen"
    MIRROR = (
        "it is on the original of a mirror that is folded",
        "sie liegt auf dem Original eines gefalteten Spiegels",
    )


class MirrorOriginalText(SentenceForm):
    """Why a side of a mirror is the original; the names are those of the reasons, in capitals."""

    CANONICAL = "its pages are named as canonical", "ihre Seiten werden als maßgeblich genannt"
    PRINT = "the other is for printing", "die andere ist zum Drucken da"
    LINKS = "more links lead to it", "mehr Links führen zu ihr"
    PAGES = "it has more texts", "sie hat mehr Texte"
    EARLIER = "it was met first", "sie wurde zuerst gefunden"
    SHORTER = "its name is shorter", "ihr Name ist kürzer"


def first_page_reason(reason: str) -> str:
    """Why a page is the first of its group, by the name that the table has."""
    return FirstPageText[reason.upper()].of()


def original_reason(reason: str) -> str:
    """Why a side is the original, by the name of the reason."""
    return MirrorOriginalText[reason.upper()].of()
