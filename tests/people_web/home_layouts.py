"""Home pages in twelve layouts: third person and first person, CVs, publications, capitals."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from random import Random

from tests.people_web.made_people import MadePerson
from tests.people_web.trap_texts import (
    SUBJECTS_DE,
    SUBJECTS_EN,
    USUAL_TRAPS,
    Traps,
    dull_text,
)
from tests.people_web.written_names import NamesOnPage

AT_FORMS = ("{} (at) {}", "{} [at] {}", "{} at {}", "{}@{}", "{}@{}", "{}@{}")
GREAT = (
    "Carl Friedrich Gauß",
    "Lise Meitner",
    "Ada Lovelace",
    "Alan Turing",
    "Emmy Noether",
    "Leonhard Euler",
    "Hannah Arendt",
    "Wilhelm Conrad Röntgen",
)


@dataclass(frozen=True, slots=True)
class Setting:
    """What a layout may use."""

    dice: Random
    names: NamesOnPage
    colleagues: list[MadePerson]
    """People of the same department."""
    url_of: Callable[[MadePerson], str]
    """Of the home page, empty if there is none."""
    traps: Traps = USUAL_TRAPS

    def trap_text(self, language: str, sentences: int = 2) -> str:
        """Sentences that look as if they named somebody."""
        return self.traps.text(self.dice, language, sentences)

    def some(self, number: int, but: MadePerson | None = None) -> list[MadePerson]:
        """Colleagues by lot."""
        others = [each for each in self.colleagues if each != but]
        return self.dice.sample(others, min(number, len(others)))

    def linked(self, person: MadePerson, written: str) -> str:
        """The name as a link to the home page, if there is one."""
        url = self.url_of(person)
        return f'<a href="{url}">{written}</a>' if url else written


@dataclass(frozen=True, slots=True)
class Content:
    """Title and text of a page."""

    title: str
    body: str
    head: str = ""


Layout = Callable[[MadePerson, Setting], Content]


def _is_german(person: MadePerson) -> bool:
    return person.department.language == "de"


def written_mail(person: MadePerson, dice: Random) -> str:
    """The mail address as pages write it: as a link, or with at and dot."""
    form = dice.choice(AT_FORMS)
    local, _, host = person.mail.partition("@")
    if "@" in form:
        return f'<a href="mailto:{person.mail}">{person.mail}</a>'
    return escape(form.format(local, host))


def _contact(person: MadePerson, dice: Random) -> str:
    room = "Raum" if _is_german(person) else "Room"
    return f"{room} {person.room}<br>Tel. {person.phone}<br>E-Mail: {written_mail(person, dice)}"


def _title(person: MadePerson, names: NamesOnPage, form: str = "{}") -> str:
    """A title with the name; escaped by whoever writes the page."""
    names.note(person.full, person.number)
    return form.format(person.full)


def card(person: MadePerson, at: Setting) -> Content:
    """Heading with titles, a table with ways of contact, research in neutral sentences."""
    language = person.department.language
    label = "Forschung" if _is_german(person) else "Research"
    body = (
        f"<h1>{at.names.titled(person)}</h1>\n<table><tr><td>{_contact(person, at.dice)}</td></tr>"
        f"</table>\n<h2>{label}</h2><p>{dull_text(at.dice, language)}</p>"
        f"<p>{at.trap_text(language, 1)}</p>"
    )
    return Content(
        _title(person, at.names, "{} – Mitarbeiter" if _is_german(person) else "{}"), body
    )


def biography(person: MadePerson, at: Setting) -> Content:
    """In the third person, with an adviser and a colleague."""
    one, two = at.some(2, person)
    if _is_german(person):
        pronoun = "Sie" if person.is_woman else "Er"
        text = (
            f"{at.names.full(person)} studierte in Frankfurt am Main und Lyon. {pronoun} wurde bei "
            f"{at.linked(one, at.names.titled(one))} promoviert. Seit 2011 forscht "
            f"{at.names.formal(person)} zusammen mit {at.names.full(two)} an neuen Verfahren. "
        )
    else:
        pronoun = "She" if person.is_woman else "He"
        text = (
            f"{at.names.full(person)} studied in San Francisco and Lyon. {pronoun} received a PhD "
            f"under the supervision of {at.linked(one, at.names.titled(one))}. Since 2011 "
            f"{at.names.lone(person)} has been working with {at.names.full(two)} on new methods. "
        )
    language = person.department.language
    body = (
        f"<h1>{at.names.titled(person)}</h1><p>{text}{dull_text(at.dice, language, 2)}</p>"
        f"<p>{_contact(person, at.dice)}</p><p>{at.trap_text(language, 1)}</p>"
    )
    return Content(_title(person, at.names, "{}, Curriculum" if _is_german(person) else "{}"), body)


def first_person(person: MadePerson, at: Setting) -> Content:
    """ "Ich bin…" with the name in the title and once in the text."""
    friend = at.some(1, person)[0]
    if _is_german(person):
        body = (
            f"<h1>Herzlich willkommen!</h1><p>Ich heiße {at.names.full(person)} und arbeite am "
            f"Institut. Mein Büro teile ich mit {at.linked(friend, at.names.full(friend))}. "
            f"In meiner Freizeit koche ich gern und wandere im Sommer.</p>"
            f"<p>Meine Themen: {at.dice.choice(SUBJECTS_DE)}.</p><p>{_contact(person, at.dice)}</p>"
        )
        return Content(_title(person, at.names, "Homepage von {}"), body)
    body = (
        f"<h1>Welcome!</h1><p>Hi, my name is {at.names.full(person)}, I am a member of the group. "
        f"I share my office with {at.linked(friend, at.names.full(friend))}. In my spare time I "
        f"like cooking and hiking.</p><p>My topics: {at.dice.choice(SUBJECTS_EN)}.</p>"
        f"<p>{_contact(person, at.dice)}</p>"
    )
    return Content(_title(person, at.names, "{}'s Home Page"), body)


def title_alone(person: MadePerson, at: Setting) -> Content:
    """In the first person; the name stands in the title and in no sentence."""
    if _is_german(person):
        body = (
            f"<h2>Über mich</h2><p>Ich bin seit 2015 am Institut und betreue die Übungen. "
            f"{dull_text(at.dice, 'de', 2)}</p>"
            f"<p>So finden Sie mich: {_contact(person, at.dice)}</p>"
        )
        return Content(_title(person, at.names, "Persönliche Seite: {}"), body)
    body = (
        f"<h2>About me</h2><p>I have been with the group since 2015 and teach the tutorials. "
        f"{dull_text(at.dice, 'en', 2)}</p><p>How to find me: {_contact(person, at.dice)}</p>"
    )
    return Content(_title(person, at.names, "Homepage of {}"), body)


def unnamed(person: MadePerson, at: Setting) -> Content:
    """In the first person, the name stands in the address and in the mail address alone."""
    friend = at.some(1, person)[0]
    if _is_german(person):
        body = (
            f"<h1>Meine Seite</h1><p>Ich bin Mitglied der Arbeitsgruppe. {dull_text(at.dice, 'de')}"
            f"</p><p>Mein Kollege: {at.names.full(friend)}</p>"
        )
    else:
        body = (
            f"<h1>My page</h1><p>I am a member of the group. {dull_text(at.dice, 'en')}</p>"
            f"<p>My colleague: {at.names.full(friend)}</p>"
        )
    mail = f'<p><a href="mailto:{person.mail}">{person.mail}</a></p>'
    return Content("Home", body + mail)


def curriculum(person: MadePerson, at: Setting) -> Content:
    """A CV: "Name: Müller, Hans", and dated lines with supervisors."""
    one, two = at.some(2, person)
    if _is_german(person):
        rows = (
            ("Name", at.names.listed(person)),
            ("Geboren", "am 3. Mai 1970 in Lindau"),
            ("1990–1996", "Studium in Freiburg, Diplom"),
            ("2001", f"Promotion, Betreuer: {at.names.titled(one)}"),
            ("seit 2004", f"Mitarbeit am Lehrstuhl von {at.names.formal(two)}"),
            ("E-Mail", written_mail(person, at.dice)),
        )
        at.names.full(two)
        head, note = "Lebenslauf", f"<p>Vertretung: {at.names.full(two)}</p>"
    else:
        rows = (
            ("Name", at.names.full(person)),
            ("Born", "3 May 1970 in Lincoln"),
            ("1990–1996", "Studies in Cambridge, Diploma"),
            ("2001", f"PhD, supervisor: {at.names.titled(one)}"),
            ("since 2004", f"Research fellow with {at.names.full(two)}"),
            ("Mail", written_mail(person, at.dice)),
        )
        head, note = "Curriculum Vitae", ""
    table = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>\n" for name, value in rows)
    body = f"<h1>{head}</h1><table>{table}</table>{note}"
    return Content(_title(person, at.names, f"{head} – {{}}"), body)


def capitals(person: MadePerson, at: Setting) -> Content:
    """A heading in capitals, as in the nineties."""
    body = (
        f"<CENTER><H1>{at.names.capitals(person)}</H1></CENTER><HR>"
        f"<P>{dull_text(at.dice, person.department.language)}<P>{_contact(person, at.dice)}"
        f"<P>{at.trap_text(person.department.language, 1)}"
    )
    return Content(_title(person, at.names), body)


def publications(person: MadePerson, at: Setting) -> Content:
    """A list of papers with co-authors in short forms."""
    papers = "".join(f"<li>{paper(person, at)}</li>\n" for _ in range(at.dice.randrange(4, 9)))
    head = "Veröffentlichungen" if _is_german(person) else "Publications"
    body = (
        f"<h1>{at.names.titled(person)}</h1><p>{_contact(person, at.dice)}</p>"
        f"<h2>{head}</h2><ol>{papers}</ol>"
    )
    return Content(_title(person, at.names), body)


def paper(author: MadePerson, at: Setting) -> str:
    """A reference in one of three styles."""
    others = at.some(at.dice.randrange(1, 3), author)
    subject = at.dice.choice(SUBJECTS_EN)
    title = at.dice.choice(("On {}", "A survey of {}", "New results on {}", "Advances in {}"))
    year, style = at.dice.randrange(1995, 2024), author.number % 3
    writes = (at.names.initial, at.names.cited, at.names.full)[style]
    names = [writes(each) for each in (author, *others)]
    if style == 1:
        return f"{'; '.join(names)} ({year}): {title.format(subject)}. Proc. ICX, pp. 12–19."
    joined = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{joined}: <i>{title.format(subject)}</i>. Journal of Results {year % 40}, {year}."


def address_card(person: MadePerson, at: Setting) -> Content:
    """Marked up as a vCard (hCard), little text."""
    body = (
        f'<div class="vcard"><h2 class="fn">{at.names.titled(person)}</h2>'
        f'<span class="role">{person.role}</span><br><a class="email" href="mailto:{person.mail}">'
        f'{person.mail}</a><br><span class="tel">{person.phone}</span></div>'
        f"<p>{dull_text(at.dice, person.department.language, 2)}</p>"
    )
    return Content(_title(person, at.names), body)


def json_card(person: MadePerson, at: Setting) -> Content:
    """Marked up as a schema.org Person, main entity of the page."""
    data = (
        '{"@context": "https://schema.org", "@type": "ProfilePage", "mainEntity": {"@type": '
        f'"Person", "name": "{person.full}", "email": "mailto:{person.mail}", '
        f'"telephone": "{person.phone}"}}}}'
    )
    found = card(person, at)
    return Content(found.title, found.body, f'<script type="application/ld+json">{data}</script>')


def scholar(person: MadePerson, at: Setting) -> Content:
    """In the third person about people of the past, too."""
    great = at.dice.choice(GREAT)
    if _is_german(person):
        text = (
            f"{at.names.full(person)} befasst sich mit dem Werk von {at.names.other(great)}. "
            f"Nach Ansicht von {at.names.lone(person)} ist es noch nicht erschlossen."
        )
    else:
        text = (
            f"{at.names.full(person)} works on the legacy of {at.names.other(great)}. According to "
            f"{at.names.lone(person)}, much of it is still to be explored."
        )
    body = (
        f"<h1>{at.names.full(person)}</h1><p>{text}</p><p>{_contact(person, at.dice)}</p>"
        f"<p>{at.trap_text(person.department.language)}</p>"
    )
    return Content(_title(person, at.names), body)


LAYOUTS: tuple[Layout, ...] = (
    card,
    biography,
    first_person,
    title_alone,
    curriculum,
    capitals,
    publications,
    address_card,
    json_card,
    scholar,
    card,
    biography,
    first_person,
    publications,
    card,
    title_alone,
    capitals,
    curriculum,
    scholar,
    unnamed,
)
"""One in twenty names nobody; frequent layouts stand here twice or three times."""


def layout_of(person: MadePerson) -> Layout:
    """The layout of the home page; a page without a name needs an address that has it."""
    found = LAYOUTS[person.layout % len(LAYOUTS)]
    says = person.department.path_style in (1, 4, 5) or "." in person.mail.partition("@")[0]
    return first_person if found is unnamed and not says else found
