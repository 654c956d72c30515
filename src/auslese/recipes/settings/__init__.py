"""The settings: flag before variable before `auslese.toml` before the user's before default."""
