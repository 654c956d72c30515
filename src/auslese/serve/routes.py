"""Every address of the server in one table: app and OpenAPI description are made from it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from auslese.records.answer import HitOrder, LanguagePreference
from auslese.records.curated.curated_record import RecordKind
from auslese.records.people_edits import OptOutKind
from auslese.serve.answer_formats import ANSWER_FORMATS
from auslese.serve.page_request import HITS, LAST_PAGE, MOST_HITS, PageRequest
from auslese.serve.page_result import FileResult, PageResponse, RawResponse, RedirectResult
from auslese.serve.pages import (
    agreement_pages,
    annotation_pages,
    cluster_pages,
    crawl_pages,
    entry_pages,
    export_pages,
    joint_pages,
    passport_pages,
    people_changes_pages,
    people_pages,
    rating_pages,
    record_pages,
    sample_pages,
    search_pages,
    topic_pages,
)
from auslese.wording.ui_languages import UI_LANGUAGES

HTML, JSON = "text/html", "application/json"
COLLECTION = "/c/{collection}"
Handler = Callable[[PageRequest], PageResponse | RawResponse | RedirectResult | FileResult]


class Parameter(NamedTuple):
    """A value that an address takes."""

    name: str
    about: str
    kind: str = "string"
    choices: tuple[str, ...] = ()
    most: int = 0
    is_required: bool = False
    is_many: bool = False


class Route(NamedTuple):
    """What is at an address."""

    path: str
    name: str
    about: str
    handler: Handler
    parameters: tuple[Parameter, ...] = ()
    media_types: tuple[str, ...] = (HTML, JSON)
    """A page with JSON has a twin under /api and with .json at its end."""
    method: str = "GET"
    is_of_collection: bool = True

    @property
    def has_twin(self) -> bool:
        """Whether programs get the same as JSON."""
        return JSON in self.media_types


LANG = Parameter("lang", "Language of the answer.", choices=UI_LANGUAGES)
URL = Parameter("url", "Address of a page, in any spelling.", is_required=True)
QUESTION = (
    Parameter("q", "What is looked for; every text is a query."),
    Parameter("page", "Page of hits, from 1.", "integer", most=LAST_PAGE),
    Parameter("most", f"Hits on a page; {HITS} unless told.", "integer", most=MOST_HITS),
    Parameter("language", "Languages that count, as de; see wish.", is_many=True),
    Parameter("wish", "What these languages do.", choices=tuple(LanguagePreference)),
    Parameter("order", "What comes first.", choices=tuple(HitOrder)),
    Parameter("filter", "A value of a facet, as site:example.org.", is_many=True),
    Parameter("every", "1 for pages with all words only.", choices=("0", "1")),
    Parameter("speak", "Language and wish in one, as only:de."),
    Parameter("groups", "1 to put the best hits into groups.", choices=("0", "1")),
    Parameter("beside", "0 for hits alone.", choices=("0", "1")),
    LANG,
)
FORMAT = Parameter(
    "format",
    "Format of the file.",
    choices=tuple(ANSWER_FORMATS),
    is_required=True,
)
RULE = (
    Parameter("rule", "A rule to try, as .example.org."),
    Parameter("side", "What the rule does.", choices=crawl_pages.SIDES),
    LANG,
)
TOPIC = Parameter("topic", "Name of a topic; the only one unless told.")
RATER = Parameter("rater", f"Who rates; {rating_pages.RATER} unless told.")
RATING = (
    TOPIC,
    RATER,
    Parameter("url", "A page to rate; the next one unless told."),
    Parameter("view", "What is shown of it.", choices=("text", "original")),
    Parameter("other", "1 for something unlike the last pages.", choices=("0", "1")),
    Parameter("target", "Share of all relevant pages that is wanted, as 0.8."),
    LANG,
)
ROUND = Parameter("round", "Name of a round of annotation; the only one unless told.")
ANNOTATOR = Parameter("annotator", "Who annotates.")
SOURCE = Parameter("source", "Who said it.", choices=entry_pages.SOURCES)
MOMENT = Parameter("at", "Which copy, as 20240531120000; the last one unless told.")


def _acts() -> Iterator[Route]:
    abouts = {
        "pause": "Let the running crawl ask for nothing new.",
        "resume": "Let a paused crawl go on.",
        "stop": "Let the running crawl end in order.",
        "allow": "Add a rule that takes in more.",
        "deny": "Add a rule that keeps out.",
    }
    for name, about in abouts.items():
        path = f"/crawl/{name}"
        yield Route(path, f"crawl_{name}", about, crawl_pages.act, method="POST")
    yield Route("/rate/answer", "rate_answer", "Rate a page.", rating_pages.answer, method="POST")
    yield Route(
        "/rate/undo", "rate_undo", "Take the last answer back.", rating_pages.undo, method="POST"
    )
    annotating = {
        "start": ("Keep the token and begin to annotate.", annotation_pages.start),
        "answer": ("Answer an item.", annotation_pages.take_answer),
        "undo": ("Take the last answer back.", annotation_pages.take_back),
        "decide": ("Decide where annotators disagree.", agreement_pages.decide),
    }
    for name, (about, handler) in annotating.items():
        yield Route(f"/annotate/{name}", f"annotate_{name}", about, handler, method="POST")
    changing = {
        "forget": (
            "Show a name, a mail address, a page or a site no more.",
            people_changes_pages.forget,
        ),
        "restore": ("Take a removal, a join or a split back.", people_changes_pages.restore),
        "join": ("Say that names are those of one person.", people_changes_pages.join),
        "split": ("Say that two people have one name.", people_changes_pages.split),
    }
    for name, (about, handler) in changing.items():
        yield Route(f"/people/{name}", f"people_{name}", about, handler, method="POST")
    entering: dict[str, tuple[str, Handler]] = {
        "submit": ("Enter an institution or a project; it waits.", entry_pages.submit),
        "decide": ("Accept an entry that waits, or refuse it.", entry_pages.act),
        "remove": ("Take a record that people entered out.", entry_pages.remove_entry),
        "waiting": ("What was entered and waits.", entry_pages.shown_check),
    }
    for name, (what, entered) in entering.items():
        yield Route(f"/records/{name}", f"records_{name}", what, entered, method="POST")
    yield Route(
        "/people/log", "people_log_shown", "All removals.", people_pages.shown_log, method="POST"
    )
    yield Route("/topics/add", "topic_add", "Begin a topic.", topic_pages.add, method="POST")
    yield Route(
        "/topics/change", "topic_change", "Change a topic.", topic_pages.change, method="POST"
    )
    yield Route(
        "/topics/remove", "topic_remove", "Remove a topic.", topic_pages.remove, method="POST"
    )


ROUTES = (
    Route("/", "home", "The search field.", search_pages.home, (LANG,)),
    Route("/search", "search", "The answer to a question.", search_pages.answer, QUESTION),
    Route(
        "/feed",
        "feed",
        "The answer as an Atom feed.",
        search_pages.feed,
        QUESTION,
        ("application/atom+xml",),
    ),
    Route(
        "/export",
        "export",
        "The best hits of the answer as a file.",
        export_pages.export_answer,
        (FORMAT, *QUESTION),
        tuple(dict.fromkeys(each.plain_type for each in ANSWER_FORMATS.values())),
    ),
    Route(
        "/page",
        "page",
        "All that is known about a page.",
        record_pages.record,
        (URL, Parameter("view", "What is shown.", choices=("text", "original")), LANG),
    ),
    Route(
        "/copy",
        "copy",
        "The stored bytes of a page.",
        record_pages.copy,
        (URL, MOMENT),
        (HTML, "application/octet-stream"),
    ),
    Route(
        "/held",
        "held",
        "Whether the index has a page, and the words it is found by.",
        sample_pages.held,
        (URL,),
        (JSON,),
    ),
    Route(
        "/lexicon",
        "lexicon",
        "The words of all pages, and how many pages have each.",
        sample_pages.lexicon,
        (Parameter("most", "Words at most.", "integer", most=sample_pages.MOST_WORDS),),
        (JSON,),
    ),
    Route("/crawl", "crawl", "Where the crawl stands.", crawl_pages.crawl, RULE),
    Route(
        "/passport",
        "passport",
        "What the collection is, and how to cite it.",
        passport_pages.passport,
        (LANG,),
    ),
    Route(
        "/passport.md",
        "passport_file",
        "The same as a page of Markdown.",
        passport_pages.passport_file,
        (LANG,),
        ("text/markdown",),
    ),
    Route("/topics", "topics", "Topics that experts teach.", topic_pages.topics, (LANG,)),
    Route("/rate", "rate", "A page to rate for a topic.", rating_pages.rate, RATING),
    Route(
        "/ratings",
        "ratings",
        "The answers of a rater.",
        rating_pages.ratings,
        (TOPIC, RATER, LANG),
    ),
    Route(
        "/annotate",
        "annotate",
        "A picture to annotate.",
        annotation_pages.annotate,
        (ROUND, ANNOTATOR, LANG),
    ),
    Route(
        "/annotate/help",
        "annotate_help",
        "How to annotate, with examples.",
        annotation_pages.annotation_help,
        (ROUND, LANG),
    ),
    Route(
        "/annotate/picture",
        "annotate_picture",
        "The picture of an item.",
        annotation_pages.picture,
        (ROUND, Parameter("item", "Its number.", "integer", is_required=True)),
        ("image/png", "image/jpeg", "image/gif", "image/webp"),
    ),
    Route(
        "/annotate/agreement",
        "agreement",
        "How far annotators agree.",
        agreement_pages.agreement,
        (ROUND, LANG),
    ),
    Route(
        "/annotate/adjudicate",
        "adjudicate",
        "Where annotators disagree.",
        agreement_pages.adjudicate,
        (ROUND, LANG),
    ),
    Route(
        "/people",
        "people",
        "Whom pages name.",
        people_pages.people,
        (
            Parameter("q", "A name, in any spelling; everybody unless told."),
            Parameter("site", "Only people whom this site names."),
            Parameter("page", "Page of the list, from 1.", "integer", most=LAST_PAGE),
            LANG,
        ),
    ),
    Route(
        "/person",
        "person",
        "One person, with the page about them.",
        people_pages.person,
        (
            Parameter("key", "Key of the person.", is_required=True),
            Parameter("page", "Page of further pages, from 1.", "integer", most=LAST_PAGE),
            LANG,
        ),
    ),
    Route(
        "/people/notice",
        "people_notice",
        "What is shown of people, and how to be removed.",
        people_pages.people_notice,
        (
            Parameter("kind", "What is to be removed.", choices=tuple(OptOutKind)),
            Parameter("value", "Of whom."),
            LANG,
        ),
    ),
    Route(
        "/people/log",
        "people_log",
        "All removals, joins and splits.",
        people_pages.people_log,
        (LANG,),
    ),
    Route(
        "/records",
        "records",
        "Institutions, projects and what else was found or entered as records.",
        entry_pages.records,
        (
            Parameter("q", "Stands in a value."),
            Parameter("kind", "Only of this kind, as institution."),
            SOURCE,
            Parameter("page", "Page of records of one source, from 1.", "integer", most=LAST_PAGE),
            LANG,
        ),
    ),
    Route(
        "/records/entry",
        "records_entry",
        "One record, with its institution or its projects.",
        entry_pages.record_entry,
        (Parameter("key", "Its key.", is_required=True), SOURCE, LANG),
    ),
    Route(
        "/records/enter",
        "records_enter",
        "The form for an institution or a project.",
        entry_pages.record_form,
        (
            Parameter("kind", "What is entered.", choices=tuple(RecordKind)),
            Parameter("parent", "Key of the institution of a project."),
            Parameter("key", "Key of the record that is to be changed."),
            LANG,
        ),
    ),
    Route(
        "/records/check",
        "records_check",
        "What was entered and waits to be checked.",
        entry_pages.check,
        (LANG,),
    ),
    *_acts(),
    Route("/clusters", "clusters", "Clusters of alike pages.", cluster_pages.clusters, (LANG,)),
    Route(
        "/cluster",
        "cluster",
        "One cluster.",
        cluster_pages.cluster,
        (Parameter("number", "Its number.", "integer", most=cluster_pages.LARGEST), LANG),
    ),
    Route(
        "/help", "help", "How to ask, and which keys there are.", search_pages.help_page, (LANG,)
    ),
    Route(
        "/opensearch.xml",
        "opensearch",
        "The OpenSearch description.",
        search_pages.opensearch,
        (LANG,),
        ("application/opensearchdescription+xml",),
    ),
    Route(
        "/all",
        "all",
        "The answer of all collections, and of what is asked beside them.",
        joint_pages.answer,
        QUESTION,
        is_of_collection=False,
    ),
    Route(
        "/shared/index",
        "shared_index",
        "What the index says of itself to those with which it is asked together.",
        joint_pages.shared_index,
        (),
        (JSON,),
    ),
    Route(
        "/shared/query",
        "shared_query",
        "What the index says of the words of a question that is asked of several.",
        joint_pages.shared_query,
        (*QUESTION, Parameter("all", "Languages of all, that of most pages first, as de,en.")),
        (JSON,),
    ),
    Route(
        "/shared/answer",
        "shared_answer",
        "The pages of this index that would be the best of all that are asked together.",
        joint_pages.shared_answer,
        (*QUESTION, Parameter("statistics", "What all of them say, as JSON.", is_required=True)),
        (JSON,),
    ),
    Route(
        "/shared/similar",
        "shared_similar",
        "Pages of this index that belong to a page.",
        joint_pages.shared_similar,
        (
            Parameter("page", "Key of the page.", is_required=True),
            Parameter("most", "So many.", "integer", most=joint_pages.MOST_SIMILAR),
        ),
        (JSON,),
    ),
    Route(
        "/shared/pages",
        "shared_pages",
        "Those of some pages that this index has.",
        joint_pages.shared_pages,
        (Parameter("page", "Keys of pages.", is_required=True, is_many=True),),
        (JSON,),
    ),
    Route(
        "/shards",
        "shards",
        "How the parts of the index do, where servers have them.",
        joint_pages.shards,
        (LANG,),
    ),
    Route(
        "/collections",
        "collections",
        "All collections of this server.",
        search_pages.collections,
        (LANG,),
        is_of_collection=False,
    ),
)


def addresses_of(route: Route) -> Iterator[str]:
    """Every address of a page: its own, those of its twin, and each for every collection."""
    own = [route.path]
    if route.has_twin and route.method == "GET":
        own.append("/index.json" if route.path == "/" else f"{route.path}.json")
    if route.has_twin:
        own.append("/api" if route.path == "/" else f"/api{route.path}")
    yield from own
    if route.is_of_collection:
        yield from (f"{COLLECTION}{path}" for path in own)
