"""The link graph as it lies in a collection: whether it is stale, and how it is opened."""

from auslese.analyse.graph.link_graph import Graph, from_arrays
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.tables.made_from import GRAPH_SOURCES, mark_of
from auslese.system.array_folder import damaged_files, map_arrays, note_of
from auslese.wording.problem_sentences import PageProblem
from auslese.wording.stage_sentences import StaleReason

FOLDER = "graph"
NO_GRAPH = PageProblem.NO_GRAPH.of(command="auslese analyse DIR graph")
FORMAT = 5  # of the arrays and of what is folded in them; another one is stale


def why_stale(collection: Collection) -> str:
    """Why the graph is not what the tables say; empty if it is, or if there is nothing to say."""
    folder, mark = collection.models / FOLDER, mark_of(collection.tables, GRAPH_SOURCES)
    note = note_of(folder)
    if not note:
        return "" if mark == mark_of(collection.tables, ()) else StaleReason.NO_GRAPH.of()
    if note.get("format") != FORMAT:
        return StaleReason.OTHER_GRAPH.of()
    if note.get("made_from") != mark:
        return StaleReason.LINKS_CHANGED.of()
    damaged = damaged_files(folder)
    return StaleReason.DAMAGED.of(files=", ".join(damaged)) if damaged else ""


def is_of_today(collection: Collection) -> bool:
    """Whether the graph was made from the tables as they are now."""
    made_from = note_of(collection.models / FOLDER).get("made_from")
    return bool(made_from == mark_of(collection.tables, GRAPH_SOURCES))


def open_graph(collection: Collection) -> Graph:
    """The graph as it lies there; NotFoundError if it was not made yet."""
    arrays = map_arrays(collection.models / FOLDER)
    if not arrays or note_of(collection.models / FOLDER).get("format") != FORMAT:
        raise NotFoundError(NO_GRAPH)
    return from_arrays(arrays)
