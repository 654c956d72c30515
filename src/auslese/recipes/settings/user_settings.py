"""The user configuration: what a person tells once for all collections.

It lies where the XDG Base Directory Specification wants it: `auslese/config.toml` below
`$XDG_CONFIG_HOME`, or below `~/.config`. Only who we are stands there; what a collection is made
from and how stays in its folder, so that the folder tells the whole story.
"""

from collections.abc import Mapping
from pathlib import Path

from auslese.recipes.settings.settings_file import TomlFile, read_toml
from auslese.records.errors import SettingsError

USER_KEYS = ("politeness.agent", "politeness.contact")
USER_FILE = Path("auslese", "config.toml")


def user_file(environ: Mapping[str, str]) -> Path | None:
    """Where the user configuration is, whether it exists or not; None without a home."""
    folder = Path(environ.get("XDG_CONFIG_HOME", ""))
    if folder.is_absolute():  # the specification wants others ignored
        return folder / USER_FILE
    home = Path(environ.get("HOME", ""))
    return home / ".config" / USER_FILE if home.is_absolute() else None


def read_user_file(environ: Mapping[str, str]) -> TomlFile | None:
    """What the user configuration says; None if there is none."""
    path = user_file(environ)
    if path is None:
        return None
    try:
        return read_toml(path) if path.exists() else None
    except OSError as problem:
        raise SettingsError(f"{path} cannot be read: {problem.strerror}") from None
