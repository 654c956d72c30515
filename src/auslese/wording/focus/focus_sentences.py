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
    DISCOUNTS = (
        "too few rows of {order} words to reckon their discounts: fixed ones are taken",
        "zu wenige Folgen von {order} Wörtern für eigene Abzüge: feste werden genommen",
    )
