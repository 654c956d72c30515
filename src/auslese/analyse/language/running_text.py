"""Is this running text, or a list, a table, a menu?

Stein (1997) found 20 to 30 % Zipf words in running text and fewer in lists and tables. How many
there are depends on the language: Russian and Turkish say with endings what English says with
words. So a text is compared with what is usual in its language; docs/methods/text-quality.md has
the evidence.
"""

from auslese.analyse.language.noise import UsualText, shipped_judge

LEAST_OF_USUAL = 0.6  # keeps 94 % of running text and drops two thirds of the tables
LEAST_MEANINGFUL_SHARE = (
    0.1  # where fewer words than this are Zipf words, their share tells nothing
)


def least_zipf_share(language: str) -> float:
    """The share of Zipf words from which on a text of this language counts as running text."""
    share = LEAST_OF_USUAL * _usual(language).zipf
    return share if share >= LEAST_OF_USUAL * LEAST_MEANINGFUL_SHARE else 0.0


def _usual(language: str) -> UsualText:
    usual = shipped_judge().usual
    return usual.get(language, usual[""])
