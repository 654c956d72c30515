"""The frontier in one SQLite file: all its SQL is here."""
