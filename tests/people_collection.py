"""A small university: pages that were read, with persons, and a stage that finds them."""

from pathlib import Path
from typing import Any

from auslese.recipes.people.people_stage import PeopleStage, PeopleSummary
from auslese.recipes.settings.people_settings import PeopleSection
from auslese.recipes.settings.setting_tables import Settings
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.store.collection import Collection
from tests.indexed_collection import rank_row, set_rows
from tests.linked_collection import add_rows, document_row, page_row

SITE = "uni.example"
ROOT = "http://www.uni.example"
HOME, STAFF, NEWS, PAPERS, OTHER = (
    f"{ROOT}/~mueller/",
    f"{ROOT}/staff",
    f"{ROOT}/news/2024",
    f"{ROOT}/papers",
    "http://museum.example/founders",
)
I_PAGE = f"{ROOT}/page17"
TEXTS = {
    HOME: (
        "Prof. Dr. Hans Müller",
        "Prof. Dr. Hans Müller\nHans Müller ist Professor für Physik an der Universität."
        " Seine Sprechstunde ist am Montag. E-Mail: hans.mueller@uni.example",
    ),
    STAFF: (
        "Mitarbeiter",
        "Müller, Hans, Raum 17\nSchmidt, Anna, Raum 18\nWeber, Peter, Raum 19\nFischer, Maria",
    ),
    NEWS: (
        "Ein Preis für die Physik",
        "Der Preis geht an Prof. Hans Müller und an Anna Schmidt.",
    ),
    PAPERS: (
        "Publikationen",
        "H. Müller, A. Schmidt: Über das Licht. Erschienen im Jahr 2020.",
    ),
    I_PAGE: (
        "Meine Seite",
        "Ich bin Physiker und lehre an der Universität. Ich reise gern, und meine Katze auch.",
    ),
    OTHER: ("Founders", "The museum was founded by Hans Müller and by Grace Miller."),
}


def people_collection(path: Path) -> Collection:
    """Six pages of two sites; nobody was looked for yet."""
    collection = Collection.create(path)
    add_texts(collection, TEXTS)
    names = [{"name": "Peter Weber", "links": 3, "hosts": 1}]
    set_rows(collection, "ranks", [rank_row(I_PAGE, 1.0) | {"names": names}])
    return collection


def add_texts(collection: Collection, texts: dict[str, tuple[str, str]], **more: Any) -> None:
    """Pages that were fetched and read, with titles and texts."""
    pages = [page_row(url, site=_site(url)) | more for url in texts]
    documents = [document_row(url, *text) | _heading(*text) | more for url, text in texts.items()]
    add_rows(collection, "pages", pages)
    add_rows(collection, "documents", documents)


def _site(url: str) -> str:
    return ".".join(url.split("/")[2].split(".")[-2:])


def _heading(title: str, text: str) -> dict[str, Any]:
    """The first line as a heading if it is the title."""
    end = len(title) if text.startswith(f"{title}\n") else 0
    parts = [{"start": 0, "end": end, "kind": "heading"}] if end else []
    return {"paragraphs": [*parts, {"start": end, "end": len(text), "kind": "text"}]}


def find_people(collection: Collection, **wishes: Any) -> PeopleSummary:
    """Run the stage; what is said of settings are those of [people]."""
    options = {name: wishes.pop(name) for name in ("again", "stopped") if name in wishes}
    settings = Settings(people=PeopleSection(**wishes))
    return run_stage(PeopleStage(), collection, StageOptions(settings, workers=1, **options))


def why_stale(collection: Collection, **wishes: Any) -> list[str]:
    """Why it would run."""
    options = StageOptions(Settings(people=PeopleSection(**wishes)))
    return PeopleStage().why_stale(collection, options)
