"""Auslese: a specialised search engine, and its corpora, from a chosen part of the web.

The map of the house, floor by floor (look down, never up or sideways):

    cli        doors: a folder for each group of commands
    serve      pages and an API for those outside
    library    what Python programs use: `import auslese`
    fleet      the work of one machine, done by several
    recipes    the wiring: the only place that knows all parts; a slice for each capability
    crawl      which URL next, may we, and what came back?
    store      where does it lie?
    extract    what does the page say?
    analyse    what can be learnt from many texts?
    sample     how large is an index, and what would a random page be?
    search     what was asked, and how is it answered?
    export     how do others read it?
    demo       a small web to try it on
    wording    how is it said to people, in English and German?
    text       what is a text made of? (str in, str out)
    system     what every room needs and that knows no URL: files, arrays, processes, limits
    records    what travels: frozen values (below all the others)

`docs/architecture/README.md` shows the picture; start reading at `crawl/worker/coordinator.py`.

For Python programs this is the door: what `__all__` names is public, all else is private and may
change. `docs/guides/python.md` shows how to use it.
"""

from importlib import import_module

# As in `typing`, whose import alone takes longer than all else here; type checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from auslese.crawl.frontier.url_trace import UrlTrace
    from auslese.extract.source import Source
    from auslese.library.collection_export import ExportReport
    from auslese.library.collection_status import CollectionStatus
    from auslese.library.collection_work import AnalysisSummary
    from auslese.library.extras import MissingExtraError
    from auslese.library.open_collection import OpenCollection, new, open
    from auslese.library.page_functions import (
        ExtractedLinks,
        ExtractedMarkdown,
        ExtractedText,
        canonical_url,
        extract_links,
        extract_markdown,
        extract_text,
    )
    from auslese.library.rows import Rows
    from auslese.library.search_answer import SearchAnswer, SearchHit
    from auslese.library.text_functions import (
        DuplicatePair,
        detect_language,
        detect_languages,
        near_duplicates,
    )
    from auslese.recipes.crawling.crawl_run import CrawlSummary
    from auslese.recipes.searching.index_stage import IndexSummary
    from auslese.records.document import (
        Document,
        DocumentMetadata,
        Paragraph,
        ParagraphKind,
        ReadProblem,
        Unreadable,
    )
    from auslese.records.errors import (
        AusleseError,
        LockedError,
        NotFoundError,
        PolicyError,
        SettingsError,
    )
    from auslese.records.language import RecognisedLanguage
    from auslese.records.reading import Link

__version__ = "0.1.0"
__all__ = [
    "AnalysisSummary",
    "AusleseError",
    "CollectionStatus",
    "CrawlSummary",
    "Document",
    "DocumentMetadata",
    "DuplicatePair",
    "ExportReport",
    "ExtractedLinks",
    "ExtractedMarkdown",
    "ExtractedText",
    "IndexSummary",
    "Link",
    "LockedError",
    "MissingExtraError",
    "NotFoundError",
    "OpenCollection",
    "Paragraph",
    "ParagraphKind",
    "PolicyError",
    "ReadProblem",
    "RecognisedLanguage",
    "Rows",
    "SearchAnswer",
    "SearchHit",
    "SettingsError",
    "Source",
    "Unreadable",
    "UrlTrace",
    "canonical_url",
    "detect_language",
    "detect_languages",
    "extract_links",
    "extract_markdown",
    "extract_text",
    "near_duplicates",
    "new",
    "open",
]
_HOMES = {
    "crawl.frontier.url_trace": ("UrlTrace",),
    "extract.source": ("Source",),
    "library.collection_export": ("ExportReport",),
    "library.collection_status": ("CollectionStatus",),
    "library.collection_work": ("AnalysisSummary",),
    "library.extras": ("MissingExtraError",),
    "library.open_collection": ("OpenCollection", "new", "open"),
    "library.page_functions": (
        "ExtractedLinks",
        "ExtractedMarkdown",
        "ExtractedText",
        "canonical_url",
        "extract_links",
        "extract_markdown",
        "extract_text",
    ),
    "library.rows": ("Rows",),
    "library.search_answer": ("SearchAnswer", "SearchHit"),
    "library.text_functions": (
        "DuplicatePair",
        "detect_language",
        "detect_languages",
        "near_duplicates",
    ),
    "recipes.crawling.crawl_run": ("CrawlSummary",),
    "recipes.searching.index_stage": ("IndexSummary",),
    "records.document": (
        "Document",
        "DocumentMetadata",
        "Paragraph",
        "ParagraphKind",
        "ReadProblem",
        "Unreadable",
    ),
    "records.errors": (
        "AusleseError",
        "LockedError",
        "NotFoundError",
        "PolicyError",
        "SettingsError",
    ),
    "records.language": ("RecognisedLanguage",),
    "records.reading": ("Link",),
}
"""Where public names are defined: loaded when somebody asks, so that commands start at once."""


def __getattr__(name: str) -> object:
    """Load a public name when it is asked for."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"auslese.{home}"), name)
    raise AttributeError(f"module 'auslese' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What is public, for those who press the tab key."""
    return sorted([*__all__, "__version__"])
