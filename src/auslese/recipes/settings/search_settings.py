"""The settings of the search: what is in the index, and what each ground for a place is worth."""

from dataclasses import dataclass, fields
from typing import Annotated

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning
from auslese.search.answer.weights import SignalWeights

DEFAULT = SignalWeights()
WORTH = kinds.share(0, 1000)


@dataclass(frozen=True, slots=True)
class SearchSection:
    """What is found, and what comes first; weights count at once, without indexing again."""

    name: Annotated[
        float,
        SettingMeaning(
            WORTH,
            "What it is worth that the query is a name of the page: its title without the name of "
            "the site, what a manual describes in it, or the last part of its URL.",
        ),
    ] = DEFAULT.name
    title: Annotated[float, SettingMeaning(WORTH, "What a word in the title is worth.")] = (
        DEFAULT.title
    )
    headings: Annotated[float, SettingMeaning(WORTH, "What a word in a heading is worth.")] = (
        DEFAULT.headings
    )
    text: Annotated[
        float,
        SettingMeaning(WORTH, "What a word in the main text is worth; the title is a part of it."),
    ] = DEFAULT.text
    rest: Annotated[
        float,
        SettingMeaning(WORTH, "What a word beside the main text is worth: menus, margins, feet."),
    ] = DEFAULT.rest
    anchor: Annotated[
        float, SettingMeaning(WORTH, "What a word is worth by which links call the page.")
    ] = DEFAULT.anchor
    address: Annotated[float, SettingMeaning(WORTH, "What a word of the URL is worth.")] = (
        DEFAULT.address
    )
    exact: Annotated[
        float, SettingMeaning(WORTH, "What it is worth that a word has just the form asked for.")
    ] = DEFAULT.exact
    parts: Annotated[
        float, SettingMeaning(WORTH, "What a word is worth of which the one asked for is a part.")
    ] = DEFAULT.parts
    rank: Annotated[float, SettingMeaning(WORTH, "What the rank of a page by links is worth.")] = (
        DEFAULT.rank
    )
    freshness: Annotated[float, SettingMeaning(WORTH, "What it is worth that a page is new.")] = (
        DEFAULT.freshness
    )
    relevance: Annotated[
        float,
        SettingMeaning(
            WORTH,
            "What it is worth that a page is relevant for a topic that puts pages forward; a topic "
            "that puts them back takes as much.",
        ),
    ] = DEFAULT.relevance
    language: Annotated[
        float, SettingMeaning(WORTH, "What a language that is preferred is worth.")
    ] = DEFAULT.language
    unfetched: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Find pages, too, that were never fetched, by what links call them; "
            "the next `auslese index` heeds it.",
        ),
    ] = True

    @property
    def weights(self) -> SignalWeights:
        """What each ground is worth."""
        return SignalWeights(
            **{each.name: getattr(self, each.name) for each in fields(SignalWeights)}
        )
