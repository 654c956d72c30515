"""Texts of pages as plain files."""
