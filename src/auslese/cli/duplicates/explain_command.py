"""`auslese duplicates explain`: what two texts have in common, and what not."""

from functools import partial
from pathlib import Path

import click

from auslese.analyse.duplicates.passages import Passage, PassageExplanation, PassageKind
from auslese.analyse.duplicates.passages import explain as explained
from auslese.analyse.duplicates.shingles import SHINGLE_WORDS
from auslese.cli.analysing.extract_command import ExtractOptions, extracts_of_files
from auslese.cli.terminal import say, say_coloured, say_json
from auslese.recipes.duplicates.pair_explanation import NamedText, explanation_report, texts_in
from auslese.recipes.filters.extract_filters import text_extractor
from auslese.records.errors import AusleseError, NotFoundError
from auslese.records.url import canonical
from auslese.store.collection import Collection
from auslese.wording.figures import plural

CONTEXT = 60  # letters of a shared passage at either end: a line has room for both
MOST_LETTERS = 500  # of a passage that only one text has
MOST_PASSAGES = 100  # with those that are shared; who wants more asks for the whole
A_COLOUR, B_COLOUR = "red", "green"


@click.command("explain")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--in",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="A and B are URLs or ids of pages of this collection.",
)
@click.option(
    "-k",
    "--words",
    type=click.IntRange(1, 100),
    default=SHINGLE_WORDS,
    show_default=True,
    help="Words of a shingle.",
)
@click.option("--all", "everything", is_flag=True, help="All visible text of files.")
@click.option("--whole", is_flag=True, help="All passages, none of them cut.")
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON, nothing cut.")
def explain(one: str, other: str, folder: Path | None, words: int, **options: bool) -> None:
    """Tell why A and B are alike: the passages of both, of A (-) and of B (+).

    A and B are files: HTML, PDF, plain text; - is a page on stdin. With --in they are pages of a
    collection. The similarity is the number of shingles that both have by that of all.
    """
    names = (one, other)
    if folder:
        a, b = texts_in(Collection.open(folder), names)
    else:
        a, b = _read(names, options["everything"])
    found = explained(a.text, b.text, words)
    if options["as_data"]:
        say_json(explanation_report(a, b, found) | {"shingle_words": words})
        return
    _say_counts((a, b), found, words)
    _say_passages(found.passages, whole=options["whole"])


def _read(names: tuple[str, str], everything: bool) -> list[NamedText]:
    for name in names:
        if canonical(name) and not Path(name).exists():
            raise NotFoundError(f"there is no file {name}; --in DIR takes pages of a collection")
    asking = ExtractOptions(names, "", as_json=True, workers=1)
    texts = []
    for name, page in zip(
        names,
        extracts_of_files(asking, partial(text_extractor, everything=everything)),
        strict=True,
    ):
        if "error" in page:
            raise AusleseError(f"{name}: {page['error']}")
        texts.append(NamedText(name, page["text"]))
    return texts


def _say_counts(texts: tuple[NamedText, NamedText], found: PassageExplanation, words: int) -> None:
    one, other = texts
    say(f"a  {one.name}: {plural(found.a_words, 'word')}")
    say(f"b  {other.name}: {plural(found.b_words, 'word')}")
    shingles = f"{found.shared_shingles:,} of {plural(found.all_shingles, 'shingle')}"
    same = "; word by word the same" if found.has_same_words and found.a_words else ""
    say(f"similarity {found.similarity:.4f}: {shingles} of {plural(words, 'word')}{same}")
    say(f"{plural(found.shared_words, 'word')} in shared passages")


def _say_passages(passages: list[Passage], *, whole: bool) -> None:
    shown = passages if whole else passages[:MOST_PASSAGES]
    for number, passage in enumerate(shown):
        if passage.kind is PassageKind.SHARED:
            ends = (number == 0, number == len(passages) - 1)
            say("  " + (_line(passage.a_text) if whole else _context(passage, *ends)))
            continue
        moved = f"  [{plural(passage.elsewhere, 'word')} elsewhere]" if passage.elsewhere else ""
        most = len(passage.a_text) + len(passage.b_text) if whole else MOST_LETTERS
        if passage.kind is not PassageKind.ONLY_B:
            say_coloured(f"- {_cut(passage.a_text, most)}{moved}", A_COLOUR)
        if passage.kind is not PassageKind.ONLY_A:
            say_coloured(f"+ {_cut(passage.b_text, most)}{moved}", B_COLOUR)
    if left := len(passages) - len(shown):
        say(f"and {plural(left, 'passage')} more; --whole shows them", err=True)


def _context(passage: Passage, is_first: bool, is_last: bool) -> str:
    """A shared passage: where it begins and ends, as far as a difference is near."""
    text = _line(passage.a_text)
    if len(text) <= 2 * CONTEXT or (is_first and is_last and len(text) <= MOST_LETTERS):
        return text
    begin = "" if is_first and not is_last else text[:CONTEXT].rsplit(" ", 1)[0] + " "
    end = "" if is_last else " " + text[-CONTEXT:].split(" ", 1)[-1]
    return f"{begin}… {plural(passage.words, 'word')} …{end}"


def _cut(text: str, most: int) -> str:
    line = _line(text)
    if len(line) <= most:
        return line
    return f"{line[:most].rsplit(' ', 1)[0]} … {plural(len(line) - most, 'letter')} more"


def _line(text: str) -> str:
    return " ".join(text.split())
