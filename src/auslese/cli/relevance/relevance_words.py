"""Relevance in words for people."""

from typing import Any

from auslese.wording.figures import plural


def relevance_report(summary: dict[str, Any]) -> str:
    """What scoring pages has brought."""
    if not summary["stale"]:
        return "pages are scored for every topic"
    if not summary["topics"]:
        return f"{plural(summary['pages'], 'page')} can be rated; no topic has ratings yet"
    topics = (
        f"{name}: {plural(each['reaching'], 'page')} by {plural(each['ratings'], 'rating')}"
        for name, each in summary["topics"].items()
    )
    lines = [f"{plural(summary['pages'], 'page')} scored; {'; '.join(topics)}"]
    lines += [
        f"{name}: {plural(drift['pages'], 'new page')} are unlike those it was taught with"
        f" ({drift['unknown_now']:.0%} of their words are unknown, {drift['unknown_before']:.0%}"
        " before); `auslese rate` some of them"
        for name, each in summary["topics"].items()
        if (drift := each["drift"]) and drift["is_strong"]
    ]
    return "\n".join(lines)


def training_words(found: dict[str, Any]) -> str:
    """A model in words."""
    topic = found["topic"]
    lines = [
        f"{topic['name']}: learnt from {plural(found['answers'], 'page')},"
        f" {topic['relevant']} of them relevant; about {found['prevalence']:.1%} of all pages are",
    ]
    for side in ("for", "against"):
        lines.append(f"  {side}")
        lines += [
            f"    {each['weight']:7.2f}  {each['name']} ({each['kind']})" for each in found[side]
        ]
    return "\n".join(lines)


def evaluation_words(found: dict[str, Any]) -> str:
    """How well a topic is known, in words."""
    lines = [
        f"{found['topic']['name']}: {plural(found['topic']['rated'], 'page')} rated,"
        f" {found['drawn']} of them drawn by lot",
        "",
        "  score from   pages kept   precision          recall             relevant pages lost",
    ]
    for by, rows in (("by lot", found["by_lot"]), ("by the model", found["by_model"])):
        lines.append(f"  {by}")
        lines += [
            f"  {row['threshold']:10.2f} {row['kept']:12,}   {_share(row['precision']):<18}"
            f" {_share(row['recall']):<18} {_number(row['lost'])}"
            for row in rows
        ]
    lines += ["", *(f"{rule}: {each['words']}" for rule, each in found["advice"].items())]
    if found["agreement"]:
        alpha = found["agreement"]["alpha"]["value"]
        lines.append(
            f"raters: {plural(found['agreement']['pages'], 'page')} rated by several,"
            f" Krippendorff's alpha {'unknown' if alpha is None else f'{alpha:.2f}'}"
        )
    return "\n".join(lines)


def simulation_words(found: dict[str, Any]) -> str:
    """A simulated session in words."""
    lines = [
        f"{found['relevant']:,} of {plural(found['pages'], 'page')} are relevant;"
        f" {plural(found['judged'], 'answer')} were given",
        *(
            f"  {float(share):.0%} found after {judged:,}"
            for share, judged in found["judged_at"].items()
            if judged is not None
        ),
        *(
            f"  {stop['rule']} says to stop for {stop['target']:.0%} after {stop['judged']:,}:"
            f" {stop['recall']:.1%} were found"
            for stop in found["stops"]
        ),
    ]
    return "\n".join(lines)


def _share(share: dict[str, Any]) -> str:
    if share["value"] is None:
        return "unknown"
    return f"{share['value']:.0%} ({share['low']:.0%}-{share['high']:.0%})"


def _number(number: dict[str, Any]) -> str:
    if number["value"] is None:
        return "unknown"
    return f"{number['value']:,.0f} ({number['low']:,.0f}-{number['high']:,.0f})"
