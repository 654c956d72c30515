"""Institutions and projects that people enter, and other people check."""
