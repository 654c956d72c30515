"""The pages of a collection that are little more than their template, and what they say of it."""

from typing import Any, NamedTuple

from auslese.analyse.duplicates.passages import PassageKind, explain
from auslese.analyse.duplicates.template_copies import (
    HostAndShape,
    TemplateCandidate,
    TemplatePages,
    find_templates,
)
from auslese.crawl.traps.url_shapes import shape_of
from auslese.recipes.duplicates.pair_explanation import texts_in
from auslese.records.errors import NotFoundError
from auslese.records.url import Url, host_of
from auslese.store.collection import Collection
from auslese.store.lookups.copy_lookups import pages_by_group
from auslese.store.tables.segment_files import segments_of
from auslese.store.tables.sql_views import connect

MOST_DIFFERENCES = 5
LONGEST_DIFFERENCE = 80  # letters
MOST_REPORTED = 100  # templates of which it is told what differs: two texts are read for each


class FoundTemplate(NamedTuple):
    """A template, and the words that change from page to page."""

    template: TemplatePages
    differs: list[tuple[str, str]]
    """Of the first example, and of the second."""

    def as_json(self) -> dict[str, Any]:
        """The template as `duplicates templates --json` prints it."""
        template = self.template
        return {
            "host": template.host,
            "shape": template.shape,
            "kind": "one page" if template.is_one_page else "template",
            "pages": template.pages,
            "of": template.of,
            "share": round(template.share, 4),
            "groups": template.groups,
            "exact": template.exact,
            "similarity": round(template.similarity, 4),
            "examples": template.examples,
            "differs": [list(pair) for pair in self.differs],
        }


def templates_of(collection: Collection) -> list[FoundTemplate]:
    """The templates among the pages of a collection, those with most pages first."""
    if not segments_of(collection.tables, "duplicates"):
        raise NotFoundError(f"no copies were looked for: auslese analyse {collection.path}")
    with connect(collection) as tables:
        found = find_templates(lambda: map(TemplateCandidate._make, pages_by_group(tables)), shaped)
    return [
        FoundTemplate(template, _differs(collection, template) if number < MOST_REPORTED else [])
        for number, template in enumerate(found)
    ]


def shaped(url: str) -> HostAndShape | None:
    """The shape of a URL: its own, or that of its folder; None if it has neither."""
    shape = shape_of(Url(url))
    name = shape.own or shape.family
    return HostAndShape(host_of(Url(url)), name) if name else None


def _differs(collection: Collection, template: TemplatePages) -> list[tuple[str, str]]:
    """What changes between two examples."""
    try:
        one, other = texts_in(collection, tuple(template.examples[:2]))
    except NotFoundError:  # a copy of a page that is gone has no text any more
        return []
    passages = explain(one.text, other.text).passages
    changed = (each for each in passages if each.kind is not PassageKind.SHARED)
    pairs = ((_cut(each.a_text), _cut(each.b_text)) for each in changed)
    return [pair for pair, _ in zip(pairs, range(MOST_DIFFERENCES), strict=False)]


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_DIFFERENCE else line[: LONGEST_DIFFERENCE - 1] + "…"
