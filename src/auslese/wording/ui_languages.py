"""The languages in which the house speaks to people."""

ENGLISH, GERMAN = "en", "de"
UI_LANGUAGES = (ENGLISH, GERMAN)
