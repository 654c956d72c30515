"""Pages on which people occur at work: courses, press, projects, imprints, lists of papers."""

from tests.people_web.home_layouts import GREAT, Content, Setting, paper
from tests.people_web.made_people import MadePerson
from tests.people_web.trap_texts import SUBJECTS_DE, SUBJECTS_EN, dull_text


def _language(at: Setting) -> str:
    return at.colleagues[0].department.language


def course(at: Setting) -> Content:
    """A lecture: who gives it, who assists, office hours."""
    one, two, three, four = at.some(4)
    if _language(at) == "de":
        subject = at.dice.choice(SUBJECTS_DE)
        body = (
            f"<h1>Vorlesung {subject}</h1><p>Dozent: {at.linked(one, at.names.titled(one))}<br>"
            f"Übungen: {at.names.full(two)}, {at.names.full(three)} und {at.names.full(four)}</p>"
            f"<p>Sprechstunde {at.names.full(two)}: Mittwoch 14–15 Uhr, Raum {two.room}</p>"
            f"<p>{at.trap_text('de')} {dull_text(at.dice, 'de', 1)}</p>"
        )
        return Content(f"Vorlesung {subject}", body)
    subject = at.dice.choice(SUBJECTS_EN)
    body = (
        f"<h1>Lecture: {subject}</h1><p>Lecturer: {at.linked(one, at.names.titled(one))}<br>"
        f"Teaching assistants: {at.names.full(two)}, {at.names.full(three)} and "
        f"{at.names.full(four)}</p><p>Office hours: {at.names.full(two)}, Wednesday 2 pm, "
        f"room {two.room}</p><p>{at.trap_text('en')} {dull_text(at.dice, 'en', 1)}</p>"
    )
    return Content(f"Lecture: {subject}", body)


def press(at: Setting) -> Content:
    """News: a name with titles, then the surname alone, a quotation, a press contact."""
    one, two, three = at.some(3)
    if _language(at) == "de":
        head = f"Neues aus der {at.dice.choice(SUBJECTS_DE)}"
        body = (
            f"<h1>{head}</h1><p>Ein Team um {at.names.titled(one)} hat ein Verfahren entwickelt. "
            f"„Damit haben wir nicht gerechnet“, sagt {at.names.lone(one)}. Auch "
            f"{at.names.formal(one)} und {at.names.full(two)} waren beteiligt. "
            f"{at.trap_text('de')}</p>"
            f"<p>Pressekontakt: {at.names.full(three)}, {three.phone}</p>"
        )
        return Content(head, body)
    head = f"News from {at.dice.choice(SUBJECTS_EN)}"
    body = (
        f"<h1>{head}</h1><p>A team led by {at.names.titled(one)} has found a new method. "
        f"“We did not expect this,” {at.names.lone(one)} said. {at.names.full(two)} took part, "
        f"too. {at.trap_text('en')}</p>"
        f"<p>Press contact: {at.names.full(three)}, {three.phone}</p>"
    )
    return Content(head, body)


def project(at: Setting) -> Content:
    """A project: head, members, partners, who pays."""
    one, *members = at.some(5)
    names = "".join(f"<li>{at.linked(each, at.names.full(each))}</li>" for each in members)
    if _language(at) == "de":
        body = (
            f"<h1>Projekt {at.dice.choice(SUBJECTS_DE)}</h1><p>Leitung: {at.names.titled(one)}</p>"
            f"<p>Beteiligte:</p><ul>{names}</ul><p>{dull_text(at.dice, 'de', 2)} "
            f"{at.trap_text('de', 3)}</p>"
        )
        return Content("Projekt", body)
    body = (
        f"<h1>Project: {at.dice.choice(SUBJECTS_EN)}</h1><p>Principal investigator: "
        f"{at.names.titled(one)}</p><p>Members:</p><ul>{names}</ul>"
        f"<p>{dull_text(at.dice, 'en', 2)} {at.trap_text('en', 3)}</p>"
    )
    return Content("Project", body)


def imprint(at: Setting) -> Content:
    """Who is responsible, with an address in a street that is named after somebody."""
    one, two = at.some(2)
    if _language(at) == "de":
        body = (
            f"<h1>Impressum</h1><p>Universität Lindental<br>Albert-Einstein-Allee 11<br>"
            f"79999 Lindental</p><p>Verantwortlich für den Inhalt: {at.names.titled(one)}<br>"
            f"Technische Betreuung: {at.names.full(two)}</p>"
        )
        return Content("Impressum", body)
    body = (
        f"<h1>Imprint</h1><p>University of Lindental<br>Albert-Einstein-Allee 11<br>"
        f"79999 Lindental, Germany</p><p>Responsible: {at.names.titled(one)}<br>"
        f"Webmaster: {at.names.full(two)}</p>"
    )
    return Content("Imprint", body)


def bibliography(at: Setting) -> Content:
    """Papers of many people."""
    papers = "\n".join(f"<p>[{n}] {paper(at.some(1)[0], at)}</p>" for n in range(1, 26))
    return Content("Publications", f"<h1>Publications</h1>{papers}")


def history(at: Setting) -> Content:
    """People of the past, with streets and institutes that have their names."""
    great = at.dice.sample(GREAT, 3)
    names = [at.names.other(each) for each in great]
    if _language(at) == "de":
        text = (
            f"Vor hundert Jahren lehrten hier {names[0]} und {names[1]}. Die Büste von {names[2]} "
            f"steht im Foyer. {at.trap_text('de', 4)}"
        )
        return Content("Geschichte", f"<h1>Geschichte</h1><p>{text}</p>")
    text = (
        f"A hundred years ago {names[0]} and {names[1]} taught here. The bust of {names[2]} stands "
        f"in the entrance. {at.trap_text('en', 4)}"
    )
    return Content("History", f"<h1>History</h1><p>{text}</p>")


def traps(at: Setting) -> Content:
    """Nobody, and much that looks like somebody."""
    language = _language(at)
    return Content(
        "Allgemeines" if language == "de" else "General information",
        f"<p>{at.trap_text(language, 8)}</p><p>{dull_text(at.dice, language)}</p>",
    )


def curriculum_lines(person: MadePerson, at: Setting) -> list[str]:
    """The lines of a CV in a PDF."""
    adviser = at.some(1, person)[0]
    at.names.full(adviser)
    at.names.full(person)
    return [
        "Curriculum Vitae",
        "",
        person.full,
        f"{person.mail}",
        "",
        "1990 to 1996: studies of mathematics in Lincoln",
        f"2001: doctoral thesis, supervised by {adviser.full}",
        "since 2004: research fellow at the University of Lindental",
    ]
