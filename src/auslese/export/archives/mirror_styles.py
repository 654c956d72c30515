"""The addresses in a style sheet, written anew."""

import re
from collections.abc import Callable

ADDRESS = re.compile(
    r"""(?P<start>\burl\(\s*+)(?:"(?P<a>[^"\\\n]*+)"|'(?P<b>[^'\\\n]*+)'|(?P<c>[^"'()\s\\]++))"""
    r"""(?P<end>\s*+\))|(?P<rule>@import\s++)(?:"(?P<d>[^"\\\n]*+)"|'(?P<e>[^'\\\n]*+)')""",
    re.IGNORECASE,
)


def rewritten_style(style: str, link: Callable[[str], str | None]) -> str:
    """The style sheet with what `link` makes of each address; None leaves it as it is."""

    def replaced(found: re.Match[str]) -> str:
        written = next(filter(None, found.group("a", "b", "c", "d", "e")), "")
        address = link(written) if written else None
        if address is None:
            return found[0]
        quoted = '"' + address.replace('"', "%22") + '"'
        return f"{found['start'] or found['rule']}{quoted}{found['end'] or ''}"

    return ADDRESS.sub(replaced, style)
