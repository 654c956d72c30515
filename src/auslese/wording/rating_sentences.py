"""What is said to people who rate pages: when something does not fit, and when they may stop."""

from auslese.wording.coded_sentence import SentenceForm


class RatingProblem(SentenceForm):
    """Why an answer, or a change to a topic, is not taken."""

    NO_TOPIC = (
        "there is no topic {name!r}: `{command}` lists all",
        "es gibt kein Thema {name!r}: `{command}` listet alle auf",
    )
    NO_TOPICS = (
        "there is no topic yet: `{command}` makes one",
        "es gibt noch kein Thema: `{command}` legt eines an",
    )
    SEVERAL_TOPICS = (
        "there are several topics ({names}); say which one",
        "es gibt mehrere Themen ({names}); sagen Sie, welches",
    )
    TOPIC_EXISTS = "there is a topic {name!r} already", "es gibt schon ein Thema {name!r}"
    TOPIC_REMOVED = (
        "the topic {name!r} was removed meanwhile; the answer was not taken",
        "das Thema {name!r} wurde inzwischen gelöscht; die Antwort wurde nicht übernommen",
    )
    BAD_NAME = (
        "a topic needs a name of 1 to {most} letters without colons, quotation marks and"
        " < > =, found {name!r}",
        "ein Thema braucht einen Namen aus 1 bis {most} Zeichen ohne Doppelpunkt,"
        " Anführungszeichen und < > =, gefunden: {name!r}",
    )
    LONG_CRITERIA = (
        "criteria have at most {most} letters",
        "Kriterien haben höchstens {most} Zeichen",
    )
    BAD_GRADE = (
        "{text!r} is no grade: 0, 0.25, 0.5, 0.75 and 1 are",
        "{text!r} ist keine Note: möglich sind 0, 0,25, 0,5, 0,75 und 1",
    )
    BAD_RATER = (
        "a rater has a name of 1 to {most} letters, found {name!r}",
        "wer bewertet, hat einen Namen aus 1 bis {most} Zeichen, gefunden: {name!r}",
    )
    NO_PAGE = (
        "the collection has no page {url} that can be rated",
        "die Sammlung hat keine Seite {url}, die sich bewerten lässt",
    )
    BAD_SHARE = (
        "{text!r} is no number from 0 to 1",
        "{text!r} ist keine Zahl von 0 bis 1",
    )
    NOTHING_TO_UNDO = "there is no answer to take back", "es gibt keine Antwort zurückzunehmen"
    NO_READY = (
        "there is no ready-made topic {name!r}: {names} are",
        "es gibt kein fertiges Thema {name!r}: vorhanden sind {names}",
    )
    NOT_PREPARED = (
        "the pages are not prepared for rating yet: `{command}` does it",
        "die Seiten sind noch nicht für das Bewerten vorbereitet: `{command}` erledigt das",
    )
    TOO_FEW = (
        "the topic {name!r} has {relevant} relevant and {other} other ratings; at least one of"
        " each is needed",
        "das Thema {name!r} hat {relevant} Bewertungen als passend und {other} andere; von beiden"
        " ist mindestens eine nötig",
    )
    NOTHING_LEFT = (
        "every page was rated for this topic",
        "für dieses Thema sind alle Seiten bewertet",
    )
    BAD_LABEL = (
        "{path}, line {line}: {problem}",
        "{path}, Zeile {line}: {problem}",
    )


class StopText(SentenceForm):
    """May one stop rating? What a rule says; the names are those of its reasons."""

    CERTAIN = (
        "You may stop: at least {low:.0f} % of all relevant pages are found for certain. Of"
        " {of} relevant pages drawn by lot the search came upon {found}.",
        "Sie können aufhören: mindestens {low:.0f} % aller passenden Seiten sind sicher gefunden."
        " Von {of} passenden, die ausgelost wurden, stieß die Suche auf {found}.",
    )
    NOT_CERTAIN_YET = (
        "Go on: {low:.0f} % of all relevant pages are found for certain; of {of} drawn by lot the"
        " search came upon {found}, and {needed} are needed.",
        "Machen Sie weiter: {low:.0f} % aller passenden Seiten sind sicher gefunden; von {of}"
        " ausgelosten stieß die Suche auf {found}, nötig sind {needed}.",
    )
    SLICE_TOO_SMALL = (
        "Go on: only {of} relevant pages were drawn by lot so far, too few to be certain about"
        " anything.",
        "Machen Sie weiter: bisher wurden nur {of} passende Seiten ausgelost, zu wenige für eine"
        " sichere Aussage.",
    )
    SLICE_UNFINISHED = (
        "Go on: {left} pages drawn by lot are not rated yet.",
        "Machen Sie weiter: {left} ausgeloste Seiten sind noch nicht bewertet.",
    )
    ESTIMATED = (
        "You may stop: about {value:.0f} % of all relevant pages are found, at least {low:.0f} %.",
        "Sie können aufhören: etwa {value:.0f} % aller passenden Seiten sind gefunden,"
        " mindestens {low:.0f} %.",
    )
    NOT_ESTIMATED_YET = (
        "Go on: about {value:.0f} % of all relevant pages are found, perhaps only {low:.0f} %.",
        "Machen Sie weiter: etwa {value:.0f} % aller passenden Seiten sind gefunden, vielleicht"
        " nur {low:.0f} %.",
    )
    NOTHING_FOUND = (
        "Go on: nothing relevant is found yet.",
        "Machen Sie weiter: es ist noch nichts Passendes gefunden.",
    )
    IN_A_ROW = (
        "You may stop: {irrelevant} pages one after the other were not relevant.",
        "Sie können aufhören: {irrelevant} Seiten nacheinander passten nicht.",
    )
    NOT_IN_A_ROW = (
        "Go on: {irrelevant} pages one after the other were not relevant, {needed} are needed.",
        "Machen Sie weiter: {irrelevant} Seiten nacheinander passten nicht, nötig sind {needed}.",
    )
