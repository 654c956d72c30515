"""What raters have answered, and how far they agree."""

from typing import Any

import numpy as np

from auslese.analyse.annotation.agreement_measures import MissWeight
from auslese.analyse.annotation.annotator_agreement import (
    agreement_figures,
    pair_agreements,
)
from auslese.analyse.annotation.answer_table import AnswerTable
from auslese.recipes.relevance.rating_progress import DIGITS
from auslese.records.interval import finite
from auslese.records.rating import RatedTopic, RatingAnswer
from auslese.store.lookups.relevance_lookups import titles_of
from auslese.store.rating_book import RatingBook
from auslese.store.tables.sql_views import Connection

MOST_ANSWERS = 500


def rater_answers(
    book: RatingBook, topic: RatedTopic, rater: str, tables: Connection
) -> list[dict[str, Any]]:
    """The answers of a rater that count, the last one first."""
    own = [each for each in book.ratings_of(topic.number) if each.rater == rater]
    shown = own[::-1][:MOST_ANSWERS]
    titles = titles_of(tables, [each.page for each in shown])
    return [
        {
            "page": str(each.page),
            "url": each.url,
            "title": titles.get(each.page, ""),
            "answer": str(each.answer),
            "grade": each.grade if each.answer is RatingAnswer.RATED else None,
            "at": each.at,
            "chosen": str(each.chosen),
        }
        for each in shown
    ]


def agreement_report(book: RatingBook, topic: RatedTopic) -> dict[str, Any] | None:
    """How far raters agree on pages that several have rated; None if there are none."""
    said = [each for each in book.ratings_of(topic.number) if each.answer is RatingAnswer.RATED]
    raters = sorted({each.rater for each in said})
    pages = sorted({each.page for each in said})
    table = np.full((len(pages), len(raters)), np.nan)
    places = {page: at for at, page in enumerate(pages)}
    for each in said:
        table[places[each.page], raters.index(each.rater)] = each.grade
    shared = AnswerTable.of(table).shared()
    if not len(shared):
        return None
    figures = agreement_figures(shared, ("raw", "alpha_interval"))
    return {
        "raters": raters,
        "pages": len(shared),
        "raw": finite(figures["raw"].as_json(), DIGITS),
        "alpha": finite(figures["alpha_interval"].as_json(), DIGITS),
        "pairs": [
            {
                "one": raters[pair.one],
                "other": raters[pair.other],
                "pages": pair.items,
                "raw": finite(pair.raw.as_json(), DIGITS),
                "kappa": finite(pair.kappa.as_json(), DIGITS),
            }
            for pair in pair_agreements(shared, MissWeight.QUADRATIC)
        ],
    }
