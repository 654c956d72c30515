"""What is said to people who rate pages, when something does not fit."""

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
