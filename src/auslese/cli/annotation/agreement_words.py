"""What the terminal shows about rounds of annotation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from auslese.wording.annotation.annotation_sentences import AnnotationNote

FIGURES = {
    "majority": "majority, share of items",
    "unanimous": "unanimous, share of items",
    "raw": "equal pairs of answers",
    "kappa": "Cohen's κ, mean of pairs",
    "kappa_by_items": "Cohen's κ, pairs by shared items",
    "kappa_linear": "Cohen's κ, linear weights",
    "kappa_quadratic": "Cohen's κ, quadratic weights",
    "fleiss": "Fleiss' κ",
    "alpha": "Krippendorff's α, nominal",
    "alpha_ordinal": "Krippendorff's α, ordinal",
    "alpha_interval": "Krippendorff's α, interval",
}
UNORDERED = ("kappa_linear", "kappa_quadratic", "alpha_ordinal", "alpha_interval")


def setup_words(made: dict[str, Any]) -> str:
    """A round that was made."""
    lines = [
        f"round {made['round']}: {made['items']} items, {made['gold']} gold questions,"
        f" {made['examples']} examples, {made['annotators']} annotators each",
        f"categories: {', '.join(made['categories'])}",
    ]
    if made["left_out"]:
        lines.append(f"{made['left_out']} left out:")
        lines += [f"  line {each['line']}: {each['reason']}" for each in made["reasons"]]
    return "\n".join(lines)


def agreement_words(found: dict[str, Any], folder: Path) -> str:
    """All tables of a round; before anybody has answered, what is to be done."""
    if not any(phase["answers"] for phase in found["phases"].values()):
        name, items = found["round"]["name"], found["items"]
        return AnnotationNote.NO_ANSWERS.text(name=name, items=items, folder=folder)
    return "\n".join(_lines(found, folder))


def disagreement_line(row: dict[str, Any]) -> str:
    """An item on which annotators disagree."""
    said = ", ".join(f"{who}: {what}" for who, what in row["answers"].items())
    return f"{row['id']}\t{row['phase']}\t{said}\t→ {row['consensus']} ({row['belief']:.0%})"


def _lines(found: dict[str, Any], folder: Path) -> Iterator[str]:
    names = found["annotators"]
    yield f"round {found['round']['name']}: {found['items']} items, {len(names)} annotators"
    for name, phase in found["phases"].items():
        yield f"\n{name}: {phase['answers']} answers, {phase['items']} items with two or more"
        if phase["items"]:
            yield from _phase(name, phase)
    yield "\ncandidates for a corpus (unanimous, majority)"
    for each in found["candidates"]:
        yield f"  {each['relation']:<14}{each['unanimous']:>7}{each['majority']:>7}"
    yield "\nannotators"
    for each in found["quality"]:
        yield from _annotator(each)
    yield f"\n{found['disagreements']} items to decide: auslese annotate adjudicate {folder}"


def _phase(name: str, phase: dict[str, Any]) -> Iterator[str]:
    for key, words in FIGURES.items():
        if name == "picture" or key not in UNORDERED:
            yield f"  {words:<36}{interval_words(phase['figures'][key])}"
    for merge in phase["merges"]:
        groups = ", ".join(" + ".join(group) for group in merge["groups"])
        yield f"  {'κ of ' + merge['name']:<36}{interval_words(merge['kappa'])}  {groups}"
    yield f"  {'category':<24}{'all':>6}{'most':>6}   Fleiss' κ"
    for each, own in zip(phase["categories"], phase["by_category"], strict=True):
        label = each["category"][:22]
        figures = interval_words(own["fleiss"])
        yield f"  {label:<24}{each['unanimous']:>6}{each['majority']:>6}   {figures}"
    yield f"  {'no majority':<24}{phase['undecided']:>12}"


def _annotator(each: dict[str, Any]) -> Iterator[str]:
    for phase in ("picture", "text"):
        own = each[phase]
        if own["answers"] or own["gold"]:
            name, right = each["annotator"][:20], f"{own['gold_right']}/{own['gold']}"
            yield (
                f"  {name:<20}{phase:<8}{own['answers']:>6} answers, gold {right},"
                f" with the majority {_share(own['with_majority'])},"
                f" by consensus {_share(own['by_consensus'])}"
            )


def interval_words(found: dict[str, Any]) -> str:
    """A figure with its interval."""
    if found["value"] is None:
        return "    –"
    if found["low"] is None:
        return f"{found['value']:>6.3f}"
    return f"{found['value']:>6.3f}  ({found['low']:.3f} to {found['high']:.3f})"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
