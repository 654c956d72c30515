"""Which URL has a document that has none?

One below `import.invalid`: no server can ever have such a name (RFC 6761), so nobody is asked for
it, and it can be told from the web at a glance.
"""

import re
from hashlib import sha1
from pathlib import Path
from urllib.parse import quote

from auslese.records.url import Url, canonical

TOP = "import.invalid"
LONGEST_LABEL = 63  # of a host name: RFC 1035, 2.3.4
LONGEST_PATH = 1_000  # letters; what is longer is named by its digest
PLAIN_ID = re.compile(r"[A-Za-z0-9_-]{1,200}")
UNNAMED = "files"


def host_for(name: str) -> str:
    """The host for documents of a file or folder of this name."""
    label = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_LABEL].strip("-")
    return f"{label or UNNAMED}.{TOP}"


def stem_of(path: Path) -> str:
    """The name of a file without what it ends in: `documents` for `documents.jsonl.gz`."""
    return path.name.lstrip(".").partition(".")[0] or path.name


def url_for(host: str, name: str) -> Url:
    """The URL of a document, given by its id or its path; other names have other URLs."""
    if PLAIN_ID.fullmatch(name):
        return Url(f"http://{host}/{name}")
    quoted = quote(name.encode("utf-8", "replace"), safe="/")
    url = canonical(f"http://{host}/{quoted}") if len(quoted) <= LONGEST_PATH else None
    if url is not None and url == f"http://{host}/{quoted}":
        return url
    # `..`, an empty name and the like mean something else in a URL.
    return Url(f"http://{host}/~{sha1(name.encode('utf-8', 'replace')).hexdigest()}")
