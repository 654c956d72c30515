"""The map of clusters as a page: the picture, and beside it the list that has all of it as text."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from auslese.export.maps.cluster_map_svg import STYLE as MAP_STYLE
from auslese.export.maps.cluster_map_svg import colour_class, describe_drawn, map_element
from auslese.export.maps.map_records import (
    ClusterMap,
    MapCluster,
    MapSection,
    attribute,
    colours_of,
    label_of,
    number_of,
    pages_of,
    sections_of,
    web_address,
)
from auslese.export.maps.ridge_svg import ridge_section
from auslese.export.plots.svg_plots import xml_text
from auslese.records.language_names import language_name_of
from auslese.wording.counted_nouns import counted
from auslese.wording.map_wording import MAP_WORDINGS, MapWording
from auslese.wording.ui_languages import ENGLISH, GERMAN

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
MOST_WORDS = 10
MOST_BEST = 5
LONGEST_TITLE = 120

STYLE = """
  * { box-sizing: border-box; }
  body { margin: 0; font: 16px/1.45 system-ui, sans-serif; color: var(--ink);
    background: var(--ground); overflow-wrap: anywhere; }
  a { color: var(--link); }
  a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  .skip { position: absolute; left: -100vw; }
  .skip:focus { left: 1rem; top: .5rem; padding: .4rem; background: var(--ground); z-index: 1; }
  header { padding: 1rem 1.25rem 0; }
  h1 { margin: 0; font-size: 1.5rem; }
  header p { margin: .3rem 0; color: var(--faint); }
  main { display: grid; grid-template-columns: minmax(0, 1fr); }
  .map { display: block; width: 100%; max-height: 100vh; }
  .ridges { padding: 0 1.25rem; }
  .ridges p { color: var(--faint); }
  .list { padding: 0 1.25rem 2rem; max-width: 45rem; }
  .list h2 { margin: 1.4rem 0 .3rem; font-size: 1.15rem; }
  .list ol { list-style: none; margin: 0; padding: 0; }
  .list li[id] { padding: .55rem .7rem; border-left: 5px solid var(--own); margin: .5rem 0;
    scroll-margin-top: 1rem; }
  .list .broken { border-left-style: dashed; }
  .list li:target { background: var(--lit); }
  .list h3 { margin: 0; font-size: 1rem; }
  .list p { margin: .1rem 0; font-size: .9rem; color: var(--faint); }
  .list li li { padding: .1rem 0; }
  .list details ul { margin: .2rem 0; padding-left: 1.2rem; font-size: .9rem; }
  .list summary { font-size: .9rem; cursor: pointer; width: fit-content; }
  @media (min-width: 900px) {
    main { grid-template: auto 1fr / minmax(0, 100vh) minmax(18rem, 1fr); }
    .picture { grid-area: 1 / 1 / 3 / 2; }
    .picture > .map:only-child { position: sticky; top: 0; }
    header, .list { grid-column: 2; }
  }
"""


class MapLinking(NamedTuple):
    """Where the names in a list lead, as the value of an attribute; nowhere, if that is empty."""

    cluster: Callable[[int], str]
    page: Callable[[str], str]


ALONE = MapLinking(lambda _: "", web_address)
"""In a file of its own a list has pages of the web to lead to, and nothing else."""


def cluster_page(whole: ClusterMap, language: str = ENGLISH, title: str = "") -> str:
    """A page with the map and the list, complete in itself; `title` says of what it is."""
    wording = MAP_WORDINGS[language]
    heading = f"{wording.title}: {title}" if title else wording.title
    return (
        f'<!DOCTYPE html>\n<html lang="{wording.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{xml_text(heading)}</title>\n<style>{MAP_STYLE}{STYLE}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#list">{wording.skip}</a>\n'
        f"<main>\n<header>\n<h1>{xml_text(heading)}</h1>\n"
        f"{cluster_summary(whole, wording)}</header>\n"
        f'<div class="picture">{map_element(whole, wording)}{ridge_section(whole, wording)}</div>\n'
        f"{cluster_list(whole, wording)}</main>\n</body>\n</html>\n"
    )


def cluster_summary(whole: ClusterMap, wording: MapWording) -> str:
    """What there is, how it is to be read, in which languages it is, and what is not drawn."""
    clusters = [each for each in whole.clusters if not each.is_group]
    if not clusters:
        return f"<p>{wording.empty}</p>\n"
    pages = counted(sum(each.pages for each in clusters), "page", wording.language)
    count = f"{counted(len(clusters), 'cluster', wording.language)}, {pages}."
    told = Counter(each.language for each in clusters if each.language).most_common()
    spoken = ", ".join(
        f"{_called(language, wording)} ({number_of(number, wording)})" for language, number in told
    )
    languages = f"{wording.languages} {spoken}." if spoken else ""
    sentences = [count, wording.about, describe_drawn(whole, wording), languages]
    return f"<p>{xml_text(' '.join(filter(None, sentences)), 2000)}</p>\n"


def _called(language: str, wording: MapWording) -> str:
    names = language_name_of(language)
    return names.german if wording.language == GERMAN else names.english


def cluster_list(whole: ClusterMap, wording: MapWording, linking: MapLinking = ALONE) -> str:
    """All clusters as text, group by group; each entry and its disc lead to each other."""
    sections = sections_of(whole.clusters)
    colours = colours_of(sections)
    parts = [
        _section(
            section,
            [_entry(each, colours[each.number], wording, linking) for each in section.clusters],
            wording,
        )
        for section in sections
    ]
    return f'<div class="list" id="list" tabindex="-1">\n{"".join(parts)}</div>\n'


def _section(section: MapSection, entries: Sequence[str], wording: MapWording) -> str:
    heading = wording.clusters.capitalize()
    if section.group:
        group = section.group
        heading = f"{label_of(group, wording)} ({pages_of(group, wording)})"
    elif section.colour:
        heading = wording.other
    told = f"<h2><bdi>{xml_text(heading)}</bdi></h2>\n<ol>\n{''.join(entries)}</ol>\n"
    return f"<section>\n{told}</section>\n"


def _entry(cluster: MapCluster, colour: int, wording: MapWording, linking: MapLinking) -> str:
    spoken = f' lang="{attribute(cluster.language)}"' if cluster.language else ""
    name = f"<bdi{spoken}>{xml_text(label_of(cluster, wording))}</bdi>"
    if address := linking.cluster(cluster.number):
        name = f'<a href="{address}">{name}</a>'
    caption = pages_of(cluster, wording)
    if cluster.language:
        caption = f"{caption} · {_called(cluster.language, wording)}"
    words = ", ".join(cluster.words[:MOST_WORDS])
    return (
        f'<li id="c{cluster.number}" class="{colour_class(colour)}">\n<h3>{name}</h3>\n'
        f'<p>{xml_text(caption)} · <a href="#d{cluster.number}">{wording.on_map}'
        f"</a></p>\n<p><bdi{spoken}>{xml_text(words, 400)}</bdi></p>\n"
        f"{''.join(_best(cluster, wording, linking))}</li>\n"
    )


def _best(cluster: MapCluster, wording: MapWording, linking: MapLinking) -> Iterator[str]:
    if not cluster.best:
        return
    yield f"<details><summary>{wording.best}</summary><ul>\n"
    for title, url in cluster.best[:MOST_BEST]:
        name = f"<bdi>{xml_text(title.strip() or url, LONGEST_TITLE)}</bdi>"
        address = linking.page(url)
        linked = f'<a href="{address}" rel="noreferrer">{name}</a>' if address else name
        yield f"<li>{linked}</li>\n"
    yield "</ul></details>\n"
