"""Numbers with their nouns, as parts of sentences: `1 page`, `2,000 pages`, `2.000 Seiten`."""

from auslese.wording.figures import number
from auslese.wording.ui_languages import ENGLISH, GERMAN

NOUNS = {
    "page": (("page", "pages"), ("Seite", "Seiten")),
    "person": (("person", "people"), ("Person", "Personen")),
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
    "text": (("text", "texts"), ("Text", "Texte")),
    "file": (("file", "files"), ("Datei", "Dateien")),
    "answer": (("answer", "answers"), ("Antwort", "Antworten")),
    "picture": (("picture", "pictures"), ("Bild", "Bilder")),
    "record": (("record", "records"), ("Eintrag", "Einträge")),
    "part": (("part", "parts"), ("Teil", "Teile")),
    "item": (("item", "items"), ("Eintrag", "Einträge")),
    "question": (("question", "questions"), ("Frage", "Fragen")),
    "query": (("query", "queries"), ("Anfrage", "Anfragen")),
    "move": (("move", "moves"), ("Schritt", "Schritte")),
    "day": (("day", "days"), ("Tag", "Tage")),
    "second": (("second", "seconds"), ("Sekunde", "Sekunden")),
}


def counted(value: int, name: str, ui_language: str) -> str:
    """A number with the noun that fits it, as `1 page` or `1,200 pages`."""
    return f"{number(value, ui_language)} {NOUNS[name][ui_language == GERMAN][value != 1]}"


class CountedNumber(int):
    """A number as a part of a sentence: the format `{pages:page}` gives it its noun."""

    def __format__(self, spec: str) -> str:
        """In English."""
        return counted(self, spec, ENGLISH) if spec in NOUNS else int.__format__(self, spec)
