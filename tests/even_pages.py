"""Evenly built pages of our own wording: a faculty on one flat page, projects one page each."""

from auslese.extract.wrappers.page_tree import PageElement, page_tree

CHAIRS = (
    ("I", "A. Adler, B. Biber", "Rechnende Mühlen", "Getriebe; Mahlgänge", "Mühlenbau; Praktikum"),
    ("II", "C. Dachs", "Grammatik der Wasserräder", "Sprachen; Schleusen", "Übersetzen"),
    ("III", "E. Elster, F. Falke", "Speicher und Siebe", "Säcke; Siebe; Waagen", "Lagerhaltung"),
    ("IV", "G. Gans", "Verteilte Bäche", "Quellen; Furten", "Protokolle der Brücken"),
)


def faculty_page(chairs: tuple[tuple[str, ...], ...] = CHAIRS) -> str:
    """A flat page as faculties had them: nothing but the order tells what belongs together."""
    parts = [
        f"<h3>Informatik {number} - Prof. {heads}</h3><p>^ <b>{name}</b></p><p>{topics}</p>"
        f"<p>Lehre: {teaching}</p>"
        for number, heads, name, topics, teaching in chairs
    ]
    return f"<html><body><h1>Die Lehrstühle</h1>{''.join(parts)}<hr></body></html>"


def project_list(count: int = 8) -> str:
    """A list of projects between a menu and a footer, each with a link to a page of its own."""
    menu = "".join(f'<li><a href="/m{n}">Menu {n}</a></li>' for n in range(6))
    items = "".join(
        f'<div class="project item-{n} {"odd" if n % 2 else "even"}"><h4><a href="/p/{n}.html">'
        f"Project number {n}</a></h4><p>It is about mills and lasts {n + 2} years, or some more."
        f'</p><span class="head">Head {n}</span></div>'
        for n in range(count)
    )
    return (
        f"<html><body><nav><ul>{menu}</ul></nav><div id='list'>{items}</div>"
        "<footer><p>All of it is made up.</p></footer></body></html>"
    )


def project_page(number: int, *, phone: str = "Phone") -> str:
    """The page of one project, its data as a table of labels and values."""
    return (
        f"<html><body><h1 id='title'>Project number {number}</h1><table>"
        f"<tr><th>Partner</th><td>Mill {number}</td></tr><tr><th>{phone}</th><td>0{number}55 10"
        "</td></tr></table><p>Funding: the river</p></body></html>"
    )


def tree(page: str) -> PageElement:
    found = page_tree(page.encode(), "utf-8")
    assert found is not None
    return found
