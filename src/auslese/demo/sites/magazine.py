"""presse.localhost: a French magazine with sections, articles, authors and a feed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from auslese.demo import markup
from auslese.demo.demo_answers import XML, content
from auslese.demo.demo_documents import FeedEntry, rss, sitemap
from auslese.demo.demo_page import DemoPage, SiteStyle
from auslese.demo.demo_site import DemoSite, Maker, robots_txt, site_of
from auslese.demo.grammar import words
from auslese.demo.layout import local
from auslese.demo.people import Person, slug_of
from auslese.demo.sites.institute import Institute
from auslese.demo.world import LIBRARY, MAGAZINE, MUSEUM, THEMES, UNIVERSITY, World, place_path

NAME = "La Lanterne"
FEED = "/feed.xml"
ARTICLES_PER_SECTION = 6
_YEAR = 2024
_FEED_LENGTH = 20


@dataclass(frozen=True, slots=True)
class Article:
    """One article before its text is written."""

    world: World
    theme: str
    number: int

    @property
    def title(self) -> str:
        """Its headline."""
        return words("fr", self.theme).lines("headline")[self.number]

    @property
    def path(self) -> str:
        """The path of its page, accents and all."""
        return place_path("fr", self.theme) + slug_of(self.title)

    @property
    def author(self) -> Person:
        """Who signs it."""
        people = self.world.journalists
        return people[(THEMES.index(self.theme) + self.number) % len(people)]

    @property
    def date(self) -> str:
        """When it appeared: the sections take turns through the year."""
        day = 1 + (THEMES.index(self.theme) * 4 + self.number) % 28
        return f"{_YEAR}-{2 * self.number + 1:02}-{day:02}"


def magazine(world: World) -> DemoSite:
    """The site of the magazine."""
    articles = [Article(world, t, n) for t in THEMES for n in range(ARTICLES_PER_SECTION)]
    articles.sort(key=lambda article: article.date, reverse=True)
    pages = [_home(articles), *_house(), _archive(articles), *_authors(world, articles)]
    for theme in THEMES:
        pages.append(_section(world, theme))
    pages += [_article_page(article) for article in articles]
    site = site_of(MAGAZINE, _style(world), pages, _extras(world, articles))
    places = sitemap((world.url(MAGAZINE, page.path), page.date) for page in pages)
    late: dict[str, Maker] = {"/sitemap.xml": partial(content, places, XML), **_closed_pages(site)}
    return replace(site, extras={**site.extras, **late})


def _style(world: World) -> SiteStyle:
    partners = (
        ("Université d’Ahornfurt", UNIVERSITY),
        ("Lantern Lane Museum", MUSEUM),
        ("Lyngvåg bibliotek", LIBRARY),
    )
    links = " · ".join(markup.link(world.url(host), label) for label, host in partners)
    legal = markup.link("/mentions-legales", "Mentions légales")
    outside = markup.link("https://example.org/presse/", "Nos confrères", rel="nofollow")
    sections = [(words("fr", theme).line("rubric"), place_path("fr", theme)) for theme in THEMES]
    return SiteStyle(
        name=NAME,
        motto="Magazine de curiosité, le jeudi",
        language="fr",
        hue=350,
        emblem="stars",
        navigation=(*sections, ("Archives", "/archives/"), ("À propos", "/a-propos")),
        footer=f"<p>{NAME}, 4, rue du Vieux-Pressoir, 00260 Valclaire · {legal} · "
        f"{markup.link(FEED, 'Fil RSS')}</p>\n<p>{links} · {outside}</p>\n",
        skip="Aller au contenu",
        missing="Cette page n’existe pas, ou n’existe plus.",
    )


def _home(articles: list[Article]) -> DemoPage:
    newest = [_teaser(article, "?xtor=une") for article in articles[:8]]
    main = [
        markup.heading(1, NAME),
        markup.paragraph(words("fr", "magazine").line("welcome")),
        markup.heading(2, "À la une"),
        markup.bullets(newest),
        f"<p>{markup.link('/abonnes/dossier', 'Réservé aux abonnés')} · "
        f"{markup.link('/abonnes/bienvenue', 'Bienvenue aux abonnés')}</p>\n",
    ]
    feed = f'<link rel="alternate" type="application/rss+xml" href="{FEED}" title="{NAME}">'
    about = "Un magazine qui va voir, écoute, revient, puis écrit."
    return DemoPage("/", NAME, "".join(main), about, head=feed)


def _teaser(article: Article, mark: str = "") -> str:
    where = words("fr", article.theme).line("rubric")
    return f"{markup.link(local(article.path + mark), article.title)} · {markup.text(where)}"


def _house() -> Iterator[DemoPage]:
    grammar = words("fr", "magazine")
    for path, title, section in (
        ("/a-propos", "À propos", "about"),
        ("/mentions-legales", "Mentions légales", "legal"),
        ("/abonnes/bienvenue", "Bienvenue aux abonnés", "subscribe_welcome"),
    ):
        text = "".join(map(markup.paragraph, grammar.lines(section)))
        more = markup.link("/auteurs/", "La rédaction") if section == "about" else ""
        main = markup.heading(1, title) + text + more
        yield DemoPage(path, title, main, f"{title}, {NAME}")


def _archive(articles: list[Article]) -> DemoPage:
    rows = [
        (
            article.date,
            markup.link(local(article.path), article.title),
            _author_link(article.author),
        )
        for article in articles
    ]
    order = f"<p>{markup.link('/archives/?tri=titre', 'Trier par titre')}</p>\n"
    table = markup.table(("Date", "Article", "Signature"), rows)
    main = markup.heading(1, "Archives") + order + table
    return DemoPage("/archives/", "Archives", main, f"Tous les articles de {NAME}.")


def _author_path(person: Person) -> str:
    return f"/auteurs/{person.slug}"


def _author_link(person: Person) -> str:
    return markup.link(_author_path(person), person.name)


def _authors(world: World, articles: list[Article]) -> Iterator[DemoPage]:
    title = "La rédaction"
    rows = [
        (_author_link(p), markup.text(p.role), markup.mail_link(p.mail)) for p in world.journalists
    ]
    table = markup.table(("Nom", "Fonction", "Courriel"), rows)
    yield DemoPage("/auteurs/", title, markup.heading(1, title) + table, f"{title} de {NAME}.")
    for person in world.journalists:
        yield _author_page(world, person, [a for a in articles if a.author is person])


def _author_page(world: World, person: Person, articles: list[Article]) -> DemoPage:
    dice = world.dice("presse", person.slug)
    topic = f"la rubrique « {words('fr', articles[0].theme).line('rubric')} »"
    notes = words("fr", "magazine").lines("author_note")
    given = {"person": person.name, "topic": topic}
    text = [words("fr", "magazine").work_out(note, dice, given) for note in notes]
    main = [
        markup.heading(1, person.name),
        f'<p class="lead">{markup.text(person.role)}</p>\n',
        markup.paragraph(*text),
        f"<p>{markup.mail_link(person.mail)} · {markup.phone_link(person.phone)}</p>\n",
        markup.heading(2, "Articles"),
        markup.bullets(_teaser(article) for article in articles),
    ]
    about = f"{person.name}, {person.role}, {NAME}."
    return DemoPage(_author_path(person), person.name, "".join(main), about)


def _section(world: World, theme: str) -> DemoPage:
    grammar = words("fr", theme)
    title, lead = grammar.line("rubric"), grammar.line("lead")
    articles = [Article(world, theme, number) for number in range(ARTICLES_PER_SECTION)]
    hall = markup.link(world.place("en", theme), words("en", theme).line("hall"))
    main = [
        markup.heading(1, title),
        f'<p class="lead">{markup.text(lead)}</p>\n',
        markup.bullets(f"{_teaser(article)} · {article.date}" for article in articles),
        f"<aside>\n<p>À voir : {hall}, Lantern Lane Museum (en anglais)</p>\n</aside>\n",
    ]
    return DemoPage(place_path("fr", theme), title, "".join(main), lead)


def _article_page(article: Article) -> DemoPage:
    text = _article_text(article)
    author = _author_link(article.author)
    when = f'<time datetime="{article.date}">{_french_date(article.date)}</time>'
    following = Article(article.world, article.theme, (article.number + 1) % ARTICLES_PER_SECTION)
    main = [
        markup.heading(1, article.title),
        f'<p class="byline">Par {author}, {when}</p>\n',
        markup.prose(text),
        _expert(article),
        f"<aside>\n<p>À lire aussi : {_teaser(following)}</p>\n</aside>\n",
    ]
    name = article.author.name
    return DemoPage(
        article.path, article.title, "".join(main), text[1], author=name, date=article.date
    )


def _article_text(article: Article) -> list[str]:
    house, dice = (
        words("fr", "magazine"),
        article.world.dice("presse", article.theme, article.title),
    )
    body = words("fr", article.theme).several("sentence", 8, dice)
    opening, middle, end = (house.say(part, dice) for part in ("open", "between", "close"))
    return [opening, *body[:5], middle, *body[5:], end]


def _expert(article: Article) -> str:
    """What somebody at the university says, with a link to that person."""
    institute = Institute(article.world, article.theme)
    person = institute.staff[article.number % len(institute.staff)]
    dice = article.world.dice("presse", "expert", article.title)
    said = words("fr", "magazine").say("expert", dice, person=person.full)
    address = article.world.url(UNIVERSITY, institute.person_path(person))
    return markup.paragraph(said) + f"<p>{markup.link(address, person.name)}</p>\n"


def _french_date(date: str) -> str:
    year, month, day = date.split("-")
    return f"le {int(day)} {words('fr', 'magazine').lines('month')[int(month) - 1]} {year}"


def _extras(world: World, articles: list[Article]) -> dict[str, Maker]:
    entries = [
        FeedEntry(world.url(MAGAZINE, a.path), a.title, words("fr", a.theme).line("lead"), a.date)
        for a in articles[:_FEED_LENGTH]
    ]
    feed = rss(NAME, world.url(MAGAZINE), entries)
    return {
        "/robots.txt": robots_txt(
            "User-agent: *",
            "Disallow: /abonnes/",
            "Allow: /abonnes/bienvenue",
            "Disallow: /*?tri=",
            "",
            f"Sitemap: {world.url(MAGAZINE, '/sitemap.xml')}",
        ),
        FEED: partial(content, feed, "application/rss+xml; charset=utf-8"),
    }


def _closed_pages(site: DemoSite) -> dict[str, Maker]:
    """What robots.txt keeps to people: the subscribers' part and the re-sorted archive."""
    text = words("fr", "magazine").line("subscribe")
    main = markup.heading(1, "Abonnés") + markup.paragraph(text)
    paths = ("/abonnes/dossier", "/archives/?tri=titre")
    return {path: partial(site.show, DemoPage(path, "Abonnés", main)) for path in paths}
