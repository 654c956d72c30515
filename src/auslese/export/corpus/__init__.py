"""Formats of corpora: the text of pages for people who study language."""
