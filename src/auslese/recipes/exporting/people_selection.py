"""Which persons and pages an export takes: all but the hidden, of pages that fit the conditions."""

from auslese.recipes.pages.page_filter import pages_query
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.lookups.people_lookups import are_people_known, hidden_people
from auslese.store.people.exported_people import PeopleSelection
from auslese.store.people_book import PeopleBook
from auslese.store.tables.sql_views import Connection
from auslese.wording.people.people_sentences import PeopleProblem


def people_selection(collection: Collection, tables: Connection, where: str) -> PeopleSelection:
    """Who is meant; NotFoundError if people were not looked for yet."""
    if not are_people_known(tables):
        command = f"auslese analyse {collection.path} people"
        raise NotFoundError(PeopleProblem.NO_PEOPLE.of(command=command))
    hidden = hidden_people(tables, PeopleBook(collection.path).opt_outs)
    return PeopleSelection(hidden, pages_query(where, tables) if where.strip() else "")
