"""Reads PDF files with one of two readers and tells what it cost, as one line of JSON.

Runs by itself, in the venv of the reader: `python pdf_text.py READER ROUNDS FILE…`.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Read all files some times; of each file the quickest reading counts."""
    reader, rounds, *paths = sys.argv[1:]
    read = {"auslese": with_ours, "pypdf": with_pypdf}[reader]()
    told = []
    for path in paths:
        seconds, text = [], ""
        for _ in range(int(rounds)):
            begin = time.process_time()
            text = read(Path(path))
            seconds.append(time.process_time() - begin)
        told.append({"path": path, "seconds": min(seconds), "text": text})
    print(json.dumps(told))


def with_ours() -> Callable[[Path], str]:
    """Everything that is read of a PDF: paragraphs in order, running titles, data."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
    source = import_module("auslese.extract.source").Source
    read_document = import_module("auslese.extract.document_reader").read_document

    def read(path: Path) -> str:
        document = read_document(source("http://bench.example/", path.read_bytes()))
        return "" if getattr(document, "is_cut", True) else str(document.visible_text)

    return read


def with_pypdf() -> Callable[[Path], str]:
    """The text of every page, as pypdf's manual shows it."""
    reader = import_module("pypdf").PdfReader

    def read(path: Path) -> str:
        return "\n".join(page.extract_text() for page in reader(path).pages)

    return read


if __name__ == "__main__":
    main()
