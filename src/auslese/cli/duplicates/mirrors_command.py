"""`auslese duplicates mirrors`: hosts and folders that are copies of others."""

from pathlib import Path

import click

from auslese.cli.analysing.analyse_run import analyse_shown
from auslese.cli.run_manner import RunManner
from auslese.cli.terminal import say, say_json
from auslese.recipes.duplicates.copy_report import require_groups
from auslese.recipes.duplicates.mirror_report import FoundMirror, mirrors_of
from auslese.recipes.settings.settings_edit import add_rule, write_setting
from auslese.store.collection import Collection
from auslese.wording.copy_sentences import original_reason
from auslese.wording.figures import plural


@click.command("mirrors")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--fold",
    "folds",
    is_flag=True,
    help="Let originals stand for their copies: now, and whenever copies are looked for.",
)
@click.option(
    "--deny", "denies", is_flag=True, help="Add rules to auslese.toml: copies are not crawled on."
)
@click.option("--json", "as_data", is_flag=True, help="Print it as JSON.")
def mirrors(folder: Path, folds: bool, denies: bool, as_data: bool) -> None:
    """Name the hosts and folders of DIR whose pages pair off, and which is the original.

    A rule is told for each copy that keeps the crawl away from it, if nearly all of it stands
    elsewhere too; --deny adds these rules to `deny` in auslese.toml. With --fold the setting
    `duplicates.fold_mirrors` is switched on and the table duplicates made anew: a page of a copy
    is then in the group of the page at the same place of the original.
    """
    collection = Collection.open(folder)
    require_groups(collection)
    found = mirrors_of(collection)
    if folds:
        write_setting(collection.settings, "duplicates.fold_mirrors", True)
        analyse_shown(folder, ("duplicates",), manner=RunManner(quiet=as_data))
    rules = dict.fromkeys(mirror.deny for mirror in found if mirror.deny)
    added = (
        [rule for rule in rules if add_rule(collection.settings, "deny", rule)] if denies else []
    )
    if as_data:
        say_json({"mirrors": [mirror.as_json() for mirror in found], "denied": added})
        return
    for mirror in found:
        say(mirror_report(mirror))
    for rule in added:
        say(f"added to deny: {rule}", err=True)
    say(plural(len(found), "mirror"), err=True)
    if rules:
        say(_hint(denies, len(added)), err=True)


def _hint(denies: bool, added: int) -> str:
    if not denies:
        return "--deny adds the rules behind `deny:` to auslese.toml; the crawl then stays away"
    return (
        f"{plural(added, 'rule')} added to auslese.toml" if added else "all rules were there before"
    )


def mirror_report(found: FoundMirror) -> str:
    """A mirror in a few lines."""
    mirror, (original, copy, reason) = found.mirror, found.roles
    kind = "is the print version of" if mirror.is_print else "is a mirror of"
    texts = f"{plural(mirror.paired, 'text')} pair off, {mirror.share:.0%} of the smaller side"
    alike = f"{mirror.exact:,} equal, similarity {mirror.similarity:.3f}"
    lines = [
        f"{copy} {kind} {original}",
        f"  {texts}; {alike}; same path {mirror.same_path:.0%}",
        f"  {original} is the original, as {original_reason(reason)}",
        *(f"  such as {theirs}  of  {its}" for its, theirs in found.examples[:1]),
        f"  deny: {found.deny}" if found.deny else "  much of it is nowhere else: no rule",
    ]
    return "\n".join(lines)
