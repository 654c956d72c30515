"""What other parts of the house say in English sentences, in German.

Crawl, reading and search give their reasons as sentences, with figures and names in them. Here each
has its German pendant, and what is not here stays as it is: error messages of libraries, say.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from auslese.crawl.forecast.brake import lasting
from auslese.wording.ui_languages import GERMAN

LONGEST = 2000  # letters of a sentence
DEEPEST = 4  # sentences within sentences
_FIGURE = re.compile(r"-?[0-9][0-9,]*(?:\.[0-9]+)?").fullmatch
_SHARE = re.compile(r"([0-9]+)%").fullmatch
_SWAPPED = str.maketrans(",.", ".,")
_PERIOD = re.compile(r"([0-9][0-9,.]*) (s|min|h|days)( [0-9]+ (?:s|min|h))?").fullmatch

# Of what a crawl says about its brake (`crawl.worker.coordinator`, `crawl.forecast.brake`).
BRAKES = {
    "the last pages are under way": "die letzten Seiten sind unterwegs",
    "nothing left to do": "es ist nichts mehr zu tun",
    "paused by a person": "von Hand angehalten",
    "the workers are starting": "die Arbeiter fangen an",
    "all hosts that may be asked now are being asked": (
        "alle Rechner, die jetzt dürfen, werden befragt"
    ),
    "night hours: the next host opens in {}": "Nachtstunden: der nächste Rechner öffnet in {1}",
    "politeness: the next host may be asked in {}": (
        "Höflichkeit: der nächste Rechner darf in {1} befragt werden"
    ),
    "the workers have all they can carry": "die Arbeiter haben, was sie tragen können",
    "{} alone needs {} at one request every {}": (
        "{1} allein braucht {2} bei einer Anfrage alle {3}"
    ),
    "{} visits a second, as measured": "{1} Besuche je Sekunde, wie gemessen",
}
# `crawl.forecast.forecast`
FORECASTS = {
    "everything that was found is done": "alles, was gefunden wurde, ist erledigt",
    "nothing was fetched yet": "noch wurde nichts geholt",
    "too early to tell: this is what waits now": (
        "es ist noch zu früh, das zu sagen: so viel wartet jetzt"
    ),
    "each visit still brings {} new URLs: the bell has not turned yet, this is what waits now": (
        "jeder Besuch bringt noch {1} neue URLs, die Glocke hat sich noch nicht gewendet:"
        " so viel wartet jetzt"
    ),
    "the bell has turned, its maximum is depth {}: {} URLs wait, each visit brings {} new ones,"
    " {} of URLs are pages": (
        "die Glocke hat sich gewendet, ihr Gipfel liegt in Tiefe {1}: {2} URLs warten, jeder"
        " Besuch bringt {3} neue, {4} der URLs sind Seiten"
    ),
    "the limit of pages comes first; without it: {} or more, as {}": (
        "die Höchstzahl der Seiten kommt zuerst; ohne sie {1} oder mehr, denn {2}"
    ),
}
# `crawl.traps.shape_evidence`, `crawl.traps.url_traps`
TRAPS = {
    "of {} pages watched {} were like others and {} copies; {} URLs found, {} links deep": (
        "von {1} beobachteten Seiten glichen {2} anderen, und {3} waren Kopien;"
        " {4} URLs gefunden, {5} Links tief"
    ),
    "{} of {} pages watched led nowhere new; {} URLs found, {} links deep": (
        "{1} von {2} beobachteten Seiten führten zu nichts Neuem; {3} URLs gefunden, {4} Links tief"
    ),
    "copies at {} ({})": "Kopien unter {1} ({2})",
    "chain at {} ({})": "eine Kette unter {1} ({2})",
    "sprawl at {} ({})": "Wildwuchs unter {1} ({2})",
    "sessions at {} ({})": "Sitzungen unter {1} ({2})",
    "combinations at {} ({})": "Kombinationen unter {1} ({2})",
    "depth of {} folders, at most {}": "{1} Ordner tief, höchstens {2}",
    "repetition of {}": "Wiederholung von {1}",
    "calendar in {}, later than {}": "ein Kalender im Jahr {1}, später als {2}",
}
# `crawl.scope.scope`, `crawl.scope.rules`
RULES = {
    "nothing allows it": "nichts erlaubt es",
    "start page": "Startseite",
    "{} (at {})": "{1} (unter {2})",
    "scope {}: {}": "Umkreis {1}: {2}",
    "allow: {}": "erlaubt: {1}",
    "deny: {}": "verboten: {1}",
    "host suffix {}": "Rechner, die enden auf {1}",
    "host {}": "Rechner {1}",
    "domain {}": "Domain {1}",
    "country {}": "Land {1}",
    "address {}": "Adresse {1}",
    "path prefix {}": "Pfadanfang {1}",
    "pattern {}": "Muster {1}",
    "SURT prefix {}": "SURT-Anfang {1}",
    "regular expression {}": "regulärer Ausdruck {1}",
    "expected {}, found {}; did you mean hosts, {}, or files, {}?": (
        "erwartet: {1}; gefunden: {2}. Meinten Sie Rechner, {3}, oder Dateien, {4}?"
    ),
    "expected {}, found {}; did you mean {} or {}?": (
        "erwartet: {1}; gefunden: {2}. Meinten Sie {3} oder {4}?"
    ),
    "expected {}, found {}; did you mean {}?": "erwartet: {1}; gefunden: {2}. Meinten Sie {3}?",
    "expected {}, found {}; make the inner one atomic: ++ for +, *+ for *, (?>a|b) for (a|b)": (
        "erwartet: {1}; gefunden: {2}. Machen Sie die innere Wiederholung fest:"
        " ++ statt +, *+ statt *, (?>a|b) statt (a|b)"
    ),
    "expected {}, found {}": "erwartet: {1}; gefunden: {2}",
    "a rule (a host, .suffix, domain:, country:, address, path, pattern, re:)": (
        "eine Regel (ein Rechner, .endung, domain:, country:, Adresse, Pfad, Muster, re:)"
    ),
    "a host name": "ein Rechnername",
    "a domain that can be registered, like domain:tum.de": (
        "eine Domain, die man anmelden kann, wie domain:tum.de"
    ),
    "a country of two letters, like country:de": "ein Land aus zwei Buchstaben, wie country:de",
    "an address range like {}": "ein Adressbereich wie {1}",
    "a path prefix like {}": "ein Pfadanfang wie {1}",
    "a pattern that says what it ends": "ein Muster, das sagt, womit es endet",
    "a SURT prefix like {}": "ein SURT-Anfang wie {1}",
    "a regular expression without repeats inside repeats": (
        "ein regulärer Ausdruck ohne Wiederholungen in Wiederholungen"
    ),
    "a regular expression": "ein regulärer Ausdruck",
    "{} has too many repeats or choices to be tried here": (
        "{1} hat zu viele Wiederholungen oder Möglichkeiten, um hier ausprobiert zu werden"
    ),
    "a rule of more than {} letters": "eine Regel von mehr als {1} Zeichen",
}
# Details of outcomes: `crawl.fetch.curl_fetcher`, `system.decoding`, `crawl.worker.errands` …
DETAILS = {
    "{} letters, at most {}": "{1} Zeichen, höchstens {2}",
    "{}, at most {}": "{1}, höchstens {2}",
    "{} in a row": "{1} hintereinander",
    "{} is another machine, and no contact is set": (
        "{1} ist ein anderer Rechner, und es ist kein Kontakt angegeben"
    ),
    "{} is not public, and the presence does not name it": (
        "{1} ist nicht öffentlich, und die Präsenz nennt sie nicht"
    ),
    "named by an index of sitemaps within others": (
        "genannt von einem Verzeichnis von Sitemaps in anderen"
    ),
    "no sitemap, but {}": "keine Sitemap, sondern {1}",
    "{}, though the server says nothing": "{1}, obwohl der Server nichts sagt",
    "{}, though the server says {}": "{1}, obwohl der Server {2} sagt",
    "remembered: {}, {} of {} at {}": "erinnert: {1}, {2} von {3} unter {4}",
    "robots.txt cannot be read: {}": "robots.txt ist nicht zu lesen: {1}",
    "it asks to be left alone for {} s": "er bittet darum, {1} s in Ruhe gelassen zu werden",
    "{} errors in a row at {}": "{1} Fehler hintereinander auf {2}",
    "{} has no address": "{1} hat keine Adresse",
    "more than {} bytes": "mehr als {1} Bytes",
    "unpacks to more than {} bytes": "entpackt mehr als {1} Bytes",
    "{} layers of compression": "{1} Schichten von Kompression",
    "unknown content encoding {}": "unbekannte Inhaltskodierung {1}",
    "broken {}: {}": "{1} ist kaputt: {2}",
    "the status line cannot be read": "die Statuszeile ist nicht zu lesen",
    "the header ended too early": "der Kopf endete zu früh",
    "a header line longer than libcurl takes": "eine Kopfzeile, länger als libcurl sie nimmt",
    "error {} of libcurl": "Fehler {1} von libcurl",
    "304, though we have nothing of it": "304, obwohl wir nichts davon haben",
    "{} without a Location": "{1} ohne Location",
    "certificate not verified: {}": "Zertifikat nicht geprüft: {1}",
    "names nothing": "nennt nichts",
    "pages {}, sitemaps {}, left out {}": "Seiten {1}, Sitemaps {2}, ausgelassen {3}",
    "pages {}, sitemaps {}": "Seiten {1}, Sitemaps {2}",
    "pages {}, left out {}": "Seiten {1}, ausgelassen {2}",
    "sitemaps {}, left out {}": "Sitemaps {1}, ausgelassen {2}",
    "pages {}": "Seiten {1}",
    "sitemaps {}": "Sitemaps {1}",
    "left out {}": "ausgelassen {1}",
    "robots.txt says no": "robots.txt sagt nein",
    "imported from {}": "importiert aus {1}",
}
# Why there is no text: `extract`, `recipes.reading.reading_shards`.
UNREAD = {
    "no content": "kein Inhalt",
    "no body": "kein Rumpf",
    "no text: probably scanned": "kein Text: wohl eingescannt",
    "no text: its fonts do not tell their letters": (
        "kein Text: die Schriften sagen nicht, welche Buchstaben sie haben"
    ),
    "no text": "kein Text",
    "no page": "keine Seite",
    "out of memory": "der Speicher reichte nicht",
    "a password is needed": "ein Passwort wird gebraucht",
    "no PDF that can be opened": "kein PDF, das sich öffnen lässt",
    "packed within packed": "Gepacktes in Gepacktem",
    "unpacks to too much": "entpackt zu viel",
    "a page repeats its content too often": "eine Seite wiederholt ihren Inhalt zu oft",
    "a page draws its forms too often": "eine Seite zeichnet ihre Formulare zu oft",
    "its pages draw too much": "die Seiten zeichnen zu viel",
    "the process that read it died": "der Prozess, der sie las, brach ab",
    "not read after {} s": "nach {1} s nicht gelesen",
    "not in the archive: {}": "nicht im Archiv: {1}",
}
# Why a page of ours is not shown.
PROBLEMS = {
    "{} is not an http or https address": "{1} ist keine Adresse mit http oder https",
    "there is no collection {} here": "hier gibt es keine Sammlung {1}",
    "there are several collections here; choose one": (
        "hier gibt es mehrere Sammlungen; wählen Sie eine"
    ),
    "the form is too long": "das Formular ist zu lang",
    "the form did not come": "das Formular kam nicht an",
    "the form has too many fields": "das Formular hat zu viele Felder",
    "this form did not come from a page of this server": (
        "dieses Formular kam nicht von einer Seite dieses Servers"
    ),
    "this server was started without a token, so nothing can be changed": (
        "dieser Server wurde ohne Token gestartet, darum lässt sich nichts ändern"
    ),
    "the token is missing or wrong": "das Token fehlt oder ist falsch",
    "no crawl is running in this collection": "in dieser Sammlung läuft kein Crawl",
    "expected a rule": "erwartet: eine Regel",
    "{} could not be changed without harm; please edit it by hand": (
        "{1} war nicht ohne Schaden zu ändern; bitte ändern Sie die Datei von Hand"
    ),
    "the archive has no copy of {}": "das Archiv hat keine Kopie von {1}",
    "the copy of {} cannot be unpacked: {}": "die Kopie von {1} lässt sich nicht entpacken: {2}",
    "there is no index yet: {} makes it": "es gibt noch keinen Index: {1} legt ihn an",
    "the index in {} is broken ({}): {} makes it anew": (
        "der Index in {1} ist kaputt ({2}): {3} legt ihn neu an"
    ),
    "there are no clusters yet: {} makes them": "es gibt noch keine Cluster: {1} bildet sie",
    "there is no cluster {}: {} shows all": "es gibt keinen Cluster {1}: {2} zeigt alle",
    "there is no link graph yet: {} makes it": "es gibt noch keinen Linkgraphen: {1} legt ihn an",
    "{} is not a collection: no {} in it; {} makes one": (
        "{1} ist keine Sammlung: darin fehlt {2}; {3} legt eine an"
    ),
    "{} is in use by {}": "{1} wird benutzt von {2}",
    "another process": "einem anderen Prozess",
    "process {}": "Prozess {1}",
}
# What is told first is tried first: "host suffix" before "host", "no text: …" before "no text".
PHRASES = BRAKES | FORECASTS | TRAPS | RULES | PROBLEMS | UNREAD | DETAILS


class TranslatedPhrase(NamedTuple):
    """A sentence, and the language it is in if that is not the page's."""

    words: str
    language: str = ""


def translated_phrase(sentence: str, ui_language: str) -> TranslatedPhrase:
    """A sentence of another part of the house, in the language of the page if we can."""
    if ui_language != GERMAN or not sentence:
        return TranslatedPhrase(sentence)
    german = in_german(sentence)
    if german is not None:
        return TranslatedPhrase(german)
    return TranslatedPhrase(sentence, "en" if " " in sentence else "")


def duration_text(seconds: float, ui_language: str) -> str:
    """A time in words, in the language of the page."""
    words = lasting(seconds)
    return _part(words, DEEPEST) if ui_language == GERMAN else words


def in_german(sentence: str, depth: int = DEEPEST) -> str | None:
    """The German pendant of a sentence; None if it is not in the book.

    Sentences may hold what others wrote, so this takes one look for each form and never goes back.
    """
    if len(sentence) > LONGEST or not depth:
        return None
    for form, german in _forms():
        parts = _parts(sentence, form)
        if parts is not None:
            return german.format(sentence, *(_part(each, depth - 1) for each in parts))
    return None


def _parts(sentence: str, form: Sequence[str]) -> list[str] | None:
    """What stands at the places of a form, none of it empty; None if the sentence has another."""
    first, last = form[0], form[-1]
    if len(form) == 1:
        return [] if sentence == first else None
    if not (sentence.startswith(first) and sentence.endswith(last)):
        return None
    at, end = len(first), len(sentence) - len(last)
    parts = []
    for fixed in form[1:-1]:
        found = sentence.find(fixed, at + 1, end)
        if found < 0:
            return None
        parts.append(sentence[at:found])
        at = found + len(fixed)
    return [*parts, sentence[at:end]] if at < end else None


def _part(text: str, depth: int) -> str:
    """A part of a sentence: a figure as Germans write it, or a sentence itself."""
    if share := _SHARE(text):
        return f"{share[1]} %"
    if _FIGURE(text):
        return text.translate(_SWAPPED)
    if period := _PERIOD(text):
        number, unit, rest = period.groups("")
        return f"{number.translate(_SWAPPED)} {unit.replace('days', 'Tage')}{rest}"
    return in_german(text, depth) or text


@cache
def _forms() -> list[tuple[list[str], str]]:
    """Each form, cut at its places."""
    return [(form.split("{}"), german) for form, german in PHRASES.items()]
