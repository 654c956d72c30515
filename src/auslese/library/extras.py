"""Libraries that only some people have: what to install where one is missing."""

from importlib import import_module
from typing import Any

from auslese.records.errors import AusleseError

EXTRA = "notebook"
"""The extra of this package that has them."""


class MissingExtraError(AusleseError, ImportError):
    """A library is needed that was not installed; the message says how to get it."""


def extra_library(name: str) -> Any:
    """The library of this name, or a MissingExtraError."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise MissingExtraError(
            f"{name} is not installed here; pip install 'auslese[{EXTRA}]' brings it"
        ) from None
