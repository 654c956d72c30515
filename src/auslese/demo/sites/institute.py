"""What does an institute of the university show? Staff, papers, courses, projects, contact."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from auslese.demo import markup
from auslese.demo.demo_answers import content
from auslese.demo.demo_documents import pdf
from auslese.demo.demo_page import DemoPage
from auslese.demo.demo_site import Maker
from auslese.demo.grammar import Grammar, words
from auslese.demo.people import Person, slug_of
from auslese.demo.world import World, place_path

COURSES = 4
PROJECTS = 3
PAPERS = 9
TOWN = "00417 Ahornfurt"
_FIRST_PERSON_FROM = 3  # the younger ones write about themselves in the first person
_DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag")
_PARTNERS = {"en": "Museum", "fr": "Magazin", "no": "Bibliothek"}


@dataclass(frozen=True, slots=True)
class Institute:
    """One institute and what is needed to write about it."""

    world: World
    theme: str

    @property
    def theme_words(self) -> Grammar:
        """The words of its subject."""
        return words("de", self.theme)

    @property
    def staff(self) -> list[Person]:
        """Its people, the director first."""
        return self.world.scholars[self.theme]

    @property
    def name(self) -> str:
        """Such as Institut für Bienenkunde."""
        return self.theme_words.line("institute")

    def path(self, below: str = "") -> str:
        """The path of its start page, or of a page below it."""
        return place_path("de", self.theme) + below

    def person_path(self, person: Person) -> str:
        """The path of a person's own page."""
        return self.path(f"mitarbeiter/{person.slug}")

    def person_link(self, person: Person) -> str:
        """The person's full name as a link."""
        return markup.link(self.person_path(person), person.full)

    def courses(self) -> list[tuple[str, Person]]:
        """Each course with the person who gives it."""
        return list(zip(self.theme_words.lines("course")[:COURSES], self.staff, strict=False))

    def projects(self) -> list[tuple[str, str, Person]]:
        """Each project: short name, title and head."""
        lines = self.theme_words.lines("project")[:PROJECTS]
        named = (line.split(" | ") for line in lines)
        return [
            (short, title, head) for (short, title), head in zip(named, self.staff, strict=False)
        ]

    def dice(self, key: str) -> Random:
        """Dice for one of its pages."""
        return self.world.dice("uni", self.theme, key)

    def sentences(self, count: int, key: str) -> list[str]:
        """Sentences on its subject for one of its pages."""
        return self.theme_words.several("sentence", count, self.dice(f"{key}/sentences"))


def institute_pages(institute: Institute) -> Iterator[DemoPage]:
    """Every page of the institute."""
    yield _front(institute)
    yield _staff_list(institute)
    yield from (_staff_page(institute, number) for number in range(len(institute.staff)))
    yield _papers_page(institute)
    yield from _teaching(institute)
    yield from _research(institute)
    yield _contact(institute)


def institute_extras(institute: Institute) -> dict[str, Maker]:
    """The institute's paper as a PDF."""
    path, title = paper_pdf(institute)
    sentences = institute.sentences(8, "pdf")
    paragraphs = [", ".join(p.name for p in institute.staff[:2]), *sentences]
    home = institute.world.place("de", institute.theme)
    return {path: lambda: content(pdf(title, paragraphs, home), "application/pdf")}


def paper_pdf(institute: Institute) -> tuple[str, str]:
    """Path and title of the one paper that can be read in full."""
    title = _papers(institute)[0][1]
    return institute.path(f"publikationen/{slug_of(title)[:40].strip('-')}.pdf"), title


def address_block(institute: Institute, person: Person | None = None) -> str:
    """The postal address, with a person's phone and mail or those of the office."""
    street = institute.theme_words.line("street")
    lines = [f"Universität Ahornfurt<br>{institute.name}<br>{street}<br>{TOWN}"]
    whom = person or institute.staff[0]
    mail = whom.mail if person else f"{institute.theme_words.line('slug')}@uni.localhost"
    lines.append(f"Telefon: {markup.phone_link(whom.phone)}")
    lines.append(f"E-Mail: {markup.mail_link(mail)}")
    return "<address>\n" + "<br>\n".join(lines) + "\n</address>\n"


def _front(institute: Institute) -> DemoPage:
    grammar, dice = words("de", "university"), institute.dice("front")
    given = {"institute": institute.name, "count": str(dice.randint(14, 48))}
    about = grammar.in_order("about_institute", 3, dice, **given)
    lead = institute.theme_words.line("lead")
    main = [
        markup.heading(1, institute.name),
        f'<p class="lead">{markup.text(lead)}</p>\n',
        markup.prose([*about, *institute.sentences(3, "front")]),
        markup.heading(2, "Am Institut"),
        markup.bullets(markup.link(path, label) for label, path in _sections(institute)),
        f"<p>Direktion: {institute.person_link(institute.staff[0])}</p>\n",
        _elsewhere(institute),
    ]
    return DemoPage(institute.path(), institute.name, "".join(main), lead)


def _sections(institute: Institute) -> list[tuple[str, str]]:
    return [
        ("Mitarbeiterinnen und Mitarbeiter", institute.path("mitarbeiter/")),
        ("Forschung", institute.path("forschung/")),
        ("Lehre", institute.path("lehre/")),
        ("Publikationen", institute.path("publikationen/")),
        ("Kontakt und Anfahrt", institute.path("kontakt")),
    ]


def _elsewhere(institute: Institute) -> str:
    """Links to where the other languages treat the same subject."""
    places = [
        f"{label}: {markup.link(institute.world.place(language, institute.theme), name)}"
        for language, label in _PARTNERS.items()
        for name in [_name_elsewhere(language, institute.theme)]
    ]
    return f"<aside>\n{markup.heading(2, 'Verwandtes anderswo')}{markup.bullets(places)}</aside>\n"


def _name_elsewhere(language: str, theme: str) -> str:
    section = {"en": "hall", "fr": "rubric", "no": "subject"}[language]
    return words(language, theme).line(section)


def _staff_list(institute: Institute) -> DemoPage:
    rows = [
        (
            markup.link(institute.person_path(person), f"{person.listed}{_suffix(person)}"),
            markup.text(person.role),
            markup.phone_link(person.phone),
            markup.mail_link(person.mail),
        )
        for person in sorted(institute.staff, key=lambda person: person.listed)
    ]
    title = f"Mitarbeiterinnen und Mitarbeiter, {institute.name}"
    table = markup.table(("Name", "Aufgabe", "Telefon", "E-Mail"), rows)
    main = markup.heading(1, title) + table
    return DemoPage(
        institute.path("mitarbeiter/"), title, main, f"Alle Menschen am {institute.name}."
    )


def _suffix(person: Person) -> str:
    return f", {person.rank}" if person.rank else ""


def _staff_page(institute: Institute, number: int) -> DemoPage:
    person, dice = institute.staff[number], institute.dice(f"staff/{number}")
    interest = institute.theme_words.lines("interest")[number]
    course = institute.theme_words.lines("course")[number]
    voice = "staff_first" if number >= _FIRST_PERSON_FROM else "staff_third"
    given = {
        "name": person.full if number < _FIRST_PERSON_FROM else person.name,
        "surname": person.surname,
        "institute": institute.name,
        "interest": interest,
        "course": course,
    }
    text = words("de", "university").in_order(voice, 5, dice, **given)
    papers = [paper for paper in _papers(institute) if person in paper[0]]
    main = [
        markup.heading(1, person.full),
        f'<p class="lead">{markup.text(f"{person.role}, {institute.name}")}</p>\n',
        markup.prose(text),
        markup.heading(2, f"Arbeitsgebiet: {interest}"),
        markup.prose(institute.sentences(3, f"staff/{number}")),
        markup.heading(2, "Veröffentlichungen (Auswahl)") if papers else "",
        markup.bullets(_cited(institute, paper) for paper in papers) if papers else "",
        markup.heading(2, "Kontakt"),
        address_block(institute, person),
    ]
    description = f"{person.full}, {person.role}, {institute.name}: {interest}."
    return DemoPage(institute.person_path(person), person.full, "".join(main), description)


Paper = tuple[tuple[Person, ...], str, int]


def _papers(institute: Institute) -> list[Paper]:
    """Authors, title and year of the institute's papers, no title twice."""
    dice = institute.dice("papers")
    titles: dict[str, Paper] = {}
    while len(titles) < PAPERS:
        authors = tuple(dice.sample(institute.staff, dice.randint(1, 3)))
        title = institute.theme_words.say("paper", dice)
        titles.setdefault(title, (authors, title, dice.randint(2004, 2024)))
    return list(titles.values())


def _cited(institute: Institute, paper: Paper) -> str:
    """The reference as it stands in a list, the readable one with its file."""
    authors, title, year = paper
    dice = institute.dice(f"paper/{title}")
    journal = institute.theme_words.say("journal", dice)
    first = dice.randint(3, 300)
    names = "; ".join(author.cited for author in authors)
    path, readable = paper_pdf(institute)
    shown = markup.link(path, title) if title == readable else markup.text(title)
    place = f"{journal} {dice.randint(4, 60)}, S. {first}–{first + dice.randint(6, 30)}"
    return f"{markup.text(names)} ({year}): {shown}. In: <cite>{markup.text(place)}</cite>."


def _papers_page(institute: Institute) -> DemoPage:
    papers = sorted(_papers(institute), key=lambda paper: (-paper[2], paper[1]))
    title = f"Publikationen, {institute.name}"
    main = markup.heading(1, title) + markup.bullets(_cited(institute, paper) for paper in papers)
    about = f"Veröffentlichungen aus dem {institute.name}."
    return DemoPage(institute.path("publikationen/"), title, main, about)


def _teaching(institute: Institute) -> Iterator[DemoPage]:
    title = f"Lehre, {institute.name}"
    rows = [
        (markup.link(_course_path(institute, course), course), institute.person_link(person))
        for course, person in institute.courses()
    ]
    table = markup.table(("Veranstaltung", "Leitung"), rows)
    about = f"Vorlesungen, Übungen und Praktika am {institute.name}."
    main = markup.heading(1, title) + markup.paragraph(about) + table
    yield DemoPage(institute.path("lehre/"), title, main, about)
    yield from (_course(institute, *course) for course in institute.courses())


def _course_path(institute: Institute, course: str) -> str:
    return institute.path(f"lehre/{slug_of(course)}")


def _course(institute: Institute, course: str, person: Person) -> DemoPage:
    dice = institute.dice(f"course/{course}")
    hour = dice.randint(8, 16)
    when = f"{dice.choice(_DAYS)}, {hour}–{hour + 2} Uhr, Raum {dice.randint(101, 340)}"
    main = [
        markup.heading(1, course),
        f"<p>{markup.text(when)} · Leitung: {institute.person_link(person)}</p>\n",
        markup.prose(words("de", "university").in_order("course_text", 4, dice)),
        markup.heading(2, "Worum es geht"),
        markup.prose(institute.sentences(4, f"course/{course}")),
    ]
    description = f"{course}: Veranstaltung am {institute.name}, {when}."
    return DemoPage(_course_path(institute, course), course, "".join(main), description)


def _research(institute: Institute) -> Iterator[DemoPage]:
    title = f"Forschung, {institute.name}"
    links = [
        f"{markup.link(project_path(institute, short), short)}: {markup.text(name)}"
        for short, name, _ in institute.projects()
    ]
    main = [
        markup.heading(1, title),
        markup.prose(institute.sentences(3, "research")),
        markup.heading(2, "Vorhaben"),
        markup.bullets(links),
    ]
    about = f"Forschungsvorhaben am {institute.name}."
    yield DemoPage(institute.path("forschung/"), title, "".join(main), about)
    yield from (_project(institute, number) for number in range(PROJECTS))


def project_path(institute: Institute, short: str) -> str:
    """The path of a project's page."""
    return institute.path(f"forschung/{short.lower()}")


def _project(institute: Institute, number: int) -> DemoPage:
    short, name, head = institute.projects()[number]
    dice = institute.dice(f"project/{short}")
    others = [person for person in institute.staff if person is not head][:3]
    given = {
        "short": short,
        "head": head.full,
        "aim": institute.theme_words.work_out(institute.theme_words.lines("aim")[number], dice, {}),
        "partners": ", ".join(person.name for person in others),
    }
    frame = words("de", "university").in_order("project_text", 5, dice, **given)
    team = markup.bullets(institute.person_link(person) for person in (head, *others))
    main = [
        markup.heading(1, f"{short}: {name}"),
        markup.prose(frame),
        markup.heading(2, "Hintergrund"),
        markup.prose(institute.sentences(5, f"project/{short}")),
        markup.heading(2, "Beteiligte"),
        team,
    ]
    return DemoPage(project_path(institute, short), short, "".join(main), f"{short}: {name}")


def _contact(institute: Institute) -> DemoPage:
    title, dice = f"Kontakt, {institute.name}", institute.dice("contact")
    people = [f"{institute.person_link(p)}, {markup.text(p.role)}" for p in institute.staff[:2]]
    main = [
        markup.heading(1, title),
        address_block(institute),
        markup.heading(2, "Ansprechpartner"),
        markup.bullets(people),
        markup.heading(2, "Anfahrt"),
        *map(markup.paragraph, words("de", "university").several("campus", 2, dice)),
        markup.prose(institute.sentences(1, "contact")),
    ]
    about = f"Anschrift, Telefon und E-Mail: {institute.name}."
    return DemoPage(institute.path("kontakt"), title, "".join(main), about)
