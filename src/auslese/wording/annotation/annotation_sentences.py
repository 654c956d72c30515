"""What is said to people who annotate, or set a round up, when something does not fit."""

from auslese.wording.coded_sentence import SentenceForm


class AnnotationProblem(SentenceForm):
    """Why an answer is not taken, or a round not made."""

    NO_ROUND = (
        "there is no round {name!r}; there are: {names}",
        "es gibt keine Runde {name!r}; es gibt: {names}",
    )
    NO_ROUNDS = (
        "there is no round of annotation yet: `{command}` makes one; `auslese export DIR images"
        " --form annotation --to FOLDER` writes the list of items for it",
        "es gibt noch keine Annotationsrunde: `{command}` legt eine an; `auslese export DIR images"
        " --form annotation --to ORDNER` schreibt die Liste der Einträge dafür",
    )
    SEVERAL_ROUNDS = (
        "there are several rounds ({names}); say which one with `--round NAME`",
        "es gibt mehrere Runden ({names}); sagen Sie mit `--round NAME`, welche",
    )
    ROUND_EXISTS = (
        "there is a round {name!r} already; `--round NAME` begins another",
        "es gibt schon eine Runde {name!r}; `--round NAME` beginnt eine weitere",
    )
    BAD_NAME = (
        "a round needs a name of 1 to {most} small letters, digits and hyphens, found {name!r}",
        "eine Runde braucht einen Namen aus 1 bis {most} Kleinbuchstaben, Ziffern und"
        " Bindestrichen, gefunden: {name!r}",
    )
    BAD_CATEGORIES = (
        "a round has {least} to {most} different categories with names of up to {letters}"
        " letters, found {names!r}",
        "eine Runde hat {least} bis {most} verschiedene Kategorien mit Namen von bis zu"
        " {letters} Zeichen, gefunden: {names!r}",
    )
    BAD_NUMBER = (
        "{what} must be from {least} to {most}, found {value}",
        "{what} muss zwischen {least} und {most} liegen, gefunden: {value}",
    )
    BAD_ANNOTATOR = (
        "an annotator has a name of 1 to {most} letters, found {name!r}",
        "wer annotiert, hat einen Namen aus 1 bis {most} Zeichen, gefunden: {name!r}",
    )
    NO_ITEM = (
        "the round has no item {name!r}",
        "die Runde hat keinen Eintrag {name!r}",
    )
    NO_CATEGORY = (
        "{name!r} is no category here: {names} are",
        "{name!r} ist hier keine Kategorie: möglich sind {names}",
    )
    NOT_ASKED = (
        "item {name!r} is not asked in this phase",
        "Eintrag {name!r} wird in dieser Phase nicht gefragt",
    )
    NOTHING_TO_UNDO = "there is no answer to take back", "es gibt keine Antwort zurückzunehmen"
    NO_ITEMS = (
        "no item of {path} can be shown; line {line}: {reason}",
        "kein Eintrag von {path} lässt sich zeigen; Zeile {line}: {reason}",
    )
    EMPTY_LIST = (
        "{path} has no line: `auslese export DIR images --form annotation --to FOLDER` writes one"
        " for each picture",
        "{path} hat keine Zeile: `auslese export DIR images --form annotation --to ORDNER` schreibt"
        " eine für jedes Bild",
    )
    NO_FILE = "there is no file {path}", "die Datei {path} gibt es nicht"
    BAD_DECISION = (
        "--decide takes ID=CATEGORY, found {text!r}",
        "--decide nimmt ID=KATEGORIE, gefunden: {text!r}",
    )
    NOBODY_DECIDES = (
        "`--by` must say who decides",
        "`--by` muss sagen, wer entscheidet",
    )
    NO_PICTURE = (
        "the picture of item {name!r} is not there",
        "das Bild zu Eintrag {name!r} fehlt",
    )


class LeftOut(SentenceForm):
    """Why an item does not come into a round."""

    NO_JSON = "it cannot be read: {problem}", "sie lässt sich nicht lesen: {problem}"
    NO_SOURCE = (
        "it names neither an image nor an image_url",
        "sie nennt weder image noch image_url",
    )
    NOT_THERE = "there is no picture {name}", "das Bild {name} gibt es nicht"
    OUTSIDE = (
        "{name} lies outside the folder of the file",
        "{name} liegt außerhalb des Ordners der Datei",
    )
    TOO_LARGE = (
        "{name} has more than {most} bytes",
        "{name} hat mehr als {most} Bytes",
    )
    NO_PICTURE_TYPE = (
        "{name} is {kind}, and only PNG, JPEG, GIF and WebP are shown",
        "{name} ist {kind}; gezeigt werden nur PNG, JPEG, GIF und WebP",
    )
    SAME_ID = "the id {id} stood there before", "die id {id} kam schon vor"
    SAME_PICTURE = "the picture {url} came before", "das Bild {url} kam schon vor"
    BAD_RIGHT = (
        "{name!r} is no category of this round",
        "{name!r} ist keine Kategorie dieser Runde",
    )
    NO_RIGHT = (
        "a gold question or example without a right answer",
        "eine Goldfrage oder ein Beispiel ohne richtige Antwort",
    )


class AnnotationNote(SentenceForm):
    """What whoever runs a round is told on the way."""

    ADDRESS = (
        "annotate at the address below, each with a name of their own",
        "annotiert wird unter der Adresse unten, jede und jeder mit eigenem Namen",
    )
    SETUP_NEXT = (
        "next: `auslese annotate setup {folder} --items {items}`",
        "weiter: `auslese annotate setup {folder} --items {items}`",
    )
    PAGE_NEXT = (
        "`auslese annotate {folder}` opens the page",
        "`auslese annotate {folder}` öffnet die Seite",
    )
    NO_ANSWERS = (
        "round {name}: {items:item}, and nobody has answered yet; `auslese annotate {folder}` opens"
        " the page",
        "Runde {name}: {items:item}, und niemand hat bisher geantwortet; `auslese annotate"
        " {folder}` öffnet die Seite",
    )
    DECIDED = (
        "{open:,} to decide, {decided:,} decided now",
        "{open:,} zu entscheiden, {decided:,} jetzt entschieden",
    )
