"""Where does the full-text index of a collection stand?"""

from typing import Any

from auslese.recipes.searching.opted_out import opt_outs_counted
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.topic_use import NO_USE
from auslese.search.index.index_generation import current_generation, has_older_index
from auslese.store.collection import Collection
from auslese.store.tables.made_from import INDEX_SOURCES, mark_of
from auslese.store.topic_uses import topic_use_of
from auslese.wording.stage_sentences import StaleReason


def why_stale(collection: Collection, *, unfetched: bool = True) -> str:
    """Why the index is to be made or filled; empty if it is up to date."""
    there = current_generation(collection.index)
    if there is None:
        is_older = has_older_index(collection.index)
        return (StaleReason.OLDER_INDEX if is_older else StaleReason.NO_INDEX).of()
    if there.note.get("unfetched") != unfetched:
        return StaleReason.OTHER_SETTING.of(name="search.unfetched")
    if there.note.get("topic_use", NO_USE.as_json()) != topic_use_of(collection).as_json():
        return StaleReason.TOPIC_USE.of()
    if there.note.get("opt_outs", 0) != opt_outs_counted(collection):
        return StaleReason.OPT_OUTS.of()
    changed = there.note.get("made_from") != mark_of(collection.tables, INDEX_SOURCES)
    return StaleReason.INDEX_CHANGED.of() if changed else ""


def index_status(collection: Collection) -> dict[str, Any]:
    """What the index has and whether it is up to date; empty if there is none."""
    if (there := current_generation(collection.index)) is None:
        return {}
    why = why_stale(collection, unfetched=settings_of(collection).search.unfetched)
    return {
        "pages": there.note["pages"],
        "stale": bool(why),
        "why_stale": why,
        "languages": there.note["languages"],
        "topics": there.note.get("topics", []),
        "left_out": there.note.get("left_out", 0),
    }
