"""How much does a PDF unpack to? Asked before the real reader is let near it.

The reader unpacks whatever it is given, in its own memory. A stream of 10 KB may hold 10 MB, and
one packed twice 10 GB; a page may name one stream a thousand times, and forms may draw forms that
draw forms. So all of it is unpacked and counted here first, within bounds.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from auslese.extract.pdf.pdf_objects import (
    PdfObjects,
    PdfStream,
    objects_of,
    plain_names,
    take_packed,
)
from auslese.wording.outcome_sentences import UnreadReason

MOST_UNPACKED = 64 << 20  # bytes; the most of 291 real files, in 1,600 pages, was 34 MB
# A stream that is so much longer than it seems says one thing a million times; the densest of
# those files had 23. PDFium may need a hundred bytes and more for each command.
DENSE, DENSE_SIZE = 150, 1 << 20
DEEPEST = 2  # packed within packed; nobody does it oftener
MOST_REPEATED = 1 << 20  # bytes a page reads again; who repeats streams repeats `q` and `Q`
MOST_DRAWN = 32 << 20  # bytes of forms that one page draws, each as often as it is drawn
FORM_COST = 1_000  # bytes of commands that cost what an empty form does: 9 KB in PDFium
MOST_CALLS = 500_000  # of forms and pictures, by name; maps have some thousand
MOST_STEPS = 1_000_000  # of counting; a page has about ten
DEEPEST_FORM = 20  # forms within forms; PDFium goes further
OTHER_PACKING = 100  # LZW and run lengths are not unpacked here, but guessed

PICTURE = re.compile(rb"/Subtype\s*/Image\b")
FORM = re.compile(rb"/Subtype\s*/Form\b")
OBJECT_STREAM = re.compile(rb"/Type\s*/ObjStm\b")
OTHER = re.compile(rb"/(?:LZW|LZWDecode|RL|RunLengthDecode)\b")
ARRAY = re.compile(rb"\[([^\[\]]*+)")
REFERENCE = re.compile(rb"(?<!\d)(\d{1,10})\s++\d{1,5}\s++R\b")
CONTENTS = re.compile(rb"/Contents\s*+(?:\[([^\]]*+)|(\d{1,10}\s++\d{1,5}\s++R\b))")
ELSEWHERE = re.compile(rb"/(?:Resources|XObject|Parent)\s*+(\d{1,10})\s++\d{1,5}\s++R\b")
NAMED = re.compile(rb"/([^\s/<>\[\]()%{}]++)\s*+(\d{1,10})\s++\d{1,5}\s++R\b")
DRAWN = re.compile(rb"/([^\s/<>\[\]()%{}]++)\s*+Do\b")


def bomb_in(body: bytes) -> str:
    """What in a PDF is more than we can take; empty if nothing is."""
    objects = objects_of(body)
    drawing = _PdfDrawing(objects)
    return drawing.unpack() or drawing.repeats() or drawing.draws()


class _PdfDrawing:
    """What the pages of a PDF draw, counted but not drawn."""

    def __init__(self, objects: PdfObjects) -> None:
        self._objects = objects
        self._sizes: dict[int, int] = {}
        self._calls: dict[int, Counter[bytes]] = {}
        self._forms: set[int] = set()
        self._weights: dict[tuple[int, int], int] = {}
        self._views: dict[int, _PdfObjectView] = {}
        self._calls_room, self._steps = MOST_CALLS, MOST_STEPS

    def unpack(self) -> str:
        """Unpack what a page may draw."""
        room, dense = MOST_UNPACKED, DENSE_SIZE
        for stream in self._worth_a_look():
            if stream.depth > DEEPEST:
                return UnreadReason.PACKED_TWICE.text()
            content = stream.unpacked(room)
            if stream.depth:
                room -= len(content)
                dense -= len(content) if len(content) > DENSE * len(stream.packed) else 0
            if room <= 0 or dense < 0:
                return UnreadReason.UNPACKS_LARGE.text()
            self._take(stream, bytes(content))
        return ""

    def _worth_a_look(self) -> Iterator[PdfStream]:
        """Object streams; then all but pictures, and those that a page takes for its content."""
        others = []
        for stream in self._objects.streams:
            if OBJECT_STREAM.search(stream.dictionary):
                yield stream
            else:
                others.append(stream)
        drawn = {number for text in self._objects.texts.values() for number in _contents(text)}
        for stream in others:
            if stream.number in drawn or not PICTURE.search(stream.dictionary):
                yield stream

    def _take(self, stream: PdfStream, content: bytes) -> None:
        number, size = stream.number, len(content)
        if OBJECT_STREAM.search(stream.dictionary):
            take_packed(stream.dictionary, content, self._objects)
            return
        if OTHER.search(stream.dictionary):
            size *= OTHER_PACKING
        self._sizes[number] = max(size, self._sizes.get(number, 0))
        if FORM.search(stream.dictionary):
            self._forms.add(number)
        if b"Do" in content and self._calls_room > 0:
            names = (plain_names(found[1]) for found in DRAWN.finditer(content))
            calls = Counter(islice(names, MOST_CALLS))
            self._calls[number] = self._calls.get(number, Counter()) | calls
            self._calls_room -= len(calls) if calls.total() < MOST_CALLS else MOST_CALLS

    def repeats(self) -> str:
        """Look for lists that name long streams again and again, as `/Contents` may."""
        for text in self._objects.texts.values():
            for found in ARRAY.finditer(text):
                named = Counter(_references(found[1]))
                again = sum(
                    (count - 1) * self._sizes.get(each, 0)
                    for each, count in named.items()
                    if count > 1
                )
                if again > MOST_REPEATED:
                    return UnreadReason.REPEATS.text()
        return ""

    def draws(self) -> str:
        """Look for pages whose forms are drawn too often, or lie too deep."""
        if not self._forms:
            return ""
        for number, text in self._objects.texts.items():
            calls: Counter[bytes] = Counter()
            for each in self._listed(text):
                self._steps -= 1
                calls.update(self._calls.get(each, ()))
            if calls and self._weight_of_calls(number, calls, 0) > MOST_DRAWN:
                return UnreadReason.DRAWS_FORMS.text()
            if self._steps < 0 or self._calls_room <= 0:
                return UnreadReason.DRAWS_MUCH.text()
        return ""

    def _listed(self, text: bytearray) -> Iterator[int]:
        """The streams of a page's content; the list of them may be an object of its own."""
        for number in _contents(text):
            if number in self._sizes:
                yield number
            else:
                yield from _references(self._objects.texts.get(number, b""))

    def _weight(self, form: int, caller: int, depth: int) -> int:
        """What it costs to draw a form, with the forms in it."""
        if depth > DEEPEST_FORM:
            return MOST_DRAWN
        # A form without names of its own uses those of its caller.
        owner = form if b"/Resources" in self._objects.texts.get(form, b"") else caller
        if (form, owner) not in self._weights:
            self._weights[form, owner] = MOST_DRAWN  # if it draws itself, PDFium does not end
            inner = self._weight_of_calls(owner, self._calls.get(form, Counter()), depth)
            self._weights[form, owner] = FORM_COST + self._sizes.get(form, 0) + inner
        return self._weights[form, owner]

    def _weight_of_calls(self, owner: int, calls: Counter[bytes], depth: int) -> int:
        if not calls or self._steps < 0:
            return 0
        heaviest: Counter[bytes] = Counter()
        for view in self._views_of(owner):
            self._steps -= len(calls)
            for name in calls.keys() & view.forms.keys():
                for form in view.forms[name]:
                    heaviest[name] = max(heaviest[name], self._weight(form, owner, depth + 1))
        return sum(calls[name] * weight for name, weight in heaviest.items())

    def _views_of(self, number: int) -> Iterator["_PdfObjectView"]:
        """What an object sees: its own text, and what it refers to for names."""
        seen, ahead = {number}, [number]
        while ahead and self._steps >= 0:
            view = self._view(ahead.pop())
            yield view
            ahead.extend(view.elsewhere - seen)
            seen |= view.elsewhere

    def _view(self, number: int) -> "_PdfObjectView":
        if number not in self._views:
            text = self._objects.texts.get(number, bytearray())
            forms: dict[bytes, set[int]] = {}
            for found in NAMED.finditer(text):
                if (form := int(found[2])) in self._forms:
                    forms.setdefault(found[1], set()).add(form)
            self._views[number] = _PdfObjectView(
                forms, {int(each) for each in ELSEWHERE.findall(text)}
            )
        return self._views[number]


class _PdfObjectView(NamedTuple):
    """What the text of one object names."""

    forms: dict[bytes, set[int]]
    elsewhere: set[int]
    """Objects in which further names stand."""


def _contents(text: bytearray) -> Iterator[int]:
    for found in CONTENTS.finditer(text):
        yield from _references(found[1] or found[2] or b"")


def _references(text: bytes | bytearray) -> Iterator[int]:
    return (int(each) for each in REFERENCE.findall(text))
