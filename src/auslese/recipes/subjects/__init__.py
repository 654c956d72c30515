"""Subjects of texts, by dictionaries learnt from labelled texts (`auslese domain`)."""
