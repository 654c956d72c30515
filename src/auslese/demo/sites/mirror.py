"""spiegel.localhost: an old mirror of one institute; some pages are exact copies, some almost.

Whatever it does not hold it sends back to the university, as mirrors do. It has no robots.txt.
"""

from dataclasses import replace
from functools import partial

from auslese.demo import markup
from auslese.demo.demo_answers import DemoResponse, redirect
from auslese.demo.demo_page import DemoPage
from auslese.demo.demo_site import DemoSite, Maker
from auslese.demo.grammar import words
from auslese.demo.layout import LOGO
from auslese.demo.world import MIRROR, UNIVERSITY, World, place_path

MIRRORED = "bees"
ROBOTS = "/robots.txt"


def mirror(world: World, university: DemoSite) -> DemoSite:
    """The site of the mirror, made from the pages of the university."""
    # The frame of a page names the pages above it, so these must be there for an exact copy.
    copies = {"/institute/": university.pages["/institute/"]}
    for number, path in enumerate(mirrored(university)):
        page = university.pages[path]
        copies[path] = _near_copy(page) if is_near(number) else page
    pages = {"/": _home(university, copies), **copies}
    folder = place_path("de", MIRRORED)
    extras: dict[str, Maker] = {
        path: maker
        for path, maker in university.extras.items()
        if path.startswith(folder) or path == LOGO
    }
    send_back = partial(_sent_back, world, university)
    return DemoSite(MIRROR, university.style, pages, extras, otherwise=send_back)


def mirrored(university: DemoSite) -> list[str]:
    """The paths of the institute that the mirror holds, in order."""
    folder = place_path("de", MIRRORED)
    return [path for path in university.pages if path.startswith(folder)]


def is_near(number: int) -> bool:
    """Whether the mirrored page with this number is a near copy; the others are exact."""
    return number % 2 == 0


def _near_copy(page: DemoPage) -> DemoPage:
    note = f"<p><em>{markup.text(words('de', 'bench').line('mirror_note'))}</em></p>\n"
    heading, rest = page.main.split("\n", 1)
    return replace(page, main=f"{heading}\n{note}{rest.replace('Telefon', 'Tel.')}")


def _home(university: DemoSite, copies: dict[str, DemoPage]) -> DemoPage:
    # The title is the university's, for the frame of the copies shows it.
    title = university.pages["/"].title
    main = [
        markup.heading(1, f"Spiegel der {title}"),
        markup.paragraph(words("de", "bench").line("mirror")),
        markup.bullets(markup.link(path, page.title) for path, page in copies.items()),
    ]
    return DemoPage("/", title, "".join(main), f"Gespiegelte Seiten der {title}.")


def _sent_back(world: World, university: DemoSite, path: str) -> DemoResponse | None:
    known = path in university.pages or path in university.extras
    if not known or path == ROBOTS:
        return None
    return redirect(world.url(UNIVERSITY, path), 302)
