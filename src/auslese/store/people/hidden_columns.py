"""Columns of documents and contacts without whoever is not to be shown.

The tables keep what pages say until they are made anew; whoever hands their rows out asks for the
columns in this form. The text of a page stays as it is.

    shown = hidden_columns(tables, "documents", PeopleBook(collection.path).opt_outs)
    shown["author"]    SQL over a row that is called `read`
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from auslese.records.people_edits import OptOut, OptOutKind
from auslese.records.url import Url, key_of
from auslese.store.lookups.page_conditions import literal
from auslese.store.people.hidden_names import HiddenName, hidden_names
from auslese.store.tables.sql_views import Connection

ROW = "read"
"""What the row is called in the columns."""
ROWS_AT_ONCE = 10_000
EVERYWHERE = ""  # the site of a wish that names none
WRITTEN_NAMES: Mapping[str, str] = {
    "documents": """
        SELECT author FROM documents UNION SELECT unnest(people).name FROM documents
        UNION SELECT unnest(contacts).label FROM documents
    """,
    "contacts": """
        SELECT unnest(ways).person FROM contacts UNION SELECT unnest(responsible) FROM contacts
    """,
}
WRITTEN_MAILS: Mapping[str, str] = {
    "documents": """
        SELECT lower(unnest(mails)) FROM (SELECT unnest(people).emails AS mails FROM documents)
        UNION SELECT lower(unnest(contacts).value) FROM documents
    """,
    "contacts": "SELECT lower(unnest(ways).value) FROM contacts",
}
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "documents": {
        "author": "CASE WHEN {gone} OR {name_of_author} THEN '' ELSE read.author END",
        "people": """list_filter(read.people, lambda each: NOT ({gone} OR {name_of_each_name}
            OR len(list_filter(each.emails, lambda mail: {is_mail})) > 0))""",
        "contacts": """list_filter(
            read.contacts, lambda each: NOT ({gone} OR {name_of_each_label} OR {is_value}))""",
    },
    "contacts": {
        "ways": """list_filter(
            read.ways, lambda each: NOT ({gone} OR {name_of_each_person} OR {is_value}))""",
        "responsible": "list_filter(read.responsible, lambda each: NOT ({gone} OR {name_of_each}))",
        "addresses": "list_filter(read.addresses, lambda each: NOT {gone})",
        "organisation": "CASE WHEN {gone} THEN '' ELSE read.organisation END",
    },
}
"""Tables that tell of somebody beside the three of people, and how their columns are shown."""
# Where names and mail addresses stand in them.
NAMES_IN = {
    "name_of_author": "read.author",
    "name_of_each": "each",
    "name_of_each_name": "each.name",
    "name_of_each_label": "each.label",
    "name_of_each_person": "each.person",
}
MAILS_IN = {"is_mail": "lower(mail)", "is_value": "lower(each.value)"}


def hidden_columns(tables: Connection, table: str, opt_outs: Sequence[OptOut]) -> dict[str, str]:
    """The columns that tell of somebody who is hidden, each without; none if nobody is."""
    if not opt_outs or table not in COLUMNS:
        return {}
    names = _names_by_site(opt_outs)
    said = _texts_meaning(tables, WRITTEN_NAMES[table], names, HiddenName.is_among)
    mails = _texts_meaning(tables, WRITTEN_MAILS[table], names, HiddenName.has_mail)
    wished = [each.value for each in opt_outs if each.kind is OptOutKind.MAIL]
    mails[EVERYWHERE] = [*mails.get(EVERYWHERE, ()), *wished]
    parts = {name: _is_said(text, said) for name, text in NAMES_IN.items()}
    parts |= {name: _is_said(text, mails) for name, text in MAILS_IN.items()}
    parts["gone"] = _is_gone(opt_outs)
    return {name: column.format(**parts) for name, column in COLUMNS[table].items()}


def _texts_meaning(
    tables: Connection,
    query: str,
    names: Mapping[str, Sequence[HiddenName]],
    means: Callable[[HiddenName, str], bool],
) -> dict[str, list[str]]:
    """The texts of a query that mean one of these names, by the sites of the names."""
    told: dict[str, list[str]] = {site: [] for site in names}
    rows = tables.execute(query) if names else None
    while rows is not None and (some := rows.fetchmany(ROWS_AT_ONCE)):
        for (text,) in some:
            for site, hidden in names.items():
                if text and any(means(name, text) for name in hidden):
                    told[site].append(text)
    return told


def _names_by_site(opt_outs: Sequence[OptOut]) -> dict[str, list[HiddenName]]:
    sites: dict[str, list[HiddenName]] = {}
    for name in hidden_names(opt_outs):
        sites.setdefault(name.site, []).append(name)
    return sites


def _is_said(text: str, said: Mapping[str, Sequence[str]]) -> str:
    """Whether a text is one of those that are hidden, everywhere or on the site of the row."""
    cases = (
        f"(coalesce(list_contains({_list(texts)}, {text}), false)"
        f"{f' AND {_is_on(site)}' if site else ''})"
        for site, texts in said.items()
        if texts
    )
    return f"({' OR '.join(cases) or 'false'})"


def _is_gone(opt_outs: Iterable[OptOut]) -> str:
    """Whether nobody is known by the page of the row, or by its whole site."""
    by_kind: dict[OptOutKind, Callable[[str], str]] = {
        OptOutKind.PAGE: lambda value: f"{ROW}.id = {key_of(Url(value))}",
        OptOutKind.SITE: _is_on,
    }
    cases = [by_kind[each.kind](each.value) for each in opt_outs if each.kind in by_kind]
    return f"({' OR '.join(cases) or 'false'})"


def _is_on(site: str) -> str:
    pattern = rf"^[a-z]+://([^/?#]*[.@])?{re.escape(site)}([:/?#]|$)"
    return f"regexp_matches({ROW}.url, {literal(pattern)})"


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(literal, texts))}]::VARCHAR[]"
