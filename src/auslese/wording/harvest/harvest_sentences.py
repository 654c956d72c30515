"""What is said to people who harvest, rank and export pictures."""

from auslese.wording.coded_sentence import SentenceForm


class HarvestProblem(SentenceForm):
    """Why something cannot be done, and what helps."""

    NO_HARVEST = (
        "nothing is harvested yet: `auslese harvest run {folder}` does it",
        "es ist noch nichts geerntet: das macht `auslese harvest run {folder}`",
    )
    NO_SCORES = (
        "the records have no scores: `auslese focus learn {folder}` makes a model, and `auslese"
        " harvest run {folder}` scores the records with it; --good ranks by good captions",
        "die Einträge haben keine Werte: `auslese focus learn {folder}` macht ein Modell, und"
        " `auslese harvest run {folder}` bewertet die Einträge damit; --good ordnet nach guten"
        " Bildtexten",
    )
    NO_CAPTION_WORDS = (
        "the good captions have no words",
        "die guten Bildtexte haben keine Wörter",
    )
    EMPTY_CUT = (
        "--least {least:g} is above --most {most:g}: nothing lies between them",
        "--least {least:g} liegt über --most {most:g}: dazwischen liegt nichts",
    )
    NO_MODEL = (
        "there is no model in {folder}; `auslese focus train` makes one",
        "in {folder} ist kein Modell; `auslese focus train` macht eines",
    )
    NEEDS_FOLDER = (
        "--form {form} makes files: `--to` says where",
        "--form {form} schreibt Dateien: `--to` sagt, wohin",
    )
    NO_AGREEMENT = (
        "{file} has no figures of agreement: {problem}",
        "{file} hat keine Zahlen zur Übereinstimmung: {problem}",
    )


class HarvestNote(SentenceForm):
    """How a harvest went, and what comes next."""

    STOPPED = (
        "stopped, all of it saved; the same command goes on",
        "angehalten, alles ist gesichert; derselbe Befehl macht weiter",
    )
    NO_PAGES = (
        "the collection has no pages yet: `auslese crawl {folder}` fetches them",
        "die Sammlung hat noch keine Seiten: `auslese crawl {folder}` holt sie",
    )
    UNREAD = (
        "the pages are not read yet: `auslese analyse {folder} reading` finds their pictures",
        "die Seiten sind noch nicht gelesen: `auslese analyse {folder} reading` findet ihre Bilder",
    )
    NO_CAPTIONS = (
        "no page shows a picture with an alt text or a title",
        "keine Seite zeigt ein Bild mit Alternativtext oder Titel",
    )
    KEPT = (
        "{kept:picture} kept of {records:record} on {pages:page}; {fetched:file} fetched in"
        " {seconds:.1f} s",
        "{kept:picture} behalten von {records:record} auf {pages:page}; {fetched:file} geholt in"
        " {seconds:.1f} s",
    )
    BY_OUTCOME = "records by outcome: {outcomes}", "Einträge nach Ausgang: {outcomes}"
    UNREADABLE = (
        "{pages:page} could not be read for their pictures any more",
        "{pages:page} nicht mehr lesbar, ihre Bilder fehlen",
    )
    WITHOUT_MODEL = (
        "no model, so no scores: `auslese focus learn {folder}` makes one of good pages",
        "kein Modell, also keine Werte: `auslese focus learn {folder}` macht eines aus guten"
        " Seiten",
    )
    RANK_NEXT = "next: `auslese harvest rank {folder}`", "weiter: `auslese harvest rank {folder}`"
    NONE_KEPT = (
        "no picture was kept; `auslese harvest run {folder}` tells why",
        "kein Bild wurde behalten; `auslese harvest run {folder}` sagt, warum",
    )
    STEPS = "records left by each step: {steps}", "nach jedem Schritt übrig: {steps}"
    WRITTEN = (
        "{pictures:picture} with {records:record}, {megabytes:.1f} MB",
        "{pictures:picture} mit {records:record}, {megabytes:.1f} MB",
    )
    MISSING = (
        "{files:file} could not be read",
        "{files:file} nicht lesbar",
    )
    PAGES_MISSING = (
        "{pages:page} could not be read",
        "{pages:page} nicht lesbar",
    )
    CHECKED = (
        "`auslese harvest run {folder} --no-fetch` records the pictures again and asks nobody",
        "`auslese harvest run {folder} --no-fetch` trägt die Bilder neu ein und fragt niemanden",
    )
