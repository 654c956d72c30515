"""Which kind of office file is it? Its content tells, whatever a server says.

A file of OpenDocument, and a book, says so in its first member, `mimetype`. One of Office Open XML
is known by the folder in which its parts lie. Files of Office before 2007, and encrypted ones of
today, are containers (OLE) that name what they hold.
"""

import struct

from auslese.extract.office.zip_directory import (
    END_SIZE,
    END_START,
    ENTRY_SIZE,
    ENTRY_START,
    LONGEST_COMMENT,
    MEMBER_SIZE,
    MEMBER_START,
)
from auslese.records.media_names import DOCX, EPUB, ODP, ODS, ODT, OFFICE_TYPES, PPTX, RTF, XLSX

OLE_START = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OLE = "application/x-ole-storage"
DOC, XLS, PPT = "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"
OLD_TYPES = (DOC, XLS, PPT, OLE)
ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
# The streams that old files are known by.
OLD_STREAMS = (
    ("WordDocument".encode("utf-16-le"), DOC),
    ("Workbook".encode("utf-16-le"), XLS),
    ("PowerPoint Document".encode("utf-16-le"), PPT),
    ("Book".encode("utf-16-le"), XLS),
)
ZIP = "application/zip"
TEMPLATE = "-template"  # what the type of a template has behind that of a file
MIME_MEMBER = b"mimetype"
LONGEST_TYPE = 100
FOLDERS = ((b"word/", DOCX), (b"xl/", XLSX), (b"ppt/", PPTX))
DIRECTORY_LOOK = 1 << 20  # bytes of a directory: ten thousand entries
RTF_NAMES = ("text/rtf", "application/x-rtf", "text/richtext", RTF)
RTF_START = b"{\\rtf"


def is_ole(body: bytes) -> bool:
    """Whether it is a container of old Office files."""
    return body.startswith(OLE_START)


def is_encrypted_office(body: bytes) -> bool:
    """Whether a container holds an Office file of today that opens to a password."""
    return ENCRYPTED_PACKAGE in body


def ole_type(body: bytes, declared: str) -> str:
    """What a container holds; an encrypted file of today is what the server says it is."""
    if is_encrypted_office(body):
        return declared if declared in OFFICE_TYPES else OLE
    return next((kind for stream, kind in OLD_STREAMS if stream in body), OLE)


def zip_type(body: bytes, declared: str) -> str:
    """What a ZIP file is: an office file, a book, or no more than that."""
    if said := _said_type(body):
        return said
    end = body.rfind(END_START, max(0, len(body) - END_SIZE - LONGEST_COMMENT))
    if end < 0 or end + END_SIZE > len(body):
        return _cut_type(body, declared)
    (size,) = struct.unpack_from("<I", body, end + 12)
    directory = body[max(0, end - min(size, DIRECTORY_LOOK)) : end]
    return _type_of_names(directory, ENTRY_START, ENTRY_SIZE) or ZIP


def _said_type(body: bytes) -> str:
    """What the first member says, if it is there to say it."""
    name_size, extra_size = struct.unpack_from("<HH", body.ljust(MEMBER_SIZE, b"\0"), 26)
    start = MEMBER_SIZE + name_size + extra_size
    if body[MEMBER_SIZE : MEMBER_SIZE + name_size] != MIME_MEMBER:
        return ""
    said = body[start : start + LONGEST_TYPE]
    for kind in (ODT, ODS, ODP, EPUB):
        if said.startswith(kind.encode()):
            rest = said[len(kind) :].removeprefix(TEMPLATE.encode())
            return kind if rest.strip()[:2] in (b"PK", b"") else ""
    return ""


def _cut_type(body: bytes, declared: str) -> str:
    """What a ZIP file without an end is: if the names of its first members tell, else just that."""
    told = _type_of_names(body[:DIRECTORY_LOOK], MEMBER_START, MEMBER_SIZE)
    return told or (declared if declared in OFFICE_TYPES and len(body) > MEMBER_SIZE else ZIP)


def _type_of_names(headers: bytes, start: bytes, size: int) -> str:
    """The type that is told by the folders of members."""
    place = headers.find(start)
    while place >= 0:
        name = headers[place + size : place + size + len(b"word/")]
        for folder, kind in FOLDERS:
            if name.startswith(folder):
                return kind
        place = headers.find(start, place + len(start))
    return ""
