"""termine.localhost: some events, and two traps: a calendar without end and a hall of mirrors.

The traps are cheap: their pages are small and made on demand. `/geheim/` is closed by robots.txt.
"""

import re
from dataclasses import replace
from functools import partial
from zlib import crc32

from auslese.demo import markup
from auslese.demo.demo_answers import DemoResponse
from auslese.demo.demo_page import DemoPage, SiteStyle
from auslese.demo.demo_site import DemoSite, Maker, robots_txt, site_of
from auslese.demo.grammar import words
from auslese.demo.people import slug_of
from auslese.demo.sites.institute import Institute
from auslese.demo.world import EVENTS, LIBRARY, MAGAZINE, MUSEUM, THEMES, UNIVERSITY, World

NAME = "Termine zwischen Ahornfurt und Lyngvåg"
CALENDAR = "/kalender/"
HALL = "/saal/"
FIRST_MONTH = "/kalender/2024/05"
_MONTH = re.compile(r"/kalender/(\d{4,5})/(\d\d)")
_MONTHS_PER_YEAR = 12
_PLACES = (
    ("das Lantern Lane Museum", MUSEUM),
    ("die Redaktion von La Lanterne", MAGAZINE),
    ("die Bibliothek von Lyngvåg", LIBRARY),
)


def events(world: World) -> DemoSite:
    """The site of the calendar."""
    meetings = [_meeting(world, theme) for theme in THEMES]
    pages = [_home(meetings), *(_linked(page, meetings) for page in meetings)]
    extras: dict[str, Maker] = {"/robots.txt": robots_txt("User-agent: *", "Disallow: /geheim/")}
    site = site_of(EVENTS, _style(world), pages, extras)
    secret = markup.heading(1, "Geheim") + markup.paragraph(words("de", "bench").line("secret"))
    late: dict[str, Maker] = {
        "/geheim/": partial(site.show, DemoPage("/geheim/", "Geheim", secret))
    }
    return replace(site, extras={**site.extras, **late}, otherwise=partial(_without_end, site))


def _style(world: World) -> SiteStyle:
    links = " · ".join(
        markup.link(world.url(host), host) for host in (UNIVERSITY, MUSEUM, MAGAZINE, LIBRARY)
    )
    return SiteStyle(
        name=NAME,
        motto="Ein Kalender ohne Ende",
        language="de",
        hue=275,
        emblem="wine",
        navigation=(("Übersicht", "/"), ("Kalender", FIRST_MONTH), ("Spiegelsaal", HALL)),
        footer=f"<p>{links}</p>\n",
        skip="Zum Inhalt",
        missing="Diesen Tag gibt es nicht.",
    )


def _home(meetings: list[DemoPage]) -> DemoPage:
    grammar = words("de", "bench")
    main = [
        markup.heading(1, "Termine"),
        markup.paragraph(grammar.line("events")),
        markup.bullets(markup.link(page.path, page.title) for page in meetings),
        f"<p>{markup.link('/geheim/', 'Nur für Eingeweihte')}</p>\n",
    ]
    return DemoPage(
        "/", NAME, "".join(main), "Veranstaltungen in Ahornfurt, Valclaire und Lyngvåg."
    )


def _session_links(path: str, meetings: list[DemoPage]) -> list[str]:
    """Links that carry a session number, another one on every page: an old disease of the web."""
    session = f"{crc32(path.encode()):08x}"
    return [markup.link(f"{page.path}?PHPSESSID={session}", page.title) for page in meetings]


def _meeting(world: World, theme: str) -> DemoPage:
    number, dice = THEMES.index(theme), world.dice("termine", theme)
    institute = Institute(world, theme)
    place, host = _PLACES[number % len(_PLACES)]
    person = institute.staff[1]
    given = {
        "place": place,
        "what": institute.theme_words.lines("interest")[number],
        "person": person.full,
    }
    title, text = words("de", "bench").say("meeting", dice, **given).split(" | ")
    title = title[0].upper() + title[1:]
    speaker = markup.link(world.url(UNIVERSITY, institute.person_path(person)), person.full)
    main = [
        markup.heading(1, title),
        markup.paragraph(text),
        markup.prose(institute.theme_words.several("sentence", 2, dice)),
        f"<p>{speaker} · {markup.link(world.url(host), host)}</p>\n",
    ]
    return DemoPage(f"/termin/{slug_of(title)}", title, "".join(main), text)


def _linked(page: DemoPage, meetings: list[DemoPage]) -> DemoPage:
    others = [other for other in meetings if other.path != page.path]
    more = markup.bullets(_session_links(page.path, others))
    return replace(page, main=f"{page.main}<aside>\n{more}</aside>\n")


def _without_end(site: DemoSite, path: str) -> DemoResponse | None:
    """A page of one of the traps, or nothing."""
    month = _MONTH.fullmatch(path)
    if month and 1 <= int(month[2]) <= _MONTHS_PER_YEAR:
        return site.show(_month(int(month[1]), int(month[2])))
    return site.show(_hall()) if path.startswith(HALL) else None


def _month(year: int, month: int) -> DemoPage:
    turns = (("Voriger Monat", -1), ("Nächster Monat", 1), ("Nächstes Jahr", _MONTHS_PER_YEAR))
    links = []
    for label, step in turns:
        there, rest = divmod(year * _MONTHS_PER_YEAR + month - 1 + step, _MONTHS_PER_YEAR)
        links.append(markup.link(f"{CALENDAR}{there:04}/{rest + 1:02}", label))
    title = f"Kalender {month:02}/{year:04}"
    text = markup.paragraph(words("de", "bench").line("month"))
    main = markup.heading(1, title) + text + markup.bullets(links)
    return DemoPage(f"{CALENDAR}{year:04}/{month:02}", title, main, title)


def _hall() -> DemoPage:
    """Always the same page, whose own address grows with every step."""
    text = words("de", "bench").line("hall")
    links = [markup.link("./saal/index.html", "Weiter"), markup.link("./index.html", "Hier")]
    main = markup.heading(1, "Spiegelsaal") + markup.paragraph(text) + markup.bullets(links)
    return DemoPage(HALL, "Spiegelsaal", main, "Ein Saal, der sich selbst enthält.")
