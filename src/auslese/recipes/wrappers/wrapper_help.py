"""Help with making a wrapper: which blocks repeat, rules from one record, a page in colour."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from auslese.extract.wrappers.coloured_page import coloured_page
from auslese.extract.wrappers.page_tree import PageElement, text_of
from auslese.extract.wrappers.repeated_blocks import repeated_blocks
from auslese.extract.wrappers.wrapped_records import WrappedRecord, records_in
from auslese.extract.wrappers.wrapper_learning import leaf_rules, learn_wrapper
from auslese.extract.wrappers.wrapper_rules import WrapperRule
from auslese.recipes.wrappers.wrapped_pages import page_named, tree_of_page
from auslese.recipes.wrappers.wrapper_run import scope_of
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import Url
from auslese.store.archive.open_archive import opened_archive
from auslese.store.collection import Collection
from auslese.store.tables.sql_views import connect

SHOWN = 2  # blocks of a proposal that are shown
LONGEST_SHOWN = 200  # letters of each


class BlockProposal(NamedTuple):
    """Blocks that repeat on a page, and rules for what stands in them."""

    score: float
    blocks: int
    shown: list[str]
    """How the first of them begin."""
    toml: str


class TriedWrapper(NamedTuple):
    """What a wrapper finds on one page."""

    rule: WrapperRule
    records: list[WrappedRecord]
    page: PageElement
    url: str

    def coloured(self) -> str:
        """The page with what was found in colour."""
        return coloured_page(self.page, self.records, f"{self.rule.name}: {self.url}")


def propose_wrappers(collection: Collection, url: str, most: int = 3) -> list[BlockProposal]:
    """The blocks that repeat on a page, the likeliest first, each with rules to begin with."""
    page, address = _page(collection, url)
    proposals = []
    for found in repeated_blocks(page, most):
        rules = leaf_rules(found.blocks)
        if rules:
            texts = [" ".join("\n".join(map(text_of, block)).split()) for block in found.blocks]
            block = ("starts" if found.starts else "block", found.path.written)
            proposals.append(
                BlockProposal(
                    found.score,
                    len(found.blocks),
                    [text[:LONGEST_SHOWN] for text in texts[:SHOWN]],
                    wrapper_toml("proposed", "record", address, block, rules),
                )
            )
    return proposals


def learned_toml(collection: Collection, url: str, labelled: Mapping[str, str], name: str) -> str:
    """The rules of a wrapper that finds these values on a page, and what is like them elsewhere."""
    page, address = _page(collection, url)
    learned = learn_wrapper(page, labelled, name)
    if learned is None or not learned.written:
        raise NotFoundError(f"none of the values stands on {url}")
    if learned.missing:
        missing = ", ".join(learned.missing)
        raise NotFoundError(f"not on the page: {missing}; write the values as the page has them")
    rule = learned.rule
    block = ("starts" if rule.starts else "block", rule.block.written) if rule.block else None
    return wrapper_toml(name, rule.kind, address, block, learned.written)


def try_wrappers(
    collection: Collection, rules: Sequence[WrapperRule], url: str
) -> list[TriedWrapper]:
    """What the wrappers for a page find on it; all of them if none is for it."""
    page, address = _page(collection, url)
    fitting = [rule for rule in rules if _is_for(rule, address)] or list(rules)
    return [TriedWrapper(rule, records_in(page, rule), page, address) for rule in fitting]


def _is_for(rule: WrapperRule, url: str) -> bool:
    try:
        return scope_of(rule).verdict(Url(url)).allowed
    except SettingsError:
        if rule.pages:
            raise
        return True


def wrapper_toml(
    name: str,
    kind: str,
    url: str,
    block: tuple[str, str] | None,
    rules: Mapping[str, Mapping[str, str]],
) -> str:
    """A wrapper as its file has it, for the page and all beside and below it."""
    lines = ["[[wrapper]]", f"name = {_quoted(name)}", f"kind = {_quoted(kind)}"]
    lines.append(f"pages = [{_quoted(_folder(url))}]")
    if block is not None:
        lines.append(f"{block[0]} = {_quoted(block[1])}")
    lines += ["", "[wrapper.fields]", *_field_lines(rules)]
    return "\n".join(lines) + "\n"


def _field_lines(rules: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for name, way in rules.items():
        if set(way) == {"css"}:
            yield f"{_quoted(name)} = {_quoted(way['css'])}"
        else:
            inner = ", ".join(f"{key} = {_quoted(value)}" for key, value in way.items())
            yield f"{_quoted(name)} = {{ {inner} }}"


def _quoted(text: str) -> str:
    """A text as TOML writes it; its basic strings are those of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _folder(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rpartition('/')[0]}/"


def _page(collection: Collection, url: str) -> tuple[PageElement, str]:
    with connect(collection) as tables, opened_archive(collection.archive) as archive:
        found = page_named(tables, url)
        tree = tree_of_page(archive, found)
    if tree is None:
        raise NotFoundError(f"{url} cannot be read from the archive")
    return tree, found.url
