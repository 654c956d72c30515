"""Every format in which a collection leaves the house, listed once.

A format is a line of `FORMATS` and a module `recipes.exporting.<name>_export` with the two
functions of `ExportFormat`; what bytes look like is the business of a module of `export`.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from auslese.store.collection import Collection

Write = Callable[[bytes], object]

FORMATS: Mapping[str, str] = {
    "sentences": (
        "the running text, sentence by sentence. One file for each top-level domain (de.txt,"
        " org.txt), in which a line with URL: is followed by lines with SEN:. --language and"
        " --running ask what `analyse` has told of the paragraph that a sentence stands in;"
        " --no-copies leaves out pages whose text another page has, too, or nearly. --where"
        " chooses pages by conditions on fields, as 'topic:energy>0.5 lang:de'; pages of topics"
        " that are unwanted are left out unless it asks for them. --words"
        " writes SEN:word:word, the words of two letters or more, as Hoover did (1997)."
    ),
    "images": (
        "the pictures that `auslese harvest` has kept, with the texts around them and their scores."
        " --form says how: jsonl (files by content, and a line for each record), mirror (each"
        " picture with its XML beside it and a log, as Werner, 2015), webdataset (tar files),"
        " interleaved (texts and pictures of each page in reading order), hf (a data set with card"
        " and Croissant for the Hugging Face hub; --agreement adds how annotators agree),"
        " annotation (files and a list of items for `auslese annotate setup`). -k takes the best of"
        " the ranking alone. Without --to, the records as JSON lines."
    ),
    "people": (
        "persons and the pages about them. --form says how: names (a line for each name, its pages"
        " behind it, the best first, each with tf·idf, BM25 and score in brackets, as Bumüller"
        " has it, 2019), jsonl (a person a line, with all pages), csv (a table). Whoever is not to"
        " be shown is left out."
    ),
    "qlever": (
        "all sentences with the names in them, in the three files from which QLever makes its"
        " index of texts: people.wordsfile.tsv, people.docsfile.tsv, people.nt. Needs --to."
    ),
    "contacts": (
        "how to reach somebody, site by site. --form says how: vcard (a card for each person of a"
        " site, and one for the house), csv (a line for each mail address, number, postal address"
        " and person responsible), jsonl (a page a line). --where chooses pages. What people asked"
        " not to be shown is left out."
    ),
    "gexf": (
        "the link graph with ranks, for Gephi and its like; in FOLDER as links.gexf. --where keeps"
        " pages that fit and the links between them."
    ),
}
"""What each format gives, by its name."""
PICTURE_FORMS = ("jsonl", "mirror", "webdataset", "interleaved", "hf", "annotation")
"""In which forms pictures are written, the usual one first."""
FORMS_OF: Mapping[str, tuple[str, ...]] = {
    "images": PICTURE_FORMS,
    "people": ("names", "jsonl", "csv"),
    "contacts": ("vcard", "csv", "jsonl"),
}
"""In which forms these formats are written, the usual one first."""


class ExportOptions(NamedTuple):
    """What of a collection somebody wants; a format heeds what concerns it."""

    languages: tuple[str, ...] = ()
    """Codes; all if empty."""
    running: bool = False
    """Only running text."""
    cap: int | None = None
    """Most bytes for one top-level domain."""
    no_copies: bool = False
    """Nothing of pages that are copies of others."""
    as_words: bool = False
    """Sentences as rows of words, `SEN:word:word`."""
    where: str = ""
    """Conditions on pages, in the query language of search; all if empty."""
    form: str = "jsonl"
    """One of `FORMS_OF` the format."""
    best: int | None = None
    """So many pictures of the ranking; all that were kept if None."""
    agreement: Path | None = None
    """What `auslese annotate agreement --json` has printed, for the card of a data set."""


class ExportSummary(Protocol):
    """What was written."""

    def as_json(self) -> dict[str, object]:
        """As `export --json` prints it."""

    def in_words(self, options: ExportOptions) -> str:
        """The same for a person."""


class ExportFormat(Protocol):
    """What the module of a format has."""

    def to_folder(
        self, collection: Collection, folder: Path, options: ExportOptions
    ) -> ExportSummary:
        """Write files into a folder; each is there as a whole or not at all."""

    def to_stream(
        self, collection: Collection, write: Write, options: ExportOptions
    ) -> ExportSummary:
        """Write the same piece by piece."""


def format_of(name: str) -> ExportFormat:
    """The format of this name, imported when it is wanted."""
    return cast(ExportFormat, import_module(f"auslese.recipes.exporting.{name}_export"))
