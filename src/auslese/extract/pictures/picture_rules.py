"""Which pictures of a page are wanted, before anybody asks for one?"""

from typing import NamedTuple

OPTOUT, STATED_SMALL = "optout", "stated_small"


class PictureRules(NamedTuple):
    """What is decided before a picture is fetched."""

    min_width: int
    min_height: int
    stated_size: bool
    optouts: frozenset[str]

    def problem(self, width: int, height: int, said: str) -> tuple[str, str]:
        """Why a picture of this stated size is not fetched, and by which word; empty if it is."""
        if reserved := self.reserved(said):
            return OPTOUT, reserved
        is_small = 0 < width < self.min_width or 0 < height < self.min_height
        return (STATED_SMALL, f"{width} × {height}") if self.stated_size and is_small else ("", "")

    def reserved(self, said: str) -> str:
        """The words among these by which an owner keeps pictures out."""
        return ",".join(sorted(self.optouts & {word.strip() for word in said.split(",")}))
