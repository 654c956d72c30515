"""The index of a collection, and answers from it."""
