"""Answers to the questions of a data sheet, out of what a collection knows of itself."""

from auslese.wording.coded_sentence import SentenceForm


class DatasheetAnswer(SentenceForm):
    """What is known of a collection by itself; what only its makers know they may add."""

    UNKNOWN = (
        "Nobody has said it; `{setting}` in auslese.toml takes it.",
        "Das hat niemand gesagt; `{setting}` in auslese.toml nimmt es auf.",
    )
    CONTENTS = (
        "{pages:page} of {hosts:host} with {words:word} in the main texts, each with the answer of"
        " its server as it came, and tables of texts, links and what analyses tell of them.",
        "{pages:page} ({hosts:host}) mit {words:word} in den Haupttexten, jede mit der Antwort"
        " ihres Servers, wie sie kam, dazu Tabellen der Texte, der Links und dessen, was"
        " Auswertungen darüber sagen.",
    )
    SAMPLE = (
        "No sample: what a crawl has found by following links from its start pages ({starts:,}), as"
        " far as the rules allow ({scope}). What no link leads to is not in it.",
        "Keine Stichprobe, sondern was ein Crawl von seinen Startseiten ({starts:,}) aus über Links"
        " gefunden hat, soweit die Regeln es erlauben ({scope}). Wohin kein Link führt, das fehlt.",
    )
    GIVEN = (
        "It has no start pages: its pages were brought in from files.",
        "Es gibt keine Startseiten: Die Seiten kamen aus Dateien.",
    )
    GAPS = (
        "Of {unreadable:page} no text could be read, {gone:page} have disappeared since they were"
        " fetched, and {copies:page} say the same as another one, or nearly.",
        "Von {unreadable:page} ließ sich kein Text lesen, {gone:page} sind verschwunden, seit sie"
        " geholt wurden, und {copies:page} sagen dasselbe wie eine andere oder fast dasselbe.",
    )
    PEOPLE = (
        "Yes: {people:person} were found by name. Whoever asks to be left out is shown by no page"
        " and leaves with no export of people from that moment on.",
        "Ja: {people:person} wurden dem Namen nach gefunden. Wer nicht genannt werden will, den"
        " zeigt von da an keine Seite und kein Export von Personen.",
    )
    NO_PEOPLE = (
        "Nobody was looked for; pages of the web name people all the same.",
        "Nach niemandem wurde gesucht; Seiten des Webs nennen trotzdem Menschen.",
    )
    GATHERED = (
        "By the robot `{agent}` of Auslese, between {first} and {last}, as robots.txt of each host"
        " allows and with a pause of {delay} between two requests to a host.",
        "Vom Roboter `{agent}` von Auslese, zwischen {first} und {last}, wie es robots.txt jedes"
        " Rechners erlaubt und mit einer Pause von {delay} zwischen zwei Anfragen an einen"
        " Rechner.",
    )
    EMPTY = "Nothing was fetched so far.", "Bisher wurde nichts geholt."
    PROCESSED = (
        "The answers of servers are kept as they came. Main texts were read by version {reader} of"
        " the reader, languages told by the model {model}.",
        "Die Antworten der Server liegen, wie sie kamen. Haupttexte las die Version {reader} des"
        " Lesers, Sprachen bestimmte das Modell {model}.",
    )
    USES = (
        "Owners reserve the training of models on {train:page}, giving texts to models on"
        " {model_input:page}, search on {search:page}, or allow it on conditions. Exports heed it.",
        "Das Trainieren von Modellen behalten sich die Besitzer bei {train:page} vor, die Eingabe"
        " in Modelle bei {model_input:page}, die Suche bei {search:page}, oder sie stellen"
        " Bedingungen. Exporte beachten das.",
    )
    OWNERS = (
        "Every page stays under the terms of its owner; nobody has stated a licence of the"
        " collection (`{setting}` in auslese.toml).",
        "Jede Seite bleibt unter den Bedingungen ihres Besitzers; eine Lizenz der Sammlung hat"
        " niemand genannt (`{setting}` in auslese.toml).",
    )
    LICENCE = (
        "The collection as a whole: {licence}. Every page stays under the terms of its owner.",
        "Die Sammlung als Ganzes: {licence}. Jede Seite bleibt unter den Bedingungen ihres"
        " Besitzers.",
    )
