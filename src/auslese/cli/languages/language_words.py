"""Languages of a collection and of its pages in words."""

from typing import Any

from auslese.cli.terminal import harmless
from auslese.records.language_names import language_name_of
from auslese.store.lookups.language_lookups import PageLanguage
from auslese.wording.figures import plural

MOST = 10  # languages that are named
LEAST_SHARE = 0.005  # of a page; less is not worth a word


def languages_report(summary: dict[str, Any]) -> str:
    """What the analysis `language` brought, in words."""
    if not summary["pages"] and not summary["left"]:
        return "the language of every page is told"
    words = [
        f"languages of {plural(summary['pages'], 'page')} told in {summary['seconds']:.1f} s"
        f" ({summary['pages_per_second']:.1f} per second): {_counts(summary['languages'])}"
    ]
    if summary["differing"]:
        words.append(f"{plural(summary['differing'], 'page')} in another language than claimed")
    if summary["left"]:
        left = plural(summary["left"], "page")
        words.append(f"stopped, all of it saved; {left} left; the same command goes on with them")
    return "\n".join(words)


def language_counts_report(counts: dict[str, Any]) -> list[str]:
    """How many pages are in each language, in lines of the status."""
    if not (counts["pages"] or counts["stale"]):
        return []
    stale = f"; {counts['stale']:,} to be told (`auslese analyse` does)" if counts["stale"] else ""
    return [f"pages by language: {_counts(counts['pages'])}{stale}"]


def _counts(pages: dict[str, int]) -> str:
    named = [f"{_name(code)} {number:,}" for code, number in list(pages.items())[:MOST]]
    further = f", {plural(len(pages) - MOST, 'language')} more" if len(pages) > MOST else ""
    return ", ".join(named) + further if named else "none yet"


def page_language_report(report: PageLanguage) -> str:
    """The language of a page in a line."""
    if not report.language:
        return "language: no text"
    words = f"language: {_name(report.language)} ({report.confidence:.2f})"
    shares = [each for each in report.mix if each["share"] >= LEAST_SHARE]
    if len(shares) > 1:
        words += ": " + ", ".join(f"{_name(it['language'])} {it['share']:.0%}" for it in shares)
    words += "" if report.is_running else ", no running text"
    if claims := ", ".join(filter(None, (report.hint, report.hreflang))):
        words += f"; it claims {harmless(claims)}" + ", but is not" * (report.agrees is False)
    return words


def _name(code: str) -> str:
    name = language_name_of(code).english
    return harmless(code) if name == code else f"{name} ({harmless(code)})"
