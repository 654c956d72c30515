"""May the one who asks see records, and may they enter some?"""

from auslese.recipes.settings.serve_settings import RecordsSection
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import NotFoundError
from auslese.serve.page_request import PageRequest
from auslese.store.records.record_journal import FILE
from auslese.store.records.record_table import RECORDS
from auslese.wording.entries.record_sentences import RecordProblem

SUBMIT = "/records/submit"
"""The one address at which something can be left without a token, if the settings say so."""


def shows_records(request: PageRequest) -> bool:
    """Whether records are shown: on this machine always, to others if the settings say so."""
    return request.policy.is_local or _settings(request).public


def names_records(request: PageRequest) -> bool:
    """Whether there are records to be shown, or others may enter some."""
    if request.volume is None or not (shows_records(request) or takes_entries(request)):
        return False
    here = request.here

    def are_there() -> bool:
        collection = here.collection
        table = collection.tables / RECORDS
        return (collection.path / FILE).exists() or any(table.glob("*.parquet"))

    return takes_entries(request) or here.cached("records known", are_there)


def takes_entries(request: PageRequest) -> bool:
    """Whether people may send entries without a token from other machines."""
    return not request.policy.is_local and _settings(request).self_entry


def may_enter(request: PageRequest) -> bool:
    """Whether there is a form: with a token, or for everybody."""
    return takes_entries(request) or bool(request.policy.token)


def require_records_shown(request: PageRequest) -> None:
    """NotFoundError where records are not shown: as if there were no such page."""
    if not shows_records(request):
        raise NotFoundError(RecordProblem.NOT_SHOWN.of())


def needs_no_token(request: PageRequest) -> bool:
    """Whether a form may come without a token: an entry that waits to be checked changes nothing
    that anybody is shown."""
    return request.path == SUBMIT and request.volume is not None and takes_entries(request)


def _settings(request: PageRequest) -> RecordsSection:
    here = request.here
    return here.cached("records settings", lambda: settings_of(here.collection).records)
