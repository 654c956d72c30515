"""Word counts of many languages, out of packages that pip, apt and npm deliver."""
