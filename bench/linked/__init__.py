"""Graphs like the web, and what ranks their pages: the parts of bench/graph."""
