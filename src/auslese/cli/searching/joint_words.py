"""The answer of several sources, as a terminal shows it."""

from collections.abc import Iterator

from auslese.cli.searching.answer_words import hit_lines
from auslese.cli.terminal import harmless
from auslese.records.answer import SourceReport
from auslese.records.joint_answer import JointAnswer
from auslese.wording.figures import plural


def joint_report(answer: JointAnswer, *, colour: bool = False) -> Iterator[str]:
    """The lines of a joint answer."""
    if answer.understood:
        yield harmless(f"understood as: {answer.understood}")
    yield plural(answer.total, "page") + (
        " of those who answered; some did not" if answer.is_partial else ""
    )
    titles = {each.name: each.title or each.name for each in answer.sources}
    for place, each in enumerate(answer.hits, answer.question.first + 1):
        yield ""
        yield from hit_lines(place, each.hit, colour)
        yield f"     from {harmless(', '.join(titles[name] for name in each.origins))}"
    yield ""
    yield from map(_source, answer.sources)


def _source(report: SourceReport) -> str:
    said = report.problem or (
        "it does not say how many" if report.total is None else plural(report.total, "page")
    )
    return f"{harmless(report.title or report.name)}: {harmless(said)}"
