"""May the one who asks see people, and whom?"""

from auslese.recipes.searching.opted_out import opted_out
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError
from auslese.records.person_level import HiddenPeople
from auslese.serve.page_request import PageRequest
from auslese.store.lookups.people_lookups import are_people_known
from auslese.wording.people.people_page_sentences import PeoplePageProblem


def shows_people(request: PageRequest) -> bool:
    """Whether people are shown: on this machine always, to others only if the settings say so."""
    if request.policy.is_local:
        return True
    here = request.here
    return here.cached("people public", lambda: settings_of(here.collection).people.public)


def names_people(request: PageRequest) -> bool:
    """Whether there is anybody to be shown."""
    if request.volume is None or not shows_people(request):
        return False
    here = request.here
    return here.cached("people known", lambda: are_people_known(here.tables()))


def require_shown(request: PageRequest) -> None:
    """NotFoundError where people are not shown: as if there were no such page."""
    if not shows_people(request):
        raise NotFoundError(PeoplePageProblem.NOT_SHOWN.of())


def hidden_now(request: PageRequest) -> HiddenPeople:
    """Who is shown to nobody; asked anew for every page, so that a wish counts at once."""
    return opted_out(request.here.collection, request.here.tables())
