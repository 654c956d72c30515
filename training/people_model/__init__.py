"""How the lists of names and the tagger of names are made."""
