"""The verbs of a shared frontier: what comes in, who is lent what, how visits end."""
