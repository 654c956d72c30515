"""What is asked of the index so that a person gets what she wants: little words, all words."""

from collections import Counter
from collections.abc import Sequence

from auslese.records.query import Prefix, Some, Tree, Word
from auslese.search.query.query_tree import some
from auslese.text.stop_words import stop_words

FEW_WORDS = 3
"""So many words side by side, or fewer, are asked for all together first."""
ENOUGH = 10
"""Pages that must have all words; if they are fewer, pages with some of them come as well."""


def without_stop_words(tree: Tree, languages: Sequence[str]) -> Tree:
    """The same without stop words among the words side by side, unless there are no others.

    Whose stop words, the query says itself: those of the language that has most of them, of equals
    that of most pages. In "die Hard" and "to be or not to be" nothing may be left over: they stay.
    """
    if not isinstance(tree, Some):
        return tree
    words = [each.text.lower() for each in tree.wanted if isinstance(each, Word)]
    language = _language_of(words, languages)
    little = stop_words(language) if language else frozenset[str]()
    kept = [
        each for each in tree.wanted if isinstance(each, Prefix) or each.text.lower() not in little
    ]
    return some(kept, tree.demanded) if kept else tree


def _language_of(words: Sequence[str], languages: Sequence[str]) -> str:
    found = Counter(
        {language: sum(word in stop_words(language) for word in words) for language in languages}
    )
    best = found.most_common(1)
    return best[0][0] if best and best[0][1] else ""


def with_all_words(tree: Tree) -> Tree | None:
    """The same with all words demanded, if they are few; None if that makes no difference."""
    if isinstance(tree, Some) and 1 < len(tree.wanted) <= FEW_WORDS:
        return some((), (*tree.wanted, *tree.demanded))
    return None
