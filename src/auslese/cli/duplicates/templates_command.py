"""`auslese duplicates templates`: pages that are little more than their template."""

from pathlib import Path

import click

from auslese.cli.terminal import say, say_json
from auslese.recipes.duplicates.copy_report import require_groups
from auslese.recipes.duplicates.template_report import FoundTemplate, templates_of
from auslese.store.collection import Collection
from auslese.wording.figures import plural


@click.command("templates")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def templates(folder: Path, as_data: bool) -> None:
    """Name the pages of DIR that one template made and that say little beside it.

    They are near copies of each other, on one host, and their URLs have one shape.
    """
    collection = Collection.open(folder)
    require_groups(collection)
    found = templates_of(collection)
    if as_data:
        say_json({"templates": [template.as_json() for template in found]})
        return
    for template in found:
        say(template_report(template))
    say(plural(len(found), "template"), err=True)


def template_report(found: FoundTemplate) -> str:
    """A template in a few lines."""
    template = found.template
    share = f"{template.share:.0%} of {plural(template.of, 'page')} of this shape"
    kind = "; one page under many addresses" if template.is_one_page else ""
    lines = [
        f"{template.host}{template.shape}",
        f"  {plural(template.pages, 'page')} in {plural(template.groups, 'group')}, {share}{kind}",
        f"  similarity {template.similarity:.3f}",
        *(f"  {url}" for url in template.examples[:2]),
        *(f"  - {one}\n  + {other}" for one, other in found.differs),
    ]
    return "\n".join(lines)
