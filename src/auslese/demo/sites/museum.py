"""museum.localhost: an English museum with halls, objects and pictures."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from auslese.demo import markup
from auslese.demo.demo_answers import XML, DemoResponse, content
from auslese.demo.demo_documents import sitemap
from auslese.demo.demo_page import DemoPage, SiteStyle
from auslese.demo.demo_pictures import draw
from auslese.demo.demo_site import DemoSite, Maker, robots_txt, site_of
from auslese.demo.grammar import words
from auslese.demo.people import Person
from auslese.demo.sites.institute import Institute
from auslese.demo.world import LIBRARY, MAGAZINE, MUSEUM, THEMES, UNIVERSITY, World, place_path

NAME = "Lantern Lane Museum"
LARGE = (640, 480)
STORE = "/store/"  # no page links to it: only the sitemap tells that it is there
SMALL = (400, 300)  # below what a harvest of pictures takes
THUMB = (176, 132)
_OBJECT_SENTENCES = 4

_PLAIN_PAGES = (
    ("/about/", "About the museum", "about"),
    ("/visit/", "Plan your visit", "visit"),
    ("/visit/tickets", "Tickets", "tickets"),
    ("/events/", "Events", "events"),
    ("/shop/", "The shop", "shop"),
    ("/about/loans", "Loans", "loans"),
)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One object on show."""

    theme: str
    number: int
    slug: str
    name: str
    sight: str
    """What one sees in the glass case."""

    @property
    def path(self) -> str:
        """The path of its page."""
        return place_path("en", self.theme) + self.slug

    @property
    def picture(self) -> str:
        """The path of its picture."""
        return f"/pictures/{self.theme}/{self.slug}.png"

    @property
    def thumb(self) -> str:
        """The path of its small picture."""
        return f"/pictures/thumbs/{self.theme}/{self.slug}.png"

    @property
    def size(self) -> tuple[int, int]:
        """The measures of its picture; every third one is small."""
        return SMALL if self.number % 3 == 2 else LARGE  # noqa: PLR2004 - the third of three


def museum(world: World) -> DemoSite:
    """The site of the museum."""
    pages = [_home(), *_house(world), _store()]
    extras: dict[str, Maker] = {"/robots.txt": _robots(world)}
    for theme in THEMES:
        pages += _hall(world, theme)
        extras |= _pictures(world, theme)
    site = site_of(MUSEUM, _style(world), pages, extras)
    places = sitemap((world.url(MUSEUM, path), "") for path in site.pages)
    basket = markup.heading(1, "Basket") + markup.paragraph(words("en", "museum").line("basket"))
    late: dict[str, Maker] = {
        "/sitemap.xml": partial(content, places, XML),
        "/basket/": partial(site.show, DemoPage("/basket/", "Basket", basket)),
    }
    return replace(site, extras={**site.extras, **late})


def exhibits(theme: str) -> list[Exhibit]:
    """Everything on show in one hall."""
    lines = words("en", theme).lines("object")
    parts = (line.split(" | ") for line in lines)
    return [Exhibit(theme, n, slug, name, sight) for n, (slug, name, sight) in enumerate(parts)]


def _style(world: World) -> SiteStyle:
    partners = (
        ("Universität Ahornfurt", UNIVERSITY),
        ("La Lanterne", MAGAZINE),
        ("Lyngvåg bibliotek", LIBRARY),
    )
    links = " · ".join(markup.link(world.url(host), label) for label, host in partners)
    outside = markup.link("https://example.org/museums/", "Friends of small museums")
    return SiteStyle(
        name=NAME,
        motto="Things that hum, point or shine",
        language="en",
        hue=28,
        emblem="organs",
        navigation=(
            ("Halls", "/halls/"),
            ("Visit", "/visit/"),
            ("Events", "/events/"),
            ("About", "/about/"),
            ("Team", "/about/team"),
            ("Shop", "/shop/"),
            ("Basket", "/basket/"),
        ),
        footer=f"<p>{NAME}, 12 Lantern Lane. An invented museum.</p>\n<p>{links} · {outside}</p>\n",
        skip="Skip to content",
        missing="The museum has no such page. It may be in the store on the hill.",
    )


def _robots(world: World) -> Maker:
    site_map = f"Sitemap: {world.url(MUSEUM, '/sitemap.xml')}"
    return robots_txt("User-agent: *", "Disallow: /basket/", "", site_map)


def _home() -> DemoPage:
    main = [
        markup.heading(1, NAME),
        *map(markup.paragraph, words("en", "museum").lines("welcome")),
        markup.heading(2, "Our halls"),
        markup.bullets(_hall_cards(), "grid"),
    ]
    about = "Hives, maps, organ pipes, sledges, wine presses and telescopes under one roof."
    return DemoPage("/", NAME, "".join(main), about)


def _hall_cards() -> Iterator[str]:
    for theme in THEMES:
        name, first = words("en", theme).line("hall"), exhibits(theme)[0]
        picture = markup.image(first.thumb, _motif(first), THUMB)
        yield picture + markup.link(place_path("en", theme), name)


def _house(world: World) -> Iterator[DemoPage]:
    grammar = words("en", "museum")
    for path, title, section in _PLAIN_PAGES:
        text = "".join(map(markup.paragraph, grammar.lines(section)))
        more = markup.paragraph("See also:") + _visit_links() if path == "/visit/" else ""
        more += _loans_link() if path == "/about/" else ""
        yield DemoPage(path, title, markup.heading(1, title) + text + more, f"{title}, {NAME}")
    halls = markup.heading(1, "Halls") + markup.bullets(_hall_cards(), "grid")
    yield DemoPage("/halls/", "Halls", halls, f"The six halls of the {NAME}.")
    yield _team(world)


def _store() -> DemoPage:
    text = "".join(map(markup.paragraph, words("en", "museum").lines("store")))
    title = "The store on the hill"
    return DemoPage(STORE, title, markup.heading(1, title) + text, f"{title}, {NAME}")


def _visit_links() -> str:
    return markup.bullets(
        [markup.link("/visit/tickets", "Tickets"), markup.link("/halls/", "Halls")]
    )


def _loans_link() -> str:
    return f"<p>{markup.link('/about/loans', 'How we lend objects')}</p>\n"


def _team(world: World) -> DemoPage:
    rows = [
        (
            markup.text(p.full),
            markup.text(p.role),
            markup.phone_link(p.phone),
            markup.mail_link(p.mail),
        )
        for p in world.curators
    ]
    title = "Who works here"
    intro = markup.paragraph(words("en", "museum").line("team_intro"))
    table = markup.table(("Name", "Role", "Telephone", "Mail"), rows)
    return DemoPage(
        "/about/team", title, markup.heading(1, title) + intro + table, f"{title}, {NAME}"
    )


def _curator(world: World, theme: str) -> Person:
    return world.curators[THEMES.index(theme) % len(world.curators)]


def _hall(world: World, theme: str) -> Iterator[DemoPage]:
    grammar, shown = words("en", theme), exhibits(theme)
    name, lead = grammar.line("hall"), grammar.line("lead")
    dice = world.dice("museum", theme)
    cards = (markup.image(e.thumb, _motif(e), THUMB) + markup.link(e.path, e.name) for e in shown)
    main = [
        markup.heading(1, name),
        f'<p class="lead">{markup.text(lead)}</p>\n',
        _label(shown[0], _motif(shown[0])),
        markup.prose(grammar.several("sentence", 3, dice)),
        markup.heading(2, "On show"),
        markup.bullets(cards, "grid"),
    ]
    yield DemoPage(place_path("en", theme), name, "".join(main), lead)
    yield from (_exhibit_page(world, exhibit) for exhibit in shown)


def _exhibit_page(world: World, exhibit: Exhibit) -> DemoPage:
    house, grammar = words("en", "museum"), words("en", exhibit.theme)
    dice = world.dice("museum", exhibit.theme, exhibit.slug)
    thing = exhibit.name[0].lower() + exhibit.name[1:]
    facts = house.in_order("fact", 3, dice, thing=thing)
    main = [
        markup.heading(1, exhibit.name),
        markup.prose(facts),
        _label(exhibit, _alt(exhibit)),
        markup.prose(grammar.several("sentence", _OBJECT_SENTENCES, dice)),
        _curator_note(world, exhibit),
        _scholar_note(world, exhibit, thing),
        _neighbours(exhibit),
    ]
    about = f"{exhibit.name}: {exhibit.sight}."
    return DemoPage(exhibit.path, exhibit.name, "".join(main), about)


def _alt(exhibit: Exhibit) -> str:
    """What the picture shows; the last one of each hall lacks it, as happens in every museum."""
    last = exhibit.number + 1 == len(exhibits(exhibit.theme))
    return "" if last else _motif(exhibit)


def _motif(exhibit: Exhibit) -> str:
    drawn = words("en", exhibit.theme).line("motif")
    return f"{drawn}: drawing on the label of the {exhibit.name.lower()}"


def _label(exhibit: Exhibit, alt: str) -> str:
    """The drawing on the label of an exhibit, with what the label says."""
    picture = markup.image(exhibit.picture, alt, exhibit.size)
    return markup.figure(picture, f"Label: {exhibit.name}. {exhibit.sight}.")


def _curator_note(world: World, exhibit: Exhibit) -> str:
    person = _curator(world, exhibit.theme)
    dice = world.dice("museum", "note", exhibit.slug)
    role = person.role[0].lower() + person.role[1:]
    return markup.paragraph(
        words("en", "museum").say("keeper_note", dice, person=person.full, role=role)
    )


def _scholar_note(world: World, exhibit: Exhibit, thing: str) -> str:
    """On every second page, what the university found out, with a link to who did."""
    if exhibit.number % 2:
        return ""
    institute = Institute(world, exhibit.theme)
    scholar = institute.staff[exhibit.number % len(institute.staff)]
    note = words("en", "museum").say(
        "related",
        world.dice("museum", "related", exhibit.slug),
        institute=institute.name,
        thing=thing,
        scholar=scholar.full,
    )
    address = world.url(UNIVERSITY, institute.person_path(scholar))
    return markup.paragraph(note) + f"<p>{markup.link(address, scholar.full)}</p>\n"


def _neighbours(exhibit: Exhibit) -> str:
    others = exhibits(exhibit.theme)
    following = others[(exhibit.number + 1) % len(others)]
    return f"<aside>\n<p>Next to it: {markup.link(following.path, following.name)}</p>\n</aside>\n"


def _pictures(world: World, theme: str) -> dict[str, Maker]:
    """The pictures of one hall, drawn when somebody asks for them."""
    made: dict[str, Maker] = {}
    for exhibit in exhibits(theme):
        key = f"{world.seed}/{exhibit.slug}"
        for path, size in ((exhibit.picture, exhibit.size), (exhibit.thumb, THUMB)):
            made[path] = partial(_drawn, theme, key, size)
    return made


def _drawn(theme: str, key: str, size: tuple[int, int]) -> DemoResponse:
    return content(draw(theme, key, size), "image/png")
