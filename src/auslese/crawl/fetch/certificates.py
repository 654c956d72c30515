"""Whom do we believe? The authorities that certifi names, then those that this system trusts.

An institution has its own authority in the system's bundle, and nowhere else.
"""

import os
import ssl
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import certifi

# Where systems keep their bundle: Debian and Alpine, Fedora, SUSE, BSD.
SYSTEM_BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


def system_bundle(names: Iterable[str] = SYSTEM_BUNDLES) -> bytes:
    """The authorities of this system; nothing if it has no bundle that can be read."""
    for name in (ssl.get_default_verify_paths().cafile, *names):  # heeds SSL_CERT_FILE
        try:
            if name:
                return Path(name).read_bytes()
        except OSError:
            continue
    return b""


@cache
def certificate_file() -> str:
    """The name of one file with both, for this process.

    libcurl reads a file once and keeps what it has read; a folder it would read for every
    connection.
    """
    further = system_bundle()
    if not further:
        return certifi.where()
    descriptor = os.memfd_create("auslese-certificates")
    with open(descriptor, "wb", closefd=False) as file:
        file.write(Path(certifi.where()).read_bytes() + b"\n" + further)
    return f"/proc/self/fd/{descriptor}"
