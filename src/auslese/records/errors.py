"""The errors a person may meet, each with the exit code of the command that ends with it.

AusleseError           1   it failed, and the message says what to do
├── SettingsError      2   a setting or an option is wrong: file, line, key, what was expected
├── NotFoundError      3   there is no such collection, page or file
├── LockedError        5   another crawl works in this collection
└── PolicyError        6   it may not be done: robots, manners, missing contact

A crawl that is done but for hosts that it could not reach ends with 4, which is no error.
"""

from typing import ClassVar


class AusleseError(Exception):
    """Something a person can understand and mend; everything else is a bug."""

    exit_code: ClassVar[int] = 1


class SettingsError(AusleseError):
    """A setting is wrong; the message names file, line, key and what was expected."""

    exit_code = 2


class NotFoundError(AusleseError):
    """What was asked for is not there."""

    exit_code = 3


class LockedError(AusleseError):
    """Another process works in this collection."""

    exit_code = 5


class PolicyError(AusleseError):
    """It could be done but may not."""

    exit_code = 6
