"""What a crawl says about its pace, what is still to come, traps, and its topic."""

from auslese.wording.coded_sentence import SentenceForm


class BrakeReason(SentenceForm):
    """What keeps a crawl from going faster."""

    LAST_PAGES = "the last pages are under way", "die letzten Seiten sind unterwegs"
    NOTHING_LEFT = "nothing left to do", "es ist nichts mehr zu tun"
    PAUSED = "paused by a person", "von Hand angehalten"
    STARTING = "the workers are starting", "die Arbeiter fangen an"
    ALL_ASKED = (
        "all hosts that may be asked now are being asked",
        "alle Rechner, die jetzt dürfen, werden befragt",
    )
    NIGHT_HOURS = (
        "night hours: the next host opens in {time}",
        "Nachtstunden: der nächste Rechner öffnet in {time}",
    )
    POLITENESS = (
        "politeness: the next host may be asked in {seconds:.1f} s",
        "Höflichkeit: der nächste Rechner darf in {seconds:.1f} s befragt werden",
    )
    HOST_UNREACHED = (
        "{host}: {problem}, try {number:d} of {most:d}; the next in {time}",
        "{host}: {problem}, Versuch {number:d} von {most:d}; der nächste in {time}",
    )
    HOST_SILENT = (
        "{host} cannot be reached any more: {problem}, try {number:d}; the next in {time}",
        "{host} ist nicht mehr zu erreichen: {problem}, Versuch {number:d}; der nächste in {time}",
    )
    OWN_OUTAGE = (
        "our own connection seems to be down; the next try in {time}",
        "unsere eigene Verbindung scheint zu fehlen; der nächste Versuch in {time}",
    )
    OWN_OUTAGE_BEGINS = (
        "no host can be reached any more ({hosts:d} in a row; {problem}): our own connection seems"
        " to be down; the crawl pauses and goes on by itself",
        "kein Rechner ist mehr zu erreichen ({hosts:d} hintereinander; {problem}): Unsere eigene"
        " Verbindung scheint zu fehlen; der Crawl hält an und geht von selbst weiter",
    )
    OWN_OUTAGE_OVER = (
        "hosts answer again: the crawl goes on",
        "Rechner antworten wieder: Der Crawl geht weiter",
    )
    WORKERS_FULL = (
        "the workers have all they can carry",
        "die Arbeiter haben, was sie tragen können",
    )
    HELD_BACK = (
        "hosts that may be asked are held back: unpromising, and better ones will soon be free",
        "Rechner, die dürften, werden zurückgehalten: wenig aussichtsreich, bessere sind bald frei",
    )
    ONE_HOST = (
        "{host} alone needs {time} at one request every {every:.1f} s",
        "{host} allein braucht {time} bei einer Anfrage alle {every:.1f} s",
    )
    OWN_PACE = (
        "{rate:,.1f} visits a second, as measured",
        "{rate:,.1f} Besuche je Sekunde, wie gemessen",
    )


class ForecastBasis(SentenceForm):
    """What a forecast rests on."""

    ALL_DONE = "everything that was found is done", "alles, was gefunden wurde, ist erledigt"
    NOTHING_YET = "nothing was fetched yet", "noch wurde nichts geholt"
    TOO_EARLY = (
        "too early to tell: this is what waits now",
        "es ist noch zu früh, das zu sagen: so viel wartet jetzt",
    )
    STILL_GROWING = (
        "each visit still brings {harvest:.1f} new URLs, so the end is not in sight yet:"
        " this is what waits now",
        "jeder Besuch bringt noch {harvest:.1f} neue URLs, ein Ende ist noch nicht abzusehen:"
        " so viel wartet jetzt",
    )
    TURNED = (
        "the end is in sight: {waiting:url} left to visit, each visit brings {harvest:.2f} new"
        " ones, {share:.0%} of URLs are pages, and most are {peak:link} away from a start page",
        "das Ende ist abzusehen: noch {waiting:url} zu besuchen, jeder Besuch bringt"
        " {harvest:.2f} neue, {share:.0%} der URLs sind Seiten,"
        " und die meisten sind {peak:link} von einer Startseite entfernt",
    )
    LIMITED = (
        "the limit of pages comes first; without it: {pages:,} or more, as {basis}",
        "die Höchstzahl der Seiten kommt zuerst; ohne sie {pages:,} oder mehr, denn {basis}",
    )


class TrapReason(SentenceForm):
    """Why URLs are taken for a trap."""

    ALIKE = (
        "of {examined:,} pages watched {alike:,} were like others and {copies:,} copies;"
        " {found:,} URLs found, {deep:d} links deep",
        "von {examined:,} beobachteten Seiten glichen {alike:,} anderen, und {copies:,} waren"
        " Kopien; {found:,} URLs gefunden, {deep:d} Links tief",
    )
    BARREN = (
        "{barren:,} of {examined:,} pages watched led nowhere new;"
        " {found:,} URLs found, {deep:d} links deep",
        "{barren:,} von {examined:,} beobachteten Seiten führten zu nichts Neuem;"
        " {found:,} URLs gefunden, {deep:d} Links tief",
    )
    COPIES = "copies at {shape} ({evidence})", "Kopien unter {shape} ({evidence})"
    CHAIN = "chain at {shape} ({evidence})", "eine Kette unter {shape} ({evidence})"
    SPRAWL = "sprawl at {shape} ({evidence})", "Wildwuchs unter {shape} ({evidence})"
    SESSIONS = "sessions at {shape} ({evidence})", "Sitzungen unter {shape} ({evidence})"
    COMBINATIONS = (
        "combinations at {shape} ({evidence})",
        "Kombinationen unter {shape} ({evidence})",
    )
    DEPTH = (
        "depth of {folders:d} folders, at most {most:d}",
        "{folders:d} Ordner tief, höchstens {most:d}",
    )
    FRAMES = "frames around {page}", "Frames um {page}"
    REPETITION = "repetition of {folders}", "Wiederholung von {folders}"
    CALENDAR = (
        "calendar in {year}, later than {last}",
        "ein Kalender im Jahr {year}, später als {last}",
    )


# What a shape of URLs may look like (`crawl.traps.shape_evidence.ShapeRecord.kind`).
TRAP_KINDS = {
    "copies": TrapReason.COPIES,
    "chain": TrapReason.CHAIN,
    "sprawl": TrapReason.SPRAWL,
    "sessions": TrapReason.SESSIONS,
    "combinations": TrapReason.COMBINATIONS,
}


class FocusProblem(SentenceForm):
    """What stands in the way of a focused crawl."""

    NO_MODEL = (
        "{folder}: there is no model of a topic; `auslese focus learn DIR` makes one",
        "{folder}: hier ist kein Modell eines Themas; `auslese focus learn DIR` macht eines",
    )
    UNUSABLE_MODEL = (
        "{folder}: this model cannot be used: {problem}; `auslese focus learn DIR` makes a new one",
        "{folder}: dieses Modell ist nicht zu gebrauchen: {problem}; `auslese focus learn DIR`"
        " macht ein neues",
    )
    NO_BACKGROUND = (
        "{folder}: this model knows no neutral pages, so say with --threshold up to which"
        " perplexity a page is on the topic",
        "{folder}: dieses Modell kennt keine neutralen Seiten; --threshold sagt, bis zu welcher"
        " Perplexität eine Seite zum Thema gehört",
    )
    NOTHING_READ = (
        "{folder}: no page has been read; `auslese analyse {folder} reading` reads them",
        "{folder}: keine Seite ist gelesen; `auslese analyse {folder} reading` liest sie",
    )
    NO_SCORES = (
        "the trial crawl brought no page with text",
        "der Probelauf brachte keine Seite mit Text",
    )
