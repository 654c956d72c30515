"""bibliotek.localhost: a Norwegian library by the sea with books, subjects and events."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from auslese.demo import markup
from auslese.demo.demo_answers import XML, content
from auslese.demo.demo_documents import sitemap
from auslese.demo.demo_page import DemoPage, SiteStyle
from auslese.demo.demo_site import DemoSite, Maker, robots_txt, site_of
from auslese.demo.grammar import words
from auslese.demo.layout import local
from auslese.demo.people import Employer, Person, crew, slug_of
from auslese.demo.sites.institute import Institute
from auslese.demo.world import LIBRARY, MAGAZINE, MUSEUM, THEMES, UNIVERSITY, World, place_path

NAME = "Lyngvåg bibliotek"
BOOKS_PER_SUBJECT = 4
CRAWL_DELAY = "0.05"
_PLAIN_PAGES = (
    ("/om/", "Om biblioteket", "about"),
    ("/åpningstider", "Åpningstider", "hours"),
    ("/låneregler", "Låneregler", "rules"),
    ("/lokalhistorie", "Lokalhistorie", "history"),
    ("/om/nettstedet", "Om nettstedet", "imprint"),
)


@dataclass(frozen=True, slots=True)
class Book:
    """One book of the library."""

    theme: str
    title: str
    subtitle: str
    author: Person

    @property
    def path(self) -> str:
        """The path of its page."""
        return place_path("no", self.theme) + slug_of(self.title)


def library(world: World) -> DemoSite:
    """The site of the library."""
    books = _books(world)
    pages = [_home(world, books), *_house(), _staff(world), *_events(world, books)]
    for theme in THEMES:
        own = [book for book in books if book.theme == theme]
        pages.append(_subject(world, theme, own))
        pages += [_book_page(world, book) for book in own]
    extras: dict[str, Maker] = {"/robots.txt": _robots(world)}
    site = site_of(LIBRARY, _style(world), pages, extras)
    places = sitemap((world.url(LIBRARY, page.path), page.date) for page in pages)
    loans = markup.heading(1, "Mine lån") + markup.paragraph(words("no", "library").line("loan"))
    late: dict[str, Maker] = {
        "/sitemap.xml": partial(content, places, XML),
        "/lån/": partial(site.show, DemoPage("/lån/", "Mine lån", loans)),
    }
    return replace(site, extras={**site.extras, **late})


def _books(world: World) -> list[Book]:
    house = Employer("no", LIBRARY, "", (("", ""),))
    authors = crew(house, 2 * len(THEMES), world.dice("authors"))
    books: list[Book] = []
    for theme in THEMES:
        for line in words("no", theme).lines("book")[:BOOKS_PER_SUBJECT]:
            title, subtitle = line.split(" | ")
            books.append(Book(theme, title, subtitle, authors[len(books) % len(authors)]))
    return books


def _style(world: World) -> SiteStyle:
    partners = (
        ("Universitetet i Ahornfurt", UNIVERSITY),
        ("Lantern Lane Museum", MUSEUM),
        ("La Lanterne", MAGAZINE),
    )
    links = " · ".join(markup.link(world.url(host), label) for label, host in partners)
    own = markup.link("/om/nettstedet", "Om nettstedet")
    return SiteStyle(
        name=NAME,
        motto="Ytterst på kaia, åpent når lyset er tent",
        language="no",
        hue=205,
        emblem="maps",
        navigation=(
            ("Emner", "/emner/"),
            ("Arrangementer", "/arrangementer/"),
            ("Åpningstider", "/åpningstider"),
            ("Låneregler", "/låneregler"),
            ("Lokalhistorie", "/lokalhistorie"),
            ("Om oss", "/om/"),
            ("Ansatte", "/om/ansatte"),
            ("Mine lån", "/lån/"),
        ),
        footer=f"<p>{NAME}, Kaiveien 7, 0099 Lyngvåg · {own}</p>\n<p>{links}</p>\n",
        skip="Til innholdet",
        missing="Denne siden finnes ikke. Kanskje er den lånt ut.",
    )


def _robots(world: World) -> Maker:
    return robots_txt(
        "User-agent: *",
        f"Crawl-delay: {CRAWL_DELAY}",
        "Disallow: /l%C3%A5n/",
        "",
        f"Sitemap: {world.url(LIBRARY, '/sitemap.xml')}",
    )


def _home(world: World, books: list[Book]) -> DemoPage:
    dice = world.dice("bibliotek", "home")
    subjects = (
        markup.link(place_path("no", theme), words("no", theme).line("subject")) for theme in THEMES
    )
    main = [
        markup.heading(1, NAME),
        *map(markup.paragraph, words("no", "library").lines("welcome")),
        markup.heading(2, "Emner"),
        markup.bullets(subjects),
        markup.heading(2, "Vi anbefaler"),
        markup.bullets(_book_link(book) for book in dice.sample(books, 4)),
    ]
    about = "Folkebibliotek for tre øyer, med bokbåt og lang sofa."
    return DemoPage("/", NAME, "".join(main), about)


def _book_link(book: Book) -> str:
    return f"{markup.link(book.path, book.title)}, {markup.text(book.author.name)}"


def _house() -> Iterator[DemoPage]:
    for path, title, section in _PLAIN_PAGES:
        lines = words("no", "library").lines(section)
        main = markup.heading(1, title) + "".join(map(markup.paragraph, lines))
        yield DemoPage(path, title, main, f"{title}, {NAME}")
    subjects = (
        f"{markup.link(place_path('no', theme), words('no', theme).line('subject'))}<br>"
        f"{markup.text(words('no', theme).line('lead'))}"
        for theme in THEMES
    )
    main = markup.heading(1, "Emner") + markup.bullets(subjects)
    yield DemoPage("/emner/", "Emner", main, "Seks emner vi kan mye om.")


def _staff(world: World) -> DemoPage:
    rows = [
        (
            markup.text(p.name),
            markup.text(p.role),
            markup.phone_link(p.phone),
            markup.mail_link(p.mail),
        )
        for p in world.librarians
    ]
    table = markup.table(("Navn", "Oppgave", "Telefon", "E-post"), rows)
    main = markup.heading(1, "Ansatte") + table
    return DemoPage("/om/ansatte", "Ansatte", main, f"Alle som arbeider ved {NAME}.")


def _subject(world: World, theme: str, books: list[Book]) -> DemoPage:
    grammar, dice = words("no", theme), world.dice("bibliotek", theme)
    title, lead = grammar.line("subject"), grammar.line("lead")
    institute = markup.link(world.place("de", theme), words("de", theme).line("institute"))
    article = markup.link(world.place("fr", theme), words("fr", theme).line("rubric"))
    main = [
        markup.heading(1, title),
        f'<p class="lead">{markup.text(lead)}</p>\n',
        markup.prose(grammar.several("sentence", 3, dice)),
        markup.heading(2, "Bøker"),
        markup.bullets(_book_link(book) for book in books),
        f"<aside>\n<p>Se også: {institute} (tysk), {article} (fransk)</p>\n</aside>\n",
    ]
    return DemoPage(place_path("no", theme), title, "".join(main), lead)


def _book_page(world: World, book: Book) -> DemoPage:
    dice = world.dice("bibliotek", book.title)
    text = words("no", book.theme).several("sentence", 4, dice)
    review = words("no", "library").in_order("review", 4, dice)
    shelf = f"{100 + 100 * THEMES.index(book.theme)}.{dice.randint(10, 99)}"
    main = [
        markup.heading(1, book.title),
        f'<p class="lead">{markup.text(book.subtitle)}</p>\n',
        f'<p class="byline">Av {markup.text(book.author.name)} · hylle {shelf}</p>\n',
        markup.prose([*text, *review]),
    ]
    about = f"{book.title}: {book.subtitle}. Av {book.author.name}."
    return DemoPage(book.path, book.title, "".join(main), about, author=book.author.name)


def _events(world: World, books: list[Book]) -> Iterator[DemoPage]:
    events = [_event(world, theme, books) for theme in THEMES]
    items = (f"{markup.link(event.path, event.title)} ({event.date})" for event in events)
    title = "Arrangementer"
    main = markup.heading(1, title) + markup.bullets(items)
    yield DemoPage("/arrangementer/", title, main, f"Hva som skjer i {NAME}.")
    yield from events


def _event(world: World, theme: str, books: list[Book]) -> DemoPage:
    number, dice = THEMES.index(theme), world.dice("bibliotek", "event", theme)
    institute = Institute(world, theme)
    scholar = institute.staff[number % len(institute.staff)]
    subject = words("no", theme).line("subject")
    given = {
        "subject": subject,
        "topic": subject.lower(),
        "person": world.librarians[number].name,
        "scholar": scholar.full,
        "book": next(book.title for book in books if book.theme == theme),
    }
    templates = words("no", "library").lines("event")
    line = words("no", "library").work_out(templates[number % len(templates)], dice, given)
    title, text = line.split(" | ")
    date = f"2024-{number + 3:02}-{dice.randint(1, 28):02}"
    about = markup.prose(words("no", theme).several("sentence", 3, dice))
    guest = markup.link(world.url(UNIVERSITY, institute.person_path(scholar)), scholar.name)
    more = f"<p>Lenke: {guest} · {markup.link(local(place_path('no', theme)), subject)}</p>\n"
    main = f"{markup.heading(1, title)}<p>{date}</p>\n{markup.paragraph(text)}{about}{more}"
    return DemoPage(f"/arrangementer/{slug_of(title)}", title, main, text, date=date)
