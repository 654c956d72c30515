"""Presences from files and into files."""
