"""What the settings of a collection say about the pictures that a crawl brings on its way."""

from auslese.extract.pictures.picture_header import KNOWN
from auslese.extract.pictures.picture_rules import PictureRules
from auslese.recipes.settings.harvest_settings import HarvestSection
from auslese.recipes.settings.settings_loading import Settings


def rules_of(harvest: HarvestSection) -> PictureRules:
    """Which pictures are not even fetched."""
    return PictureRules(
        harvest.min_width, harvest.min_height, harvest.stated_size, frozenset(harvest.optouts)
    )


def kept_types(settings: Settings) -> tuple[str, ...]:
    """Media types that a crawl keeps; pictures are among them if they are harvested on its way."""
    pictures = KNOWN if settings.harvest.while_crawling else ()
    return tuple(dict.fromkeys((*settings.crawl.types, *pictures)))
