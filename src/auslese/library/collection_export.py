"""What a collection has, in files for others, for a Python program."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from time import monotonic
from typing import Any

from auslese.library.collection_work import ProgressTeller
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.export_run import export_to_place, place_for
from auslese.recipes.exporting.format_list import FORMATS
from auslese.recipes.exporting.sentences_export import read_codes
from auslese.records.errors import SettingsError
from auslese.records.rights import RightsProfile, Use
from auslese.store.collection import Collection
from auslese.system.progress import StageProgress

WRITTEN = "written"
READ = ("form", "language", "columns", "profile", "use")
"""Options that are read here; all others are those of `ExportOptions`, by their names."""


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export has written."""

    to: Path
    """The file or folder."""
    figures: Mapping[str, Any]
    """Counts and checksums, as `auslese export --json` prints them."""


def export(
    collection: Collection,
    name: str,
    to: str | PathLike[str],
    options: Mapping[str, Any],
    tell: Callable[[str], object] | None,
) -> ExportReport:
    """Write a format into a file or folder; SettingsError says what cannot be meant."""
    if name not in FORMATS:
        raise SettingsError(f"there is no format {name!r}; there are {', '.join(FORMATS)}")
    chosen = dict(options)
    force = bool(chosen.pop("force", False))
    wanted = _options(name, chosen)
    place = place_for(name, wanted.form, fspath(to), force=force, checksums=False)
    begin, teller = monotonic(), ProgressTeller(tell)

    def show(done: int, of: int) -> None:
        teller.show_stage(StageProgress(done, of, monotonic() - begin, 1, WRITTEN))

    outcome = export_to_place(collection, name, place, wanted._replace(progress=show))
    return ExportReport(place.path, outcome.as_json())


def _options(name: str, given: Mapping[str, Any]) -> ExportOptions:
    """The options by the names of Python."""
    entry = FORMATS[name]
    known = set(ExportOptions._fields) - {"languages", "progress"} | set(READ)
    if unknown := sorted(set(given) - known):
        raise SettingsError(
            f"export has no option {', '.join(unknown)}; it has {', '.join(sorted(known))}"
        )
    form = given.get("form") or next(iter(entry.forms), "")
    if entry.forms and form not in entry.forms:
        raise SettingsError(f"{name} has no form {form!r}; it has {', '.join(entry.forms)}")
    return ExportOptions(
        form=form,
        languages=read_codes(",".join(_names(given.get("language")))),
        columns=_names(given.get("columns")),
        profile=_one_of(RightsProfile, given.get("profile") or RightsProfile.SHAREABLE),
        use=_one_of(Use, given.get("use") or entry.use),
        **{key: value for key, value in given.items() if key not in READ},
    )


def _names(names: str | Sequence[str] | None) -> tuple[str, ...]:
    """Names; one alone need not stand in a list."""
    return tuple(filter(None, [names] if isinstance(names, str) else names or ()))


def _one_of(kinds: Any, name: str) -> Any:
    """The value of this name; SettingsError says which there are."""
    try:
        return kinds(name)
    except ValueError:
        raise SettingsError(f"there is no {name!r}; there are {', '.join(kinds)}") from None
