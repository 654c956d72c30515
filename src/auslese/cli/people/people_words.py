"""How people are told in a terminal: who is there, which page is about whom, and why."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from auslese.wording.figures import plural

BAR = 24  # letters of the bar of a whole score, as `search --explain` has it
LEAST_BAR = 1
FORMS_SHOWN = 6


def people_stage_report(summary: Mapping[str, Any]) -> str:
    """What came of the stage, in a line."""
    if summary["ending"] != "finished":
        return f"stopped: {plural(summary['left'], 'page')} left; `analyse` goes on"
    if not summary["pages"] and not summary["people"]:
        return "people are up to date"
    parts = []
    if summary["pages"]:
        parts.append(f"{plural(summary['names'], 'name')} on {plural(summary['pages'], 'page')}")
    if summary["people"]:
        homes = f"{summary['homes']:,} with a page about them"
        parts.append(f"{plural(summary['people'], 'person')}, {homes}")
    if summary["hidden"]:
        parts.append(f"{summary['hidden']:,} left out, as somebody asked for")
    return f"{'; '.join(parts)}; in {summary['seconds']:.1f} s"


def people_list(found: Mapping[str, Any]) -> Iterator[str]:
    """A line for each person."""
    for person in found["people"]:
        page = person["best_url"] if person["is_home"] else f"({person['best_url']})"
        yield f"{titled(person)}  {plural(person['pages'], 'page')}  {page}"


def titled(person: Mapping[str, Any]) -> str:
    """A name with its titles."""
    name = " ".join(filter(None, (person["titles"], person["name"])))
    return ", ".join(filter(None, (name, person["suffixes"])))


def person_lines(person: Mapping[str, Any]) -> Iterator[str]:
    """All of a person: forms of the name, the best page with its evidence, further pages."""
    about = ", ".join(filter(None, (person["role"], person["organisation"])))
    yield f"{titled(person)}{f', {about}' if about else ''}  [{person['site']}]"
    forms = person["forms"][:FORMS_SHOWN]
    yield "  forms   " + ", ".join(f"{each['name']} ({each['count']})" for each in forms)
    for label in ("emails", "phones", "identifiers"):
        if person[label]:
            yield f"  {label:<7} {', '.join(person[label])}"
    if person["edited"]:
        yield f"  edited  {person['edited']}"
    for page in person["page_list"]:
        yield from _page_lines(page)
    if (left := person["pages"] - len(person["page_list"])) > 0:
        yield f"  and {plural(left, 'further page')}"


def _page_lines(page: Mapping[str, Any]) -> Iterator[str]:
    yield f"  {page['place']:>3}. {page['score']:.3f}  {page['url']}  {page['title']}"
    if page["place"] > 1:
        return
    for part in page["evidence"]:
        bar = "▬" * max(LEAST_BAR, round(BAR * part["worth"]))
        detail = f" ({part['detail']})" if part["detail"] else ""
        yield f"       {part['worth']:.3f} {bar} {part['why']}{detail}"


def log_lines(entries: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each wish and edit."""
    for entry in entries:
        day = datetime.fromtimestamp(entry["at"], UTC).strftime("%Y-%m-%d %H:%M")
        what = " = " if entry["kind"] == "join" else " ≠ "
        value = entry.get("value") or what.join(entry["names"]) or ""
        further = [entry.get("site", ""), *entry.get("pages", ()), entry["reason"]]
        taken_back = "taken back" if entry["is_restored"] else ""
        rest = "; ".join(filter(None, (*further, taken_back)))
        line = f"{entry['number']:>4}  {day}  {entry['kind']:<5} {value}"
        yield f"{line}  ({rest})" if rest else line
