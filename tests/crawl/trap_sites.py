"""Sites made from dice: traps of every kind, and innocents that look like them.

Each site is a function from path and query to HTML. What must be fetched of it, whatever becomes of
its traps, is its `real` set.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import parse_qsl, urlencode

SYLLABLES = (
    "ba",
    "de",
    "fu",
    "gi",
    "ko",
    "la",
    "me",
    "no",
    "pi",
    "ru",
    "sa",
    "te",
    "vo",
    "wi",
    "zu",
)
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
MENU = "Home Imprint Contact Search Help Press Jobs News About our institute and its people"


@dataclass(frozen=True)
class TrapSite:
    """One made site."""

    name: str
    answer: Callable[[str], str | None]
    """HTML for path and query; None where nothing is."""
    real: frozenset[str] = frozenset()
    """Paths of the pages that must not be lost."""
    traps: bool = True
    endings: frozenset[str] = frozenset()
    """For each of these, one page that ends so must be fetched, before its query."""


def prose(seed: object, words: int = 120) -> str:
    """A text that no other seed has."""
    dice = random.Random(str(seed))
    return " ".join("".join(dice.choices(SYLLABLES, k=dice.randint(2, 4))) for _ in range(words))


def page(text: str, links: Iterable[str], title: str = "") -> str:
    """A page with the menu that all pages of a site share."""
    anchors = "".join(f'<li><a href="{link}">more</a></li>' for link in links)
    return (
        f"<html><head><title>{title}</title><script>var now = {hash(text)};</script></head>"
        f"<body><nav>{MENU}</nav><main><p>{text}</p><ul>{anchors}</ul></main></body></html>"
    )


def _rest(count: int = 30) -> tuple[dict[str, str], list[str]]:
    """Some real pages for every site, three links deep."""
    pages = {}
    for number in range(count):
        below = [f"/about/topic{n}" for n in (3 * number + 1, 3 * number + 2, 3 * number + 3)]
        links = [link for link in below if int(link.removeprefix("/about/topic")) < count]
        pages[f"/about/topic{number}"] = page(prose(f"about {number}"), links)
    return pages, ["/about/topic0"]


def _site(
    name: str,
    entry: str,
    answer: Callable[[str], str | None],
    real: Iterable[str] = (),
    traps: bool = True,
    endings: Iterable[str] = (),
) -> TrapSite:
    pages, links = _rest()
    home = page("Welcome to our site", [entry, *links])

    def everything(path: str) -> str | None:
        return home if path == "/" else pages.get(path) or answer(path)

    return TrapSite(name, everything, frozenset({*pages, *real}), traps, frozenset(endings))


def _query(path: str) -> dict[str, str]:
    return dict(parse_qsl(path.partition("?")[2]))


# -- traps --------------------------------------------------------------------------------------


def month_calendar() -> TrapSite:
    """Months for ever, forwards and backwards; some of the present ones name events."""

    def answer(path: str) -> str | None:
        parts = path.split("/")
        if parts[1] == "event":
            return page(prose(path), ["/calendar/2026/11"])
        if parts[1] != "calendar":
            return None
        month = int(parts[2]) * 12 + int(parts[3]) - 1
        links = [f"/calendar/{m // 12}/{m % 12 + 1:02}" for m in (month - 1, month + 1, month + 12)]
        events = [f"/event/{month}-{n}" for n in range(3)] if abs(month - 24322) < 6 else []
        grid = " ".join(str(day) for day in range(1, 31))
        return page(f"{MONTHS[month % 12]} {month // 12} {grid}", [*links, *events])

    real = {f"/event/{month}-{n}" for month in range(24317, 24328) for n in range(3)}
    return _site("calendar by month", "/calendar/2026/11", answer, real)


def day_calendar() -> TrapSite:
    """Day, week, month and year views that all point at each other."""

    def answer(path: str) -> str | None:
        given = _query(path)
        if not path.startswith("/termine?"):
            return None
        day = date.fromisoformat(given["date"])
        steps = {"day": 1, "week": 7, "month": 30, "year": 365}
        step = timedelta(days=steps[given["view"]])
        targets = [(view, day) for view in steps] + [(given["view"], day + step)]
        targets += [(given["view"], day - step)] + [("day", day + timedelta(n)) for n in range(7)]
        links = [f"/termine?date={when}&view={view}" for view, when in targets]
        return page(f"{day:%A} {day:%B} {day.year} keine Termine an diesem Tag", links)

    return _site("calendar by day", "/termine?date=2026-11-16&view=month", answer)


def facet_shop() -> TrapSite:
    """Eight filters with five values each over 300 goods; every page shows those that fit."""
    goods = [random.Random(f"good {n}").choices(range(5), k=8) for n in range(300)]

    def answer(path: str) -> str | None:
        if path.startswith("/good/"):
            return page(prose(path), ["/shop"])
        if path.partition("?")[0] != "/shop":
            return None
        chosen = {int(name[1:]): int(value) for name, value in _query(path).items()}
        fit = [
            number
            for number, good in enumerate(goods)
            if all(good[index] == value for index, value in chosen.items())
        ]
        links = [f"/good/{number}" for number in fit[:40]]
        for index in range(8):
            for value in range(5):
                more = {f"f{i}": v for i, v in sorted({**chosen, index: value}.items())}
                links.append(f"/shop?{urlencode(more)}")
        titles = " ".join(prose(f"title {number}", 4) for number in fit[:40])
        return page(f"{len(fit)} goods {titles}", links)

    return _site("shop with 8 filters", "/shop", answer, {f"/good/{n}" for n in range(300)})


def _session_site(name: str, where: Callable[[str, int], str]) -> TrapSite:
    """Sixty pages; every link carries another number."""
    calls = [0]

    def answer(path: str) -> str | None:
        number = path.split("page")[-1].partition("?")[0]
        if "page" not in path or not number.isdigit() or int(number) >= 60:
            return None
        links = []
        for target in (int(number) + 1, int(number) + 2, 2 * int(number), 0):
            calls[0] += 1
            links.append(where(f"{calls[0] * 7919:016x}a1b2", target % 60))
        return page(prose(f"{name} {number}"), links)

    endings = [f"/page{n}" for n in range(60)]
    return _site(name, where("00000000000000001a2b", 0), answer, endings=endings)


def path_sessions() -> TrapSite:
    return _session_site("session in the path", lambda key, n: f"/s/{key}/page{n}")


def named_path_sessions() -> TrapSite:
    """As before, with names that have nothing variable in them."""
    names = [prose(f"name {n}", 1) for n in range(40)]
    calls = [0]

    def answer(path: str) -> str | None:
        name = path.rpartition("/")[2]
        if not path.startswith("/s/") or name not in names:
            return None
        here = names.index(name)
        links = []
        for target in (here + 1, here + 2, 2 * here):
            calls[0] += 1
            links.append(f"/s/{calls[0] * 7919:016x}a1b2/{names[target % 40]}")
        return page(prose(f"named {name}"), links)

    entry = f"/s/00000000000000001a2b/{names[0]}"
    endings = [f"/{name}" for name in names]
    return _site("session in the path, named pages", entry, answer, endings=endings)


def query_sessions() -> TrapSite:
    return _session_site("session in the query", lambda key, n: f"/page{n}?visitor={key}")


def relative_loop() -> TrapSite:
    """One page for every path below a folder, with a relative link."""

    def answer(path: str) -> str | None:
        if not path.startswith("/hall/"):
            return None
        return page("The hall of mirrors", ["index.html/index.html", "hall/", "./deeper/x.html"])

    return _site("relative links that grow", "/hall/", answer)


def next_pages() -> TrapSite:
    """A list of 20 pages whose next link goes on behind its end."""

    def answer(path: str) -> str | None:
        if path.startswith("/article/"):
            return page(prose(path), ["/list?page=1"])
        if not path.startswith("/list?"):
            return None
        number = int(_query(path)["page"])
        links = [f"/article/{10 * number + n}" for n in range(10)] if number <= 20 else []
        text = prose(f"list {number}", 50) if number <= 20 else "No more entries"
        return page(text, [*links, f"/list?page={number + 1}"])

    real = {f"/article/{n}" for n in range(10, 210)} | {f"/list?page={n}" for n in range(1, 21)}
    return _site("next page without end", "/list?page=1", answer, real)


def soft_404_search() -> TrapSite:
    """A search that knows nothing, and always proposes other words."""

    def answer(path: str) -> str | None:
        if not path.startswith("/search?"):
            return None
        word = _query(path)["q"]
        links = [f"/search?q={prose(f'{word} {n}', 1)}" for n in range(6)]
        return page(f"Nothing was found for {word}. Perhaps you meant one of these words", links)

    return _site("search that finds nothing", "/search?q=ba", answer)


def soft_404_path() -> TrapSite:
    """The same with the word as a folder."""

    def answer(path: str) -> str | None:
        if not path.startswith("/tag/"):
            return None
        links = [f"/tag/{prose(f'{path} {n}', 1)}" for n in range(6)]
        return page("Nothing was found. Perhaps you meant one of these words", links)

    return _site("tags that find nothing", "/tag/ba", answer)


# -- innocents ----------------------------------------------------------------------------------


def news_archive() -> TrapSite:
    """Three years of news, two a day, day pages linked one to the next."""
    first = date(2023, 1, 1)

    def answer(path: str) -> str | None:
        parts = path.strip("/").split("/")
        if parts[0] != "news" or len(parts) < 4:
            return None
        day = date(*map(int, parts[1:4]))
        if not first <= day < first + timedelta(600):
            return None
        here = f"/news/{day:%Y/%m/%d}"
        if len(parts) == 5:
            return page(prose(path), [here])
        ahead = f"/news/{day + timedelta(1):%Y/%m/%d}"
        return page(prose(path, 20), [ahead, f"{here}/first", f"{here}/second"])

    days = [f"/news/{first + timedelta(n):%Y/%m/%d}" for n in range(600)]
    real = {f"{day}{end}" for day in days for end in ("", "/first", "/second")}
    return _site("news by date", "/news/2023/01/01", answer, real, traps=False)


def forum() -> TrapSite:
    """1,500 threads of one to three pages, in a list of 75 pages that links to the next only."""

    def answer(path: str) -> str | None:
        given = _query(path)
        if path.startswith("/threads?"):
            number = int(given["page"])
            ahead = [f"/threads?page={number + 1}"] if number < 75 else []
            threads = [f"/thread?t={20 * number + n}" for n in range(20)]
            return page(prose(path, 60), [*threads, *ahead])
        if not path.startswith("/thread?"):
            return None
        number, part = int(given["t"]), int(given.get("page", 1))
        more = [f"/thread?page={part + 1}&t={number}"] if part < 1 + number % 3 else []
        return page(prose(path, 40), [*more, f"/thread?t={20 + number * 7 % 1500}"])

    real = {f"/threads?page={n}" for n in range(1, 76)}
    for number in range(20, 1520):
        real.add(f"/thread?t={number}")
        real |= {f"/thread?page={part}&t={number}" for part in range(2, 2 + number % 3)}
    return _site("forum", "/threads?page=1", answer, real, traps=False)


def wiki() -> TrapSite:
    """300 articles behind one script with a dozen kinds of query."""
    views = (
        "action=edit", "action=history", "printable=yes", "oldid=5", "diff=5&oldid=4",
        "action=info", "redirect=no", "section=1", "mobile=1", "useskin=old", "veaction=edit",
    )  # fmt: skip

    def answer(path: str) -> str | None:
        if not path.startswith("/index.php?"):
            return None
        given = _query(path)
        title = int(given["title"].removeprefix("Art"))
        targets = {title * 2 % 300, (title * 2 + 1) % 300, (title * 7 + 3) % 300}
        links = [f"/index.php?title=Art{target}" for target in targets]
        links += [
            "/index.php?" + "&".join(sorted([*v.split("&"), f"title=Art{title}"])) for v in views
        ]
        text = prose(title) if len(given) == 1 else f"{' '.join(given)} {prose(title, 90)}"
        return page(text, links)

    real = {f"/index.php?title=Art{n}" for n in range(1, 300)}
    return _site("wiki", "/index.php?title=Art1", answer, real, traps=False)


def deep_documentation() -> TrapSite:
    """A tree twelve folders deep."""
    names = [prose(f"folder {n}", 1) for n in range(12)]

    def answer(path: str) -> str | None:
        parts = path.strip("/").split("/")
        if parts[0] != "docs" or len(parts) > 13:
            return None
        below = names[len(parts) - 1 : len(parts)]
        links = [
            f"{path.rstrip('/')}/{name}{side}/"
            for name in below
            for side in ("", "-two")[: 1 + (len(parts) > 9)]
        ]
        return page(prose(path), links)

    real = {"/docs/" + "".join(f"{name}/" for name in names[:n]) for n in range(13)}
    return _site("documentation 12 folders deep", "/docs/", answer, real, traps=False)


def library() -> TrapSite:
    """400 works by id, each with leaves that have text, linked one to the next."""

    def answer(path: str) -> str | None:
        parts = path.strip("/").split("/")
        if parts[0] == "catalogue":
            number = int(parts[1])
            ahead = [f"/catalogue/{number + 1}"] if number < 20 else []
            works = [f"/work/{20 * number + n:05}" for n in range(20)]
            return page(prose(path, 60), [*works, *ahead])
        if parts[0] != "work":
            return None
        leaf = int(parts[2]) if len(parts) > 2 else 0
        ahead = [f"/work/{parts[1]}/{leaf + 1}"] if leaf < 5 else []
        return page(prose(path, 60), ahead)

    real = {f"/catalogue/{n}" for n in range(21)}
    for work in range(20, 420):
        real |= {f"/work/{work:05}{leaf}" for leaf in ("", *(f"/{n}" for n in range(1, 6)))}
    return _site("digital library", "/catalogue/0", answer, real, traps=False)


def scanned_books() -> TrapSite:
    """Forty books of thirty leaves; a leaf is a picture and a number, nothing else."""

    def answer(path: str) -> str | None:
        parts = path.strip("/").split("/")
        if parts[0] == "books":
            return page(prose(path), [f"/book/{n}/1" for n in range(40)])
        if parts[0] != "book":
            return None
        book, leaf = int(parts[1]), int(parts[2])
        ahead = [f"/book/{book}/{leaf + 1}"] if leaf < 30 else []
        return page(f"{leaf} <img alt='leaf' src='/scan/{book}/{leaf}.jpg'>", ahead)

    real = {f"/book/{book}/{leaf}" for book in range(40) for leaf in range(1, 31)}
    return _site("scanned books", "/books", answer, real | {"/books"}, traps=False)


def goods_list() -> TrapSite:
    """500 goods with a long menu and a short text each, 25 pages of lists, related goods."""
    menu = prose("menu", 300)

    def answer(path: str) -> str | None:
        parts = path.strip("/").split("/")
        if parts[0] == "goods":
            number = int(parts[1])
            ahead = [f"/goods/{number + 1}"] if number < 24 else []
            return page(
                menu + prose(path, 40), [*(f"/good/{20 * number + n}" for n in range(20)), *ahead]
            )
        if parts[0] != "good":
            return None
        near = [f"/good/{(int(parts[1]) * 3 + n) % 500}" for n in range(3)]
        return page(menu + prose(path, 30), near)

    real = {f"/good/{n}" for n in range(500)} | {f"/goods/{n}" for n in range(25)}
    return _site("goods with long menus", "/goods/0", answer, real, traps=False)


TRAPS = (
    month_calendar, day_calendar, facet_shop, path_sessions, named_path_sessions, query_sessions,
    relative_loop, next_pages, soft_404_search, soft_404_path,
)  # fmt: skip
INNOCENTS = (
    news_archive, forum, wiki, deep_documentation, library, scanned_books, goods_list,
)  # fmt: skip
