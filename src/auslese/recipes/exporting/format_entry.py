"""What is known of a format of exports before its module is loaded."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from auslese.records.exported_page import PagePart
from auslese.records.rights import RightsProfile, Use

WHOLE_PAGES = frozenset({RightsProfile.INTERNAL, RightsProfile.SHAREABLE})


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatEntry:
    """A format: what it gives, where its module lies, and what it can be written to."""

    about: str
    module: str
    """Below `auslese`: `export.….xyz_files` of a page format, else `recipes.exporting.…`."""
    ending: str = ""
    """Of one file, with its dot."""
    use: Use = Use.AI_TRAIN
    """What its readers may do with pages: those that reserve this stay here."""
    parts: frozenset[PagePart] = frozenset()
    """What a page format needs of pages beyond the plain columns."""
    with_textless: bool = False
    """Whether a page format wants pages without a text, too."""
    forms: tuple[str, ...] = ()
    """The usual one first."""
    endings: Mapping[str, str] = field(default_factory=dict)
    """Of forms that have another ending."""
    folder_forms: frozenset[str] = frozenset()
    """Forms that are several files, so neither one file nor stdout."""
    is_folder: bool = False
    """Whether it always is several files."""
    is_usually_folder: bool = False
    """Whether a name without an ending is meant as that of a folder."""
    goes_on: bool = False
    """Whether it replaces its files in a folder, or goes on there, without being asked to."""

    further_profiles: frozenset[RightsProfile] = frozenset()
    """Profiles it has a form for, beside those that choose whole pages."""

    @property
    def is_of_pages(self) -> bool:
        """Whether it is a plain stream of pages."""
        return self.module.startswith("export.")

    def allows(self, profile: RightsProfile) -> bool:
        """Whether it can be written by this profile."""
        return profile in WHOLE_PAGES or profile in self.further_profiles

    def needs_folder(self, form: str) -> bool:
        """Whether it cannot be one file in this form."""
        return self.is_folder or form in self.folder_forms

    def ending_of(self, form: str) -> str:
        """The ending of a file in this form."""
        return self.endings.get(form, self.ending)
