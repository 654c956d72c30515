"""Word forms of Hunspell dictionaries: stems unfolded with their prefixes and suffixes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

MOST_FORMS = 2_000_000  # a dictionary that would give more keeps its stems alone


@dataclass(frozen=True)
class Affix:
    """One rule: what it takes off and puts on, on which stems, and whether the other side joins."""

    strip: str
    add: str
    condition: re.Pattern[str]
    crossing: bool
    flags: tuple[str, ...] = ()


@dataclass
class Rules:
    """An affix file, as far as single words need it."""

    encoding: str = "iso-8859-1"
    flag: str = "short"
    aliases: list[str] = field(default_factory=list)
    prefixes: dict[str, list[Affix]] = field(default_factory=dict)
    suffixes: dict[str, list[Affix]] = field(default_factory=dict)
    no_word: set[str] = field(default_factory=set)
    bare_stem_is_no_word: set[str] = field(default_factory=set)

    def flags(self, text: str) -> tuple[str, ...]:
        """The flags behind a stem's slash."""
        if self.aliases and text.isdigit() and int(text) <= len(self.aliases):
            text = self.aliases[int(text) - 1]
        return self._split(text)

    def _split(self, text: str) -> tuple[str, ...]:
        if self.flag == "long":
            return tuple(text[place : place + 2] for place in range(0, len(text), 2))
        return tuple(text.split(",")) if self.flag == "num" else tuple(text)


def read_rules(data: bytes) -> Rules:
    """An affix file."""
    rules = Rules()
    if found := re.search(rb"^(?:\xef\xbb\xbf)?\s*SET\s+(\S+)", data, re.MULTILINE):
        rules.encoding = _codec(found[1].decode("ascii", "replace"))
    lines = [
        line.split()
        for line in data.decode(rules.encoding, "replace").lstrip("\ufeff").splitlines()
    ]
    crossing: dict[tuple[str, str], bool] = {}
    for parts in lines:
        if len(parts) < 2 or parts[0].startswith("#"):
            continue
        if parts[0] in {"PFX", "SFX"} and len(parts) >= 4:
            _read_affix(rules, parts, crossing)
        else:
            _read_setting(rules, parts)
    return rules


def _codec(name: str) -> str:
    name = name.lower()
    return {"microsoft-cp1251": "cp1251", "tis620-2533": "tis-620"}.get(
        name, name.replace("iso8859", "iso-8859")
    )


def _read_setting(rules: Rules, parts: list[str]) -> None:
    if parts[0] == "FLAG":
        rules.flag = parts[1].lower()
    elif parts[0] == "AF" and not (parts[1].isdigit() and not rules.aliases and len(parts) == 2):
        rules.aliases.append(parts[1])
    elif parts[0] in {"FORBIDDENWORD", "ONLYINCOMPOUND"}:
        rules.no_word.add(parts[1])
    elif parts[0] in {"NEEDAFFIX", "PSEUDOROOT"}:
        rules.bare_stem_is_no_word.add(parts[1])


def _read_affix(rules: Rules, parts: list[str], crossing: dict[tuple[str, str], bool]) -> None:
    kind, flag = parts[0], parts[1]
    if (kind, flag) not in crossing:  # the head of a group: PFX flag Y 12
        crossing[kind, flag] = parts[2] == "Y"
        return
    strip, (add, _, flags) = parts[2].replace("0", ""), parts[3].partition("/")
    condition = parts[4] if len(parts) > 4 and not parts[4].startswith("#") else "."
    pattern = _condition(condition, at_end=kind == "SFX")
    if pattern:
        rule = Affix(
            strip,
            "" if add == "0" else add,
            pattern,
            crossing[kind, flag],
            rules.flags(flags) if flags else (),
        )
        (rules.prefixes if kind == "PFX" else rules.suffixes).setdefault(flag, []).append(rule)


def _condition(text: str, *, at_end: bool) -> re.Pattern[str] | None:
    escaped = re.sub(r"[-()*+?|{}\\$]", lambda sign: "\\" + sign[0], text)
    try:
        return re.compile(f"{escaped}$" if at_end else f"^{escaped}")
    except re.error:  # a condition that no word meets, by a slip of the dictionary
        return None


def unfold(stem: str, flags: tuple[str, ...], rules: Rules) -> Iterator[str]:
    """All forms of a stem: itself, with suffixes (of suffixes), with prefixes, and with both."""
    if not rules.no_word.isdisjoint(flags):
        return
    if rules.bare_stem_is_no_word.isdisjoint(flags):
        yield stem
    suffixed = list(_suffixed(stem, flags, rules, levels=2))
    yield from (form for form, _ in suffixed)
    for rule in (rule for flag in flags for rule in rules.prefixes.get(flag, ())):
        if rule.condition.search(stem):
            joining = [form for form, crossing in suffixed if crossing and rule.crossing]
            yield from (
                rule.add + form.removeprefix(rule.strip)
                for form in (stem, *joining)
                if form.startswith(rule.strip)
            )


def _suffixed(
    stem: str, flags: tuple[str, ...], rules: Rules, *, levels: int
) -> Iterator[tuple[str, bool]]:
    for flag in flags:
        for rule in rules.suffixes.get(flag, ()):
            if rule.condition.search(stem) and stem.endswith(rule.strip):
                form = stem[: len(stem) - len(rule.strip)] + rule.add
                if rules.bare_stem_is_no_word.isdisjoint(rule.flags) and rules.no_word.isdisjoint(
                    rule.flags
                ):
                    yield form, rule.crossing
                if rule.flags and levels > 1:
                    yield from _suffixed(form, rule.flags, rules, levels=levels - 1)


def dictionary_forms(affixes: Path, stems: Path) -> set[str]:
    """All forms of a dictionary, or its stems if the forms would be too many."""
    rules = read_rules(affixes.read_bytes())
    forms: set[str] = set()
    only_stems: set[str] = set()
    for line in (
        stems.read_bytes().decode(rules.encoding, "replace").lstrip("\ufeff").splitlines()[1:]
    ):
        stem, _, flags = re.split(r"\t|\s+[a-z]{2}:", line)[0].strip().partition("/")
        if not stem:
            continue
        only_stems.add(stem)
        if len(forms) <= MOST_FORMS:
            forms.update(unfold(stem, rules.flags(flags.split(" ")[0]) if flags else (), rules))
    return forms if len(forms) <= MOST_FORMS else only_stems
