"""The token, shown once and kept by the browser of an annotator: nobody types it for each picture.

The cookie is no token: it is good for annotating alone, and only for requests out of our own pages.
"""

import hmac

COOKIE = "auslese_annotation"
KEPT_FOR = ("/annotate/answer", "/annotate/undo", "/annotate/decide")


def is_kept_token(cookie: str, token: str) -> bool:
    """Whether a cookie was given to somebody who had shown the token."""
    return bool(token) and hmac.compare_digest(cookie.encode(), _proof_of(token).encode())


def cookie_header(token: str) -> str:
    """What makes a browser keep it until it is closed."""
    return f"{COOKIE}={_proof_of(token)}; Path=/; HttpOnly; SameSite=Strict"


def _proof_of(token: str) -> str:
    return hmac.digest(token.encode(), b"annotation", "sha256").hex()
