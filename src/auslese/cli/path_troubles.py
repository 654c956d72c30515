"""What is wrong with a file or folder, in one line; loaded only when something is."""

import errno

from auslese.system.exhausted import exhausted_resource
from auslese.system.unwritable import is_of_the_disk, reason_of
from auslese.wording.resource_sentences import (
    DiskTrouble,
    database_sentence,
    exhausted_sentence,
)

SQLITE = "sqlite3"  # by its name: whoever speaks SQL stands further below
LONGEST_REASON = 300  # DuckDB tells a story about its settings
LOOP = "Symlink loop from "
# What a person reads instead of the system's words, where these do not help.
REASONS = {
    errno.ENOTDIR: "part of this path is a file, not a folder",
    errno.EISDIR: "this is a folder, not a file",
    errno.EEXIST: "there is a file of this name already",
    errno.ENOENT: "there is no such file or folder, and none can be made there",
    errno.EACCES: "you may not read or write there",
    errno.EPERM: "you may not read or write there",
    errno.EROFS: "the disk is read-only",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links lead in a circle",
}


def path_trouble(error: BaseException) -> str:
    """The true reason in a line; empty if the error is not about a file: then it is a bug."""
    if resource := exhausted_resource(error):
        return exhausted_sentence(resource, _shown_reason(error))
    if type(error).__module__ == SQLITE:
        if is_of_the_disk(error):
            return database_sentence(error)
        return DiskTrouble.DAMAGED_DATABASE.of(problem=error)
    if isinstance(error, RuntimeError) and str(error).startswith(LOOP):  # of pathlib's resolve
        return f"{str(error).removeprefix(LOOP)}: {REASONS[errno.ELOOP]}"
    if not isinstance(error, OSError):
        return ""
    if error.filename is None:
        return f"{reason_for(error)}" if is_of_the_disk(error) else ""
    return f"{name_of(error.filename)}: {reason_for(error)}"


def _shown_reason(error: BaseException) -> str:
    """Which file it was, if that is known, and the words of the system or of the library."""
    name = getattr(error, "filename", None)
    words = reason_of(error)[:LONGEST_REASON] or type(error).__name__
    return f"{name_of(name)}: {words}" if name is not None else words


def reason_for(error: OSError) -> str:
    """Why the system refuses it."""
    words = REASONS.get(error.errno or 0, "")
    return words or error.strerror or str(error)


def name_of(file: object) -> str:
    """The name of a file as it was given; names are bytes, and need not be letters."""
    return file.decode("utf-8", "replace") if isinstance(file, bytes) else str(file)
