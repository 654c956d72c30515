"""What the settings of a collection say about the URLs that are to be fetched."""

from hashlib import sha256

from auslese.crawl.scope.admission import Admission, AdmissionOptions, picture_suffixes
from auslese.crawl.traps.shape_book import ShapeBookSettings
from auslese.crawl.traps.url_traps import TrapSettings
from auslese.recipes.settings.crawl_settings import TrapsSection
from auslese.recipes.settings.picture_options import kept_types
from auslese.recipes.settings.settings_loading import Settings

# Frontiers on disk know their rules by a digest of this spelling. Another one would make every
# collection apply its rules anew, and forget what it has learnt about traps.
TRAPS_ON_DISK = "Traps"


def admission_of(settings: Settings) -> Admission:
    """The rules of a collection, made ready."""
    return Admission(
        AdmissionOptions(
            presence=settings.presence,
            traps=trap_settings(settings),
            fingerprint=_rules_fingerprint(settings),
            url_length=settings.limits.url_length,
            media_types=kept_types(settings),
            has_contact=bool(settings.politeness.contact),
        )
    )


def trap_settings(settings: Settings) -> TrapSettings:
    """What is taken for a trap."""
    traps = settings.traps
    return TrapSettings(traps.mode, traps.allow, traps.path_segments, traps.years_ahead)


def book_settings(settings: Settings) -> ShapeBookSettings:
    """What the frontier is to learn from the shapes of URLs."""
    remember, types = settings.crawl.remember_types, kept_types(settings)
    digest = _digest(_SpelledTraps(settings.traps), remember, types)
    return ShapeBookSettings(trap_settings(settings), remember, digest)


def _rules_fingerprint(settings: Settings) -> str:
    pictures = sorted(set(picture_suffixes(kept_types(settings))))
    traps = _SpelledTraps(settings.traps)
    return _digest(settings.presence, settings.limits.url_length, traps, *pictures)


class _SpelledTraps:
    """The settings of traps as they are spelled on disk."""

    def __init__(self, traps: TrapsSection) -> None:
        self._traps = traps

    def __repr__(self) -> str:
        _, _, values = repr(self._traps).partition("(")
        return f"{TRAPS_ON_DISK}({values}"


def _digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()
