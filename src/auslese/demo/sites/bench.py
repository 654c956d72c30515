"""netzlabor.localhost: a bench with every fault of the real web, each at an address of its own."""

import gzip
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from auslese.demo import markup
from auslese.demo.demo_answers import HTML, PLAIN, DemoResponse, content, redirect
from auslese.demo.demo_documents import pdf
from auslese.demo.demo_page import DemoPage, SiteStyle
from auslese.demo.demo_pictures import draw
from auslese.demo.demo_site import DemoSite, Maker, robots_txt, site_of
from auslese.demo.grammar import words
from auslese.demo.world import BENCH, MIRROR, MUSEUM, UNIVERSITY, World

NAME = "Netzlabor"
SLOW_SECONDS = 0.6
_CUT_SHORT_BY = 4096
_TARGET = "/ziel"

# Path, title and word section of the pages that behave well.
_QUIET_PAGES = (
    (_TARGET, "Am Ziel", "target"),
    ("/adressen", "Versteckte Anschriften", "sound"),
    ("/grundlage/tief/unten/", "Ganz unten", "base_target"),
    ("/grundlage/tief/unten/ankunft", "Angekommen", "base_target"),
)

# What the start page promises: address and what happens there.
SHOWN = (
    ("/umzug/301", "dauerhaft umgezogen (301)"),
    ("/umzug/302", "vorläufig woanders (302)"),
    ("/umzug/308", "dauerhaft umgezogen, Methode bleibt (308)"),
    ("/kette/1", "drei Umleitungen nacheinander"),
    ("/schleife/a", "zwei Adressen, die aufeinander zeigen"),
    ("/fort", "Umleitung auf einen anderen Rechner"),
    ("/fehlt", "gibt es nicht (404)"),
    ("/geloescht", "gab es einmal (410)"),
    ("/kaputt", "der Rechner ist gestolpert (500)"),
    ("/abgerissen", "endet vor der angekündigten Länge"),
    ("/langsam", "antwortet erst nach einer guten halben Sekunde"),
    ("/latein", "in ISO-8859-1 und so angekündigt"),
    ("/verkleidet", "in UTF-8, aber als ISO-8859-1 angekündigt"),
    ("/gepackt", "reist mit gzip gepackt"),
    ("/bild-als-seite", "ein Bild, das sich als HTML ausgibt"),
    ("/grundlage/", "Links beziehen sich auf eine andere Grundlage"),
    ("/stumm", "will in keinem Verzeichnis stehen"),
    ("/vermerke", "Links, denen man nicht folgen soll"),
    ("/verschlossen", "eine Seite, deren Links alle tabu sind"),
    ("/anhaengsel", "Links mit Zählmarken"),
    ("/schreibweisen", "eine Adresse in vielen Schreibweisen"),
    ("/draussen", "Links aus diesem Netz hinaus"),
    ("/adressen", "versteckte Anschriften"),
    ("/dokumente/wegweiser.pdf", "ein PDF mit Text und Link"),
    ("/dokumente/liesmich.txt", "eine Textdatei"),
)


def bench(world: World) -> DemoSite:
    """The site of the network laboratory."""
    pages = [_home(world), *_quiet_pages(), *_link_pages(world)]
    site = site_of(BENCH, _style(world), pages, {})
    extras = {**_redirects(world), **_errors(site), **_odd_bodies(site), **_files(world)}
    extras["/robots.txt"] = robots_txt(
        "User-agent: SchlechterGast", "Disallow: /", "", "User-agent: *", "Disallow: /gesperrt/"
    )
    return replace(site, extras={**site.extras, **extras})


def _style(world: World) -> SiteStyle:
    home = markup.link(world.url(UNIVERSITY), "Universität Ahornfurt")
    return SiteStyle(
        name=NAME,
        motto="Der Prüfstand der Universität Ahornfurt",
        language="de",
        hue=55,
        emblem="bees",
        navigation=(("Prüfstand", "/"), ("Ziel", _TARGET), ("Anschriften", "/adressen")),
        footer=f"<p>{home}</p>\n",
        skip="Zum Inhalt",
        missing="Diese Adresse gibt es nicht, und das ist Absicht.",
    )


def _home(world: World) -> DemoPage:
    rows = [(markup.link(path, path), markup.text(what)) for path, what in SHOWN]
    closed = markup.link("/gesperrt/", "Gesperrter Bereich")
    main = [
        markup.heading(1, NAME),
        *map(markup.paragraph, words("de", "bench").lines("welcome")),
        markup.table(("Adresse", "Was geschieht"), rows),
        f"<p>{closed} · {markup.link(world.url(MIRROR), 'Spiegel')}</p>\n",
    ]
    return DemoPage("/", NAME, "".join(main), "Ein Prüfstand für Programme, die das Netz lesen.")


def _simple(path: str, title: str, section: str, more: str = "") -> DemoPage:
    text = markup.paragraph(words("de", "bench").line(section))
    return DemoPage(path, title, markup.heading(1, title) + text + more, title)


def _quiet_pages() -> Iterator[DemoPage]:
    return (_simple(*page) for page in _QUIET_PAGES)


def _link_pages(world: World) -> Iterator[DemoPage]:
    """Pages that are about their links."""
    target = markup.link(_TARGET, "Zum Ziel")
    robots = '<meta name="robots" content="{}">'.format
    yield replace(_simple("/stumm", "Stumm", "noindex", target), head=robots("noindex"))
    yield replace(
        _simple("/verschlossen", "Verschlossen", "closed", markup.link("/nur-hier", "Nur hier")),
        head=robots("nofollow"),
    )
    yield _simple("/vermerke", "Vermerke", "nofollow", _remarked_links())
    yield _simple("/anhaengsel", "Anhängsel", "tracking", _tracked_links(world))
    yield _simple("/schreibweisen", "Schreibweisen", "spellings", _spellings(world))
    yield _simple("/draussen", "Draußen", "outside", _outside_links())
    based = _simple("/grundlage/", "Andere Grundlage", "base", markup.link("ankunft", "Ankunft"))
    yield replace(based, head='<base href="/grundlage/tief/unten/">')


def _remarked_links() -> str:
    shy = markup.link("/schuechtern", "Bitte nicht", rel="nofollow")
    paid = markup.link("https://example.com/werbung", "Anzeige", rel="sponsored nofollow")
    return markup.bullets([shy, paid, markup.link(_TARGET, "Gern")])


def _tracked_links(world: World) -> str:
    museum = world.url(MUSEUM, "/halls/bees/")
    return markup.bullets(
        [
            markup.link(f"{_TARGET}?utm_source=netzlabor&utm_campaign=probe", "Kampagne"),
            markup.link(f"{_TARGET}?fbclid=a1b2c3", "Netzwerk"),
            markup.link(f"{museum}?gclid=x9y8", "Museum mit Zählmarke"),
            markup.link(f"{_TARGET};jsessionid=0A1B2C", "Sitzung im Pfad"),
        ]
    )


def _spellings(world: World) -> str:
    shouted = world.url(BENCH, _TARGET).replace(BENCH, BENCH.upper())
    return markup.bullets(
        [
            markup.link("/./ziel", "Punkt"),
            markup.link("/umweg/../ziel", "Zwei Punkte"),
            markup.link("/%7Aiel", "Prozentzeichen"),
            markup.link("/ziel#unten", "Sprungmarke"),
            markup.link("  /ziel ", "Leerzeichen"),
            markup.link(shouted, "Große Buchstaben"),
            markup.link(f"//{BENCH}:{world.port}{_TARGET}", "Ohne Schema"),
        ]
    )


def _outside_links() -> str:
    places = ("https://example.org/", "https://www.example.com/a?b=c", "http://example.net/weit")
    odd = ("mailto:netzlabor@uni.localhost", "javascript:void(0)", "ftp://example.org/alt.tar")
    return markup.bullets(markup.link(place, place) for place in (*places, *odd))


def _redirects(world: World) -> dict[str, Maker]:
    made: dict[str, Maker] = {
        f"/umzug/{status}": partial(redirect, _TARGET, status) for status in (301, 302, 308)
    }
    steps = (("/kette/1", "/kette/2"), ("/kette/2", "/kette/3"), ("/kette/3", _TARGET))
    loop = (("/schleife/a", "/schleife/b"), ("/schleife/b", "/schleife/a"))
    away = (("/fort", world.url(MUSEUM, "/halls/")),)
    return made | {path: partial(redirect, to) for path, to in (*steps, *loop, *away)}


def _errors(site: DemoSite) -> dict[str, Maker]:
    def failing(status: int) -> DemoResponse:
        return replace(site.missing(), status=status)

    return {"/geloescht": partial(failing, 410), "/kaputt": partial(failing, 500)}


def _odd_bodies(site: DemoSite) -> dict[str, Maker]:
    """Pages that say one thing and are another, or come late or not whole."""
    shy = _simple("/schuechtern", "Schüchtern", "shy")
    hidden = _simple("/nur-hier", "Nur hier", "shy")
    closed = _simple("/gesperrt/", "Gesperrt", "secret")
    return {
        "/langsam": lambda: replace(
            site.show(_simple("/langsam", "Langsam", "slow")), seconds=SLOW_SECONDS
        ),
        "/latein": partial(_in_latin, site),
        "/verkleidet": partial(_disguised, site),
        "/gepackt": partial(_packed, site),
        "/abgerissen": partial(_cut, site),
        "/bild-als-seite": lambda: content(draw("stars", "bench", (64, 48)), HTML),
        "/schuechtern": partial(site.show, shy),
        "/nur-hier": partial(site.show, hidden),
        "/gesperrt/": partial(site.show, closed),
    }


_LATIN = "text/html; charset=iso-8859-1"


def _in_latin(site: DemoSite) -> DemoResponse:
    page = site.show(_simple("/latein", "Ein Byte je Zeichen", "latin")).body.decode()
    shown = page.replace('charset="utf-8"', 'charset="iso-8859-1"')
    return content(shown.encode("iso-8859-1", "xmlcharrefreplace"), _LATIN)


def _disguised(site: DemoSite) -> DemoResponse:
    page = site.show(_simple("/verkleidet", "Falsch angekündigt", "mislabelled"))
    return content(page.body.replace(b'charset="utf-8"', b'charset="iso-8859-1"'), _LATIN)


def _packed(site: DemoSite) -> DemoResponse:
    page = site.show(_simple("/gepackt", "Gepackt", "packed"))
    # A fixed time keeps the packed bytes the same from run to run.
    body = gzip.compress(page.body, mtime=0)
    return DemoResponse(200, (*page.headers, ("Content-Encoding", "gzip")), body)


def _cut(site: DemoSite) -> DemoResponse:
    page = site.show(_simple("/abgerissen", "Abgerissen", "target"))
    length = ("Content-Length", str(len(page.body) + _CUT_SHORT_BY))
    return replace(page, headers=(*page.headers, length))


def _files(world: World) -> dict[str, Maker]:
    lines = words("de", "bench").lines("welcome")
    home = world.url(BENCH)
    paper = partial(pdf, "Wegweiser durch das Netzlabor", lines, home)
    text = "\n\n".join(("Netzlabor der Universität Ahornfurt", *lines, home))
    return {
        "/dokumente/wegweiser.pdf": lambda: content(paper(), "application/pdf"),
        "/dokumente/liesmich.txt": lambda: content(f"{text}\n", PLAIN),
    }
