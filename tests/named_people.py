"""A collection whose pages name people, with their tables made without any stage."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.text.name_folding import name_spellings
from tests.archived_collection import NOON, Fetched, archived_collection
from tests.indexed_collection import make, set_rows
from tests.linked_collection import add_rows, document_row
from tests.topic_collection import NOTHING

UNI, FAR = "http://uni.example", "http://far.example"
HOME, STAFF, TALK, LADY, IMPRINT = (
    f"{UNI}/~hmueller",
    f"{UNI}/staff",
    f"{UNI}/talk",
    f"{UNI}/heidi",
    f"{FAR}/imprint",
)
TEXTS = {
    HOME: ("Hans Müller", "Ich bin Hans Müller und forsche über Gletscher."),
    STAFF: ("Staff", "Müller, Hans. Müller, Heidi. Łęcka, Ada von der."),
    TALK: ("A talk", "Prof. Dr. Hans Müller speaks about ice, invited by Heidi Müller."),
    LADY: ("Heidi Müller", "Heidi Müller teaches glaciology. heidi@uni.example"),
    IMPRINT: ("Imprint", "Responsible: Hans Müller, far away."),
}
HANS, HEIDI, ADA, OTHER_HANS = 7_000_000_000_000_000_011, -12, 14, 21
MARKUP = "</bdi><script>alert(1)</script>"
ON_PAGES: Mapping[int, Mapping[str, float]] = {
    HANS: {HOME: 0.92, TALK: 0.41, STAFF: 0.1},
    HEIDI: {LADY: 0.8, TALK: 0.3, STAFF: 0.1},
    ADA: {STAFF: 0.12},
    OTHER_HANS: {IMPRINT: 0.2},
}
NAMES: Mapping[int, Mapping[str, Any]] = {
    HANS: {
        "name": "Hans Müller",
        "titles": "Prof. Dr.",
        "given": "Hans",
        "family": "Müller",
        "site": "uni.example",
        "role": "Professor of Ice",
        "organisation": "Institute of Ice",
        "emails": ["hans.mueller@uni.example"],
        "phones": ["+49 30 1234567"],
        "identifiers": ["orcid:0000-0002-1825-0097"],
        "is_home": True,
    },
    HEIDI: {
        "name": "Heidi Müller",
        "given": "Heidi",
        "family": "Müller",
        "site": "uni.example",
        "emails": ["heidi@uni.example"],
        "is_home": True,
    },
    ADA: {
        "name": "Ada von der Łęcka",
        "given": "Ada",
        "particle": "von der",
        "family": "Łęcka",
        "site": "uni.example",
    },
    OTHER_HANS: {
        "name": "Hans Müller",
        "given": "Hans",
        "family": "Müller",
        "site": "far.example",
    },
}
FORMS = {HANS: ("Hans Müller", "H. Müller", "Müller, Hans"), ADA: ("Ada von der Łęcka", MARKUP)}


def named_collection(path: Path, settings: str = "", *, tables: bool = True) -> Collection:
    """Five pages on two sites that name four people; indexed."""
    bodies = [
        Fetched(url, f"<title>{title}</title><p>{text}".encode())
        for url, (title, text) in TEXTS.items()
    ]
    collection = archived_collection(path, bodies, settings)
    add_rows(collection, "documents", [document_row(url, *TEXTS[url]) for url in TEXTS])
    add_rows(collection, "languages", [_language(url) for url in TEXTS])
    if tables:
        write_people(collection)
    make(collection)
    return collection


def _language(url: str) -> dict[str, Any]:
    told = {"id": key_of(Url(url)), "url": url, "fetched_at": NOON, "language": "en"}
    return told | NOTHING | {"confidence": 1.0}


def write_people(
    collection: Collection,
    on_pages: Mapping[int, Mapping[str, float]] = ON_PAGES,
    later: timedelta = timedelta(),
) -> None:
    """Write both tables anew, as the stage would."""
    set_rows(collection, "people", [_person(key, on_pages[key]) for key in on_pages])
    pages = [row for key, some in on_pages.items() for row in _pages(key, some, later)]
    set_rows(collection, "person_pages", pages)


def _person(key: int, on_pages: Mapping[str, float]) -> dict[str, Any]:
    best = max(on_pages, key=lambda url: on_pages[url])
    forms = FORMS.get(key, (NAMES[key]["name"],))
    told: dict[str, Any] = {"emails": [], "phones": [], "identifiers": [], "is_home": False}
    counted = [
        {"name": form, "count": 9 - at, "pages": len(on_pages)} for at, form in enumerate(forms)
    ]
    told |= {"person": key, "forms": counted, "keys": _keys(forms), "pages": len(on_pages)}
    told |= {"best_page": key_of(Url(best)), "best_url": best, "best_score": on_pages[best]}
    return told | dict(NAMES[key])


def _keys(forms: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(key for form in forms for key in name_spellings(form)))


def _pages(key: int, on_pages: Mapping[str, float], later: timedelta) -> Iterable[dict[str, Any]]:
    best_first = sorted(on_pages.items(), key=lambda each: -each[1])
    for place, (url, score) in enumerate(best_first, 1):
        about = {"person": key, "id": key_of(Url(url)), "url": url, "fetched_at": NOON + later}
        evidence = [
            {"kind": "title", "worth": score * 0.75, "detail": TEXTS[url][0]},
            {"kind": "few_names", "worth": score * 0.25, "detail": "2"},
        ]
        told = {"place": place, "count": 4 - place, "tf_idf": 2.5, "bm25": 1.25, "score": score}
        yield about | told | {"evidence": evidence}
