"""A crawl of a collection: run it, watch it, control it."""
