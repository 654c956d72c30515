"""Corpora out of pages that take more than rows of the tables."""
