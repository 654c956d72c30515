"""The settings of the analyses: reading, languages, copies, topics."""

from dataclasses import dataclass
from typing import Annotated

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning


@dataclass(frozen=True, slots=True)
class ReadingSection:
    """How pages are read."""

    while_crawling: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Read pages beside the crawl, whenever the tables have grown, and the rest at its end.",
        ),
    ] = False
    min_words: Annotated[
        int, SettingMeaning(kinds.number(1, 1000), "Words of a sentence, at the least.")
    ] = 5
    max_words: Annotated[
        int, SettingMeaning(kinds.number(1, 100_000), "Words of a sentence, at the most.")
    ] = 100
    shortest_word: Annotated[
        int, SettingMeaning(kinds.number(1, 100), "Letters of what counts as a word of a sentence.")
    ] = 1
    longest_word: Annotated[
        int,
        SettingMeaning(
            kinds.number(1, 100_000), "Letters of a word; what has a longer one is no sentence."
        ),
    ] = 50
    leave_out_manuals: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.MANUALS,
            "Programs from whose manuals no sentences and pictures are taken, and which are no "
            "answers: javadoc, doxygen and others, or `all` of them.",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class LanguageSection:
    """Which languages `auslese analyse` tells."""

    model: Annotated[
        str,
        SettingMeaning(
            kinds.LANGUAGE_MODEL,
            "What languages are known by: the model that comes with Auslese, or the one in "
            "`models/language/` that was trained on this collection.",
        ),
    ] = "shipped"
    candidates: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.LANGUAGES, "The only languages that can be meant; all of the model if empty."
        ),
    ] = ()
    grow_from: Annotated[
        int,
        SettingMeaning(
            kinds.number(1, 1_000_000),
            "Times that a word must be seen before `auslese language grow` adds it to a learnt "
            "dictionary.",
        ),
    ] = 5


@dataclass(frozen=True, slots=True)
class DuplicatesSection:
    """Which pages are taken for copies of each other."""

    threshold: Annotated[
        float,
        SettingMeaning(
            kinds.share(0.05),
            "How alike the texts of two near copies are at the least: runs of words that both "
            "have, as a share of all they have.",
        ),
    ] = 0.8
    words: Annotated[int, SettingMeaning(kinds.number(1, 20), "Words of such a run.")] = 5
    recall: Annotated[
        float,
        SettingMeaning(
            kinds.share(0.5, 0.9999),
            "Share of the pairs just as alike as the threshold that must be found; more of those "
            "above it are.",
        ),
    ] = 0.99
    near_while_crawling: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Sketch every page as it comes and say which ones are nearly copies of another.",
        ),
    ] = False
    fold_mirrors: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Let the pages of an original stand for those of its mirrors, short ones too.",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class TopicsSection:
    """How pages are put into clusters of alike ones."""

    clusters: Annotated[
        int,
        SettingMeaning(
            kinds.number(0, 10_000),
            "How many clusters; 0 for the root of half the number of pages, 250 at the most.",
        ),
    ] = 0
    method: Annotated[str, SettingMeaning(kinds.CLUSTERING, "How clusters are found.")] = (
        "communities"
    )
    similarity: Annotated[
        str,
        SettingMeaning(
            kinds.SIMILARITY, "How texts are compared; `communities` compares by cosine only."
        ),
    ] = "cosine"
    seed: Annotated[int, SettingMeaning(kinds.number(0), "The same gives the same clusters.")] = 0
    factor: Annotated[
        float,
        SettingMeaning(
            kinds.share(0.0),
            "The least f of `wordcon`: the share of a cluster's pages that a larger one must hold"
            " to take it.",
        ),
    ] = 0.0
