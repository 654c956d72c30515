"""Media types that people ask for by a short name, as in `type:pdf`."""

DOCX, XLSX, PPTX = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
)
ODT, ODS, ODP = (
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.presentation",
)
EPUB, RTF = "application/epub+zip", "application/rtf"
OFFICE_TYPES = (DOCX, ODT, XLSX, ODS, PPTX, ODP, EPUB, RTF)
SHORT_NAMES = {
    "html": "text/html",
    "pdf": "application/pdf",
    "text": "text/plain",
    "docx": DOCX,
    "odt": ODT,
    "xlsx": XLSX,
    "ods": ODS,
    "pptx": PPTX,
    "odp": ODP,
    "epub": EPUB,
    "rtf": RTF,
}
"""The media types of pages and documents, by what people call them."""
