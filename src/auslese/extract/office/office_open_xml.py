"""What the files of Word, Excel and PowerPoint say about themselves, all three alike."""

from auslese.extract.office.office_about import OfficeFields
from auslese.extract.office.office_package import OfficePackage
from auslese.extract.office.office_xml import Attributes, ElementCollector

CORE = "docProps/core.xml"
CORE_FIELDS = frozenset(
    ("title", "creator", "created", "modified", "description", "subject", "keywords", "language")
)


def core_fields(package: OfficePackage) -> OfficeFields:
    """The core properties of a file; empty where it has none."""
    found: dict[str, str] = {}

    def take(name: str, _: Attributes, text: str) -> None:
        found.setdefault(name, text)

    part = next(
        (each.target for each in package.relations().values() if each.kind == "core-properties"),
        CORE,
    )
    package.walk(part, ElementCollector(CORE_FIELDS, take))
    return OfficeFields(
        found.get("title", ""),
        tuple(found.get("creator", "").split(";")),
        found.get("created", ""),
        found.get("modified", ""),
        found.get("description", "") or found.get("subject", ""),
        tuple(filter(None, (found.get("keywords", ""),))),
        found.get("language", ""),
    )
