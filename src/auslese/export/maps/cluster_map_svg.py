"""The map of clusters as SVG: discs with labels, dots for pages. No script: links and tooltips.

Dots are not in the order of the tabulator key, for thousands of them would hold up everybody who
goes by keys; discs are, and the list beside the map has the pages too. The picture is a group and
not an image for screen readers, since an image would hide the links in it.
"""

from collections.abc import Iterable, Iterator, Sequence

from auslese.export.maps.map_labels import LINE, LetterSizes, MapLabel, labels_on
from auslese.export.maps.map_records import (
    COLOURS,
    ClusterMap,
    MapCluster,
    MapPage,
    attribute,
    colours_of,
    label_of,
    number_of,
    pages_of,
    sections_of,
    web_address,
)
from auslese.export.plots.svg_plots import xml_text
from auslese.wording.map_wording import MAP_WORDINGS, MapWording
from auslese.wording.ui_languages import ENGLISH

FIELD = 1000  # units of the picture for the field from 0 to 1
MARGIN = 12
MOST_DOTS = 5000
CELLS = 1023  # along an edge, when pages are put in order
DOT_SHARE = 0.3  # of the way from a dot to the next one, about
LEAST_DOT, LARGEST_DOT = 1.3, 4.5
LONGEST_TITLE = 120  # letters of a tooltip
WIDE, NARROW = LetterSizes(14, 27), LetterSizes(28, 40)  # 12 pixels on a map of 900, and of 440
NARROW_SCREEN = "(max-width: 640px)"

# Eight colours, sought so that the least difference of two (OKLab, Ottosson 2020) is largest for
# all kinds of colour vision (Machado et al. 2009), at a contrast of 3 or more with the ground.
LIGHT = ["#0145a7", "#b04c26", "#287d79", "#989912", "#7a0061", "#508ff9", "#404000", "#c05db9"]
DARK = ["#3270d6", "#fd8537", "#25aea7", "#e2e449", "#b24393", "#3ff6ff", "#8e710f", "#d09af7"]


def _colours(names: Sequence[str]) -> str:
    return " ".join(f"--k{number}: {name};" for number, name in enumerate(names))


PALETTE = f"""
  :root {{ color-scheme: light dark; --ground: #ffffff; --ink: #1f2328; --faint: #59636e;
    --line: #d0d7de; --link: #0550ae; --lit: #fff3b8; {_colours(LIGHT)} }}
  @media (prefers-color-scheme: dark) {{
    :root {{ --ground: #0d1117; --ink: #e6edf3; --faint: #9ea7b3; --line: #30363d;
      --link: #79b8ff; --lit: #3a3000; {_colours(DARK)} }}
  }}
"""
KINDS = "\n".join(
    f"  .k{number} {{ --own: var(--k{number % COLOURS}); }}" for number in range(2 * COLOURS)
)
STYLE = f"""{PALETTE}{KINDS}
  .map {{ font-family: system-ui, sans-serif; background: var(--ground); }}
  .map text {{ fill: var(--ink); text-anchor: middle; font-weight: 600; unicode-bidi: isolate;
    stroke: var(--ground); stroke-width: .28em; stroke-linejoin: round; paint-order: stroke;
    pointer-events: none; }}
  .map .disc circle {{ fill: var(--own); fill-opacity: .13; stroke: var(--own); stroke-width: 2; }}
  .map .broken circle {{ stroke-dasharray: 9 5; }}
  .map .disc:hover circle {{ fill-opacity: .3; }}
  .map .disc:focus {{ outline: none; }}
  .map .disc:focus-visible circle, .map .disc:target circle {{ stroke: var(--ink);
    stroke-width: 7; fill-opacity: .3; stroke-dasharray: none; }}
  .map .dots {{ fill: var(--own); fill-opacity: .75; }}
  .map .dots a:hover circle {{ fill: var(--ink); fill-opacity: 1; }}
  .map .narrow {{ display: none; }}
  @media {NARROW_SCREEN} {{ .map .narrow {{ display: inline; }} .map .wide {{ display: none; }} }}
"""


def map_picture(whole: ClusterMap, language: str = ENGLISH) -> str:
    """The map as a file of its own; discs lead nowhere there, since the list is not in it."""
    return map_element(whole, MAP_WORDINGS[language], STYLE)


def map_element(whole: ClusterMap, wording: MapWording, style: str = "") -> str:
    """The map as an element: with a style it stands alone, without one it is part of a page."""
    sections = sections_of(whole.clusters)
    colours = colours_of(sections)
    discs = [(each, label_of(each, wording)) for part in sections for each in part.clusters]
    dots = drawn_pages(whole.pages, whole.clusters, MOST_DOTS)
    edge = FIELD + 2 * MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="{-MARGIN} {-MARGIN}'
            f' {edge} {edge}" role="group" aria-labelledby="map-title map-about">',
            f'<title id="map-title">{xml_text(wording.title)}</title>',
            f'<desc id="map-about">{xml_text(wording.picture)}</desc>',
            f"<style>{style}</style>" if style else "",
            *(_disc(each, label, colours, wording, not style) for each, label in discs),
            *_dots(dots, colours),
            *_labels(labels_on(discs, WIDE, FIELD), "wide"),
            *_labels(labels_on(discs, NARROW, FIELD), "narrow"),
            "</svg>\n",
        ]
    )


def drawn_pages(
    pages: Sequence[MapPage], clusters: Iterable[MapCluster], most: int
) -> list[MapPage]:
    """At most so many pages: of each cluster the same share, evenly over its disc."""
    discs = {each.number for each in clusters if not each.is_group}
    ordered = sorted(
        (page for page in pages if page.cluster in discs),
        key=lambda page: (page.cluster, _along(page.x, page.y)),
    )
    drawn = min(most, len(ordered))
    return [ordered[place * len(ordered) // drawn] for place in range(drawn)]


def _along(x: float, y: float) -> int:
    """Where a place comes on a way that visits what is near together (Morton 1966)."""
    across, down = (int(min(max(value, 0.0), 1.0) * CELLS) for value in (x, y))
    return sum(
        (across >> bit & 1) << 2 * bit | (down >> bit & 1) << 2 * bit + 1
        for bit in range(CELLS.bit_length())
    )


def describe_drawn(whole: ClusterMap, wording: MapWording) -> str:
    """How many pages are drawn, if not all are."""
    every = sum(each.pages for each in whole.clusters if not each.is_group)
    drawn = min(MOST_DOTS, len(whole.pages))
    if drawn == every:
        return ""
    return wording.drawn.format(drawn=number_of(drawn, wording), all=number_of(every, wording))


def colour_class(colour: int) -> str:
    """The classes of something that has the colour of its group."""
    return f"k{colour % (2 * COLOURS)}" + (" broken" if colour // COLOURS % 2 else "")


def _disc(
    cluster: MapCluster, label: str, colours: dict[int, int], wording: MapWording, is_linked: bool
) -> str:
    caption = f"{label} ({pages_of(cluster, wording)})"
    if cluster.language:
        caption = f"{caption} [{cluster.language}]"
    kind = f'id="d{cluster.number}" class="disc {colour_class(colours[cluster.number])}"'
    name = "a" if is_linked else "g"
    target = f' href="#c{cluster.number}" aria-label="{attribute(caption)}"' if is_linked else ""
    circle = _circle(cluster.x, cluster.y, cluster.radius * FIELD)
    return f"<{name} {kind}{target}><title>{xml_text(caption)}</title>{circle}</{name}>"


def _dots(pages: Sequence[MapPage], colours: dict[int, int]) -> Iterator[str]:
    """The dots of each cluster together; pages come in the order of their clusters."""
    size = _dot_size(len(pages))
    before = None
    for page in pages:
        if page.cluster != before:
            yield "</g>" if before is not None else ""
            yield f'<g class="dots {colour_class(colours[page.cluster])}" aria-hidden="true">'
            before = page.cluster
        yield _dot(page, size)
    if pages:
        yield "</g>"


def _dot_size(number: int) -> float:
    """As large as may be when dots of this number fill two fifths of the field."""
    apart: float = FIELD * (0.4 / max(number, 1)) ** 0.5
    return min(max(apart * DOT_SHARE, LEAST_DOT), LARGEST_DOT)


def _dot(page: MapPage, size: float) -> str:
    address = web_address(page.url)
    title = page.title.strip() or page.url
    inside = f"<title>{xml_text(title, LONGEST_TITLE)}</title>{_circle(page.x, page.y, size)}"
    if not address:
        return f"<g>{inside}</g>"
    return f'<a href="{address}" tabindex="-1" rel="noreferrer">{inside}</a>'


def _circle(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x * FIELD:.1f}" cy="{y * FIELD:.1f}" r="{radius:.1f}"/>'


def _labels(labels: Sequence[MapLabel], kind: str) -> Iterator[str]:
    """Discs have their names already: to a screen reader labels would say them twice."""
    yield f'<g class="{kind}" aria-hidden="true">'
    yield from map(_label, labels)
    yield "</g>"


def _label(label: MapLabel) -> str:
    foot = label.y - label.height / 2 + 0.86 * label.size  # letters stand on their foot
    lines = "".join(
        f'<tspan x="{label.x:.1f}" y="{foot + at * label.size * LINE:.1f}">{xml_text(line)}</tspan>'
        for at, line in enumerate(label.lines)
    )
    return f'<text font-size="{label.size:.1f}">{lines}</text>'
