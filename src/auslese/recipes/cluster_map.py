"""The map of the clusters of a collection, drawn."""

FORMATS = ("html", "svg")
HTML = "html"


def map_of(c, f, l):
    raise NotImplementedError
