"""One look at a picture: what it is, how large, what its pixels are like, and whose it is.

The first bytes are asked before anything is decoded: what is too small, too large or no picture
costs nothing more. Decoding is by Pillow; whoever calls this does so in a process that may die.
"""

import io
import warnings
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageFile
from scipy.fft import dctn

from auslese.extract.pictures.picture_header import SVG, PictureHeader, picture_header

HASH_SIDE = 32  # pixels that are looked at, each way
HASH_TERMS = 8  # frequencies each way that make the hash
FLAT = 4.0
"""Standard deviation of brightness below which a picture has nothing to tell it by."""
MOVING = frozenset({"GIF", "PNG", "WEBP", "AVIF"})
"""Whose frames follow each other in time. What cameras put behind a photograph (MPO) and the pages
of a TIFF do not."""
COPYRIGHT, ARTIST = 0x8298, 0x013B  # tags of EXIF
LONGEST_NOTE = 300
ImageFile.LOAD_TRUNCATED_IMAGES = False
Image.MAX_IMAGE_PIXELS = None  # `PictureBounds` hold before Pillow sees anything


class PictureProblem(StrEnum):
    """Why a file is not taken as a picture."""

    NOT_PICTURE = "not_picture"
    """Something else, whatever its header says."""
    SVG = "svg"
    """A drawing with scripts and links in it: never rendered."""
    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"
    """More pixels than the bounds allow; a bomb is one of these, and is not unpacked."""
    ANIMATED = "animated"
    BROKEN = "broken"
    """Cut off or damaged, or of a coding that cannot be decoded here."""
    CRASHED = "crashed"
    """The process that decoded it died, or took too long."""


class PictureBounds(NamedTuple):
    """Which pictures are wanted, in pixels."""

    min_width: int = 512
    min_height: int = 384
    max_width: int = 9600
    max_height: int = 7200
    animated: bool = False
    """Whether those that move are wanted, too."""

    def problem_of(self, width: int, height: int) -> PictureProblem | None:
        """Why a picture of this size is not wanted; its sides are taken as they are."""
        if width > self.max_width or height > self.max_height:
            return PictureProblem.TOO_LARGE
        if width < self.min_width or height < self.min_height:
            return PictureProblem.TOO_SMALL
        return None


class PictureLook(NamedTuple):
    """What was seen."""

    problem: str = ""
    """Empty if it is wanted."""
    detail: str = ""
    media_type: str = ""
    """By its first bytes."""
    width: int = 0
    height: int = 0
    mode: str = ""
    """How colours are written, as RGB, L (grey), P (palette), CMYK."""
    is_animated: bool = False
    looks: int | None = None
    """Perceptual hash of 64 bits, alike for pictures that look alike; None if it is flat."""
    notice: str = ""
    """Copyright and artist as the file itself says."""


def look_at(body: bytes, bounds: PictureBounds) -> PictureLook:
    """Look at a picture; nothing that is wrong with it raises."""
    header = picture_header(body)
    if header is None:
        return PictureLook(PictureProblem.NOT_PICTURE)
    if header.media_type == SVG:
        return PictureLook(PictureProblem.SVG, media_type=SVG)
    if header.width and (problem := bounds.problem_of(header.width, header.height)):
        return PictureLook(problem, "", *header)
    try:
        return _decoded(body, header, bounds)
    except Exception as error:  # a decoder of foreign bytes may raise anything
        words = f"{type(error).__name__}: {error}"[:LONGEST_NOTE]
        return PictureLook(PictureProblem.BROKEN, words, *header)


def _decoded(body: bytes, header: PictureHeader, bounds: PictureBounds) -> PictureLook:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(body)) as picture:
            seen = PictureLook(
                media_type=header.media_type,
                width=picture.width,
                height=picture.height,
                mode=picture.mode,
                is_animated=picture.format in MOVING and getattr(picture, "is_animated", False),
            )
            if problem := bounds.problem_of(seen.width, seen.height):
                return seen._replace(problem=problem)
            if seen.is_animated and not bounds.animated:
                return seen._replace(problem=PictureProblem.ANIMATED)
            notice = _notice(picture)
            return seen._replace(looks=_looks(picture), notice=notice)


def _looks(picture: Image.Image) -> int | None:
    """The signs of the lowest frequencies of brightness against their median (pHash).

    A JPEG is decoded at an eighth of its size if that suffices; the whole file is read either way.
    """
    picture.draft("L", (4 * HASH_SIDE, 4 * HASH_SIDE))
    picture.load()
    size = (HASH_SIDE, HASH_SIDE)
    grey = picture.convert("L").resize(size, Image.Resampling.BOX)
    pixels = np.asarray(grey, dtype=np.float64)
    if pixels.std() < FLAT:
        return None
    terms = dctn(pixels, norm="ortho")[:HASH_TERMS, :HASH_TERMS].ravel()
    bits = terms > np.median(terms[1:])
    return int.from_bytes(np.packbits(bits).tobytes(), "big", signed=True)


def _notice(picture: Image.Image) -> str:
    """Who says in the file that it is theirs."""
    try:
        exif = picture.getexif()
    except Exception:  # of a file whose pixels are good
        return ""
    found = (exif.get(tag) for tag in (COPYRIGHT, ARTIST))
    words = (" ".join(str(each).replace("\0", " ").split()) for each in found if each)
    return "; ".join(dict.fromkeys(words))[:LONGEST_NOTE]
