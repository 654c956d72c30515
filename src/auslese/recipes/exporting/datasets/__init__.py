"""Data sets and test collections made of a collection's pages."""
