"""What share of Zipf words running text has, and what lists, tables and headings have.

The labels are weak: what our reader says a paragraph of Debian's documentation is.
"""

from collections import defaultdict
from itertools import islice

import numpy as np
from languages.clean_german import paragraphs_of
from languages.debian import pages_of

from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.running_text import LEAST_WORDS, is_running
from auslese.records.document import ParagraphKind

from .fitting import fit_of
from .samples import GUIDE, HANDBOOK

PAGES, LEAST_TEXTS, MOST_TEXTS = 40, 5, 400
STEIN = 0.2
KINDS = {
    "text": (ParagraphKind.TEXT, True),
    "list": (ParagraphKind.LIST, True),
    "list outside": (ParagraphKind.LIST, False),
    "heading": (ParagraphKind.HEADING, True),
    "table": (ParagraphKind.TABLE, True),
    "code": (ParagraphKind.CODE, True),
}


def report_running(recogniser: Recogniser) -> None:
    """Print, by language and kind, the share of Zipf words and how many are called running text."""
    rows = _measured(recogniser)
    print("\nlanguage kind paragraphs, Zipf 5 % / median, running text by 20 % / by language")
    for (language, name), (count, low, middle, stein, ours) in sorted(rows.items()):
        print(f"{language:4} {name:13}{count:5} {low:6.2f}{middle:6.2f}{stein:7.0%}{ours:7.0%}")
    for name in KINDS:
        found = [row for (_, kind), row in rows.items() if kind == name]
        means = [float(np.mean([row[place] for row in found])) for place in (2, 3, 4)]
        least = [min(row[place] for row in found) for place in (3, 4)]
        told = f"{means[0]:.2f} {means[1]:.1%} {means[2]:.1%}"
        print(f"mean {name:13} {told}; least {least[0]:.0%} {least[1]:.0%}")


def _measured(recogniser: Recogniser) -> dict[tuple[str, str], tuple[float, ...]]:
    rows = {}
    for language, texts in _paragraphs().items():
        if language not in recogniser.languages:
            continue
        for name, kind in KINDS.items():
            found = sorted(texts[kind])[:MOST_TEXTS]
            fit = fit_of(recogniser, found)
            own = (fit.words >= LEAST_WORDS) & (
                (fit.best == recogniser.languages.index(language)) | (name == "code")
            )
            if own.sum() >= LEAST_TEXTS:
                zipf, words = fit.zipf[own], fit.words[own].astype(int)
                running = [
                    is_running(share, language, count)
                    for share, count in zip(zipf.tolist(), words.tolist(), strict=True)
                ]
                rows[language, name] = (
                    float(own.sum()),
                    float(np.quantile(zipf, 0.05)),
                    float(np.median(zipf)),
                    float((zipf >= STEIN).mean()),
                    float(np.mean(running)),
                )
    return rows


_Kinds = dict[tuple[ParagraphKind, bool], set[str]]


def _paragraphs() -> dict[str, _Kinds]:
    found: dict[str, _Kinds] = defaultdict(lambda: defaultdict(set))
    for package, names in (("debian-handbook", HANDBOOK), ("installation-guide-amd64", GUIDE)):
        for name in names:
            for path in islice(pages_of(package, f"**/{name}/*.html"), PAGES):
                for paragraph in paragraphs_of(path):
                    found[name[:2]][paragraph.kind, paragraph.is_main].add(paragraph.text)
    return found
