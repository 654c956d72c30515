"""Rights in the store: the table, how it is replaced, what is asked of it."""
