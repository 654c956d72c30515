"""uni.localhost: a German university with institutes, people, courses and news."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from auslese.demo import markup
from auslese.demo.demo_answers import XML, content
from auslese.demo.demo_documents import FeedEntry, atom, sitemap, sitemap_index
from auslese.demo.demo_page import DemoPage, SiteStyle
from auslese.demo.demo_site import DemoSite, Maker, robots_txt, site_of
from auslese.demo.grammar import words
from auslese.demo.people import slug_of
from auslese.demo.sites.institute import (
    Institute,
    institute_extras,
    institute_pages,
    project_path,
)
from auslese.demo.world import (
    BENCH,
    EVENTS,
    LIBRARY,
    MAGAZINE,
    MIRROR,
    MUSEUM,
    THEMES,
    UNIVERSITY,
    UNIVERSITY_ALIAS,
    World,
)

NAME = "Universität Ahornfurt"
NEWS = 10
NEWS_PER_LIST = 5
FEED = "/aktuelles/feed.atom"
PRINT = "?ansicht=druck"
_NEWS_YEAR = 2024

# What the folder pages of the house lead to.
_BELOW = {
    "/universitaet/": (
        ("Geschichte", "/universitaet/geschichte"),
        ("Leitung", "/universitaet/leitung"),
        ("Lageplan und Anfahrt", "/universitaet/lageplan"),
    ),
    "/studium/": (("Bewerbung", "/studium/bewerbung"), ("Häufige Fragen", "/studium/faq")),
}

# Path, title and the section of the word file that is the text.
_PLAIN_PAGES = (
    ("/universitaet/", "Die Universität", "welcome"),
    ("/universitaet/geschichte", "Geschichte der Universität", "history"),
    ("/universitaet/lageplan", "Lageplan und Anfahrt", "campus"),
    ("/studium/", "Studium", "study"),
    ("/studium/bewerbung", "Bewerbung", "apply"),
    ("/bibliothek/", "Universitätsbibliothek", "library"),
    ("/impressum", "Impressum", "imprint"),
    ("/datenschutz", "Datenschutz", "privacy"),
)


def university(world: World) -> DemoSite:
    """The site of the university."""
    institutes = [Institute(world, theme) for theme in THEMES]
    news = _news(institutes)
    pages = [_home(world, news), *_house(world, institutes), *_news_pages(world, news)]
    for institute in institutes:
        pages += institute_pages(institute)
    extras = _extras(world, news)
    for institute in institutes:
        extras |= institute_extras(institute)
    site = site_of(UNIVERSITY, style(world), pages, extras)
    late = {**_sitemaps(world, site), **_closed_pages(site)}
    return replace(site, extras={**site.extras, **late})


def style(world: World) -> SiteStyle:
    """How the pages of the university look."""
    return SiteStyle(
        name=NAME,
        motto="Sehen, hören, schmecken, messen",
        language="de",
        hue=150,
        emblem="ice",
        navigation=(
            ("Universität", "/universitaet/"),
            ("Institute", "/institute/"),
            ("Studium", "/studium/"),
            ("Aktuelles", "/aktuelles/"),
            ("Personen", "/personen/"),
            ("Bibliothek", "/bibliothek/"),
            ("Kontakt", "/kontakt"),
        ),
        footer=_footer(world),
        skip="Zum Inhalt",
        missing="Diese Seite gibt es an der Universität Ahornfurt nicht (mehr).",
    )


def _footer(world: World) -> str:
    partners = (
        ("Lantern Lane Museum", MUSEUM),
        ("La Lanterne", MAGAZINE),
        ("Lyngvåg bibliotek", LIBRARY),
        ("Termine", EVENTS),
        ("Netzlabor", BENCH),
    )
    links = " · ".join(markup.link(world.url(host), label) for label, host in partners)
    own = " · ".join(
        markup.link(path, label)
        for label, path in (
            ("Startseite", "/index.html"),
            ("Impressum", "/impressum"),
            ("Datenschutz", "/datenschutz"),
            ("Suche", "/suche?q="),
            ("Intern", "/intern/"),
        )
    )
    return f"<p>{NAME}, Klosterhof 1, 00417 Ahornfurt</p>\n<p>{own}</p>\n<p>Partner: {links}</p>\n"


def _home(world: World, news: list[DemoPage]) -> DemoPage:
    fresh = "?utm_source=startseite&utm_medium=teaser"
    main = [
        markup.heading(1, f"Willkommen an der {NAME}"),
        *map(markup.paragraph, words("de", "university").lines("welcome")),
        markup.heading(2, "Aktuelles"),
        markup.bullets(markup.link(page.path + fresh, page.title) for page in news[:4]),
        markup.heading(2, "Institute"),
        markup.bullets(_institute_links()),
    ]
    description = "Eine kleine, neugierige Universität mit sechs Instituten."
    feed = f'<link rel="alternate" type="application/atom+xml" href="{FEED}" title="Aktuelles">'
    return DemoPage("/", NAME, "".join(main), description, head=feed)


def _institute_links() -> Iterator[str]:
    for theme in THEMES:
        grammar = words("de", theme)
        path = f"/institute/{grammar.line('slug')}/"
        lead = markup.text(grammar.line("lead"))
        yield f"{markup.link(path, grammar.line('institute'))}<br>{lead}"


def _house(world: World, institutes: list[Institute]) -> Iterator[DemoPage]:
    """The pages that belong to no institute."""
    grammar = words("de", "university")
    for path, title, section in _PLAIN_PAGES:
        text = "".join(map(markup.paragraph, grammar.lines(section)))
        extra = _aliases(world) if section == "imprint" else _links_below(path)
        main = markup.heading(1, title) + text + extra
        yield DemoPage(path, title, main, f"{title} · {NAME}")
    yield _listing("/institute/", "Institute", markup.bullets(_institute_links()))
    yield _listing("/personen/", "Personen von A bis Z", _directory(institutes))
    yield _listing("/universitaet/leitung", "Leitung der Universität", _board(institutes))
    yield _listing("/studium/faq", "Häufige Fragen", _questions())
    yield _listing("/kontakt", "Kontakt", _contact(institutes))


def _listing(path: str, title: str, html: str) -> DemoPage:
    return DemoPage(path, title, markup.heading(1, title) + html, f"{title} · {NAME}")


def _links_below(path: str) -> str:
    below = _BELOW.get(path, ())
    return markup.bullets(markup.link(to, label) for label, to in below) if below else ""


def _aliases(world: World) -> str:
    other = markup.link(world.url(UNIVERSITY_ALIAS), UNIVERSITY_ALIAS)
    mirror = markup.link(world.url(MIRROR), MIRROR)
    return f"<p>Diese Seiten liegen auch unter {other}; ein Spiegel steht auf {mirror}.</p>\n"


def _directory(institutes: list[Institute]) -> str:
    everybody = [(p.listed, i.person_path(p), i.name) for i in institutes for p in i.staff]
    rows = [
        (markup.link(path, name), markup.text(where)) for name, path, where in sorted(everybody)
    ]
    return markup.table(("Name", "Institut"), rows)


def _board(institutes: list[Institute]) -> str:
    offices = ("Rektorat", "Prorektorat für Lehre", "Prorektorat für Forschung", "Kanzleramt")
    rows = [
        (office, institute.person_link(institute.staff[0]))
        for office, institute in zip(offices, institutes, strict=False)
    ]
    return markup.table(("Amt", "Person"), rows)


def _questions() -> str:
    parts = []
    for line in words("de", "university").lines("question"):
        question, answer = line.split(" | ")
        parts.append(markup.heading(2, question) + markup.paragraph(answer))
    return "".join(parts)


def _contact(institutes: list[Institute]) -> str:
    links = markup.bullets(markup.link(i.path("kontakt"), i.name) for i in institutes)
    office = (
        "<address>\nUniversität Ahornfurt<br>\nKlosterhof 1<br>\n00417 Ahornfurt<br>\n"
        f"Telefon: {markup.phone_link('+49 30 23125-100')}<br>\n"
        f"Telefax: {markup.phone_link('+49 30 23125-109')}<br>\n"
        f"E-Mail: {markup.mail_link('pforte@uni.localhost')}\n</address>\n"
    )
    return f"{office}{markup.heading(2, 'Institute')}{links}"


def _news(institutes: list[Institute]) -> list[DemoPage]:
    """Every piece of news, the newest first."""
    return [_news_page(institutes[n % len(institutes)], n) for n in reversed(range(NEWS))]


def _news_page(institute: Institute, number: int) -> DemoPage:
    dice = institute.dice(f"news/{number}")
    grammar = words("de", "university")
    templates = grammar.lines("news")
    person = institute.staff[dice.randrange(len(institute.staff))]
    short = institute.projects()[0][0]
    given = {
        "institute": institute.name,
        "person": person.full,
        "surname": person.surname,
        "subject": institute.theme_words.line("subject"),
        "short": short,
    }
    line = grammar.work_out(templates[number % len(templates)], dice, given)
    title, text = line.split(" | ")
    date = f"{_NEWS_YEAR}-{number + 1:02}-{dice.randint(1, 28):02}"
    more = f"{institute.person_link(person)} · " + markup.link(institute.path(), institute.name)
    main = (
        markup.heading(1, title)
        + f'<p class="byline"><time datetime="{date}">{date}</time></p>\n'
        + markup.paragraph(text)
        + markup.prose(institute.sentences(4, f"news/{number}"))
        + f"<p>Mehr: {more} · {markup.link(project_path(institute, short), short)}</p>\n"
    )
    path = f"/aktuelles/{_NEWS_YEAR}/{slug_of(title)[:48].strip('-')}"
    return DemoPage(path, title, main, text, author="Pressestelle", date=date)


def _news_pages(world: World, news: list[DemoPage]) -> Iterator[DemoPage]:
    """Lists of news, the news themselves, and each once more for the printer."""
    starts = range(0, NEWS, NEWS_PER_LIST)
    for number, start in enumerate(starts, 1):
        path = "/aktuelles/" if number == 1 else f"/aktuelles/?seite={number}"
        items = [
            f"{markup.link(page.path, page.title)} ({page.date})"
            for page in news[start : start + NEWS_PER_LIST]
        ]
        turn = markup.link(f"/aktuelles/?seite={number % len(starts) + 1}", "Weitere Meldungen")
        yield _listing(path, "Aktuelles", f"{markup.bullets(items)}<p>{turn}</p>\n")
    for page in news:
        link = markup.link(page.path + PRINT, "Druckansicht", rel="alternate")
        yield replace(page, main=f"{page.main}<p>{link}</p>\n")
        canonical = f'<link rel="canonical" href="{world.url(UNIVERSITY, page.path)}">'
        yield replace(page, path=page.path + PRINT, bare=True, head=canonical)


def _extras(world: World, news: list[DemoPage]) -> dict[str, Maker]:
    entries = [
        FeedEntry(world.url(UNIVERSITY, page.path), page.title, page.description, page.date)
        for page in news
    ]
    feed = atom(NAME, world.url(UNIVERSITY), entries)
    return {
        "/robots.txt": robots_txt(
            "User-agent: *",
            "Disallow: /intern/",
            "Disallow: /suche",
            "",
            f"Sitemap: {world.url(UNIVERSITY, '/sitemap.xml')}",
        ),
        FEED: lambda: content(feed, "application/atom+xml; charset=utf-8"),
    }


def _sitemaps(world: World, site: DemoSite) -> dict[str, Maker]:
    """An index of two sitemaps: the institutes, and the rest of the house."""
    parts: dict[str, list[tuple[str, str]]] = {
        "/sitemap-institute.xml": [],
        "/sitemap-haus.xml": [],
    }
    for page in site.pages.values():
        part = "/sitemap-institute.xml" if "/institute/" in page.path else "/sitemap-haus.xml"
        if not page.bare:
            parts[part].append((world.url(site.host, page.path), page.date))
    made: dict[str, Maker] = {
        path: partial(content, sitemap(addresses), XML) for path, addresses in parts.items()
    }
    index = sitemap_index(world.url(site.host, path) for path in parts)
    return {**made, "/sitemap.xml": partial(content, index, XML)}


def _closed_pages(site: DemoSite) -> dict[str, Maker]:
    """Pages that robots.txt keeps to people."""
    text = words("de", "university").line("internal")
    main = markup.heading(1, "Intern") + markup.paragraph(text)
    return {
        path: partial(site.show, DemoPage(path, "Intern", main)) for path in ("/intern/", "/suche")
    }
