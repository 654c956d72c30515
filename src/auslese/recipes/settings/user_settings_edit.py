"""Writes into the user configuration; by itself, as few commands edit settings files."""

from collections.abc import Mapping
from pathlib import Path

from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.user_settings import user_file

HEAD = "# Who you are, for all collections; a collection's own auslese.toml comes before it.\n"


def remember_user_setting(environ: Mapping[str, str], key: str, value: str) -> Path | None:
    """Write a setting into the user configuration; None if it cannot be written."""
    path = user_file(environ)
    if path is None:
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(0o600)  # it says who somebody is
            path.write_text(HEAD, "utf-8")
        write_setting(path, key, value)
    except OSError:
        return None
    return path
