"""What is told about topics: how many pages were rated, by whom, and what came of it."""

from typing import Any

from auslese.recipes.relevance.relevance_stage import applied_note, why_unscored
from auslese.records.rating import RELEVANT, RatedTopic, RatingAnswer
from auslese.store.collection import Collection
from auslese.store.lookups.relevance_lookups import reaching_pages
from auslese.store.rating_book import RatingBook, mean_grades
from auslese.store.tables.sql_views import connect
from auslese.wording.figures import plural


def topics_report(collection: Collection) -> dict[str, Any]:
    """All topics, with counts; the fields of `topic list --json`."""
    book = RatingBook(collection.path)
    with connect(collection) as tables:
        reaching = reaching_pages(tables)
    why = why_unscored(collection, book)
    known = applied_note(collection).get("topics", [])
    return {
        "topics": [
            topic_summary(book, topic) | {"pages": reaching.get(topic.name, 0 if known else None)}
            for topic in book.topics
        ],
        "stale": bool(why),
        "why_stale": why,
    }


def topic_summary(book: RatingBook, topic: RatedTopic) -> dict[str, Any]:
    """One topic and what was said about it."""
    ratings = book.ratings_of(topic.number)
    grades = mean_grades(ratings)
    return {
        "number": topic.number,
        "name": topic.name,
        "criteria": topic.criteria,
        "ready": topic.ready,
        "threshold": topic.threshold,
        "ranked": topic.is_ranked,
        "unwanted": topic.is_unwanted,
        "rated": len(grades),
        "relevant": sum(grade >= RELEVANT for grade in grades.values()),
        "later": sum(rating.answer is RatingAnswer.LATER for rating in ratings),
        "raters": sorted({rating.rater for rating in ratings}),
    }


def topic_line(topic: dict[str, Any]) -> str:
    """A topic in a line for people."""
    parts = [
        f"{plural(topic['rated'], 'page')} rated, {topic['relevant']} of them relevant",
        f"{plural(len(topic['raters']), 'rater')}" if len(topic["raters"]) > 1 else "",
        f"{topic['later']} for later" if topic["later"] else "",
        ""
        if topic["pages"] is None
        else f"{plural(topic['pages'], 'page')} reach {topic['threshold']:g}",
        "unwanted" if topic["unwanted"] else "",
        "ranked" if topic["ranked"] else "",
    ]
    return f"{topic['name']}: {', '.join(filter(None, parts))}"
