"""Copies whose similarity is known, measured."""
