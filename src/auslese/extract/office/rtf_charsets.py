"""In which code page are the letters of an RTF file? The file, and each of its fonts, says so."""

import codecs

WINDOWS = "cp1252"
# Charsets of fonts: RTF specification 1.9.1, `\\fcharset`.
CHARSETS = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk",
    136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256",
    186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
NAMED = {b"ansi": WINDOWS, b"mac": "mac_roman", b"pc": "cp437", b"pca": "cp850"}
NUMBERED = {10000: "mac_roman", 65001: "utf-8", 936: "gbk"}


def codec_of_page(number: int) -> str:
    """The code page of this number; that of Windows if nobody knows it."""
    name = NUMBERED.get(number, f"cp{number}")
    try:
        codecs.lookup(name)
    except LookupError:
        return WINDOWS
    return name


def codec_of_charset(number: int, usual: str) -> str:
    """The code page of a font; the usual one if the font says nothing that is known."""
    return CHARSETS.get(number, usual) if number > 1 else usual
