"""A ZIP file in memory, read within bounds: the names of its members, and the content of each.

Office files and books are ZIP files. The directory at the end of a ZIP file says where its members
lie; it is read as far as an honest file goes. What it says of sizes is not believed: a member is
unpacked until it ends or there is no room left. Two members may share the same bytes; as all that
is unpacked is counted, that gains nobody anything.
"""

import struct
import zlib
from typing import NamedTuple

END_START, ENTRY_START, MEMBER_START = b"PK\x05\x06", b"PK\x01\x02", b"PK\x03\x04"
END_SIZE, ENTRY_SIZE, MEMBER_SIZE = 22, 46, 30
LONGEST_COMMENT = 65_535  # bytes behind the end of the directory: ZIP specification, 4.3.16
MOST_MEMBERS = 20_000  # a book with a picture on each of its pages has some thousand
STORED, DEFLATED = 0, 8
ENCRYPTED_FLAG = 1
# A member that is so much longer than it seems, and long, says one thing a million times. Sheets
# of one value in all cells are the densest honest ones: 1 to 250. Deflate can do 1 to 1,032.
DENSE, DENSE_SIZE = 500, 1 << 20
UNPACK_STEP = 1 << 20


class ZipMember(NamedTuple):
    """What the directory says of a member."""

    name: str
    method: int
    is_encrypted: bool
    packed: int
    """Bytes in the file."""
    start: int
    """Where its own header begins."""


class MemberContent(NamedTuple):
    """The content of a member, as far as there was room."""

    content: bytes
    is_cut: bool = False


class BrokenZipError(ValueError):
    """A ZIP file, or a member of it, that cannot be read."""


class EncryptedZipError(ValueError):
    """A member that only opens to a password."""


class DenseZipError(ValueError):
    """A member that unpacks to far more than it seems."""


class ZipDirectory:
    """The members of a ZIP file by name; names are compared without their case, as in OPC."""

    def __init__(self, body: bytes, members: list[ZipMember]) -> None:
        self._body = body
        self.members = members
        self._by_name: dict[str, ZipMember] = {}
        for member in members:
            self._by_name.setdefault(member.name.lower(), member)

    def __contains__(self, name: str) -> bool:
        """Tell whether there is a member of this name."""
        return name.lower() in self._by_name

    def read(self, name: str, room: int) -> MemberContent:
        """The content of a member, at most `room` bytes of it; empty if there is none."""
        member = self._by_name.get(name.lower())
        if member is None:
            return MemberContent(b"")
        if member.is_encrypted:
            raise EncryptedZipError(member.name)
        packed = self._packed(member)
        if member.method == STORED:
            return MemberContent(packed[:room], len(packed) > room)
        if member.method != DEFLATED:
            raise BrokenZipError(f"packed by method {member.method}")
        return _inflated(packed, room)

    def _packed(self, member: ZipMember) -> bytes:
        header = self._body[member.start : member.start + MEMBER_SIZE]
        if len(header) < MEMBER_SIZE or not header.startswith(MEMBER_START):
            raise BrokenZipError("a member does not lie where it should")
        name_size, extra_size = struct.unpack_from("<HH", header, 26)
        start = member.start + MEMBER_SIZE + name_size + extra_size
        return self._body[start : start + member.packed]


def _inflated(packed: bytes, room: int) -> MemberContent:
    unpacker, pieces, size = zlib.decompressobj(-zlib.MAX_WBITS), list[bytes](), 0
    whole = len(packed)
    try:
        while not unpacker.eof:
            piece = unpacker.decompress(packed, UNPACK_STEP)
            packed = unpacker.unconsumed_tail
            if not piece:
                raise BrokenZipError("a member ends too early")
            pieces.append(piece)
            size += len(piece)
            if size > max(DENSE * (whole - len(packed)), DENSE_SIZE):
                raise DenseZipError
            if size > room:
                return MemberContent(b"".join(pieces)[:room], is_cut=True)
    except zlib.error as error:
        raise BrokenZipError(str(error)) from None
    return MemberContent(b"".join(pieces))


def zip_directory(body: bytes) -> ZipDirectory | None:
    """The directory of a ZIP file; None if it has none that can be read."""
    end = body.rfind(END_START, max(0, len(body) - END_SIZE - LONGEST_COMMENT))
    if end < 0 or end + END_SIZE > len(body):
        return None
    count, size, offset = struct.unpack_from("<HII", body, end + 10)
    start = end - size
    if start < 0 or count > MOST_MEMBERS:
        return None
    shift = start - offset  # something may stand before the file
    members: list[ZipMember] = []
    while start + ENTRY_SIZE <= end and len(members) < count:
        if body[start : start + 4] != ENTRY_START:
            return None
        member, start = _entry(body, start, shift)
        members.append(member)
    return ZipDirectory(body, members)


def _entry(body: bytes, start: int, shift: int) -> tuple[ZipMember, int]:
    """An entry of the directory, and where the next one begins."""
    flags, method = struct.unpack_from("<HH", body, start + 8)
    (packed,) = struct.unpack_from("<I", body, start + 20)
    name_size, extra_size, comment_size = struct.unpack_from("<HHH", body, start + 28)
    (offset,) = struct.unpack_from("<I", body, start + 42)
    name_start = start + ENTRY_SIZE
    name = body[name_start : name_start + name_size].decode("utf-8", "replace")
    member = ZipMember(
        name.replace("\\", "/").lstrip("/"),  # as some programs for Windows write it
        method,
        bool(flags & ENCRYPTED_FLAG),
        packed,
        max(0, offset + shift),
    )
    return member, name_start + name_size + extra_size + comment_size
