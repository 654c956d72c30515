"""The settings of a focused crawl: by what pages and links are judged, and what follows from it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Literal

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning

BY_TOPIC = "topic:"
"""How `focus.reward` begins if a topic of an expert says what pages are worth."""
FocusMode = Literal["none", "page", "links", "learned", "pagerank"]


@dataclass(frozen=True, slots=True)
class FocusSection:
    """How a crawl stays with a topic; the numbers are Werner's (2015)."""

    mode: Annotated[
        FocusMode,
        SettingMeaning(
            kinds.FOCUS_MODE,
            "What says which links come first: nothing, the page they stand on, that page and "
            "their own words, what is learnt of links on the way, or estimated PageRank.",
        ),
    ] = "none"
    model: Annotated[
        str,
        SettingMeaning(kinds.PATH, "Folder of the model of the topic, seen from the collection."),
    ] = "models/focus"
    positive: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.SOURCES,
            "Pages (URLs) and text files on the topic, from which `auslese focus learn` learns; "
            "the start pages if empty.",
        ),
    ] = ()
    neutral: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.SOURCES,
            "Pages and text files on anything else, in the same language: seven at the least.",
        ),
    ] = ()
    reward: Annotated[
        str,
        SettingMeaning(
            kinds.REWARD,
            "What says how much a page is worth: the model of the topic, or, as `topic:NAME`, what "
            "an expert has taught by rating pages.",
        ),
    ] = "model"
    step: Annotated[
        float,
        SettingMeaning(
            kinds.share(0, 1),
            "How far one lesson of the mode `learned` moves its weights; 0: they stay as they are.",
        ),
    ] = 0.0
    borders: Annotated[
        tuple[float, ...] | None,
        SettingMeaning(
            kinds.or_none(kinds.BORDERS, "model"),
            "Scores at which a link waits in the next bucket; the lower the score, the sooner. "
            "Those that fit the model by themselves, or numbers: Werner's are 600, 2000, 10000.",
        ),
    ] = None
    razor: Annotated[
        float | None,
        SettingMeaning(
            kinds.or_none(kinds.share(1, 1e12)), "Score above which a link is not followed."
        ),
    ] = 30_000.0
    page_weight: Annotated[
        float,
        SettingMeaning(kinds.share(0, 1), "Weight of the page in the score of a link."),
    ] = 0.7
    text_weight: Annotated[
        float,
        SettingMeaning(kinds.share(0, 1), "Weight of a link's own words in its score."),
    ] = 0.3
    keyword_weight: Annotated[
        float | None,
        SettingMeaning(
            kinds.or_none(kinds.share(0, 1000), "model"),
            "How much keywords in these words count: so that one ordinary keyword of the model "
            "halves the score, or a number; Werner's is 3.",
        ),
    ] = None
    trusted: Annotated[
        float,
        SettingMeaning(
            kinds.share(1, 1e12), "Perplexity up to which a link's own words count at all."
        ),
    ] = 3000.0
    letters: Annotated[
        int,
        SettingMeaning(
            kinds.number(100, 1_000_000), "Letters of a page's running text that are judged."
        ),
    ] = 1000
    ageing: Annotated[
        int,
        SettingMeaning(
            kinds.number(2, 100_000),
            "Every so many requests, what has waited longest is next, so that nothing starves.",
        ),
    ] = 20
    hold: Annotated[
        timedelta,
        SettingMeaning(
            kinds.DURATION,
            "How long a free host waits at most while a host that promises more rests or is being "
            "asked; 0s: none is held back, so that more pages come and fewer of them on the topic.",
        ),
    ] = timedelta(seconds=30)
    lead: Annotated[
        int,
        SettingMeaning(
            kinds.number(1, 10),
            "Buckets by which a host must promise more to be waited for, of ten: 1 brings most on "
            "the topic and takes longest.",
        ),
    ] = 2
