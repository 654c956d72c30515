"""An answer, as a terminal shows it."""

from collections.abc import Iterator

import click

from auslese.cli.terminal import harmless
from auslese.records.answer import Answer, Hit
from auslese.records.page_standing import PageStanding
from auslese.wording.figures import plural
from auslese.wording.hit_wording import standing_words
from auslese.wording.query_notes import describe_note

BAR = 24  # signs of the longest bar
SHOWN_VALUES = 5


def answer_report(answer: Answer, *, explain: bool = False, colour: bool = False) -> Iterator[str]:
    """The lines of an answer."""
    yield harmless(f"understood as: {answer.understood}")
    for note in answer.notes:
        yield harmless(f"  {describe_note(note)}")
    if answer.suggestion not in ("", answer.understood):
        yield harmless(f"did you mean: {answer.suggestion}")
    yield plural(answer.total, "page") + (
        "; few have all words, so pages with some of them are among these"
        if answer.softened
        else ""
    )
    first = answer.question.first + 1
    for place, hit in enumerate(answer.hits, first):
        yield ""
        yield from hit_lines(place, hit, colour)
        if explain:
            yield from _parts(hit)
    yield from _beside(answer)


def hit_lines(place: int, hit: Hit, colour: bool) -> Iterator[str]:
    """The lines of one hit."""
    is_living = hit.standing == PageStanding.LIVING
    known = "" if is_living else f" ({standing_words(hit.standing)})"
    title = harmless(hit.title or hit.name or hit.url)
    yield f"{place:>3}. {click.style(title, bold=True) if colour else title}{known}"
    about = [hit.language, hit.date, _copies(hit.copies)]
    yield f"     {harmless(hit.url)}" + "".join(f" · {harmless(each)}" for each in about if each)
    if hit.topics:
        told = (f"{harmless(name)} {score:.2f}" for name, score in hit.topics)
        yield f"     topics: {' · '.join(told)}"
    if hit.entry:
        yield f"     in the frames of {harmless(hit.entry)}"
    text = "".join(
        click.style(harmless(piece.text), bold=True)
        if piece.is_found and colour
        else harmless(piece.text)
        for piece in hit.snippet
    )
    if text.strip():
        yield f"     {text}"


def _copies(number: int) -> str:
    return "1 copy" if number == 1 else f"{number:,} copies" if number else ""


def _parts(hit: Hit) -> Iterator[str]:
    longest = max(map(abs, hit.parts.values()), default=0.0)
    yield f"     score {hit.score:.2f}"
    for part, value in sorted(hit.parts.items(), key=lambda each: -each[1]):
        bar = ("▬" if value > 0 else "▭") * max(1, round(BAR * abs(value) / longest))
        yield f"       {part:<10} {value:7.2f} {bar}"


def _beside(answer: Answer) -> Iterator[str]:
    yield ""
    for name, values in answer.facets.items():
        if len(values) > 1 or (values and name in ("standing", "topic")):
            shown = "; ".join(f"{each.label} ({each.hits:,})" for each in values[:SHOWN_VALUES])
            yield harmless(f"{'also' if name == 'standing' else name}: {shown}")
    rows = (
        ("related", "; ".join(each.name for each in answer.related)),
        ("words", ", ".join(each.word for each in answer.words)),
        ("groups", "; ".join(f"{each.label} ({len(each.hits)})" for each in answer.groups)),
    )
    for name, text in rows:
        if text:
            yield harmless(f"{name}: {text}")
