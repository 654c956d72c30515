"""The U-matrix of a WebSOM as SVG (Ultsch and Siemon 1990): dark cells are ridges between regions.

A cell is the darker the farther it is from its neighbours. Cells with pages have a label and lead
to the list; the shade is told in the tooltip as well, for nobody sees all shades alike.
"""

from collections.abc import Iterator

from auslese.export.maps.map_records import ClusterMap, MapCell, label_of, number_of
from auslese.export.plots.svg_plots import xml_text
from auslese.wording.map_wording import MapWording

CELL = 120  # units of the picture
LETTERS = 12  # height
LINE_LETTERS, LINES = 15, 4  # that go into a cell
DARKEST = 0.75  # of the ink; with more a label could not be read
PERCENT = 100


def ridge_section(whole: ClusterMap, wording: MapWording) -> str:
    """The U-matrix with its heading and how it is read; empty if the clusters lie on no grid."""
    if not whole.cells:
        return ""
    return (
        f'<section class="ridges"><h2>{xml_text(wording.ridges)}</h2>\n'
        f"<p>{xml_text(wording.ridges_about)}</p>\n{ridge_element(whole, wording)}</section>\n"
    )


def ridge_element(whole: ClusterMap, wording: MapWording) -> str:
    """The picture."""
    width = CELL * (1 + max(each.column for each in whole.cells))
    height = CELL * (1 + max(each.row for each in whole.cells))
    return (
        f'<svg class="map" role="group" viewBox="0 0 {width} {height}"'
        f' xmlns="http://www.w3.org/2000/svg"><title>{xml_text(wording.ridges)}</title>\n'
        f"{''.join(_cells(whole, wording))}</svg>\n"
    )


def _cells(whole: ClusterMap, wording: MapWording) -> Iterator[str]:
    clusters = {each.number: each for each in whole.clusters if not each.is_group}
    for cell in whole.cells:
        cluster = clusters.get(cell.cluster) if cell.cluster is not None else None
        if cluster is None:
            yield _square(cell, "")
            continue
        label = label_of(cluster, wording)
        pages = f"{number_of(cluster.pages, wording)} {wording.pages}"
        far = wording.ridge.format(percent=round(PERCENT * cell.ridge))
        drawn = _square(cell, f"{label} · {pages} · {far}") + _text(cell, label)
        yield f'<a href="#c{cluster.number}">{drawn}</a>\n'


def _square(cell: MapCell, title: str) -> str:
    x, y = CELL * cell.column, CELL * cell.row
    told = f"<title>{xml_text(title)}</title>" if title else ""
    return (
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" stroke="var(--line)"'
        f' fill="var(--ink)" fill-opacity="{DARKEST * cell.ridge:.3f}">{told}</rect>'
    )


def _text(cell: MapCell, label: str) -> str:
    lines = _lines(label)
    x, top = CELL * (cell.column + 0.5), CELL * (cell.row + 0.5) - LETTERS * 0.6 * (len(lines) - 1)
    spans = "".join(
        f'<tspan x="{x:g}" y="{top + 1.2 * LETTERS * number:g}">{xml_text(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    # The style of maps gives letters a rim, which keeps them readable on dark cells.
    return f'<text font-size="{LETTERS}">{spans}</text>'


def _lines(label: str) -> list[str]:
    lines = [""]
    for word in label.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_LETTERS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {_cut(word)}".strip()
    return [*lines[: LINES - 1], *(line.rstrip(",") for line in lines[LINES - 1 : LINES])]


def _cut(word: str) -> str:
    return word if len(word) <= LINE_LETTERS else f"{word[: LINE_LETTERS - 1]}…"
