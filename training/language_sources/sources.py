"""All sources: how each is read, and into which files it goes."""

from collections.abc import Callable
from pathlib import Path

from . import form_lists, json_files, prose, surfaces
from .counting import count_strings, write_found, write_list

STRINGS: dict[str, Callable[[list[Path]], surfaces.Strings]] = {
    "udhr": prose.declarations,
    "android": surfaces.android_strings,
    "chromium": surfaces.chromium_strings,
    "firefox": surfaces.mozilla_strings,
    "thunderbird": surfaces.mozilla_strings,
    "libreoffice": surfaces.catalogues,
    "lohelp": prose.office_help,
    "kf5": surfaces.catalogues,
    "gtk": surfaces.catalogues,
    "gnomedocs": prose.help_pages,
    "osm": json_files.json_strings,
    "pywikibot": json_files.json_strings,
}
FORMS: dict[str, Callable[[list[Path]], form_lists.Forms]] = {
    "simplemma": form_lists.simplemma_forms,
    "spacy": form_lists.spacy_forms,
    "pyspellchecker": form_lists.spellchecker_counts,
    "hunspell": form_lists.debian_dictionaries,
    "klpt": form_lists.kurdish_dictionaries,
    "tesseract": form_lists.trained_lists,
    "npmdict": form_lists.npm_dictionaries,
}


def collect(source: str, packages: list[Path], folder: Path) -> str:
    """Read one source, write its lists, and say what came."""
    if source in STRINGS:
        found = count_strings(STRINGS[source](packages))
        write_found(found, source, folder)
        tokens = sum(here.counts.total() for here in found.values())
        return f"{source}: {len(found)} languages, {tokens:,} tokens"
    forms = form_lists.kept_forms(FORMS[source](packages))
    (folder / "lists").mkdir(parents=True, exist_ok=True)
    for language, counts in forms.items():
        write_list(counts, folder / "lists" / f"{language}.{source}.tsv")
    return f"{source}: {len(forms)} languages, {sum(map(len, forms.values())):,} forms"
