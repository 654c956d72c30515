"""Settings that this program does not know: mistakes, or on request those of a newer program.

A file of a newer program may say more than an older one understands. Then it can be asked to do
without: `auslese --unknown-settings warn …`, which is the variable below for all its processes.
"""

import logging
from collections.abc import Mapping
from functools import cache

from auslese.records.errors import SettingsError

VARIABLE = "AUSLESE_UNKNOWN_SETTINGS"
ERROR, WARN = "error", "warn"
CHOICES = (ERROR, WARN)
log = logging.getLogger(__name__)


def are_borne(environ: Mapping[str, str]) -> bool:
    """Whether somebody wants to be warned only."""
    choice = environ.get(VARIABLE) or ERROR
    if choice not in CHOICES:
        raise SettingsError(f'{VARIABLE}: expected "error" or "warn", found "{choice}"')
    return choice == WARN


@cache
def warn_of(sentence: str) -> None:
    """Say once in a process what is not heeded; without a handler it goes to stderr."""
    log.warning("auslese: not heeded: %s", sentence)
