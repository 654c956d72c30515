"""The `auslese.toml` of a new collection: what was chosen, and comments on what could be."""

from collections.abc import Iterator, Mapping

from auslese.crawl.scope.scope import Presence
from auslese.recipes.settings.setting_tables import SETTINGS, read_values
from auslese.recipes.settings.value_kinds import toml_literal

HEAD = """\
# What this collection is made from, and how. A line with # in front is a comment; the lines that
# are commented out show what could be set. `auslese config show` prints all settings.
"""
SCOPE_NOTE = """\
# What the start pages take in: "domain" (all hosts of their domains), "host" (their hosts),
# "prefix" (their folders) or "none" (nothing beyond the rules in allow)."""
ALLOW_NOTE = """\
# Rules that take in more, such as "www.example.org" (a host), ".example.org" (a host and all below
# it), "192.0.2.0/24" (addresses). `auslese presence test` says what they do to a URL."""
DENY_NOTE = """\
# Rules that keep out and beat all others, such as "www.example.org/calendar/" (a folder),
# "*/print/*" (a pattern), "re:[?&]sort=" (a regular expression)."""
CONTACT_NOTE = """\
# Whom to ask about this crawl: a mail address or a web page. It is sent with every request, and no
# crawl of the public web begins without it."""
CONTACT_EXAMPLE = '# contact = "crawler@example.org"'

EXAMPLES: Mapping[str, Mapping[str, object]] = {
    "limits": {"depth": 10, "pages": 100_000, "time": "12h", "body_bytes": "10MB"},
    "politeness": {"agent": "Auslese", "delay": "1s", "hours": ["22:00-06:00"]},
    "crawl": {"workers": 0, "hosts_at_once": 100, "proxy": "http://proxy.example.org:8080"},
    "reading": {"while_crawling": True, "min_words": 5, "leave_out_manuals": ["all"]},
    "language": {"candidates": ["de", "fr", "en"]},
}


def new_settings_text(
    presence: Presence, others: Mapping[str, object] | None = None, remark: str = ""
) -> str:
    """Return a friendly settings file for this presence.

    `others` are further settings by their keys, as `politeness.contact`.
    """
    given = dict(others or {})
    if presence.max_depth is not None:
        given["limits.depth"] = presence.max_depth
    read_values("new settings", given)
    remarks = "".join(f"# {_printable(line)}\n" for line in remark.splitlines())
    sections = [HEAD + remarks, *map("\n".join, (_presence_lines(presence), *_sections(given)))]
    return "\n".join(sections)


def _printable(line: str) -> str:
    """Return the line without the control characters that TOML forbids even in comments."""
    return "".join(letter if letter.isprintable() else " " for letter in line)


def presence_text(presence: Presence) -> str:
    """Return the presence as tables of a settings file, without comments."""
    lines = [
        "[presence]",
        f"name = {toml_literal(presence.name)}",
        f"start = {_list(presence.start)}",
        f"scope = {toml_literal(presence.scope)}",
        f"allow = {_list(presence.allow)}",
        f"deny = {_list(presence.deny)}",
        f"countries = {toml_literal(presence.countries)}",
    ]
    if presence.max_depth is not None:
        lines += ["", "[limits]", f"depth = {presence.max_depth}"]
    return "\n".join(lines) + "\n"


def _presence_lines(presence: Presence) -> Iterator[str]:
    yield "[presence]"
    yield f"name = {toml_literal(presence.name)}"
    yield f"start = {_list(presence.start)}"
    yield SCOPE_NOTE
    yield f"scope = {toml_literal(presence.scope)}"
    yield ALLOW_NOTE
    yield f"allow = {_list(presence.allow)}"
    yield DENY_NOTE
    yield f"deny = {_list(presence.deny)}"
    if presence.countries:
        yield f"countries = {toml_literal(presence.countries)}"
    yield ""


def _list(texts: tuple[str, ...]) -> str:
    """Return a TOML list with one text a line, where a comment can stand beside each."""
    return (
        "[\n" + "".join(f"    {toml_literal(text)},\n" for text in texts) + "]" if texts else "[]"
    )


def _sections(given: Mapping[str, object]) -> Iterator[Iterator[str]]:
    tables = dict.fromkeys([*EXAMPLES, *(SETTINGS[key].table for key in given)])
    return (_section_lines(table, given) for table in tables)


def _section_lines(table: str, given: Mapping[str, object]) -> Iterator[str]:
    yield f"[{table}]"
    if table == "politeness":
        yield CONTACT_NOTE
        contact = given.get("politeness.contact")
        yield f"contact = {toml_literal(contact)}" if contact else CONTACT_EXAMPLE
    for name, example in EXAMPLES.get(table, {}).items():
        if f"{table}.{name}" not in given:
            yield f"# {name} = {toml_literal(example)}"
    for key, value in given.items():
        if key.startswith(f"{table}.") and key != "politeness.contact":
            yield f"{SETTINGS[key].name} = {toml_literal(value)}"
    yield ""
