"""The link graph of a collection, and what it answers."""
