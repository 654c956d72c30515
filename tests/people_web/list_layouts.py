"""Lists of people in eight layouts: last name first, tables, cards, lines, one long paragraph."""

from collections.abc import Callable

from tests.people_web.home_layouts import Content, Setting, written_mail
from tests.people_web.made_people import MadePerson

People = list[MadePerson]
ListLayout = Callable[[People, Setting], str]


def _roles(person: MadePerson) -> str:
    german = {
        "professor": ("Professorin", "Professor"),
        "postdoc": ("Wissenschaftliche Mitarbeiterin", "Wissenschaftlicher Mitarbeiter"),
        "student": ("Doktorandin", "Doktorand"),
        "office": ("Sekretärin", "Techniker"),
    }
    english = {
        "professor": "Professor",
        "postdoc": "Research Associate",
        "student": "PhD Student",
        "office": "Office Manager",
    }
    if person.department.language == "de":
        return german[person.role][0 if person.is_woman else 1]
    return english[person.role]


def last_first(people: People, at: Setting) -> str:
    """ "Müller, Hans", with room and telephone."""
    rows = (
        f"<li>{at.linked(each, at.names.listed(each))} ({each.room}), Tel. {each.phone}</li>"
        for each in people
    )
    return "<ul>" + "\n".join(rows) + "</ul>"


def table(people: People, at: Setting) -> str:
    """A row each: name with titles, role, room, mail."""
    rows = (
        f"<tr><td>{at.linked(each, at.names.titled(each))}</td><td>{_roles(each)}</td>"
        f"<td>{each.room}</td><td>{written_mail(each, at.dice)}</td></tr>"
        for each in people
    )
    return "<table><tr><th>Name</th><th>Position</th><th>Room</th><th>Mail</th></tr>" + (
        "\n".join(rows) + "</table>"
    )


def cells(people: People, at: Setting) -> str:
    """Surname and first name in columns of their own."""
    rows = (
        f"<tr><td>{at.names.cells(each, '</td><td>')}</td><td>{each.phone}</td></tr>"
        for each in people
    )
    return "<table>" + "\n".join(rows) + "</table>"


def lines(people: People, at: Setting) -> str:
    """A line each, divided by breaks."""
    return "<p>" + "<br>\n".join(at.linked(each, at.names.full(each)) for each in people) + "</p>"


def paragraph(people: People, at: Setting) -> str:
    """All in one sentence, divided by commas."""
    word = "und" if at.colleagues[0].department.language == "de" else "and"
    names = [at.linked(each, at.names.full(each)) for each in people]
    return f"<p>{', '.join(names[:-1])} {word} {names[-1]}.</p>"


def cards(people: People, at: Setting) -> str:
    """A heading each, with role and mail below it."""
    return "\n".join(
        f"<div class=person><h3>{at.linked(each, at.names.titled(each))}</h3>"
        f"<p>{_roles(each)}<br>{written_mail(each, at.dice)}</p></div>"
        for each in people
    )


def links(people: People, at: Setting) -> str:
    """Names with titles behind and before them, as a list of links."""
    rows = (f"<li>{at.linked(each, at.names.titled(each))}</li>" for each in people)
    return "<ul>" + "\n".join(rows) + "</ul>"


def terms(people: People, at: Setting) -> str:
    """A list of terms: the role, then who has it."""
    rows = (
        f"<dt>{_roles(each)}:</dt><dd>{at.linked(each, at.names.full(each))}, {each.phone}</dd>"
        for each in people
    )
    return "<dl>" + "\n".join(rows) + "</dl>"


LIST_LAYOUTS: tuple[ListLayout, ...] = (
    last_first,
    table,
    lines,
    last_first,
    cards,
    links,
    paragraph,
    terms,
)


def staff_list(people: People, at: Setting, layout: ListLayout) -> Content:
    """A page with these people in the order of the alphabet."""
    in_order = sorted(people, key=lambda each: (each.family, each.given))
    german = people[0].department.language == "de"
    head = "Mitarbeiterinnen und Mitarbeiter" if german else "People"
    return Content(head, f"<h1>{head}</h1>\n{layout(in_order, at)}")
