"""Figures as pictures: SVG for browsers, letters for terminals."""
