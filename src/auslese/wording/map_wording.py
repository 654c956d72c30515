"""What the map of clusters says, in English and German."""

from typing import NamedTuple

from auslese.wording.ui_languages import ENGLISH, GERMAN


class MapWording(NamedTuple):
    """What the map says in one language."""

    language: str
    title: str
    about: str
    picture: str
    clusters: str
    other: str
    page: str
    pages: str
    cluster: str
    drawn: str
    on_map: str
    best: str
    skip: str
    languages: str
    empty: str
    ridges: str
    ridges_about: str
    ridge: str


MAP_WORDINGS = {
    ENGLISH: MapWording(
        language=ENGLISH,
        title="Map of clusters",
        about="Pages that say alike things are in one disc, and alike discs lie near each other. "
        "The area of a disc tells how many pages it has; discs of one colour are of one group.",
        picture="Discs are clusters and lead to the list; dots are pages and lead to them. "
        "The list has all of it as text.",
        clusters="clusters",
        other="Other clusters",
        page="page",
        pages="pages",
        cluster="without a name",
        drawn="{drawn} of {all} pages are drawn as dots.",
        on_map="on the map",
        best="Closest pages",
        skip="Go to the list of clusters",
        languages="Languages of the clusters:",
        empty="There are no clusters yet.",
        ridges="U-matrix",
        ridges_about="Cells of the map as it was learnt. The darker a cell is, the less it is like "
        "the cells beside it: light regions belong together, dark ridges part them.",
        ridge="{percent} % as far from its neighbours as the farthest cell",
    ),
    GERMAN: MapWording(
        language=GERMAN,
        title="Karte der Cluster",
        about="Seiten, die Ähnliches sagen, liegen in einem Kreis, und ähnliche Kreise liegen "
        "beieinander. Die Fläche eines Kreises sagt, wie viele Seiten er hat; Kreise einer Farbe "
        "gehören zu einer Gruppe.",
        picture="Kreise sind Cluster und führen zur Liste; Punkte sind Seiten und führen zu ihnen. "
        "Die Liste enthält alles als Text.",
        clusters="Cluster",
        other="Weitere Cluster",
        page="Seite",
        pages="Seiten",
        cluster="ohne Namen",
        drawn="{drawn} von {all} Seiten sind als Punkte gezeichnet.",
        on_map="auf der Karte",
        best="Nächste Seiten",
        skip="Zur Liste der Cluster",
        languages="Sprachen der Cluster:",
        empty="Es gibt noch keine Cluster.",
        ridges="U-Matrix",
        ridges_about="Die Zellen der Karte, wie sie gelernt wurde. Je dunkler eine Zelle, desto "
        "weniger gleicht sie ihren Nachbarn: Helle Gebiete gehören zusammen, dunkle Grate trennen "
        "sie.",
        ridge="{percent} % so weit von den Nachbarn wie die fernste Zelle",
    ),
}
