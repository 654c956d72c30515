"""A whole university: departments, people, their pages, and what is known of every page.

web = UniversityWeb(seed=7, people=3_200)
page = web.pages["informatik.uni-lindental.localhost", "/~hhasel/"]
page.names, page.about
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from random import Random

from tests.extract.pdf_writer import Leaf, flow, pdf_file
from tests.people_web.fresh_parts import FRESH_CULTURES, FRESH_TRAPS_DE, FRESH_TRAPS_EN
from tests.people_web.home_layouts import Content, Setting, first_person, layout_of
from tests.people_web.list_layouts import LIST_LAYOUTS, cells, staff_list
from tests.people_web.made_people import Department, MadePerson, made_people
from tests.people_web.name_cultures import CULTURES
from tests.people_web.page_shells import PORT_MARK, Draft, html_of
from tests.people_web.trap_texts import USUAL_TRAPS, Traps, empty_page
from tests.people_web.work_pages import (
    bibliography,
    course,
    curriculum_lines,
    history,
    imprint,
    press,
    project,
    traps,
)
from tests.people_web.written_names import GoldName, NamesOnPage

DOMAIN = "uni-lindental.localhost"
START = f"www.{DOMAIN}"
PEOPLE_OF_A_DEPARTMENT = 120
PEOPLE_OF_A_COURSE, PEOPLE_OF_NEWS = 9, 20
BASE_TURN = 5  # every fifth department writes <base>
PDF_TURN = 40  # every fortieth person has a CV as PDF
MAIDEN = ("Steinhofer", "Rauhgruber", "Ashthorpe", "Moosauer")
PATH_STYLES = 6
SUBJECTS = (
    ("informatik", "Informatik", "de"),
    ("physics", "Physics", "en"),
    ("biologie", "Biologie", "de"),
    ("economics", "Economics", "en"),
    ("geschichte", "Geschichte", "de"),
    ("chemie", "Chemie", "de"),
    ("linguistics", "Linguistics", "en"),
    ("mathematik", "Mathematik", "de"),
    ("geology", "Geology", "en"),
    ("medizin", "Medizin", "de"),
    ("philosophie", "Philosophie", "de"),
    ("robotics", "Robotics", "en"),
)
Place = tuple[str, str]
"""Host and path."""


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page, and what is known of it."""

    host: str
    path: str
    kind: str
    """As home, old, staff, course, press, empty."""
    language: str
    body: bytes
    names: tuple[GoldName, ...]
    about: int = -1
    """Number of the person whose page it is; -1 if it is nobody's."""
    media_type: str = "text/html; charset=utf-8"

    def url(self, port: int = 0) -> str:
        """Its address; without a port for pages that are not served."""
        return f"http://{self.host}{f':{port}' if port else ''}{self.path}"

    def sent(self, port: int = 0) -> bytes:
        """The body with the port in its links."""
        return self.body.replace(PORT_MARK.encode(), f":{port}".encode() if port else b"")


class UniversityWeb:
    """All pages of a university of so many people.

    `is_fresh`: names and traps of `fresh_parts`, on which the finder was never looked at.
    """

    def __init__(self, seed: int = 7, people: int = 3_200, *, is_fresh: bool = False) -> None:
        self._dice = Random(seed)
        self.departments = _departments(max(2, people // PEOPLE_OF_A_DEPARTMENT))
        self.people = made_people(
            self._dice, self.departments, people, FRESH_CULTURES if is_fresh else CULTURES
        )
        traps = Traps(FRESH_TRAPS_DE, FRESH_TRAPS_EN) if is_fresh else USUAL_TRAPS
        self.pages: dict[Place, MadePage] = {}
        of_host: defaultdict[str, list[MadePerson]] = defaultdict(list)
        for person in self.people:
            of_host[person.department.host].append(person)
        self._start_page()
        for department in self.departments:
            people_there = of_host[department.host]
            _DepartmentPages(department, people_there, self._dice, self.pages, traps).make()

    def homes(self, person: MadePerson) -> set[Place]:
        """The pages that are about a person under the name of today."""
        paths = [person.home, "" if has_maiden_name(person) else person.old_home]
        return {(person.department.host, path) for path in paths if path}

    def _start_page(self) -> None:
        links = "".join(
            f'<li><a href="http://{each.host}{PORT_MARK}/">{each.subject}</a></li>\n'
            for each in self.departments
        )
        body = f"<h1>Universität Lindental</h1><p>Fachbereiche</p><ul>{links}</ul>"
        draft = Draft("Universität Lindental", body, "de")
        self.pages[START, "/"] = MadePage(START, "/", "start", "de", html_of(draft, 0), ())


def has_maiden_name(person: MadePerson) -> bool:
    """Whether the old page of a person has another surname."""
    return bool(person.old_home) and person.is_woman


def _departments(number: int) -> list[Department]:
    found = []
    for n in range(number):
        word, subject, language = SUBJECTS[n % len(SUBJECTS)]
        again = n // len(SUBJECTS)
        host = f"{word}{again + 1 if again else ''}.{DOMAIN}"
        found.append(
            Department(
                n, subject, host, language, n % PATH_STYLES, (n + again) % 8, (n + 3 * again)
            )
        )
    return found


class _DepartmentPages:
    """Makes the pages of a department."""

    def __init__(
        self,
        department: Department,
        people: list[MadePerson],
        dice: Random,
        pages: dict[Place, MadePage],
        trap_texts: Traps = USUAL_TRAPS,
    ) -> None:
        self._traps = trap_texts
        self._department, self._people, self._dice, self._pages = department, people, dice, pages
        self._has_base = department.number % BASE_TURN == 3
        self._menu = [(".", department.subject)]

    def make(self) -> None:
        """All of them; the start page comes last, because it links them."""
        linked = [*self._staff(), *self._work(), *self._old()]
        self._menu = linked[:4]
        for person in self._people:
            if person.home:
                self._home(person)
        rows = "".join(f'<li><a href="{url}">{text}</a></li>\n' for url, text in linked)
        head = f"<h1>{self._department.subject}</h1><ul>{rows}</ul>"
        self._add("/", "department", lambda at: Content(self._department.subject, head))

    def _staff(self) -> list[tuple[str, str]]:
        first = LIST_LAYOUTS[self._department.list_style]
        self._add("/staff/", "staff", lambda at: staff_list(self._people, at, first))
        self._add("/phones/", "cells", lambda at: staff_list(self._people, at, cells))
        return [("/staff/", "Personen"), ("/phones/", "Telefon")]

    def _work(self) -> list[tuple[str, str]]:
        news, courses = len(self._people) // PEOPLE_OF_NEWS, len(self._people) // PEOPLE_OF_A_COURSE
        plan: list[tuple[str, Callable[[Setting], Content], int]] = [
            ("imprint", imprint, 1),
            ("publications", bibliography, 1),
            ("course", course, courses),
            ("press", press, news),
            ("project", project, news),
            ("history", history, 1),
            ("traps", traps, 2),
            ("empty", lambda at: _nobody(at, self._department.language), 2),
        ]
        found = []
        for kind, maker, number in plan:
            for n in range(number):
                path = f"/{kind}/{n}.html"
                self._add(path, kind, maker)
                found.append((path, f"{kind} {n}"))
        return found

    def _old(self) -> list[tuple[str, str]]:
        found = []
        for person in self._people:
            if person.old_home:
                self._old_page(person)
                found.append((person.old_home, f"~{person.login}"))
        return found

    def _old_page(self, person: MadePerson) -> None:
        shown = person
        if has_maiden_name(person):
            maiden = MAIDEN[person.number % len(MAIDEN)]
            shown = replace(person, particle="", family=maiden, number=-1)
        about = person.number if shown is person else -1
        self._add(person.old_home, "old", lambda at: first_person(shown, at), about)

    def _home(self, person: MadePerson) -> None:
        def content(at: Setting) -> Content:
            found = layout_of(person)(person, at)
            body = found.body
            if has_maiden_name(person):
                maiden = MAIDEN[person.number % len(MAIDEN)]
                at.names.note(maiden, is_required=False)
                body += f"<p>{at.names.full(person)} (geb. {maiden})</p>"
            if self._add_curriculum(person):
                body += f'<p><a href="/cv/{person.login}.pdf">CV</a></p>'
            return Content(found.title, body, found.head)

        self._add(person.home, layout_of(person).__name__, content, person.number)

    def _add_curriculum(self, person: MadePerson) -> bool:
        if person.number % PDF_TURN or any(ord(letter) > 255 for letter in person.full):
            return False
        names = NamesOnPage()
        writable = [each for each in self._people if all(ord(letter) < 256 for letter in each.full)]
        lines = curriculum_lines(person, Setting(self._dice, names, writable, _url_of))
        path = f"/cv/{person.login}.pdf"
        body = pdf_file([Leaf(flow(lines))], {"Title": "Curriculum Vitae"})
        page = MadePage(
            self._department.host, path, "pdf", "en", body, names.noted, -1, "application/pdf"
        )
        self._pages[self._department.host, path] = page
        return True

    def _add(
        self, path: str, kind: str, maker: Callable[[Setting], Content], about: int = -1
    ) -> None:
        names, department = NamesOnPage(), self._department
        content = maker(Setting(self._dice, names, self._people, _url_of, self._traps))
        head, menu, body = content.head, tuple(self._menu), content.body
        if self._has_base:
            head += f'<base href="http://{department.host}{PORT_MARK}/">'
            menu = tuple((url.lstrip("/") or "./", text) for url, text in menu)
            body = body.replace('href="/', 'href="')
        draft = Draft(content.title, body, department.language, menu, self._footer(names), head)
        self._pages[department.host, path] = MadePage(
            department.host,
            path,
            kind,
            department.language,
            html_of(draft, department.shell),
            names.noted,
            about,
        )

    def _footer(self, names: NamesOnPage) -> str:
        """In some departments with the name of who keeps the pages."""
        german = self._department.language == "de"
        if self._department.number % 3 != 1:
            return "Stand: 12. März 2024" if german else "Last change: 12 March 2024"
        keeper = names.full(self._people[0])
        return f"Webmaster: {keeper}" if german else f"Page maintained by {keeper}"


def _url_of(person: MadePerson) -> str:
    return escape(person.home)


def _nobody(at: Setting, language: str) -> Content:
    title, text = empty_page(at.dice, language)
    return Content(title, f"<h1>{title}</h1><p>{text}</p>")
