"""Commands that index, search and serve."""
