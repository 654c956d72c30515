"""How to cite a collection, out of its settings and its tables."""

from auslese import __version__
from auslese.export.datasets.citation_forms import CitationForms, CitedCollection, citation_forms
from auslese.recipes.settings.passport_settings import PassportSection
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from auslese.store.exports.passport_counts import PassportCounts, passport_counts
from auslese.store.tables.sql_views import Connection

DAY = "%Y-%m-%d"


def citation_of(collection: Collection, tables: Connection) -> CitationForms:
    """All forms of the citation."""
    settings = settings_of(collection)
    title = settings.presence.name or collection.path.resolve().name
    return counted_citation(title, settings.passport, passport_counts(tables))


def counted_citation(title: str, section: PassportSection, counts: PassportCounts) -> CitationForms:
    """The same, of what was counted already."""
    totals = counts.totals
    first, last = (f"{at:{DAY}}" if at else "" for at in (totals.first, totals.last))
    cited = CitedCollection(
        title,
        section.creators,
        totals.pages,
        totals.hosts,
        first,
        last,
        counts.contents,
        section.address,
        section.licence,
        __version__,
    )
    return citation_forms(cited)
