"""Writes small office files: the parts that a reader needs, as programs write them."""

import zipfile
from collections.abc import Mapping
from io import BytesIO

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
    'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:dcterms="http://purl.org/dc/terms/">{fields}</cp:coreProperties>'
)
OPEN = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"'
)


def zipped(parts: Mapping[str, str | bytes], first: str = "") -> bytes:
    """A ZIP file of these parts; `first` is the content of a first member `mimetype`."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        if first:
            archive.writestr(zipfile.ZipInfo("mimetype"), first, zipfile.ZIP_STORED)
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def relations(*targets: tuple[str, str, str], external: tuple[str, ...] = ()) -> str:
    """A part that says where others lie: key, kind, target of each."""
    lines = "".join(
        f'<Relationship Id="{key}" Type="{RELATION}/{kind}" Target="{target}"'
        f"{' TargetMode=' + chr(34) + 'External' + chr(34) if key in external else ''}/>"
        for key, kind, target in targets
    )
    return f'<Relationships xmlns="{PACKAGE}">{lines}</Relationships>'


def docx(
    body: str,
    *,
    styles: str = "",
    links: Mapping[str, str] | None = None,
    notes: str = "",
    about: str = "",
) -> bytes:
    """A document of Word; `links` are addresses by the keys under which the body names them."""
    links = links or {}
    targets = [("s", "styles", "styles.xml"), ("n", "footnotes", "footnotes.xml")]
    targets += [(key, "hyperlink", address) for key, address in links.items()]
    spaces = f'xmlns:w="{WORD}" xmlns:r="{RELATION}"'
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relations(("d", "officeDocument", "word/document.xml")),
            "docProps/core.xml": CORE.format(fields=about),
            "word/document.xml": f"<w:document {spaces}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": relations(*targets, external=tuple(links)),
            "word/styles.xml": f"<w:styles {spaces}>{styles}</w:styles>",
            "word/footnotes.xml": f"<w:footnotes {spaces}>{notes}</w:footnotes>",
        }
    )


def word_p(text: str, style: str = "", more: str = "") -> str:
    """A paragraph of Word."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{more}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def word_style(key: str, name: str, parent: str = "", more: str = "") -> str:
    """A style as Word declares it."""
    based = f'<w:basedOn w:val="{parent}"/>' if parent else ""
    return f'<w:style w:styleId="{key}"><w:name w:val="{name}"/>{based}{more}</w:style>'


def word_table(*rows: tuple[str, ...]) -> str:
    """A table of Word."""
    lines = (
        "<w:tr>" + "".join(f"<w:tc>{word_p(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in rows
    )
    return f"<w:tbl>{''.join(lines)}</w:tbl>"


def xlsx(
    sheets: Mapping[str, str],
    *,
    strings: str = "",
    styles: str = "",
    hidden: tuple[str, ...] = (),
    links: Mapping[str, str] | None = None,
) -> bytes:
    """A workbook: the rows of each sheet by its name; `links` are those of the first sheet."""
    links = links or {}
    names = list(sheets)
    listed = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="r{number}" '
        f'state="{"hidden" if name in hidden else "visible"}"/>'
        for number, name in enumerate(names)
    )
    targets = [(f"r{n}", "worksheet", f"worksheets/sheet{n}.xml") for n in range(len(names))]
    targets += [("s", "sharedStrings", "sharedStrings.xml"), ("f", "styles", "styles.xml")]
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations(("d", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{RELATION}"><sheets>{listed}'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(*targets),
        "xl/sharedStrings.xml": f'<sst xmlns="{SHEET}">{strings}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{SHEET}">{styles}</styleSheet>',
        "xl/worksheets/_rels/sheet0.xml.rels": relations(
            *((key, "hyperlink", address) for key, address in links.items()), external=tuple(links)
        ),
    }
    for number, rows in enumerate(sheets.values()):
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{SHEET}" xmlns:r="{RELATION}">{rows}</worksheet>'
        )
    return zipped(parts)


def pptx(
    slides: tuple[str, ...],
    *,
    notes: Mapping[int, str] | None = None,
    links: str = "",
    hidden: tuple[int, ...] = (),
) -> bytes:
    """A presentation: the shapes of each slide, notes by number; `links` lead from each slide."""
    notes = notes or {}
    spaces = f'xmlns:p="{SLIDE}" xmlns:a="{DRAWING}" xmlns:r="{RELATION}"'
    listed = "".join(f'<p:sldId id="{256 + n}" r:id="r{n}"/>' for n in range(len(slides)))
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations(("d", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f"<p:presentation {spaces}><p:sldIdLst>{listed}</p:sldIdLst>"
        "</p:presentation>",
        # In the folder they lie in another order than they are shown in.
        "ppt/_rels/presentation.xml.rels": relations(
            *((f"r{n}", "slide", f"slides/slide{9 - n}.xml") for n in range(len(slides)))
        ),
    }
    for number, shapes in enumerate(slides):
        name = f"slide{9 - number}.xml"
        targets = [("n", "notesSlide", f"../notesSlides/{name}")] if number in notes else []
        targets += [("l", "hyperlink", links)] if links else []
        shown = ' show="0"' if number in hidden else ""
        parts[f"ppt/slides/{name}"] = f"<p:sld {spaces}{shown}>{shapes}</p:sld>"
        parts[f"ppt/slides/_rels/{name}.rels"] = relations(*targets, external=("l",))
        if number in notes:
            parts[f"ppt/notesSlides/{name}"] = f"<p:notes {spaces}>{notes[number]}</p:notes>"
    return zipped(parts)


def shape(*texts: str, place: str | None = None, more: str = "") -> str:
    """A shape of a slide with a paragraph for each text; `place` is the placeholder it fills."""
    filled = f'<p:nvPr><p:ph type="{place}"/></p:nvPr>' if place is not None else ""
    lines = "".join(f"<a:p><a:r>{more}<a:t>{text}</a:t></a:r></a:p>" for text in texts)
    return f"<p:sp>{filled}<p:txBody>{lines}</p:txBody></p:sp>"


def open_document(
    kind: str, body: str, *, styles: str = "", meta: str = "", manifest: str = ""
) -> bytes:
    """A file of OpenDocument: `kind` is text, spreadsheet or presentation."""
    return zipped(
        {
            "content.xml": f"<office:document-content {OPEN}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>"
            "</office:body></office:document-content>",
            "meta.xml": f"<office:document-meta {OPEN}><office:meta>{meta}</office:meta>"
            "</office:document-meta>",
            "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
        },
        first=f"application/vnd.oasis.opendocument.{kind}",
    )


def epub(
    chapters: Mapping[str, str], *, spine: tuple[str, ...] = (), meta: str = "", encrypted: str = ""
) -> bytes:
    """A book: the body of each chapter by its name; the spine names them in order."""
    items = "".join(
        f'<item id="{name}" href="text/{name}.xhtml" media-type="application/xhtml+xml"/>'
        for name in chapters
    )
    order = "".join(f'<itemref idref="{name}"/>' for name in spine or chapters)
    parts: dict[str, str | bytes] = {
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/book.opf"/>'
        "</rootfiles></container>",
        "OPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<metadata>{meta}</metadata><manifest>{items}</manifest><spine>{order}</spine></package>",
    }
    for name, body in chapters.items():
        parts[f"OPS/text/{name}.xhtml"] = (
            '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" '
            '"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd"><html xmlns="http://www.w3.org/1999/'
            f'xhtml"><head><title>{name}</title></head><body>{body}</body></html>'
        )
    if encrypted:
        parts["META-INF/encryption.xml"] = (
            f'<encryption><CipherReference URI="{encrypted}"/></encryption>'
        )
    return zipped(parts, first="application/epub+zip")
