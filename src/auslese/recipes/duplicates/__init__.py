"""Copies among the pages of a collection, mirrors, templates."""
