"""Tests that need a real browser say so with `needs_browser`."""

import shutil
from importlib.util import find_spec

import pytest

from auslese.recipes.crawling.rendering_options import BROWSERS

BROWSER = next(filter(None, map(shutil.which, BROWSERS)), "")
MISSING = "" if find_spec("playwright") else "playwright is missing: pip install 'auslese[render]'"
if not BROWSER:
    MISSING = "no Chromium in the search path: apt-get install chromium"

needs_browser = [
    pytest.mark.skipif(bool(MISSING), reason=MISSING),
    pytest.mark.slow,
]
