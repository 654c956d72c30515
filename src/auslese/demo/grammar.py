"""Which sentences can be made from a word file?

A word file has sections (`== name`) of lines; every line is one alternative. Inside a line `[a|b]`
is a choice, `{name}` a value given by the caller or a line of that section, `{2..9}` a number.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

_CHOICE_OR_SLOT = re.compile(r"\[([^\[\]]*)\]|\{([^{}\[\]]+)\}")
_RANGE = re.compile(r"(\d+)\.\.(\d+)")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The sections of a word file, and sentences made from them."""

    sections: Mapping[str, Sequence[str]]

    def lines(self, section: str) -> Sequence[str]:
        """Every alternative of the section as it is written, in order."""
        return self.sections[section]

    def line(self, section: str) -> str:
        """The only, or first, line of the section as it is written."""
        return self.sections[section][0]

    def say(self, section: str, dice: Random, /, **given: str) -> str:
        """One alternative of the section, worked out."""
        return self.work_out(dice.choice(self.sections[section]), dice, given)

    def several(self, section: str, count: int, dice: Random, /, **given: str) -> list[str]:
        """Up to `count` different alternatives in random order, worked out."""
        chosen = dice.sample(self.sections[section], min(count, len(self.sections[section])))
        return [self.work_out(line, dice, given) for line in chosen]

    def in_order(self, section: str, count: int, dice: Random, /, **given: str) -> list[str]:
        """Up to `count` different alternatives in the order of the file, worked out."""
        lines = self.sections[section]
        chosen = sorted(dice.sample(range(len(lines)), min(count, len(lines))))
        return [self.work_out(lines[number], dice, given) for number in chosen]

    def work_out(self, line: str, dice: Random, given: Mapping[str, str]) -> str:
        """The line with every choice made and every slot filled."""

        def fill(match: re.Match[str]) -> str:
            slot: str | None = match[2]
            if slot is None:
                return dice.choice(str(match[1]).split("|"))
            if numbers := _RANGE.fullmatch(slot):
                return str(dice.randint(int(numbers[1]), int(numbers[2])))
            return given[slot] if slot in given else dice.choice(self.sections[slot])

        while _CHOICE_OR_SLOT.search(line):
            line = _CHOICE_OR_SLOT.sub(fill, line)
        return line


def parse(source: str) -> Grammar:
    """The grammar written in this text."""
    sections: dict[str, list[str]] = {}
    section = ""
    for line in source.splitlines():
        if line.startswith("== "):
            section = line.removeprefix("== ").strip()
            sections[section] = []
        elif line.strip() and not line.startswith("#"):
            sections[section].append(line)
    return Grammar(sections)


@cache
def words(language: str, name: str) -> Grammar:
    """The grammar of one word file, such as `words("de", "bees")`."""
    return parse((files(__package__) / "words" / language / f"{name}.txt").read_text("utf-8"))
