"""All stages, each listed once, by the names that commands call them.

A stage is imported when it is its turn: all of them take most of a second, also for those who only
ask what there is.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from auslese.recipes.stages.stage import Stage


class ListedStage(NamedTuple):
    """Where a stage stands."""

    module: str
    """Below `auslese.recipes`."""
    kind: str
    """Its class."""
    is_analysis: bool = True
    """Whether `auslese analyse` runs it; others have a command of their own."""


# In the order of work: a stage stands behind those it needs.
STAGES: Mapping[str, ListedStage] = {
    "import": ListedStage("importing.import_stage", "ImportStage", is_analysis=False),
    "reading": ListedStage("reading.reading_stage", "ReadingStage"),
    "language": ListedStage("languages.language_stage", "LanguageStage"),
    "duplicates": ListedStage("duplicates.duplicate_stage", "DuplicateStage"),
    "graph": ListedStage("links.graph_stage", "GraphStage"),
    "topics": ListedStage("topics.topic_stage", "TopicStage"),
    "relevance": ListedStage("relevance.relevance_stage", "RelevanceStage"),
    "people": ListedStage("people.people_stage", "PeopleStage"),
    "contacts": ListedStage("contacts.contact_stage", "ContactStage"),
    "rights": ListedStage("rights.rights_stage", "RightsStage"),
    "index": ListedStage("searching.index_stage", "IndexStage", is_analysis=False),
}
ANALYSES = tuple(name for name, listed in STAGES.items() if listed.is_analysis)
"""What is learnt from a collection, in the order of work."""


def stage_class(name: str) -> "type[Stage[Any]]":
    """The class of a stage."""
    listed = STAGES[name]
    module = import_module(f"auslese.recipes.{listed.module}")
    return cast("type[Stage[Any]]", getattr(module, listed.kind))
