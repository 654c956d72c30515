"""The settings of the harvest: which pictures are fetched and kept."""

from dataclasses import dataclass
from typing import Annotated, Literal

from auslese.recipes.settings import value_kinds as kinds
from auslese.recipes.settings.setting_meaning import SettingMeaning

OBEYED = (
    "noai",
    "noimageai",
    "noimageindex",
    "tdm-reservation",
    "content-signal:ai-train",
    "content-usage:train-ai",
)
"""What owners write who do not want their pictures in a corpus: docs/methods/directives.md."""


@dataclass(frozen=True, slots=True)
class HarvestSection:
    """Which pictures `auslese harvest` takes."""

    while_crawling: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Fetch pictures of the presence among its pages while it is crawled; `auslese harvest` "
            "then looks at them and fetches the rest.",
        ),
    ] = False
    # Werner (2015) takes 512 × 384 to 9600 × 7200; one of his listings has 348, a slip of the pen.
    min_width: Annotated[
        int, SettingMeaning(kinds.number(1, 100_000), "Real width of a picture, at the least.")
    ] = 512
    min_height: Annotated[
        int, SettingMeaning(kinds.number(1, 100_000), "Real height of a picture, at the least.")
    ] = 384
    max_width: Annotated[
        int, SettingMeaning(kinds.number(1, 100_000), "Real width of a picture, at the most.")
    ] = 9600
    max_height: Annotated[
        int, SettingMeaning(kinds.number(1, 100_000), "Real height of a picture, at the most.")
    ] = 7200
    stated_size: Annotated[
        bool,
        SettingMeaning(
            kinds.YES_NO,
            "Do not fetch what the page itself shows smaller than the minimum; what it states no "
            "size of is measured.",
        ),
    ] = True
    animated: Annotated[bool, SettingMeaning(kinds.YES_NO, "Keep pictures that move, too.")] = False
    image_bytes: Annotated[int, SettingMeaning(kinds.SIZE, "Longest file of a picture.")] = (
        20_000_000
    )
    hosts: Annotated[
        Literal["any", "presence"],
        SettingMeaning(
            kinds.PICTURE_HOSTS,
            "Whose pictures: those that the pages show wherever they lie, but for what deny rules "
            "name, or those that the rules of the presence take in.",
        ),
    ] = "any"
    optouts: Annotated[
        tuple[str, ...],
        SettingMeaning(
            kinds.OPTOUTS,
            "Words of pages, headers and robots by which owners keep pictures out; each is obeyed.",
        ),
    ] = OBEYED
    alike: Annotated[
        int,
        SettingMeaning(
            kinds.number(0, 7),
            "Bits of 64 in which the perceptual hashes of two pictures that look alike may differ.",
        ),
    ] = 3
