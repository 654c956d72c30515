"""Which label an institution is called by: that of a wanted language, or of another one."""

from collections.abc import Mapping, Sequence

from auslese.recipes.wikidata.name_harvest import MANY_LANGUAGES

# Where no wanted language has a label: languages of which many have labels, in Latin letters.
NEXT_BEST = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "cs", "tr", "id")
LONGEST_NAME = 200  # letters of a name that is kept


def chosen_label(labels: Mapping[str, str], wanted: Sequence[str]) -> tuple[str, str]:
    """The label and its language; both empty if there is none."""
    for language in (*wanted, MANY_LANGUAGES, *NEXT_BEST, *sorted(labels)):
        name = plain_name(labels.get(language, ""))
        if name:
            return name, language
    return "", ""


def plain_name(text: str) -> str:
    """A name that fits into a line, without controls."""
    words = "".join(letter if letter.isprintable() else " " for letter in text).split()
    return " ".join(words)[:LONGEST_NAME].rstrip()
