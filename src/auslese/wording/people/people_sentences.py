"""What is said of people: why a page is about somebody, and what does not fit."""

from auslese.wording.coded_sentence import SentenceForm


class PersonEvidence(SentenceForm):
    """Why a page is taken to be about a person; the names are those of the parts of a score."""

    TITLE = "the name is in the title", "der Name steht im Titel"
    HEADING = "the name is in a heading", "der Name steht in einer Überschrift"
    URL = "the address of the page fits the name", "die Adresse der Seite passt zum Namen"
    EMAIL = "a mail address on the page fits the name", "eine Mailadresse passt zum Namen"
    LINKS = "links to the page have the name", "Links auf die Seite tragen den Namen"
    MARKUP = (
        "the page says to machines that it is about this person",
        "die Seite sagt Maschinen, dass sie von dieser Person handelt",
    )
    FEW_NAMES = "few other names stand there", "wenige andere Namen stehen dort"
    COUNT = "the name stands there often", "der Name steht dort oft"
    FIRST_PERSON = "the page speaks in the first person", "die Seite spricht in der Ich-Form"


class PeopleProblem(SentenceForm):
    """Why a question about people, or a change, cannot be taken."""

    NO_PEOPLE = (
        "people were not looked for yet: `{command}` does it",
        "nach Personen wurde noch nicht gesucht: `{command}` erledigt das",
    )
    NO_PERSON = "there is no person {name!r}", "es gibt keine Person {name!r}"
    NEAR_PEOPLE = (
        "there is no person {name!r}; did you mean {names}?",
        "es gibt keine Person {name!r}; meinten Sie {names}?",
    )
    EMPTY_VALUE = (
        "a name, a mail address, a page or a site is needed",
        "ein Name, eine Mailadresse, eine Seite oder eine Site ist nötig",
    )
    LONG_VALUE = (
        "at most {most} letters can be taken, found {number}",
        "höchstens {most} Zeichen sind möglich, gefunden: {number}",
    )
    BAD_MAIL = "{text!r} is no mail address", "{text!r} ist keine Mailadresse"
    BAD_PAGE = "{text!r} is no address of a page", "{text!r} ist keine Adresse einer Seite"
    BAD_SITE = "{text!r} is no site like example.org", "{text!r} ist keine Site wie example.org"
    NO_ENTRY = (
        "there is no entry {number} that counts: `{command}` lists all",
        "es gibt keinen geltenden Eintrag {number}: `{command}` listet alle auf",
    )
    FEW_NAMES = (
        "two names or more are needed that belong to one person",
        "mindestens zwei Namen sind nötig, die zu einer Person gehören",
    )
    NOTHING_TO_SPLIT = (
        "a split needs forms of the name, or pages, that belong to another person",
        "zum Trennen sind Formen des Namens oder Seiten nötig, die zu einer anderen Person gehören",
    )
    SEVERAL_SITES = (
        "{name!r} is known on several sites ({sites}); say which one",
        "{name!r} gibt es auf mehreren Sites ({sites}); sagen Sie, auf welcher",
    )
